import Pipes
import Testing

private enum Fault: Error, Equatable { case some }
private typealias Up = PassthroughSubject<Int, Fault>
private typealias Sure = PassthroughSubject<Int, Never>
private typealias Now = ImmediateScheduler

@Suite("Surface: operators, their types and what can be read from them") struct SurfaceOfOperators {
  private let up = Up()
  private let sure = Sure()
  private let now = ImmediateScheduler.shared

  @Test("TR-01 TR-02 TR-03 TR-04 TR-05 TR-06 TR-07 FI-01 FI-02 FI-03 FI-04 transforming, with fusions")
  func transforming() {
    let map: Publishers.Map<Up, String> = up.map { "\($0)" }
    let mapMap: Publishers.Map<Up, Int> = map.map { $0.count }
    let mapTry: Publishers.TryMap<Up, Int> = map.tryMap { $0.count }
    let tryMap: Publishers.TryMap<Up, Int> = up.tryMap { $0 }
    let tryMapMap: Publishers.TryMap<Up, String> = tryMap.map { "\($0)" }
    let tryMapTry: Publishers.TryMap<Up, String> = tryMap.tryMap { "\($0)" }
    #expect(map.upstream === mapMap.upstream && mapTry.upstream === tryMapMap.upstream && tryMapTry.upstream === up)
    #expect(map.transform(3) == "3")
    #expect(throws: Never.self) { try mapTry.transform(3) }
    let filter: Publishers.Filter<Up> = up.filter { $0 > 1 }
    let filterFilter: Publishers.Filter<Up> = filter.filter { $0 > 2 }
    let filterTry: Publishers.TryFilter<Up> = filter.tryFilter { $0 > 2 }
    let tryFilter: Publishers.TryFilter<Up> = up.tryFilter { $0 > 2 }.filter { $0 > 3 }.tryFilter { $0 > 4 }
    #expect(filterFilter.isIncluded(3) && !filterFilter.isIncluded(2))
    #expect(throws: Never.self) { try filterTry.isIncluded(1) || tryFilter.isIncluded(1) }
    let compactMap: Publishers.CompactMap<Up, Int> = up.compactMap { $0 > 1 ? $0 : nil }
    let compactBoth: Publishers.CompactMap<Up, String> = compactMap.compactMap { $0 > 2 ? $0 : nil }.map { "\($0)" }
    let tryCompactMap: Publishers.TryCompactMap<Up, Int> = up.tryCompactMap { $0 }.compactMap { $0 }
    #expect(compactBoth.transform(2) == nil && compactBoth.transform(3) == "3" && tryCompactMap.upstream === up)
    let scan: Publishers.Scan<Up, Int> = up.scan(0) { $0 + $1 }
    let tryScan: Publishers.TryScan<Up, Int> = up.tryScan(0) { $0 + $1 }
    #expect(scan.initialResult == 0 && scan.nextPartialResult(1, 2) == 3 && tryScan.initialResult == 0)
    let typed: Publishers.SetFailureType<Sure, Fault> = sure.setFailureType(to: Fault.self)
    let retyped: Publishers.SetFailureType<Sure, any Error> = typed.setFailureType(to: (any Error).self)
    #expect(typed.upstream === retyped.upstream)
    let filled: Publishers.Map<PassthroughSubject<Int?, Never>, Int> = PassthroughSubject<Int?, Never>().replaceNil(
      with: 1)
    #expect(filled.transform(nil) == 1)
    let path: Publishers.MapKeyPath<Up, String> = up.map(\.description)
    #expect(path.keyPath == \.description)
  }

  @Test("G12 key paths and tuples resolve") func ambiguities() {
    let lengths = ["a", "bc"].publisher.map(\.count)
    let pairs = PassthroughSubject<(data: String, code: Int), Never>()
    var seen: [Int] = []
    let tokens = [
      lengths.sink { seen.append($0) }, Just("abc").map(\.count).sink { seen.append($0) },
      pairs.map(\.data).sink { seen.append($0.count) }, pairs.sink { data, code in seen.append(data.count + code) },
      pairs.map { $0.code }.sink { seen.append($0) },
    ]
    pairs.send((data: "abcd", code: 3))
    #expect(seen.sorted() == [1, 2, 3, 3, 4, 7])
    withExtendedLifetime(tokens) {}
  }

