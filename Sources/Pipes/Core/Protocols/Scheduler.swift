/// An object that decides when and where actions run: a queue, a run loop, or virtual time in a test.
public protocol Scheduler<SchedulerTimeType> {
  /// A point in this scheduler's time.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// Further options for an action, such as a quality of service; `Never` if there are none.
  associatedtype SchedulerOptions

  /// The current point in this scheduler's time.
  var now: SchedulerTimeType { get }
  /// The smallest tolerance that a timer can have.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs the action as soon as possible.
  ///
  /// - Parameters:
  ///   - options: The options of the action; `nil` for the defaults.
  ///   - action: The action.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs the action once, at a point in time.
  ///
  /// - Parameters:
  ///   - date: The point in time. A date in the past means as soon as possible.
  ///   - tolerance: How much later than `date` the action may run.
  ///   - options: The options of the action; `nil` for the defaults.
  ///   - action: The action.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
  /// Runs the action at `date` and then every `interval`, until the result is cancelled.
  ///
  /// - Parameters:
  ///   - date: The point in time of the first run.
  ///   - interval: The time from one run to the next.
  ///   - tolerance: How much later than due each run may happen.
  ///   - options: The options of the action; `nil` for the defaults.
  ///   - action: The action.
  /// - Returns: A token that cancels the timer. Keep it as long as the timer should run.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs the action as soon as possible, with default options.
  @inlinable public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }

  /// Runs the action once at `date`, with the minimum tolerance and default options.
  @inlinable public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs the action once, at `date` or up to `tolerance` later, with default options.
  @inlinable public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs the action at `date` and then every `interval`, with the minimum tolerance and default options.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs the action at `date` and then every `interval`, with default options.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

/// A length of time that can be created from seconds, milliseconds, microseconds and nanoseconds. The stride of every
/// scheduler conforms to it.
public protocol SchedulerTimeIntervalConvertible {
  /// Creates a length of time from whole seconds.
  static func seconds(_ s: Int) -> Self
  /// Creates a length of time from seconds with a fraction.
  static func seconds(_ s: Double) -> Self
  /// Creates a length of time from milliseconds.
  static func milliseconds(_ ms: Int) -> Self
  /// Creates a length of time from microseconds.
  static func microseconds(_ us: Int) -> Self
  /// Creates a length of time from nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

/// A timer that can be restarted many times: each restart replaces the time at which it fires. A scheduler with
/// ``MovableTimers`` creates it.
@usableFromInline package protocol MovableTimer: AnyObject {
  /// Starts or restarts the timer for a round. It fires one interval from now, in a new turn of that instant.
  ///
  /// Rounds count up. A restart or stop with a round below the last one is refused, so of two threads the later round
  /// wins.
  func restart(_ round: Int)
  /// Does the same, and schedules a numbered action on the scheduler behind it, even if the restart is refused.
  func restart(_ round: Int, scheduling action: NumberedAction, _ number: Int)
  /// Schedules a numbered action on the scheduler. Nothing cancels it.
  func schedule(_ action: NumberedAction, _ number: Int)
  /// Stops the timer for this round and all before it. With the round `.max` it also cancels the actions that were
  /// added, for good.
  func stop(_ round: Int)
  /// Schedules a numbered action one interval from now. It replaces nothing; only `stop(.max)` cancels it.
  func add(_ action: NumberedAction, _ number: Int)
  /// The present time, in nanoseconds.
  var now: Int64 { get }
  /// Does the same one interval after `start`, or now if that has passed.
  func add(_ action: NumberedAction, _ number: Int, since start: Int64)
}

/// Actions that differ by a number, such as the deliveries of an operator. They share one object, so that none is
/// allocated for each.
@usableFromInline package final class NumberedAction: Sendable {
  // Unchecked: whoever runs it has it from a scheduler, as a closure.
  @usableFromInline package nonisolated(unsafe) let run: (Int) -> Void
  /// Whether the actions are the events of a recording, not timers.
  package let isRecording: Bool
  @usableFromInline package init(isRecording: Bool = false, _ run: @escaping (Int) -> Void) {
    self.isRecording = isRecording
    self.run = run
  }
}

/// A scheduler on which restarting a timer is cheaper than cancelling it and scheduling another. The outcome is the
/// same: actions run in exactly the order of cancel and schedule.
package protocol MovableTimers: Scheduler {
  /// Creates a timer that is not started. `interval` after its last restart it runs the action once, with the round of
  /// that restart. Returns `nil` if the scheduler turns out not to support such timers, as an erased one may.
  func movableTimer(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (any MovableTimer)?
}
