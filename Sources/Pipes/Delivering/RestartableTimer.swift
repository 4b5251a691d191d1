/// A timer of a fixed length that can be restarted. On a scheduler with movable timers it restarts one; on any other it
/// cancels its timer and schedules a repeating one, which is cancelled when it has fired: contract TI-02.
///
/// 1. It has no state of its own that changes: the round and the timer are in the owner's `TimedCore.Shared`, under its
///    lock.
/// 2. `restart` may be called by several threads, out of order: a timer started for an earlier round than one already
///    started is refused.
/// 3. `fire` receives the number of the round that the timer was started for. The owner claims it, or does nothing.
/// 4. A timer that waits keeps the owner alive only on schedulers that cannot move timers.
@usableFromInline final class RestartableTimer<Context: Scheduler, Owner: TimedRelay> {
  @usableFromInline let scheduler: Context
  private let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let options: Context.SchedulerOptions?
  private weak let owner: Owner?
  private let fire: (Owner, Int) -> Void
  @usableFromInline let movable: (any MovableTimer)?

  @usableFromInline
  init(
    _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?,
    of owner: Owner, fire: @escaping (Owner, Int) -> Void
  ) {
    self.scheduler = scheduler
    self.interval = interval
    self.options = options
    self.owner = owner
    self.fire = fire
    let action = { [weak owner] (round: Int) in
      if let owner { fire(owner, round) }
    }
    movable = Self.movable(scheduler, interval, action)
  }
  /// A timer that can be moved, if the scheduler has such timers.
  @usableFromInline static func movable(
    _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void
  ) -> (any MovableTimer)? {
    (scheduler as? any MovableTimers).flatMap { RestartableTimer.timer(on: $0, interval, action) }
  }
  private static func timer<Moving: MovableTimers>(
    on scheduler: Moving, _ interval: Context.SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void
  ) -> (any MovableTimer)? {
    // `scheduler` was found by a cast of `Context`, so the stride is the same type.
    scheduler.movableTimer(after: interval as! Moving.SchedulerTimeType.Stride, action)
  }
  /// Starts the timer for a round that has begun.
  @inlinable @inline(__always) func restart(_ round: Int) {
    if let movable { movable.restart(round) } else { reschedule(round) }
  }
  /// Starts the timer, and schedules a numbered action on the scheduler behind it.
  @inlinable @inline(__always) func restart(_ round: Int, scheduling action: NumberedAction, _ number: Int) {
    if let movable { return movable.restart(round, scheduling: action, number) }
    reschedule(round)
    scheduler.schedule(options: options) { action.run(number) }
  }
  @usableFromInline func reschedule(_ round: Int) {
    guard let owner else { return }
    retire(round)
    let due = scheduler.now.advanced(by: interval)
    let timer = scheduler.schedule(
      after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: options
    ) { [self] in
      fire(owner, round)
    }
    let isCurrent = owner.core.shared.with { shared in
      if shared.round == round { shared.timer = timer }
      return shared.round == round
    }
    if !isCurrent { timer.cancel() }
  }
  /// Cancels the timer of an earlier round, unless a later round does that.
  @inlinable @inline(__always) func retire(_ round: Int) { if movable == nil { cancelTimer(round) } }
  @usableFromInline func cancelTimer(_ round: Int) {
    owner?.core.shared.with { $0.round == round ? $0.timer.take() : nil }?.cancel()
  }
  /// Stops a timer that can be moved, for good.
  @inlinable func stop() { movable?.stop(.max) }
}
