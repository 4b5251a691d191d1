import Pipes
import Testing

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

/// The one of the two that fails.
private enum Failing: CaseIterable { case first, second }

@Suite("The other upstream is cancelled before a failure is sent") struct CancelsFirstTests {
  @Test("everywhere", arguments: Joining.all, Failing.allCases)
  fileprivate func everywhere(joining: Joining, failing: Failing) {
    let rig = Rig()
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
