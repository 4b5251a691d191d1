import Pipes
import Testing
import VirtualTime

/// An operator with two upstreams, either of which may fail.
private struct Joining: @unchecked Sendable, CustomTestStringConvertible {
  // Unchecked: the closure has no state; the types that it names need not be `Sendable`.
  let name: String
  let join: (Source<Int, Oops>, Source<Int, Oops>) -> AnyPublisher<Int, Oops>
  var testDescription: String { name }
  init<P: Publisher<Int, Oops>>(_ name: String, _ join: @escaping (Source<Int, Oops>, Source<Int, Oops>) -> P) {
    self.name = name
    self.join = { join($0, $1).eraseToAnyPublisher() }
  }

  static let all: [Joining] = [
    Joining("merge") { $0.merge(with: $1) },
    Joining("MergeMany") { Publishers.MergeMany($0, $1) },
    Joining("combineLatest") { $0.combineLatest($1) { $0 + $1 } },
    Joining("combineLatest of three") { $0.combineLatest($1, Just(0).setFailureType(to: Oops.self)) { $0 + $1 + $2 } },
    Joining("combineLatest of an array") { [$0, $1].combineLatest().map { $0.reduce(0, +) } },
    Joining("zip of an array") { [$0, $1].zip().map { $0.reduce(0, +) } },
    Joining("forkJoin") { $0.forkJoin($1).map { $0 + $1 } },
    Joining("forkJoin of an array") { [$0, $1].forkJoin().map { $0.reduce(0, +) } },
    Joining("withLatestFrom") { $0.withLatestFrom($1).map { $0 + $1 } },
    Joining("sample") { $0.sample($1) },
    Joining("drop(untilOutputFrom:)") { $0.drop(untilOutputFrom: $1) },
    Joining("window") { $0.window($1).flatMap { $0 } },
    Joining("windows that are counted") { $0.window($1).map { _ in 0 } },
    Joining("buffer") { $0.buffer($1).map(\.count) },
    Joining("race") { $0.race(with: $1) },
    Joining("flatMap") { a, b in a.flatMap { _ in b } },
    Joining("switchMap") { a, b in a.switchMap { _ in b } },
    Joining("exhaustMap") { a, b in a.exhaustMap { _ in b } },
    Joining("concatMap") { a, b in a.concatMap { _ in b } },
    Joining("mergeMap") { a, b in a.mergeMap(concurrency: 2) { _ in b } },
    Joining("debounce") { a, b in a.debounce { _ in b } },
    Joining("throttle") { a, b in a.throttle { _ in b } },
    Joining("audit") { a, b in a.audit { _ in b } },
    Joining("delay(for each:)") { a, b in a.delay { _ in b } },
  ]
}

/// An operator with one upstream that completes by its own decision: at the value 3, or when its time is over.
private struct Deciding: @unchecked Sendable, CustomTestStringConvertible {
  // Unchecked: as `Joining`.
  typealias Timers = TestScheduler<VirtualInstant, Never>
  let name: String
  /// The file of the decision.
  let file: String
  let attach: (Rig, Source<Int, Oops>, Timers) -> any AnyProbe
  var testDescription: String { name }
  init<P: Publisher>(_ name: String, _ file: String, _ build: @escaping (Source<Int, Oops>, Timers) -> P) {
    (self.name, self.file) = (name, file)
    attach = { rig, source, timers in rig.attach(build(source, timers), demand: .unlimited) }
  }

