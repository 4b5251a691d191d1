extension Publisher {
  /// Ends the stream when nothing has come for a while: with the error of the closure, or without one if there is no closure.
  ///
  /// The wait begins with the subscription, and again with the first request and with every value. Everything is delivered through the
  /// scheduler. A scheduler on which no time passes is a programming error.
  ///
  ///     source      -a-b-------c-|
  ///     timeout(5)  -a-b----|
  @inlinable
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil, customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// A publisher that ends when nothing has come for a while.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How long it may be silent.
    public let interval: Context.SchedulerTimeType.Stride
    /// Measures the time, and delivers.
    public let scheduler: Context
    /// Passed to the scheduler with each timer and event.
    public let options: Context.SchedulerOptions?
    /// Makes the error it fails with; without it, it finishes.
    public let customError: (() -> Failure)?
    /// A publisher that ends when nothing has come for a while.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions?,
      customError: (() -> Failure)?
    ) {
      (self.upstream, self.interval, self.scheduler) = (upstream, interval, scheduler)
      (self.options, self.customError) = (options, customError)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      if scheduler is ImmediateScheduler {
        Misuse.report("Timeout: on an ImmediateScheduler no time passes")
        return upstream.subscribe(subscriber)
      }
      let inner = TimeoutInner(subscriber, scheduler, options, customError)
      inner.clock = Countdown(scheduler, interval, options, of: inner) { $0.expire() }
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline final class TimeoutInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, Queue<Late<Downstream>>>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let customError: (() -> Failure)?
  @exclusivity(unchecked) @usableFromInline var clock: Countdown<Context, TimeoutInner>?
  @inlinable
  init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?, _ customError: (() -> Failure)?) {
    core = TimedCore(downstream, "Timeout", forwards: true, Queue())
    (self.scheduler, self.options, self.customError) = (scheduler, options, customError)
  }
  @inlinable @inline(__always) func postpone(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }

  @inlinable func begin(_ downstream: Downstream) {
    clock?.restart()
    downstream.receive(subscription: self)
  }
  /// The clock starts again at the first request.
  @inlinable func request(_ more: Subscribers.Demand) {
    let isFirst = core.shared.with { shared in
      defer { shared.demand += more }
      return shared.downstream != nil && shared.demand == .none
    }
    if isFirst, core.link.isLive { clock?.restart() }
    core.request(more)
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    clock?.restart()
    enqueue(.value(input))
  }
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    silence()
    enqueue(.end(completion))
  }
  @inlinable func silence() { clock?.stop() }

  @inlinable func expire() {
    turn { inner in
      guard inner.core.link.isLive, inner.core.link.stop(), let downstream = inner.core.close() else { return }
      downstream.receive(completion: inner.customError.map { .failure($0()) } ?? .finished)
    }
  }
}
