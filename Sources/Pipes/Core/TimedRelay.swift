/// A relay that delivers later: one upstream, a scheduler, and an order of events that the gate keeps. An operator overrides `take` and
/// `complete`.
class TimedRelay<Input, Downstream: Subscriber, Context: Scheduler>: Delivery<Downstream>, EngineSubscriber, @unchecked Sendable {
  typealias Failure = Downstream.Failure
  final let scheduler: Context
  final let options: Context.SchedulerOptions?
  /// Whether the downstream's demand goes to the upstream; otherwise everything is asked for.
  final let forwards: Bool
  final let link: Link

  init(_ downstream: Downstream, _ name: String, on scheduler: Context, options: Context.SchedulerOptions? = nil, forwards: Bool) {
    (self.scheduler, self.options, self.forwards) = (scheduler, options, forwards)
    link = Link(name)
    super.init(downstream)
  }
  /// Inside the gate.
  func take(_ input: Input) {}
  /// Inside the gate: the upstream has ended. Called once, and nothing is taken afterwards.
  func complete(_ completion: Subscribers.Completion<Failure>) {}

  final var description: String { link.description }
  /// The downstream gets its subscription, then the upstream is asked.
  final func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    gate.run { [self] in add(link) }
    greet(link.name, refusesZero: false)
    if !forwards, link.isLive { link.request(.unlimited) }
  }
  final func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    gate.run { [self] in
      if !isOver { take(input) }
    }
    return .none
  }
  final func receive(completion: Subscribers.Completion<Failure>) {
    guard link.end() else { return }
    gate.run { [self] in
      if !isOver { complete(completion) }
    }
  }
  override func request(_ more: Subscribers.Demand) {
    super.request(more)
    if forwards { link.request(more) }
  }
  /// Inside the gate: sends the value if there is demand. What the downstream returns is asked for, if demand is forwarded.
  final func deliver(_ value: Downstream.Input) {
    guard wants else { return }
    let more = send(value)
    if forwards, more > .none { link.request(more) }
  }
  /// Runs the action inside the gate as soon as the scheduler allows.
  final func soon(options: Context.SchedulerOptions? = nil, _ action: @escaping () -> Void) {
    scheduler.schedule(options: options) { [self] in gate.run(action) }
  }
  /// Runs the action inside the gate after an interval.
  final func after(_ interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
    scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options) { [self] in gate.run(action) }
  }
}

/// One timer of a fixed length that can be started anew. On a scheduler that can move timers it moves one; on any other it cancels and
/// schedules a repeating one, which is cancelled after it has fired, as the contract's TI-02 says. In the keeping of a gate.
final class Countdown<Context: Scheduler> {
  let scheduler: Context
  let interval: Context.SchedulerTimeType.Stride
  let options: Context.SchedulerOptions?
  var movable: (any MovableTimer)?
  var running: (any Cancellable)?
  private let fire: () -> Void

  /// `fire` runs on the scheduler, outside any gate.
  init(_ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?, fire: @escaping () -> Void) {
    (self.scheduler, self.interval, self.options, self.fire) = (scheduler, interval, options, fire)
    movable = (scheduler as? any MovableTimers).map { timer(on: $0) }
  }
  private func timer<Moving: MovableTimers>(on scheduler: Moving) -> any MovableTimer {
    // Found by a cast of the very scheduler, so the stride is the same type.
    scheduler.movableTimer(after: interval as! Moving.SchedulerTimeType.Stride, fire)
  }
  func restart() {
    if let movable { return movable.restart() }
    running?.cancel()
    let due = scheduler.now.advanced(by: interval)
    running = scheduler.schedule(after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: options, fire)
  }
  func stop() {
    movable?.stop()
    running?.cancel()
    running = nil
  }
}
