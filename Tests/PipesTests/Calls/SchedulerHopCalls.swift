import Dispatch
import Pipes
import Synchronization
import Testing
import VirtualTime

@Suite("receive(on:), subscribe(on:), measureInterval") struct SchedulerHopCalls {
  let rig = Rig()

  @Test("TI-06 G5 a cancel drops what is scheduled, and lets the subscriber go at once") func receiveOnCancel() {
    let scheduler = TestScheduler()
    let source = rig.source()
    let leaks = Leaks()
    do {
      let probe = rig.attach(source.receive(on: scheduler), demand: .unlimited)
      leaks.watch(probe, "subscriber")
      source.send(1)
      probe.cancel()
    }
    #expect(leaks.alive == [], "although the scheduler still holds the action")
    _ = rig.take()
    try? scheduler.run()
    #expect(rig.take() == "")
  }

  @Test("TI-06 what is scheduled keeps the chain alive") func receiveOnKeeps() {
    let scheduler = TestScheduler()
    do {
      rig.attach([1, 2].publisher.receive(on: scheduler), demand: .unlimited)
    }
    #expect(rig.take() == "^ReceiveOn")
    try? scheduler.run()
    #expect(rig.take() == "1 2 |")
  }

  @Test("TI-06 the subscriber is called on the scheduler's thread only, also while others request and send")
  func thread() {
    let queue = SerialQueue()
    let probe = HomeProbe(queue)
    let subject = PassthroughSubject<Int, Never>()
    subject.receive(on: queue).subscribe(probe)
    onTwoThreads { side in
      for index in 0..<2_000 {
        if side == 0 { subject.send(index) } else { probe.subscription?.request(.max(1)) }
      }
    }
    queue.finish()
    #expect(probe.strays.load(ordering: .relaxed) == 0)
    #expect(probe.values.load(ordering: .relaxed) == 2_000)
  }

  @Test("TI-07 after a cancel no event arrives, and the upstream is cancelled on the scheduler")
  func subscribeOnCancel() {
    let c = Clockwork { $0.subscribe(on: $1) }
    _ = c.go(to: 0)
    c.probe.cancel()
    c.probe.cancel()
    c.probe.request(.max(1))
    #expect(c.source.send(1) == .none)
    c.source.finish()
    #expect(c.rig.take() == "")
    #expect(c.go(to: 0) == "U!")
  }
}

/// A serial queue with an identity, as a scheduler.
private final class SerialQueue: Scheduler, @unchecked Sendable {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never
  private static let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "serial")
  init() { queue.setSpecific(key: Self.key, value: true) }
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == true }
  /// Waits for what is scheduled.
  func finish() { queue.sync {} }

  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }
  func schedule(options: Never?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    queue.async { action() }
  }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    schedule(options: options, action)
  }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(options: options, action)
    return AnyCancellable {}
  }
}

/// Counts the values, and those that come from elsewhere than its queue.
private final class HomeProbe: Subscriber, @unchecked Sendable {
  // Unchecked: `subscription` is written once, before the threads start.
  let strays = Atomic<Int>(0), values = Atomic<Int>(0)
  private(set) var subscription: (any Subscription)?
  private let queue: SerialQueue
  init(_ queue: SerialQueue) { self.queue = queue }
  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    values.add(1, ordering: .relaxed)
    if !queue.isCurrent { strays.add(1, ordering: .relaxed) }
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
