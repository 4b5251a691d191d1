/// Decides when and where actions run: a queue, a run loop, or a virtual timeline in a test.
public protocol Scheduler<SchedulerTimeType> {
  /// A point in this scheduler's time.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// Further options for an action, such as a quality of service; `Never` if there are none.
  associatedtype SchedulerOptions

  /// The current point in this scheduler's time.
  var now: SchedulerTimeType { get }
  /// The smallest tolerance of a timer.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs the action as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs the action once, at `date` or up to `tolerance` later.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs the action at `date` and then every `interval`, until the result is cancelled.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs the action as soon as possible, with default options.
  @inlinable public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }

  /// Runs the action once at `date`, with the minimum tolerance and default options.
  @inlinable public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs the action once at `date`, with default options.
  @inlinable
  public func schedule(after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs the action at `date` and then every `interval`, with the minimum tolerance and default options.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs the action at `date` and then every `interval`, with default options.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

/// A length of time that can be created from the usual units. The stride of every scheduler is one.
public protocol SchedulerTimeIntervalConvertible {
  /// A number of whole seconds.
  static func seconds(_ s: Int) -> Self
  /// A number of seconds, with a fraction.
  static func seconds(_ s: Double) -> Self
  /// A number of milliseconds.
  static func milliseconds(_ ms: Int) -> Self
  /// A number of microseconds.
  static func microseconds(_ us: Int) -> Self
  /// A number of nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

/// A timer that is restarted many times, each restart replacing the one before. A scheduler with ``MovableTimers`` creates it.
@usableFromInline package protocol MovableTimer: AnyObject {
  /// Starts the timer, or starts it again from now, for a round. It takes a new place in the order of its instant.
  ///
  /// Rounds count up. A restart or stop with a round below the last one is refused, so of two threads the later round wins.
  func restart(_ round: Int)
  /// Stops the timer for this round and all before it.
  func stop(_ round: Int)
}

/// A scheduler on which restarting a timer is cheaper than cancelling it and scheduling another. The outcome is the same: actions run in
/// exactly the order of cancel and schedule.
package protocol MovableTimers: Scheduler {
  /// Creates a timer that is not started. It runs the action once, `interval` after its last restart, with the round of that restart. Returns
  /// `nil` if the scheduler cannot move timers after all.
  func movableTimer(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (any MovableTimer)?
}
