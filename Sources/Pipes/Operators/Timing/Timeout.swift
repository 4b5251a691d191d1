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
      inner.clock = RestartableTimer(scheduler, interval, options, of: inner) { $0.expire($1) }
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline final class TimeoutInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, Void>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let customError: (() -> Failure)?
  @exclusivity(unchecked) @usableFromInline var clock: RestartableTimer<Context, TimeoutInner>?
  @inlinable
  init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?, _ customError: (() -> Failure)?) {
    core = TimedCore(downstream, "Timeout", forwards: true, ())
    (self.scheduler, self.options, self.customError) = (scheduler, options, customError)
  }
  @inlinable @inline(__always) func postpone(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }

  @inlinable func begin(_ downstream: Downstream) {
    restart { _ in }
    downstream.receive(subscription: self)
  }
  /// Begins a round under the lock, together with the change, and starts the clock for it.
  @inlinable @inline(__always) func restart(_ change: (inout TimedCore<Downstream, Void>.Shared) -> Void) {
    let round = core.shared.with { shared in
      change(&shared)
      return shared.nextRound()
    }
    if let round { clock?.restart(round) }
  }
  /// The clock restarts at the first request.
  @inlinable func request(_ more: Subscribers.Demand) {
    let round = core.shared.with { shared in
      defer { shared.demand += more }
      return shared.demand == .none ? shared.nextRound() : nil
    }
    if let round { clock?.restart(round) }
    core.request(more)
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    restart { $0.line?.push(.value(input)) }
    postpone { [self] in deliver() }
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    core.shared.with { $0.endRounds() }?.cancel()
    stopTimer()
    enqueue(.completion(completion))
  }
  @inlinable func stopTimer() { clock?.stop() }

  /// The time is up, unless another round has begun: what was accepted before is delivered, then the end.
  @inlinable func expire(_ round: Int) {
    let (isDue, timer): (Bool, (any Cancellable)?) = core.shared.with { shared in
      shared.round == round ? (true, shared.endRounds()) : (false, nil)
    }
    guard isDue else { return }
    timer?.cancel()
    _ = core.link.cancelOnce()
    let completion = customError.map { .failure($0()) } ?? Subscribers.Completion<Failure>.finished
    core.shared.with { $0.line?.push(.completion(completion)) }
    deliver()
  }
}
