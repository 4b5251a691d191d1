import Pipes
import Testing

/// The comparison with one thread notices operators that are broken only when threads meet.
extension InterleavingTests {
  /// An operator that sends each value on its scheduler, with a planted fault.
  private struct Planted: Publisher {
    typealias Output = Int
    typealias Failure = Fault
    enum Flaw { case none, losesValues, cancelsLate }
    let upstream: Tap
    let clock: TimedOperator.Clock
    let flaw: Flaw

    func receive<S: Subscriber<Int, Fault>>(subscriber: S) {
      let inner = Inner(upstream.bench, flaw)
      upstream.subscribe(
        AnySubscriber<Int, Fault>(
          receiveSubscription: {
            inner.upstream = $0
            subscriber.receive(subscription: inner)
          },
          receiveValue: { value in
            inner.add(value)
            clock.schedule { inner.run { _ = subscriber.receive($0) } }
            return .none
          },
          receiveCompletion: { end in clock.schedule { if !inner.isCancelled { subscriber.receive(completion: end) } } }
        ))
    }
  }
  private final class Inner: Subscription {
    let bench: Bench
    let flaw: Planted.Flaw
    var upstream: (any Subscription)?
    var waiting: [Int] = []
    var isCancelled = false
    /// The thread that delivers.
    var busy: Int?
    /// The number of deliveries after which a cancel takes effect.
    var cancelsIn: Int?
    init(_ bench: Bench, _ flaw: Planted.Flaw) { (self.bench, self.flaw) = (bench, flaw) }
    private var thread: Int { Controller.active?.current ?? -1 }
    func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }
    func add(_ value: Int) {
      let all = waiting + [value]
      if flaw == .losesValues { bench.step() }
      waiting = all
    }
    func run(_ deliver: (Int) -> Void) {
      guard !isCancelled, let value = waiting.first else { return }
      waiting.removeFirst()
      busy = thread
      deliver(value)
      busy = nil
      guard let left = cancelsIn else { return }
      cancelsIn = left - 1
      if left == 1 { finish() }
    }
    func cancel() {
      if flaw == .cancelsLate, let busy, busy != thread { cancelsIn = 3 } else { finish() }
    }
    private func finish() {
      isCancelled = true
      upstream?.cancel()
      upstream = nil
    }
  }
  private func explore(_ flaw: Planted.Flaw, _ threads: [[Call]], before: [Call]) -> Explorer.Finding? {
    let timed = TimedOperator("planted") { a, clock in
      Planted(upstream: a, clock: clock, flaw: flaw).map { "\($0)" }.eraseToAnyPublisher()
    }
    var explorer = Explorer(preemptions: 2)
    explorer.explore(Program(timed: timed, threads: threads, before: before).scenario)
    return explorer.finding
  }

  @Test func anOperatorThatLosesAValueIsNotLinear() {
    let threads: [[Call]] = [[.send(2)], [.fire]]
    #expect(explore(.none, threads, before: [.send(1)]) == nil)
    let finding = explore(.losesValues, threads, before: [.send(1)])
    #expect(finding?.what.contains { $0.hasPrefix("no order of the calls") } == true)
  }
  @Test func aCancelThatTakesEffectTooLateIsNotLinear() {
    // Three values, because the reference lets one step of the clock do two actions.
    let threads: [[Call]] = [[.cancel], [.fire, .fire, .fire]], before = [Call.send(1), .send(2), .send(3)]
    #expect(explore(.none, threads, before: before) == nil)
    let finding = explore(.cancelsLate, threads, before: before)
    #expect(finding?.what.contains { $0.hasPrefix("only calls in another order") } == true)
  }
}
