import Pipes

extension HandScheduler: @unchecked Sendable {  // Unchecked: only one thread runs at a time.
  /// A timer that can be restarted. It fires when the clock runs one action, or settles, while it is started.
  final class Moving: MovableTimer {
    private let bench: Bench
    private unowned let scheduler: HandScheduler
    private let action: (Int) -> Void
    /// Orders the action after the call that started the timer.
    private let lock = Interleaving.Lock()
    private var round: Int?
    private var last = Int.min
    init(_ bench: Bench, _ scheduler: HandScheduler, _ action: @escaping (Int) -> Void) {
      (self.bench, self.scheduler, self.action) = (bench, scheduler, action)
    }
    var isStarted: Bool { round != nil }
    func restart(_ round: Int) {
      bench.step()
      guard round >= last else { return }
      lock.release()
      (self.round, last) = (round, round)
    }
    /// In two steps: other threads may do something between them.
    func restart(_ round: Int, scheduling action: NumberedAction, _ number: Int) {
      restart(round)
      schedule(action, number)
    }
    /// A timeline loses no action.
    func schedule(_ action: NumberedAction, _ number: Int) { scheduler.scheduleSafely { action.run(number) } }
    func stop(_ round: Int) {
      bench.step()
      guard round >= last else { return }
      (self.round, last) = (nil, round)
    }
    var now: Int64 { Int64(scheduler.now.ticks) }
    func add(_ action: NumberedAction, _ number: Int, since start: Int64) { add(action, number) }
    func add(_ action: NumberedAction, _ number: Int) {
      if last < .max { scheduler.scheduleLater({ action.run(number) }, isSafe: true) }
    }
    func fire() {
      guard let round else { return }
      lock.acquire()
      self.round = nil
      action(round)
    }
  }
}

/// The same scheduler with movable timers, as a test scheduler has.
final class MovingScheduler: MovableTimers, @unchecked Sendable {
  // Unchecked: only one thread runs at a time.
  typealias SchedulerTimeType = HandScheduler.VirtualDate
  typealias SchedulerOptions = Never
  private let base: HandScheduler
  init(_ base: HandScheduler) { self.base = base }
  var now: SchedulerTimeType { base.now }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }
  func schedule(options: Never?, _ action: @escaping () -> Void) { base.schedule(options: options, action) }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
  func movableTimer(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (any MovableTimer)?
  {
    base.movable(action)
  }
}
