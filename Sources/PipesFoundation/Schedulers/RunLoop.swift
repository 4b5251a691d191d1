#if !canImport(Combine)
  import Foundation
  import Pipes

  extension RunLoop: Scheduler {
    /// The options of a run loop: there are none.
    public struct SchedulerOptions: Sendable {}

    // During a run in virtual time the run loop is a serial queue on the timeline of the run.

    /// The current time.
    public var now: SchedulerTimeType { SchedulerTimeType(RunHook.time?.date ?? Date()) }
    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the action in the next turn of the run loop in its default mode, never inside the call.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      if let time = RunHook.time(for: self) { return schedule(in: time, at: time.elapsed, isTimer: false, action) }
      nonisolated(unsafe) let action = action
      perform { action() }
      if RunLoop.current !== self { wake() }
    }
    /// Wakes the run loop. On Linux a sleeping run loop does not notice an action to perform, but it notices a timer.
    private func wake() { add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default) }
    /// Runs the action once at `date` or up to `tolerance` later, in the default mode of the run loop.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      if let time = RunHook.time(for: self) {
        if let instant = time.instant(of: date.date) { schedule(in: time, at: instant, isTimer: true, action) }
        return
      }
      add(timer(at: date, every: 0, tolerance, repeats: false, action), forMode: .default)
    }
    /// Runs the action at `date` and then every `interval`, in the default mode of the run loop, until the result is
    /// cancelled or released.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      if let time = RunHook.time(for: self) {
        guard let instant = time.instant(of: date.date) else { return AnyCancellable {} }
        return AnyCancellable(
          schedule(in: time, at: instant, every: time.pace(interval.timeInterval), action))
      }
      let timer = timer(at: date, every: interval, tolerance, repeats: true, action)
      add(timer, forMode: .default)
      return AnyCancellable { timer.invalidate() }
    }
    private func timer(
      at date: SchedulerTimeType, every interval: SchedulerTimeType.Stride, _ tolerance: SchedulerTimeType.Stride,
      repeats: Bool, _ action: @escaping () -> Void
    ) -> Timer {
      nonisolated(unsafe) let action = action
      let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: repeats) { _ in action() }
      timer.tolerance = tolerance.timeInterval
      return timer
    }
  }

  extension Timer {
    /// The interval of a timer that repeats and was given a shorter one, in seconds.
    static let leastInterval: TimeInterval = 0.0001
  }
#endif
