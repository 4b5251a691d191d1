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
        (self.qos, self.flags, self.group) = (qos, flags, group)
      }
    }

    /// The current time, on the clock that stops while the machine sleeps.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs the action on the queue, never inside the call, not even from the queue itself.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      RunHook.note(self)
      let options = options ?? SchedulerOptions()
      nonisolated(unsafe) let action = action
      async(group: options.group, qos: options.qos, flags: options.flags) { action() }
    }
    /// Runs the action on the queue at `date` or soon after. `tolerance` has no effect.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      RunHook.note(self)
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
    /// Ticks that pass while the queue is busy become one. An interval of less than a nanosecond counts as one nanosecond.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      RunHook.note(self)
      nonisolated(unsafe) let action = action
      let timer = DispatchSource.makeTimerSource(queue: self)
      let pace = max(interval, .nanoseconds(1)).timeInterval
      timer.schedule(deadline: date.dispatchTime, repeating: pace, leeway: max(tolerance, minimumTolerance).timeInterval)
      timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action() }
      timer.resume()
      return AnyCancellable { timer.cancel() }
    }
  }
#endif
