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
  @inlinable @inline(__always) func postpone(_ action: @escaping () -> Void) {
    scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
  }
}

/// A timed relay that lets every event through, later and in the same order, whatever order the scheduler runs its actions in. An operator
/// says when: it adds `postpone`.
@usableFromInline protocol LateRelay<Input, Failure>: TimedRelay where Input == Downstream.Input {
  func postpone(_ action: @escaping () -> Void)
}
extension LateRelay {
  @inlinable func request(_ more: Subscribers.Demand) { if core.link.isLive { core.link.request(more) } }
  @inlinable @inline(__always) func take(_ input: Input) { enqueue(.value(input)) }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) { enqueue(.completion(completion)) }
  @inlinable @inline(__always) func enqueue(_ event: TimedEvent<Downstream>) {
    core.shared.with { $0.line?.push(event) }
    postpone { [self] in deliver() }
  }
}