  static let all: [Deciding] = [
    Deciding("prefix", "Output") { source, _ in source.prefix(3) },
    Deciding("output(at:)", "Output") { source, _ in source.output(at: 2) },
    Deciding("prefix(while:)", "PrefixWhile") { source, _ in source.prefix { $0 < 3 } },
    Deciding("prefix(while:behavior:)", "PrefixThrough") { source, _ in
      source.prefix(while: { $0 < 3 }, behavior: .inclusive)
    },
    Deciding("tryPrefix(while:)", "TryPrefixWhile") { source, _ in source.tryPrefix { $0 < 3 } },
    Deciding("contains", "Contains") { source, _ in source.contains(3) },
    Deciding("tryContains(where:)", "TryContainsWhere") { source, _ in source.tryContains { $0 == 3 } },
    Deciding("first(where:)", "First") { source, _ in source.first { $0 == 3 } },
    Deciding("tryFirst(where:)", "TryFirstWhere") { source, _ in source.tryFirst { $0 == 3 } },
    Deciding("allSatisfy", "AllSatisfy") { source, _ in source.allSatisfy { $0 < 3 } },
    Deciding("tryAllSatisfy", "TryAllSatisfy") { source, _ in source.tryAllSatisfy { $0 < 3 } },
    Deciding("firstIndex", "FirstIndex") { source, _ in source.firstIndex { $0 == 3 } },
    Deciding("single", "Decisions") { source, _ in source.dropFirst().single() },
    Deciding("dematerialize", "Materialize") { source, _ in
      source.map { $0 < 3 ? Subscribers.Event<Int, Oops>.value($0) : .failure(.oops) }.assertNoFailure().dematerialize()
    },
    Deciding("timeout", "Timeout") { $0.timeout(4, scheduler: $1) },
    Deciding("timeout with an error", "Timeout") { $0.timeout(4, scheduler: $1, customError: { .oops }) },
    Deciding("prefix(untilOutputFrom:)", "PrefixUntilOutput") {
      $0.prefix(untilOutputFrom: Publishers.timer(after: 4, scheduler: $1))
    },
    Deciding("sequenceEqual", "Decisions") { source, _ in
      source.sequenceEqual([1, 2, 4].publisher.setFailureType(to: Oops.self))
    },
    Deciding("zip", "Zip") { source, _ in source.zip([1, 2, 3].publisher.setFailureType(to: Oops.self)) },
    Deciding("zip of three", "Zip+Arities") { source, _ in
      source.zip([1, 2, 3].publisher.setFailureType(to: Oops.self), [1, 2, 3].publisher.setFailureType(to: Oops.self))
    },
    Deciding("zip of an array", "Collections") { source, _ in
      [source.eraseToAnyPublisher(), [1, 2, 3].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()].zip()
    },
  ]
}

/// An operator that begins another stream when its upstream has ended.
private struct Following: @unchecked Sendable, CustomTestStringConvertible {
  // Unchecked: as `Joining`.
  let name: String
  let end: Subscribers.Completion<Oops>
  let build: (Source<Int, Oops>, @escaping () -> AnyPublisher<Int, Oops>) -> AnyPublisher<Int, Oops>
  var testDescription: String { name }
  init<P: Publisher<Int, Oops>>(
    _ name: String, after end: Subscribers.Completion<Oops>,
    _ build: @escaping (Source<Int, Oops>, @escaping () -> AnyPublisher<Int, Oops>) -> P
  ) {
    (self.name, self.end) = (name, end)
    self.build = { build($0, $1).eraseToAnyPublisher() }
  }
  /// The source, and at each later subscription the next stream.
  private static func first(_ source: Source<Int, Oops>, _ next: @escaping () -> AnyPublisher<Int, Oops>)
    -> some Publisher<Int, Oops>
  {
    var isFirst = true
    return Deferred {
      defer { isFirst = false }
      return isFirst ? source.eraseToAnyPublisher() : next()
    }
  }

  static let all: [Following] = [
    Following("append", after: .finished) { source, next in source.append(Deferred { next() }) },
    Following("prepend", after: .finished) { source, next in Deferred { next() }.prepend(source) },
    Following("switchIfEmpty", after: .finished) { source, next in source.switchIfEmpty(Deferred { next() }) },
    Following("repeat", after: .finished) { source, next in first(source, next).repeat(2) },
    Following("catch", after: .failure(.oops)) { source, next in source.catch { _ in next() } },
    Following("tryCatch", after: .failure(.oops)) { source, next in
      source.tryCatch { _ in next() }.mapError { _ in .oops }
    },
    Following("onErrorResumeNext", after: .failure(.oops)) { source, next in
      source.onErrorResumeNext(Deferred { next() }).setFailureType(to: Oops.self)
    },
    Following("retry", after: .failure(.oops)) { source, next in first(source, next).retry(1) },
    Following("retry(_:if:)", after: .failure(.oops)) { source, next in first(source, next).retry(1, if: { _ in true })
    },
    Following("retry(when:)", after: .failure(.oops)) { source, next in first(source, next).retry { $0 } },
  ]
}

