extension Publisher {
  /// Sends each value and the completion after a given time.
  ///
  /// *Keeps* each value until its time has come. *Finishes* the given time after the upstream has finished. *Fails* the
  /// given time after the upstream has failed.
  ///
  /// *Use it* to move values in time and keep their distances. *See also* `receive`, `debounce`, `throttle`.
  ///
  ///     a: -1-2-3-|
  ///     > a.delay(for: 3)
  ///     =  ----1-2-3-|
  ///
  /// - Parameters:
  ///   - interval: The time from the arrival of an event to its delivery, as a stride of the scheduler, such as
  ///     `.seconds(1)`.
  ///   - tolerance: How much later than due a delivery may happen; by default the minimum tolerance of the scheduler.
  ///   - scheduler: Measures the time and delivers values and the completion.
  ///   - options: Passed to the scheduler with each delivery.
  @inlinable public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    .init(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let tolerance: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "delay")
      upstream.subscribe(DelayInner(subscriber, interval, tolerance, scheduler, options))
    }
  }
}

/// Events that wait for their time.
///
/// 1. On a timeline each event has an action of its own, which a cancel removes. At one instant the actions run in the
///    order of the arrivals.
/// 2. On any other scheduler there is one timer, for the event that is due next. It is a repeating one, because only
///    that can be cancelled. When it fires, it delivers all events whose time has come and is started anew for the next
///    one. If the scheduler loses a tick, the next tick delivers what it would have delivered.
@usableFromInline final class DelayInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  /// The state is the times at which the events are due that no timer has delivered: only for a scheduler that is not a
  /// timeline.
  @usableFromInline let core: TimedCore<Downstream, Queue<Context.SchedulerTimeType>>
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let tolerance: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let timeline: (any MovableTimer)?
  @usableFromInline let deliveries: NumberedAction
  @inlinable init(
    _ downstream: Downstream, _ interval: Context.SchedulerTimeType.Stride,
    _ tolerance: Context.SchedulerTimeType.Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?
  ) {
    core = TimedCore(downstream, "Delay", forwards: true, Queue())
    deliveries = core.deliveries
    self.interval = interval
    self.tolerance = tolerance
    self.scheduler = scheduler
    self.options = options
    timeline = RestartableTimer<Context, DelayInner>.movable(scheduler, interval) { _ in }
  }
  /// A subscription without a description: contract G10.
  @inlinable var subscription: any Subscription {
    EngineSubscription.Plain(EngineSubscription.Wrapped(self, releasesSubscriber: true))
  }
  @inlinable @inline(__always) func enqueue(_ event: TimedCore<Downstream, Queue<Context.SchedulerTimeType>>.Event) {
    guard let timeline else { return enqueueDated(event) }
    let number = core.shared.with { core.push(event, &$0) }
    timeline.add(deliveries, number)
  }
  @inlinable func enqueueDated(_ event: TimedCore<Downstream, Queue<Context.SchedulerTimeType>>.Event) {
    let due = scheduler.now.advanced(by: interval)
    let round: Int? = core.shared.with { shared in
      core.push(event, &shared)
      guard let dates = shared.own else { return nil }
      dates.push(due)
      return dates.count == 1 ? shared.nextRound() : nil
    }
    if let round { start(round, due) }
  }
  /// Starts the timer of a round that has begun.
  @inlinable func start(_ round: Int, _ due: Context.SchedulerTimeType) {
    let timer = scheduler.schedule(after: due, interval: interval, tolerance: tolerance, options: options) { [self] in
      fire(round)
    }
    let isCurrent = core.shared.with { shared in
      if shared.round == round { shared.timer = timer }
      return shared.round == round
    }
    if !isCurrent { timer.cancel() }
  }
  @inlinable func fire(_ round: Int) {
    let now = scheduler.now
    typealias NextRound = (number: Int, due: Context.SchedulerTimeType)
    let (number, next, old): (number: Int, next: NextRound?, old: (any Cancellable)?) = core.shared.with { shared in
      guard shared.round == round, let dates = shared.own, let new = shared.nextRound() else {
        return (number: 0, next: nil, old: nil)
      }
      repeat { _ = dates.pop() } while dates.first.map { $0 <= now } == true
      return (
        number: shared.pushed - dates.count, next: dates.first.map { (number: new, due: $0) }, old: shared.timer.take()
      )
    }
    guard number > 0 else { return }
    old?.cancel()
    if let next { start(next.number, next.due) }
    core.deliver(upTo: number)
  }
  @inlinable func stopTimer() { timeline?.stop(.max) }
}
