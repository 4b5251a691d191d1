extension Publisher {
  /// Sends each value and the completion after a given time.
  ///
  /// *Keeps* each value until its time has come. *Finishes* the given time after the upstream has finished. *Fails* the given time after
  /// the upstream has failed.
  ///
  /// *Use it* to move values in time and keep their distances. *See also* `receive`, `debounce`, `throttle`.
  ///
  ///     a: -1-2-3-|
  ///     > a.delay(for: 3)
  ///     =  ----1-2-3-|
  ///
  /// - Parameters:
  ///   - interval: The time from the arrival of an event to its delivery, as a stride of the scheduler, such as `.seconds(1)`.
  ///   - tolerance: How much later than due a delivery may happen; by default the minimum tolerance of the scheduler.
  ///   - scheduler: Measures the time and delivers values and the completion.
  ///   - options: Passed to the scheduler with each delivery.
  @inlinable
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    .init(upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// The publisher that `delay(for:tolerance:scheduler:options:)` returns.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// The time from the arrival of an event to its delivery.
    public let interval: Context.SchedulerTimeType.Stride
    /// How much later than due a delivery may happen.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers values.
    public let scheduler: Context
    /// Options for the scheduler, passed with each delivery.
    public let options: Context.SchedulerOptions?
    /// Creates the publisher that `delay(for:tolerance:scheduler:options:)` returns.
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
      RunHook.check(scheduler, of: "delay")
      upstream.subscribe(DelayInner(subscriber, interval, tolerance, scheduler, options))
    }
  }
}

@usableFromInline final class DelayInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, Void>
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let tolerance: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @inlinable
  init(
    _ downstream: Downstream, _ interval: Context.SchedulerTimeType.Stride, _ tolerance: Context.SchedulerTimeType.Stride,
    _ scheduler: Context, _ options: Context.SchedulerOptions?
  ) {
    core = TimedCore(downstream, "Delay", forwards: true, ())
    (self.interval, self.tolerance, self.scheduler, self.options) = (interval, tolerance, scheduler, options)
  }
  /// A subscription without a description: contract G10.
  @inlinable var subscription: any Subscription {
    EngineSubscription.Plain(EngineSubscription.Wrapped(self, releasesSubscriber: true))
  }
  @inlinable @inline(__always) func postpone(_ action: @escaping () -> Void) {
    scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
  }
}
