import Foundation
import Pipes
import Testing
import VirtualTime

/// An operator with a closure of the user, which holds a token.
private struct ClosureRow: @unchecked Sendable, CustomTestStringConvertible {
  // Unchecked: the closure has no state; the types that it names need not be `Sendable`.
  typealias Numbers = Source<Int, Oops>
  typealias Timers = TestScheduler<VirtualInstant, Never>
  final class Token: @unchecked Sendable {
    func pass<T>(_ value: T) -> T { value }
    var never: Empty<Int, Oops> { Empty(completeImmediately: false) }
  }
  /// The name of the function.
  let name: String
  let subscribe: (Rig, Numbers, Token, Timers) -> any AnyProbe
  var testDescription: String { name }
  init<P: Publisher>(_ name: String, _ build: @escaping (Numbers, Token) -> P) {
    self.init(timed: name) { numbers, token, _ in build(numbers, token) }
  }
  init<P: Publisher>(timed name: String, _ build: @escaping (Numbers, Token, Timers) -> P) {
    self.name = name
    subscribe = { rig, numbers, token, timers in
      rig.attach(build(numbers, token, timers), demand: .unlimited)
    }
  }

  static let all = [values, endings, streams, sides].flatMap { $0 }
  @ClosureRowBuilder private static var values: [ClosureRow] {
    ClosureRow("map") { s, t in s.map { t.pass($0) } }
    ClosureRow("tryMap") { s, t in s.tryMap { t.pass($0) } }
    ClosureRow("mapError") { s, t in s.mapError { t.pass($0) } }
    ClosureRow("compactMap") { s, t in s.compactMap { t.pass($0) } }
    ClosureRow("tryCompactMap") { s, t in s.tryCompactMap { t.pass($0) } }
    ClosureRow("scan") { s, t in s.scan(0) { t.pass($0 + $1) } }
    ClosureRow("tryScan") { s, t in s.tryScan(0) { t.pass($0 + $1) } }
    ClosureRow("reduce") { s, t in s.reduce(0) { t.pass($0 + $1) } }
    ClosureRow("tryReduce") { s, t in s.tryReduce(0) { t.pass($0 + $1) } }
    ClosureRow("filter") { s, t in s.filter { t.pass($0) > 0 } }
    ClosureRow("tryFilter") { s, t in s.tryFilter { t.pass($0) > 0 } }
    ClosureRow("removeDuplicates") { s, t in s.removeDuplicates { t.pass($0) == $1 } }
    ClosureRow("tryRemoveDuplicates") { s, t in s.tryRemoveDuplicates { t.pass($0) == $1 } }
    ClosureRow("distinct") { s, t in s.distinct { t.pass($0) } }
    ClosureRow("handleEvents") { s, t in s.handleEvents(receiveOutput: { _ = t.pass($0) }) }
    ClosureRow("breakpoint") { s, t in s.breakpoint(receiveOutput: { t.pass($0) < 0 }) }
  }
  @ClosureRowBuilder private static var endings: [ClosureRow] {
    ClosureRow("drop") { s, t in s.drop { t.pass($0) < 0 } }
    ClosureRow("tryDrop") { s, t in s.tryDrop { t.pass($0) < 0 } }
    ClosureRow("prefix") { s, t in s.prefix { t.pass($0) > 0 } }
    ClosureRow("prefix") { s, t in s.prefix(while: { t.pass($0) > 0 }, behavior: .inclusive) }
    ClosureRow("tryPrefix") { s, t in s.tryPrefix { t.pass($0) > 0 } }
    ClosureRow("first") { s, t in s.first { t.pass($0) < 0 } }
    ClosureRow("tryFirst") { s, t in s.tryFirst { t.pass($0) < 0 } }
    ClosureRow("last") { s, t in s.last { t.pass($0) > 0 } }
    ClosureRow("tryLast") { s, t in s.tryLast { t.pass($0) > 0 } }
    ClosureRow("contains") { s, t in s.contains { t.pass($0) < 0 } }
    ClosureRow("tryContains") { s, t in s.tryContains { t.pass($0) < 0 } }
    ClosureRow("allSatisfy") { s, t in s.allSatisfy { t.pass($0) > 0 } }
    ClosureRow("tryAllSatisfy") { s, t in s.tryAllSatisfy { t.pass($0) > 0 } }
    ClosureRow("firstIndex") { s, t in s.firstIndex { t.pass($0) < 0 } }
    ClosureRow("max") { s, t in s.max { t.pass($0) < $1 } }
    ClosureRow("tryMax") { s, t in s.tryMax { t.pass($0) < $1 } }
    ClosureRow("min") { s, t in s.min { t.pass($0) < $1 } }
    ClosureRow("tryMin") { s, t in s.tryMin { t.pass($0) < $1 } }
    ClosureRow("finalize") { s, t in s.finalize { _ = t.pass(0) } }
    ClosureRow(timed: "timeout") { s, t, time in s.timeout(100, scheduler: time, customError: { t.pass(.oops) }) }
  }
  @ClosureRowBuilder private static var streams: [ClosureRow] {
    ClosureRow("flatMap") { s, t in s.flatMap { _ in t.never } }
    ClosureRow("concatMap") { s, t in s.concatMap { _ in t.never } }
    ClosureRow("mergeMap") { s, t in s.mergeMap(concurrency: 2) { _ in t.never } }
    ClosureRow("switchMap") { s, t in s.switchMap { _ in t.never } }
    ClosureRow("exhaustMap") { s, t in s.exhaustMap { _ in t.never } }
    ClosureRow("mergeScan") { s, t in s.mergeScan(0) { _, _ in t.never } }
    ClosureRow("expand") { s, t in s.expand { _ in t.never } }
    ClosureRow("catch") { s, t in s.catch { _ in Just(t.pass(9)) } }
    ClosureRow("tryCatch") { s, t in s.tryCatch { _ in Just(t.pass(9)).setFailureType(to: Oops.self) } }
    ClosureRow("retry") { s, t in s.retry(2, if: { _ in t.pass(false) }) }
    ClosureRow("retry") { s, t in s.retry { $0.flatMap { Fail<Int, Oops>(error: t.pass($0)) } } }
    ClosureRow(timed: "retry") { s, t, time in
      s.retry(1, backoff: .constant(1), jitter: { t.pass($0) }, if: { _ in false }, scheduler: time)
    }
    ClosureRow("repeat") { s, t in
      s.repeat { $0.first().map { t.pass($0) }.ignoreOutput().setFailureType(to: Oops.self) }
    }
    ClosureRow("multicast") { s, t in
      s.multicast {
        _ = t.pass(0)
        return PassthroughSubject<Int, Oops>()
      }.autoconnect()
    }
    ClosureRow("partition") { s, t in s.partition { t.pass($0) > 0 }.matching }
    ClosureRow("groupBy") { s, t in s.groupBy { t.pass($0) } }
    ClosureRow("groupBy") { s, t in s.groupBy({ $0 }, duration: { _ in t.never }) }
  }
  @ClosureRowBuilder private static var sides: [ClosureRow] {
    ClosureRow("combineLatest") { s, t in s.combineLatest(s) { t.pass($0 + $1) } }
    ClosureRow("zip") { s, t in s.zip(s) { t.pass($0 + $1) } }
    ClosureRow("withLatestFrom") { s, t in s.withLatestFrom(s) { t.pass($0 + $1) } }
    ClosureRow("audit") { s, t in s.audit { _ in t.never } }
    ClosureRow("debounce") { s, t in s.debounce { _ in t.never } }
    ClosureRow("throttle") { s, t in s.throttle(leading: true, trailing: true) { _ in t.never } }
    ClosureRow("delay") { s, t in s.delay { _ in t.never } }
    ClosureRow("buffer") { s, t in s.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { t.pass(.oops) }) }
  }
}
@resultBuilder private enum ClosureRowBuilder {
  static func buildBlock(_ rows: ClosureRow...) -> [ClosureRow] { rows }
}

