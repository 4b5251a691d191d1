/// One timer of a fixed length that can be started anew. On a scheduler that can move timers it moves one; on any other it cancels and
/// schedules a repeating one, which is cancelled when it has fired: the contract's TI-02. While it runs there it keeps its owner alive.
@usableFromInline final class Countdown<Context: Scheduler, Owner: AnyObject> {
  private let scheduler: Context
  private let interval: Context.SchedulerTimeType.Stride
  private let options: Context.SchedulerOptions?
  private weak let owner: Owner?
  private let fire: (Owner) -> Void
  @usableFromInline let movable: (any MovableTimer)?
  /// The timer, and how often it was started or stopped: so that one that fires too late is known.
  private let state = Guarded<(running: (any Cancellable)?, round: Int)>((nil, 0))

  @usableFromInline
  init(
    _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?, of owner: Owner,
    fire: @escaping (Owner) -> Void
  ) {
    (self.scheduler, self.interval, self.options, self.owner, self.fire) = (scheduler, interval, options, owner, fire)
    let action = { [weak owner] in
      if let owner { fire(owner) }
    }
    movable = (scheduler as? any MovableTimers).map { Countdown.timer(on: $0, interval, action) }
  }
  private static func timer<Moving: MovableTimers>(
    on scheduler: Moving, _ interval: Context.SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any MovableTimer {
    // Found by a cast of the very scheduler, so the stride is the same type.
    scheduler.movableTimer(after: interval as! Moving.SchedulerTimeType.Stride, action)
  }
  @inlinable @inline(__always) func restart() {
    if let movable { movable.restart() } else { reschedule() }
  }
  @usableFromInline func reschedule() {
    guard let owner, let round = nextRound() else { return }
    let due = scheduler.now.advanced(by: interval)
    let timer = scheduler.schedule(after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: options) { [self] in
      if nextRound(after: round) != nil { fire(owner) }
    }
    let isLate = state.with { state in
      if state.round == round { state.running = timer }
      return state.round != round
    }
    if isLate { timer.cancel() }
  }
  @usableFromInline func stop() {
    if let movable { movable.stop() } else { nextRound() }
  }
  /// Cancels the timer and begins a round; not if another than the given one has begun.
  @discardableResult private func nextRound(after last: Int? = nil) -> Int? {
    let (running, round): ((any Cancellable)?, Int?) = state.with { state in
      if let last, last != state.round { return (nil, nil) }
      state.round += 1
      return (state.running.take(), state.round)
    }
    running?.cancel()
    return round
  }
}
