extension Publisher {
  /// Finishes, or fails, when no value arrives for a given time.
  ///
  /// *Finishes* when the upstream finishes, or when the time has passed without a value. *Fails* when the upstream
  /// fails, or with `customError` when the time has passed. *Cancels* the upstream when the time has passed.
  ///
  /// *Use it* to give up when no value arrives. *See also* `race`, `prefix`.
  ///
  ///     a: -1-2-------|
  ///     > a.timeout(4)
  ///     =  -1-2---|
  ///
  /// Measures every gap: from the subscription to the first value, and from each value to the next. The first request
  /// restarts the time. To limit only the time to the first value, use `race(with:)` and a timer that fails.
  ///
  /// - Parameters:
  ///   - interval: The time that may pass without a value, as a stride of the scheduler.
  ///   - scheduler: Measures the time and delivers values and the completion.
  ///   - options: Passed to the scheduler with each timer and delivery.
  ///   - customError: Creates the error to fail with. By default the stream finishes instead.
  @inlinable public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    /// Creates the error to fail with; `nil` to finish instead.
    public let customError: (() -> Failure)?
    @inlinable public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      if scheduler is ImmediateScheduler {
        Misuse.report("Timeout: on an ImmediateScheduler no time passes")
        return upstream.subscribe(subscriber)
      }
      RunHook.check(scheduler, of: "timeout")
      let inner = TimeoutInner(subscriber, scheduler, options, customError)
      inner.clock = .passRetained(RestartableTimer(scheduler, interval, options, of: inner) { $0.expire($1) })
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline
final class TimeoutInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  /// The closure that creates the error, which is released with the downstream.
  @usableFromInline struct Patience {
    @usableFromInline let customError: (() -> Failure)?
    @inlinable init(_ customError: (() -> Failure)?) { self.customError = customError }
  }
  @usableFromInline let core: TimedCore<Downstream, Patience>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let deliveries: NumberedAction
  /// Set before the subscription and released with this object, so a restart needs no retain.
  @exclusivity(unchecked) @usableFromInline var clock: Unmanaged<RestartableTimer<Context, TimeoutInner>>?
  @inlinable init(
    _ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?,
    _ customError: (() -> Failure)?
  ) {
    core = TimedCore(downstream, "Timeout", forwards: true, Patience(customError))
    deliveries = core.deliveries
    self.scheduler = scheduler
    self.options = options
  }
  deinit { clock?.release() }
  @inlinable @inline(__always) func enqueue(_ event: TimedCore<Downstream, Patience>.Event) {
    enqueueSoon(event, scheduler, options)
  }

  /// The timer starts after the downstream has received the subscription, unless the first request or a value has
  /// started it meanwhile.
  @inlinable func begin(_ downstream: Downstream) {
    downstream.receive(subscription: subscription)
    let round = core.shared.with { $0.round == 0 ? $0.nextRound() : nil }
    if let round { clock?._withUnsafeGuaranteedRef { $0.restart(round) } }
  }
  /// The timer restarts at the first request.
  @inlinable func request(_ more: Subscribers.Demand) {
    let round = core.shared.with { shared in
      defer { shared.demand += more }
      return shared.demand == .none ? shared.nextRound() : nil
    }
    if let round { clock?._withUnsafeGuaranteedRef { $0.restart(round) } }
    _ = core.request(more)
  }
  /// The timer restarts, and the value is delivered by an action behind it.
  @inlinable @inline(__always) func take(_ input: Input) {
    let (number, round) = core.shared.with { shared in
      let number = core.push(.value(input), &shared)
      return (number, shared.nextRound())
    }
    guard let round, let clock else {
      return scheduler.schedule(options: options) { [core] in core.deliver(upTo: number) }
    }
    clock._withUnsafeGuaranteedRef { $0.restart(round, scheduling: deliveries, number) }
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    core.shared.with { $0.endRounds() }?.cancel()
    stopTimer()
    enqueue(.completion(completion))
  }
  @inlinable func stopTimer() { clock?._withUnsafeGuaranteedRef { $0.stop() } }

  /// Called by the timer. Unless another round has begun: delivers the values that were accepted, then the completion.
  @inlinable func expire(_ round: Int) {
    let (isDue, timer): (Bool, (any Cancellable)?) = core.shared.with { shared in
      shared.round == round ? (true, shared.endRounds()) : (false, nil)
    }
    guard isDue else { return }
    timer?.cancel()
    _ = core.link.cancelOnce()
    guard let patience = core.shared.with({ $0.own }) else { return }  // cancelled by what was released
    let completion = patience.customError.map { .failure($0()) } ?? Subscribers.Completion<Failure>.finished
    _ = core.shared.with { core.push(.completion(completion), &$0) }
    core.deliver()
  }
}