/// The ways in which a stream is over while somebody holds its subscription.
private enum Ending: CaseIterable { case cancel, finish, failure }

@Suite("Memory after the end") struct AliveTests {
  @Test("G14 SB-01 after the end no closure is alive", arguments: ClosureRow.all, Ending.allCases)
  fileprivate func closures(_ row: ClosureRow, _ ending: Ending) {
    let rig = Rig(), source = rig.source(), timers = ClosureRow.Timers(), leaks = Leaks()
    var token: ClosureRow.Token? = ClosureRow.Token()
    leaks.watch(token!, "the closure")
    let probe = row.subscribe(rig, source, token!, timers)
    token = nil
    for line in source.lines { line.send(1) }
    #expect(leaks.alive.count == 1)
    switch ending {
    case .cancel: probe.cancel()
    case .finish: for line in source.lines { line.end(.finished) }
    case .failure: for line in source.lines { line.end(.failure(.oops)) }
    }
    // An inner publisher that never completes keeps the stream open.
    if probe.ends == 0 { probe.cancel() }
    #expect(leaks.alive == [])
    withExtendedLifetime(probe.subscription) {}
  }
  @Test("G14 after the end no value is alive", arguments: KeptRow.all, [false, true])
  func values(_ row: KeptRow, _ isFinished: Bool) throws {
    let values = PassthroughSubject<KeptRow.Item?, Never>(), signals = PassthroughSubject<Void, Never>()
    let time = KeptRow.Timers(), holder = Holder()
    var made = 0, freed = 0
    // The publisher itself may keep values for later subscribers.
    row.build(values.eraseToAnyPublisher(), signals.eraseToAnyPublisher(), time).subscribe(holder)
    for number in 0..<4 {
      made += 1
      values.send(KeptRow.Item(number) { freed += 1 })
      if number == 1 { signals.send(()) }
    }
    if isFinished {
      values.send(completion: .finished)
      signals.send(completion: .finished)
      try time.advance(by: 9)
      if !holder.hasEnded { holder.subscription?.cancel() }
    } else {
      holder.subscription?.cancel()
    }
    try time.run()
    #expect(freed == made)
    withExtendedLifetime(holder) {}
  }
  /// It waits for the value, and will never request it: nobody holds its subscription.
  @Test("G14 a completed replay subject keeps nobody who waits", arguments: [false, true])
  func whoWaits(comesLater: Bool) {
    final class Waiting: Subscriber {
      func receive(subscription: any Subscription) {}
      func receive(_ input: Int) -> Subscribers.Demand { .none }
      func receive(completion: Subscribers.Completion<Never>) {}
    }
    let subject = ReplaySubject<Int, Never>(bufferSize: 1), leaks = Leaks()
    func subscribe() {
      let waiting = Waiting()
      leaks.watch(waiting, "the subscriber")
      subject.subscribe(waiting)
    }
    if !comesLater { subscribe() }
    subject.send(1)
    subject.send(completion: .finished)
    if comesLater { subscribe() }
    #expect(leaks.alive == [])
    withExtendedLifetime(subject) {}
  }
  private final class Holder: Subscriber {
    private(set) var subscription: (any Subscription)?
    private(set) var hasEnded = false
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.unlimited)
    }
    func receive(_ input: Any) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) { hasEnded = true }
  }

  /// Each operator with a closure has a row above.
  @Test("G14 the rows are all operators with a closure") func complete() throws {
    let sources = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../../Sources/Pipes").standardized
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)).compactMap {
      $0 as? URL
    }
    let rows = Set(ClosureRow.all.map(\.name))
    var found: Set<String> = []
    for file in files
    where file.pathExtension == "swift" && ["/Operators/", "/Sharing/"].contains(where: file.path.contains) {
      for part in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "public func ").dropFirst() {
        let signature = part.components(separatedBy: "{\n")[0]
        guard signature.contains("@escaping") || signature.contains("-> Void)?") || signature.contains("Failure)?")
        else {
          continue
        }
        found.insert(String(part.drop { $0 == "`" }.prefix { $0.isLetter }))
      }
    }
    // Joins whose closure comes after all publishers have been joined.
    #expect(found.subtracting(rows) == [], "these have no row")
    #expect(found.count > 40)
  }
}