/// The one of the two that fails.
private enum Failing: CaseIterable { case first, second }

@Suite("The other upstream is cancelled before a failure is sent") struct CancelsFirstTests {
  let rig = Rig()

  @Test("everywhere", arguments: Joining.all, Failing.allCases)
  fileprivate func everywhere(joining: Joining, failing: Failing) {
    let a = rig.source("A"), b = rig.source("B")
    rig.attach(joining.join(a, b), demand: .unlimited)
    // The inner publisher is subscribed to for a value; but the first value wins a race.
    if joining.name != "race" { a.send(1) }
    _ = rig.take()
    let (failed, other) = failing == .first ? ("A!", "B!") : ("B!", "A!")
    (failing == .first ? a : b).fail(.oops)
    // Whether the one that has failed is cancelled, too, does not matter.
    #expect(rig.take().split(separator: " ").filter { $0 != failed } == [other[...], "#oops"])
  }
  /// A cancelled upstream may release values, whose `deinit` may cancel.
  @Test(
    "G5 no completion follows a cancel from inside the cancel of an upstream", arguments: Joining.all, Failing.allCases)
  fileprivate func nothingFollows(joining: Joining, failing: Failing) {
    let a = rig.source("A"), b = rig.source("B"), probe = rig.attach(joining.join(a, b), demand: .unlimited)
    if joining.name != "race" { a.send(1) }
    _ = rig.take()
    (failing == .first ? b : a).line.whenCancelled = { probe.cancel() }
    (failing == .first ? a : b).fail(.oops)
    #expect(Set(rig.take().split(separator: " ")).subtracting(["A!", "B!"]) == [])
  }
  @Test("G5 no completion follows if the operator decided to complete", arguments: Deciding.all)
  fileprivate func nothingFollows(deciding: Deciding) throws {
    let rig = Rig(), timers = Deciding.Timers(), source = rig.source(), probe = deciding.attach(rig, source, timers)
    var before: (values: Int, ends: Int)?
    source.line.whenCancelled = {
      probe.cancel()
      before = (probe.values, probe.ends)
    }
    for value in 1...3 where before == nil { source.send(value) }
    try timers.advance(by: 9)
    let cancelled = try #require(before, "it did not decide")
    #expect(probe.ends == cancelled.ends && probe.values == cancelled.values)
  }
  @Test("G5 no failure follows if a closure throws", arguments: TryForm.all)
  func nothingFollows(form: TryForm) {
    let rig = Rig(), source = rig.source(), probe = form.attach(rig, source)
    source.line.whenCancelled = { probe.cancel() }
    for value in 1...3 { source.send(value) }
    #expect(source.line.cancels == 1 && probe.ends == 0)
  }
  /// An upstream that has ended is released before the next stream begins, and may release values, too.
  @Test("G5 no other stream begins after a cancel by what is released", arguments: Following.all, [false, true])
  fileprivate func nothingBegins(following: Following, cancels: Bool) {
    let source = rig.source()
    var begun = 0
    let probe = rig.attach(
      following.build(source) {
        begun += 1
        return Empty(completeImmediately: false).eraseToAnyPublisher()
      }, demand: .unlimited)
    if cancels { source.line.whenFreed = { probe.cancel() } }
    source.endAndForget(following.end)
    #expect(begun == (cancels ? 0 : 1))
  }
  /// A run that a publisher starts again when it fails must not join a run that is about to be cancelled.
  @Test("forkJoin, tried again over a shared stream, begins a new run") func retry() {
    let starts = PassthroughSubject<Int, Oops>()
    var subscriptions = 0, attempts: [PassthroughSubject<Int, Oops>] = []
    let shared = starts.handleEvents(receiveSubscription: { _ in subscriptions += 1 }).share()
    let fails = Deferred {
      attempts.append(PassthroughSubject())
      return attempts[attempts.count - 1]
    }
    let both = fails.forkJoin(shared).retry(1).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    attempts[0].send(completion: .failure(.oops))
    #expect(subscriptions == 2)
    both.cancel()
  }
}
