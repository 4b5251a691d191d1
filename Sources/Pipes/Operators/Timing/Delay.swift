extension Publisher {
  /// Sends everything later by the same time: values, the end and the failure. Subscribing and requesting are not delayed.
  ///
  ///     source    -a-b--c-|
  ///     delay(2)  ---a-b--c-|
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
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      (self.upstream, self.interval, self.tolerance) = (upstream, interval, tolerance)
      (self.scheduler, self.options) = (scheduler, options)
    }
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let core = DelayCore(subscriber, "Delay", on: scheduler, options: options, forwards: true)
      (core.interval, core.tolerance) = (interval, tolerance)
      upstream.subscribe(core)
    }
  }
}

final class DelayCore<Downstream: Subscriber, Context: Scheduler>: TimedRelay<Downstream.Input, Downstream, Context>, @unchecked Sendable {
  var interval = Context.SchedulerTimeType.Stride.seconds(0)
  var tolerance = Context.SchedulerTimeType.Stride.seconds(0)
  override func take(_ input: Downstream.Input) { after(interval, tolerance: tolerance) { [self] in deliver(input) } }
  override func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    after(interval, tolerance: tolerance) { [self] in end(completion) }
  }
}
