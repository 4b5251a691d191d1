#if !canImport(Combine)
  import Dispatch
  import Pipes

  extension DispatchQueue: Scheduler {
    /// The options for work on a queue.
    public struct SchedulerOptions {
      /// The quality of service of the work.
      public var qos: DispatchQoS
      /// The flags of the work, such as a barrier.
      public var flags: DispatchWorkItemFlags
      /// The group that the work belongs to until it is done.
      public var group: DispatchGroup?
      /// Creates options; each has a default.
      public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
        self.qos = qos
        self.flags = flags
        self.group = group
      }
    }

    // During a run in virtual time the queue is a serial queue on the timeline of the run. The group of the options is
    // kept.

    /// The current time, on the clock that stops while the machine sleeps.
    public var now: SchedulerTimeType { SchedulerTimeType(RunHook.time?.dispatchTime ?? .now()) }
    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs the action on the queue, never inside the call, not even from the queue itself.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      if let time = RunHook.time(for: self) {
        let action = Member(of: options?.group, action)
        return schedule(in: time, at: time.elapsed, isTimer: false, action.run)
      }
      let options = options ?? SchedulerOptions()
      nonisolated(unsafe) let action = action
      async(group: options.group, qos: options.qos, flags: options.flags) { action() }
    }
    /// Runs the action on the queue at `date` or soon after. `tolerance` has no effect.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      if let time = RunHook.time(for: self) {
        guard let instant = time.instant(of: date.dispatchTime) else { return }
        let action = Member(of: options?.group, action)
        return schedule(in: time, at: instant, isTimer: true, action.run)
      }
      let options = options ?? SchedulerOptions()
      nonisolated(unsafe) let action = action
      let group = options.group
      group?.enter()
      asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
        action()
        group?.leave()
      }
    }
    /// Runs the action on the queue at `date` and then every `interval`, until the result is cancelled or released.
    ///
    /// Ticks that pass while the queue is busy become one. An interval of less than a nanosecond counts as one
    /// nanosecond.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      if let time = RunHook.time(for: self) {
        guard let instant = time.instant(of: date.dispatchTime) else { return AnyCancellable {} }
        return AnyCancellable(
          schedule(in: time, at: instant, every: Int64(max(interval.magnitude, 1)), action))
      }
      nonisolated(unsafe) let action = action
      let timer = DispatchSource.makeTimerSource(queue: self)
      let pace = max(interval, .nanoseconds(1)).timeInterval
      timer.schedule(
        deadline: date.dispatchTime, repeating: pace, leeway: max(tolerance, minimumTolerance).timeInterval)
      timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action() }
      timer.resume()
      return AnyCancellable { timer.cancel() }
    }
  }

  /// An action in virtual time that is a member of a group until it has run or is released.
  private final class Member {
    private let group: DispatchGroup?
    private let action: () -> Void
    init(of group: DispatchGroup?, _ action: @escaping () -> Void) {
      self.group = group
      self.action = action
      group?.enter()
    }
    func run() { action() }
    deinit { group?.leave() }
  }
#endif
