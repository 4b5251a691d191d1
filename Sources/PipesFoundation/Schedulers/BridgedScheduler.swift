#if canImport(Combine)
  import Combine
  import Foundation
  import Pipes

  /// A scheduler of both Combine and Pipes, with one type of time: the type that Foundation declares.
  ///
  /// Both modules declare some methods alike; a call uses the method of this protocol then.
  public protocol BridgedScheduler: Pipes.Scheduler, Combine.Scheduler {}

  extension BridgedScheduler {
    /// Runs the action at `date` and then every `interval`, until the result is cancelled or released.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Pipes.Cancellable {
      let token: any Combine.Cancellable = schedule(
        after: date, interval: interval, tolerance: tolerance, options: options, action)
      return Pipes.AnyCancellable { token.cancel() }
    }

    /// Runs the action as soon as possible, with default options.
    public func schedule(_ action: @escaping () -> Void) {
      noteUse()
      schedule(options: nil, action)
    }
    /// Runs the action once at `date`, with the minimum tolerance and default options.
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
      noteUse()
      schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }
    /// Runs the action once, at `date` or up to `tolerance` later, with default options.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
      noteUse()
      schedule(after: date, tolerance: tolerance, options: nil, action)
    }
    /// Runs the action at `date` and then every `interval`, with the minimum tolerance and default options.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Pipes.Cancellable {
      noteUse()
      return schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }
    /// Runs the action at `date` and then every `interval`, with default options.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      _ action: @escaping () -> Void
    ) -> any Pipes.Cancellable {
      noteUse()
      return schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }

    /// Tells a run in virtual time. The methods with all parameters are those of Foundation, which cannot tell it.
    private func noteUse() { if let real = self as? any RealTimeScheduler { RunHook.note(real) } }
  }

  extension DispatchQueue.SchedulerTimeType.Stride: Pipes.SchedulerTimeIntervalConvertible {}
  extension RunLoop.SchedulerTimeType.Stride: Pipes.SchedulerTimeIntervalConvertible {}
  extension OperationQueue.SchedulerTimeType.Stride: Pipes.SchedulerTimeIntervalConvertible {}

  extension DispatchQueue: BridgedScheduler {}
  extension RunLoop: BridgedScheduler {}
  extension OperationQueue: BridgedScheduler {}
#endif
