extension Publisher {
  /// Sends everything later by the same time: values, the end and the failure. Subscribing and requesting are not delayed.
  ///
  ///     source    -a-b--c-|
  ///     delay(2)  ---a-b--c-|
  @inlinable
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    .init(upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that sends everything later.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How much later.
    public let interval: Context.SchedulerTimeType.Stride
    /// How late a delivery may be.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// Measures the time, and delivers.
    public let scheduler: Context
    /// Passed to the scheduler with each event.
    public let options: Context.SchedulerOptions?
    /// A publisher that sends everything later.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      (self.upstream, self.interval, self.tolerance) = (upstream, interval, tolerance)
      (self.scheduler, self.options) = (scheduler, options)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(DelayCore(subscriber, interval, tolerance, scheduler, options))
    }
  }
}

@usableFromInline final class DelayCore<Downstream: Subscriber, Context: Scheduler>: TimedRelay<Downstream, Context>, TimedOperator,
  @unchecked Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let tolerance: Context.SchedulerTimeType.Stride
  @inlinable
  init(
    _ downstream: Downstream, _ interval: Context.SchedulerTimeType.Stride, _ tolerance: Context.SchedulerTimeType.Stride,
    _ scheduler: Context, _ options: Context.SchedulerOptions?
  ) {
    (self.interval, self.tolerance) = (interval, tolerance)
    super.init(downstream, "Delay", on: scheduler, options: options, forwards: true)
  }
  @inlinable @inline(__always) func take(_ input: Input) { later(input, after: interval, tolerance: tolerance) { $0.deliver($1) } }
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    later(completion, after: interval, tolerance: tolerance) { $0.end($1) }
  }
}
