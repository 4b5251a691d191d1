#if canImport(Combine)
  import Combine
  import PipesFoundation
  import VirtualTime

  // Virtual time for code that imports Combine.

  extension VirtualInstant.Stride: Combine.SchedulerTimeIntervalConvertible {}

  extension TestScheduler: Combine.Scheduler where SchedulerTimeType.Stride: Combine.SchedulerTimeIntervalConvertible {
    /// Runs the action at `date` and then every `interval`, until the result is cancelled. Releasing the result has no
    /// effect.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Combine.Cancellable {
      let token: any Pipes.Cancellable = schedule(
        after: date, interval: interval, tolerance: tolerance, options: options, action)
      return CombineToken(token: token)
    }
  }
  extension TestScheduler: BridgedScheduler where SchedulerTimeType.Stride: Combine.SchedulerTimeIntervalConvertible {}

  extension Pipes.AnyScheduler: Combine.Scheduler
  where SchedulerTimeType.Stride: Combine.SchedulerTimeIntervalConvertible {
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Combine.Cancellable {
      let token: any Pipes.Cancellable = schedule(
        after: date, interval: interval, tolerance: tolerance, options: options, action)
      return CombineToken(token: token)
    }
  }
  extension Pipes.AnyScheduler: BridgedScheduler
  where SchedulerTimeType.Stride: Combine.SchedulerTimeIntervalConvertible {}

  private struct CombineToken: Combine.Cancellable {
    let token: any Pipes.Cancellable
    func cancel() { token.cancel() }
  }
#endif