  @Test("TR-08 TR-09 four forms each") func flattening() {
    let same: Publishers.FlatMap<Just<Int>, Sure> = sure.flatMap { Just($0) }
    let inner: Publishers.FlatMap<Publishers.SetFailureType<Just<Int>, Fault>, Up> = up.flatMap(maxPublishers: .max(2))
    { Just($0) }
    let outer: Publishers.FlatMap<Up, Publishers.SetFailureType<Sure, Fault>> = sure.flatMap { [up] _ in up }
    let both: Publishers.FlatMap<Up, Up> = up.flatMap { [up] _ in up }
    #expect(
      inner.maxPublishers == 2 && both.maxPublishers == .unlimited && both.transform(1) === up && same.upstream === sure
    )
    #expect(outer.upstream.upstream === sure)
    let s1: Publishers.SwitchToLatest<Sure, Publishers.Map<Sure, Sure>> = sure.map { [sure] _ in sure }.switchToLatest()
    let s2: Publishers.SwitchToLatest<Up, Publishers.Map<Up, Up>> = up.map { [up] _ in up }.switchToLatest()
    let s3: Publishers.SwitchToLatest<Up, Publishers.SetFailureType<Publishers.Map<Sure, Up>, Fault>> = sure.map {
      [up] _ in up
    }
    .switchToLatest()
    let s4 = up.map { [sure] _ in sure }.switchToLatest()
    typealias Late = Publishers.SetFailureType<Sure, Fault>
    #expect(type(of: s4) == Publishers.SwitchToLatest<Late, Publishers.Map<Publishers.Map<Up, Sure>, Late>>.self)
    #expect(s1.upstream.upstream === sure && s2.upstream.upstream === up && s3.upstream.upstream.upstream === sure)
  }

  @Test("FI-05 FI-06 FI-07 SQ-01 SQ-02 SQ-03 SQ-04 SQ-05 SQ-06 SQ-07 SQ-08 SQ-09 filtering") func filtering() {
    let unique: Publishers.RemoveDuplicates<Up> = up.removeDuplicates()
    let uniqueBy: Publishers.RemoveDuplicates<Up> = up.removeDuplicates { $0 == $1 }
    let tryUnique: Publishers.TryRemoveDuplicates<Up> = up.tryRemoveDuplicates { $0 == $1 }
    #expect(unique.predicate(1, 1) && uniqueBy.predicate(1, 1) && tryUnique.upstream === up)
    let filled: Publishers.ReplaceEmpty<Just<Int>> = .init(upstream: Just(1), output: 2)
    #expect(filled == .init(upstream: Just(1), output: 2) && up.replaceEmpty(with: 3).output == 3)
    let first: (Publishers.First<Up>, Publishers.FirstWhere<Up>, Publishers.TryFirstWhere<Up>) = (
      up.first(), up.first { $0 > 1 }, up.tryFirst { $0 > 1 }
    )
    let last: (Publishers.Last<Up>, Publishers.LastWhere<Up>, Publishers.TryLastWhere<Up>) = (
      up.last(), up.last { $0 > 1 }, up.tryLast { $0 > 1 }
    )
    #expect(
      first.1.predicate(2) && last.1.predicate(2) && first.0.upstream === last.0.upstream
        && first.2.upstream === last.2.upstream)
    let drop: Publishers.Drop<Up> = up.dropFirst()
    #expect(drop.count == 1 && Publishers.Drop(upstream: Just(1), count: 2) != .init(upstream: Just(1), count: 3))
    let while1: Publishers.DropWhile<Up> = up.drop { $0 > 1 }
    let while2: Publishers.TryDropWhile<Up> = up.tryDrop { $0 > 1 }
    let while3: Publishers.PrefixWhile<Up> = up.prefix { $0 > 1 }
    let while4: Publishers.TryPrefixWhile<Up> = up.tryPrefix { $0 > 1 }
    #expect(while1.predicate(2) && while3.predicate(2) && while2.upstream === while4.upstream)
    let until1: Publishers.DropUntilOutput<Up, Up> = up.drop(untilOutputFrom: up)
    let until2: Publishers.PrefixUntilOutput<Up, Sure> = up.prefix(untilOutputFrom: sure)
    #expect(until1.other === up && until2.other === sure)
    let outputs: [Publishers.Output<Up>] = [
      up.prefix(2), up.output(at: 2), up.output(in: 1...2), up.output(in: 1..<3), up.output(in: 1...),
      up.output(in: ...1),
      up.output(in: ..<1), .init(upstream: up, range: 1..<2),
    ]
    #expect(outputs.map(\.range) == [0..<2, 2..<3, 1..<3, 1..<3, 1..<Int.max, 0..<2, 0..<1, 1..<2])
    let appended: Publishers.Concatenate<Up, Publishers.Sequence<[Int], Fault>> = up.append(1, 2)
    let appended2: Publishers.Concatenate<Up, Publishers.Sequence<Set<Int>, Fault>> = up.append(Set([1]))
    let appended3: Publishers.Concatenate<Up, Up> = up.append(up)
    let prepended: Publishers.Concatenate<Publishers.Sequence<[Int], Fault>, Up> = up.prepend(1, 2)
    let prepended2: Publishers.Concatenate<Publishers.Sequence<Set<Int>, Fault>, Up> = up.prepend(Set([1]))
    let prepended3: Publishers.Concatenate<Up, Up> = up.prepend(up)
    #expect(
      appended.suffix == prepended.prefix && appended2.suffix == prepended2.prefix
        && appended3.prefix === prepended3.suffix)
  }

  @Test("RE-01 RE-02 RE-03 RE-04 RE-05 RE-06 MA-01 MA-02 MA-03 MA-04 MA-05 reducing") func reducing() {
    let collect: (Publishers.Collect<Up>, Publishers.CollectByCount<Up>) = (up.collect(), up.collect(2))
    let byTime: Publishers.CollectByTime<Up, Now> = up.collect(.byTime(now, 1))
    let byTimeOrCount: Publishers.CollectByTime<Up, Now> = up.collect(.byTimeOrCount(now, 1, 2), options: nil)
    #expect(collect.1.count == 2 && byTime.options == nil)
    if case .byTimeOrCount(_, let stride, let count) = byTimeOrCount.strategy { #expect(stride == 1 && count == 2) }
    let ignored: Publishers.IgnoreOutput<Up> = up.ignoreOutput()
    let reduce: Publishers.Reduce<Up, Int> = up.reduce(1) { $0 + $1 }
    let tryReduce: Publishers.TryReduce<Up, Int> = up.tryReduce(1) { $0 + $1 }
    #expect(
      reduce.initial == 1 && reduce.nextPartialResult(1, 2) == 3 && tryReduce.initial == 1 && ignored.upstream === up)
    let count: Publishers.Count<Up> = up.count()
    let compared: [Publishers.Comparison<Up>] = [up.min(), up.max(), up.min { $0 < $1 }, up.max { $0 < $1 }]
    #expect(compared.map { $0.areInIncreasingOrder(1, 2) } == [false, true, false, true] && count.upstream === up)
    let tryCompared: [Publishers.TryComparison<Up>] = [up.tryMin { $0 < $1 }, up.tryMax { $0 < $1 }]
    #expect(tryCompared[0].upstream === tryCompared[1].upstream)
    let contains: Publishers.Contains<Up> = up.contains(1)
    let containsWhere: Publishers.ContainsWhere<Up> = up.contains { $0 > 1 }
    let tryContains: Publishers.TryContainsWhere<Up> = up.tryContains { $0 > 1 }
    let all: Publishers.AllSatisfy<Up> = up.allSatisfy { $0 > 1 }
    let tryAll: Publishers.TryAllSatisfy<Up> = up.tryAllSatisfy { $0 > 1 }
    #expect(
      contains.output == 1 && containsWhere.predicate(2) && all.predicate(2) && tryAll.upstream === tryContains.upstream
    )
  }

  @Test("CO-01 CO-02 CO-03 combining") func combining() {
    let two: (Publishers.CombineLatest<Up, Up>, Publishers.Zip<Up, Up>) = (up.combineLatest(up), up.zip(up))
    let three: (Publishers.CombineLatest3<Up, Up, Up>, Publishers.Zip3<Up, Up, Up>) = (
      up.combineLatest(up, up), up.zip(up, up)
    )
    let four: (Publishers.CombineLatest4<Up, Up, Up, Up>, Publishers.Zip4<Up, Up, Up, Up>) = (
      up.combineLatest(up, up, up), up.zip(up, up, up)
    )
    let mapped2: (Publishers.Map<Publishers.CombineLatest<Up, Up>, Int>, Publishers.Map<Publishers.Zip<Up, Up>, Int>) =
      (
        up.combineLatest(up) { $0 + $1 }, up.zip(up) { $0 + $1 }
      )
    let mapped3: Publishers.Map<Publishers.Zip3<Up, Up, Up>, Int> = up.zip(up, up) { $0 + $1 + $2 }
    let mapped4: Publishers.Map<Publishers.CombineLatest4<Up, Up, Up, Up>, Int> = up.combineLatest(up, up, up) {
      $0 + $1 + $2 + $3
    }
    #expect(two.0.a === two.1.b && three.0.c === three.1.c && four.0.d === four.1.d && mapped2.0.transform((1, 2)) == 3)
    #expect(
      mapped2.1.transform((1, 2)) == 3 && mapped3.transform((1, 2, 3)) == 6 && mapped4.transform((1, 2, 3, 4)) == 10)
    let other = sure.setFailureType(to: Fault.self)
    let merge: Publishers.Merge<Up, Publishers.SetFailureType<Sure, Fault>> = up.merge(with: other)
    let merge3: Publishers.Merge3<Up, Up, Up> = up.merge(with: up, up)
    let merge4: Publishers.Merge4<Up, Up, Up, Up> = merge3.merge(with: up)
    let merge8: Publishers.Merge8<Up, Up, Up, Up, Up, Up, Up, Up> = merge4.merge(with: up, up, up, up)
    let many: Publishers.MergeMany<Up> = up.merge(with: up)
    #expect(
      merge.a === up && merge8.h === up && many.publishers.count == 2 && many.merge(with: up).publishers.count == 3)
  }

  @Test("ER-01 ER-02 ER-03 ER-04 ER-05 ER-06 failing") func failing() {
    let sureOf: Publishers.AssertNoFailure<Up> = up.assertNoFailure("why")
    #expect(
      sureOf.prefix == "why" && sureOf.line > 0 && "\(sureOf.file)".hasSuffix(".swift")
        && up.assertNoFailure().prefix == "")
    let caught: Publishers.Catch<Up, Just<Int>> = up.catch { _ in Just(1) }
    let tryCaught: Publishers.TryCatch<Up, Just<Int>> = up.tryCatch { _ in Just(1) }
    let mapped: Publishers.MapError<Up, any Error> = up.mapError { $0 as any Error }
    #expect(caught.handler(.some) == Just(1) && tryCaught.upstream === up && mapped.transform(.some) is Fault)
    #expect(Publishers.MapError(upstream: up) { $0 as any Error }.upstream === up)
    let replaced: Publishers.ReplaceError<Up> = up.replaceError(with: 1)
    let retried: Publishers.Retry<Up> = up.retry(3)
    #expect(replaced.output == 1 && retried.retries == 3 && Publishers.Retry(upstream: up, retries: nil).retries == nil)
  }

  @Test("TI-01 TI-02 TI-03 TI-04 TI-05 TI-06 TI-07 timing") func timing() {
    let measured: Publishers.MeasureInterval<Up, Now> = up.measureInterval(using: now, options: nil)
    let debounced: Publishers.Debounce<Up, Now> = up.debounce(for: 1, scheduler: now, options: nil)
    let delayed: Publishers.Delay<Up, Now> = up.delay(for: 1, tolerance: 2, scheduler: now, options: nil)
    let throttled: Publishers.Throttle<Up, Now> = up.throttle(for: 1, scheduler: now, latest: true)
    let limited: Publishers.Timeout<Up, Now> = up.timeout(1, scheduler: now, options: nil, customError: { .some })
    let received: Publishers.ReceiveOn<Up, Now> = up.receive(on: now, options: nil)
    let subscribed: Publishers.SubscribeOn<Up, Now> = up.subscribe(on: now, options: nil)
    #expect(measured.upstream === up && debounced.dueTime == 1 && delayed.interval == 1 && delayed.tolerance == 2)
    #expect(throttled.interval == 1 && throttled.latest && limited.interval == 1 && limited.customError?() == .some)
    #expect(received.options == nil && subscribed.options == nil && up.delay(for: 1, scheduler: now).tolerance == 0)
    _ = (up.debounce(for: 1, scheduler: now), up.timeout(1, scheduler: now), up.receive(on: now), up.subscribe(on: now))
  }

  private struct Coder: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> Int { 1 }
    func decode<T: Decodable>(_ type: T.Type, from: Int) throws -> T { throw Fault.some }
  }

  @Test("CD-01 CD-02 MC-01 MC-02 MC-03 MC-04 BF-01 DB-01 DB-02 DB-03 TE-01 the rest") func others() {
    let encoded: Publishers.Encode<Up, Coder> = up.encode(encoder: Coder())
    let decoded: Publishers.Decode<Up, String, Coder> = up.decode(type: String.self, decoder: Coder())
    #expect(encoded.upstream === decoded.upstream)
    let multicast: Publishers.Multicast<Up, Up> = up.multicast { Up() }
    let multicast2: Publishers.Multicast<Up, Up> = up.multicast(subject: up)
    let auto: Publishers.Autoconnect<Publishers.Multicast<Up, Up>> = multicast.autoconnect()
    let share: Publishers.Share<Up> = up.share()
    let connectable: Publishers.MakeConnectable<Sure> = sure.makeConnectable()
    #expect(auto.upstream === multicast && multicast2.createSubject() === up && share == share && share.upstream === up)
    #expect(share != up.share())
    connectable.connect().cancel()
    let buffer: Publishers.Buffer<Up> = up.buffer(size: 1, prefetch: .keepFull, whenFull: .customError { .some })
    #expect(buffer.size == 1 && buffer.prefetch == .keepFull && Set([Publishers.PrefetchStrategy.byRequest]).count == 1)
    if case .customError(let error) = buffer.whenFull { #expect(error() == .some) }
    _ = [Publishers.BufferingStrategy<Fault>.dropNewest, .dropOldest]
    let printed: Publishers.Print<Up> = up.print("p")
    #expect(
      printed.prefix == "p" && printed.stream == nil && up.print().prefix == ""
        && up.print("", to: "").stream as? String == "")
    let stops: Publishers.Breakpoint<Up> = up.breakpoint(receiveOutput: { $0 > 1 })
    #expect(
      stops.receiveOutput?(2) == true && stops.receiveSubscription == nil
        && up.breakpointOnError().receiveCompletion?(.finished) == false)
    var events: Publishers.HandleEvents<Up> = up.handleEvents(receiveOutput: { _ in })
    events.receiveCancel = {}
    #expect(
      events.receiveOutput != nil && events.receiveRequest == nil && events.receiveCompletion == nil
        && events.receiveSubscription == nil)
    _ = Publishers.HandleEvents(upstream: up, receiveRequest: nil)
    let erased: AnyPublisher<Int, Fault> = up.eraseToAnyPublisher()
    #expect(
      erased.description == "AnyPublisher" && AnyPublisher(erased).playgroundDescription as? String == "AnyPublisher")
  }
}
