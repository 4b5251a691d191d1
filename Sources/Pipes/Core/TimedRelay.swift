/// One upstream, a scheduler, and an order of events that the gate keeps: what the operators that deliver later have in common.
@usableFromInline class TimedRelay<Downstream: Subscriber, Context: Scheduler>: Delivery<Downstream>, @unchecked Sendable {
  @usableFromInline final let scheduler: Context
  @usableFromInline final let options: Context.SchedulerOptions?
  /// Whether the downstream's demand goes to the upstream; otherwise everything is asked for.
  @usableFromInline final let forwards: Bool
  @usableFromInline final let link: Link

  @usableFromInline
  init(_ downstream: Downstream, _ name: String, on scheduler: Context, options: Context.SchedulerOptions?, forwards: Bool) {
    (self.scheduler, self.options, self.forwards) = (scheduler, options, forwards)
    link = Link(name)
    super.init(downstream)
  }
  /// The downstream gets its subscription, then the upstream is asked.
  @usableFromInline final func attach(_ subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    gate.run { [self] in add(link) }
    greet(link.name, refusesZero: false)
    if !forwards, link.isLive { link.request(.unlimited) }
  }
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    super.request(more)
    if forwards { link.request(more) }
  }
  /// Inside the gate: sends the value if there is demand. What the downstream returns is asked for, if demand is forwarded.
  @inlinable @inline(__always) final func deliver(_ value: Downstream.Input) {
    guard wants else { return }
    let more = send(value)
    if forwards, more != .none { link.request(more) }
  }
}

/// A timed operator: a final subclass of `TimedRelay` that says what it does with a value and with the end. Statically dispatched, so that it
/// is specialised for the chain below and for the scheduler.
@usableFromInline protocol TimedOperator<Input, Failure>: EngineSubscriber, AnyObject where Failure == Downstream.Failure {
  associatedtype Downstream: Subscriber
  associatedtype Context: Scheduler
  var link: Link { get }
  var isOver: Bool { get }
  var scheduler: Context { get }
  var options: Context.SchedulerOptions? { get }
  func attach(_ subscription: any Subscription)
  func enter(_ me: UInt) -> Bool
  func isMine(_ me: UInt) -> Bool
  func leave(_ me: UInt)
  func note(_ me: UInt, _ action: @escaping () -> Void)

  /// Inside the gate.
  func take(_ input: Input)
  /// Inside the gate: the upstream has ended. Called once, and nothing is taken afterwards.
  func complete(_ completion: Subscribers.Completion<Failure>)
}
extension TimedOperator {
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { attach(subscription) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive { exclusively(input) { $0.take($1) } }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if link.end() { exclusively(completion) { $0.complete($1) } }
  }
  /// Runs the action inside the gate, unless all is over: now, also nested, or when the gate is free. The action captures nothing, so that a
  /// closure is made only if it must wait.
  @inlinable @inline(__always) func exclusively<Value>(_ value: Value, _ action: @escaping (Self, Value) -> Void) {
    let me = currentThread()
    if enter(me) {
      if !isOver { action(self, value) }
      leave(me)
    } else if isMine(me) {
      if !isOver { action(self, value) }
    } else {
      note(me) { [self] in
        if !isOver { action(self, value) }
      }
    }
  }
  /// The same, as soon as the scheduler allows.
  @inlinable @inline(__always)
  func soon<Value>(_ value: Value, options: Context.SchedulerOptions? = nil, _ action: @escaping (Self, Value) -> Void) {
    scheduler.schedule(options: options) { [self] in exclusively(value, action) }
  }
  /// The same, after an interval.
  @inlinable @inline(__always)
  func later<Value>(
    _ value: Value, after interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
    _ action: @escaping (Self, Value) -> Void
  ) {
    scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options) { [self] in
      exclusively(value, action)
    }
  }
}

/// One timer of a fixed length that can be started anew. On a scheduler that can move timers it moves one; on any other it cancels and
/// schedules a repeating one, which is cancelled after it has fired, as the contract's TI-02 says. In the keeping of a gate.
@usableFromInline final class Countdown<Context: Scheduler> {
  let scheduler: Context
  let interval: Context.SchedulerTimeType.Stride
  let options: Context.SchedulerOptions?
  @exclusivity(unchecked) @usableFromInline var movable: (any MovableTimer)?
  @exclusivity(unchecked) var running: (any Cancellable)?
  let fire: () -> Void

  /// `fire` runs on the scheduler, outside any gate.
  @usableFromInline
  init(_ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?, fire: @escaping () -> Void) {
    (self.scheduler, self.interval, self.options, self.fire) = (scheduler, interval, options, fire)
    movable = (scheduler as? any MovableTimers).map { timer(on: $0) }
  }
  private func timer<Moving: MovableTimers>(on scheduler: Moving) -> any MovableTimer {
    // Found by a cast of the very scheduler, so the stride is the same type.
    scheduler.movableTimer(after: interval as! Moving.SchedulerTimeType.Stride, fire)
  }
  @inlinable @inline(__always) func restart() {
    if let movable { movable.restart() } else { reschedule() }
  }
  @usableFromInline func reschedule() {
    running?.cancel()
    let due = scheduler.now.advanced(by: interval)
    running = scheduler.schedule(after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: options, fire)
  }
  @usableFromInline func stop() {
    movable?.stop()
    running?.cancel()
    running = nil
  }
}
