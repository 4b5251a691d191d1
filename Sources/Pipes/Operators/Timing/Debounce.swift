extension Publisher {
  /// Sends a value only after a given time has passed without another one.
  ///
  /// *Requests* unlimited values. *Keeps* the latest value until the time has passed. *Drops* the pending value when
  /// another one arrives, or when the upstream completes first.
  ///
  /// *Use it* to act once when a burst is over, as after typing. *See also* `throttle`, `audit`, `sample`, `delay`,
  /// `collect`, `removeDuplicates`. *In Rx:* `debounceTime`.
  ///
  ///     a: -1-2-3------4------|
  ///     > a.debounce(for: 3)
  ///     =  --------3------4---|
  ///
  /// The pending value is lost when the upstream finishes before `dueTime` has passed. The newest value whose time has
  /// passed without demand is sent at the next request, and the finish waits behind it.
  ///
  /// - Parameters:
  ///   - dueTime: The time that must pass without another value, as a stride of the scheduler, such as
  ///     `.milliseconds(300)`.
  ///   - scheduler: Measures the time and delivers values and the completion.
  ///   - options: Passed to the scheduler with each timer.
  @inlinable public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let dueTime: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    @inlinable public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "debounce")
      let inner = DebounceInner(subscriber, scheduler)
      inner.countdown = .passRetained(RestartableTimer(scheduler, dueTime, options, of: inner) { $0.fire($1) })
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline
final class DebounceInner<Downstream: Subscriber, Context: Scheduler>: TimedRelay, EngineSubscriber, @unchecked Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  /// The pending value belongs to the round: both change together, under the lock of the core.
  @usableFromInline let core: TimedCore<Downstream, Kept<Input?>.Gated>
  @usableFromInline let scheduler: Context
  /// Set before the subscription and released with this object, so a restart needs no retain.
  @exclusivity(unchecked) @usableFromInline var countdown: Unmanaged<RestartableTimer<Context, DebounceInner>>?
  @inlinable init(_ downstream: Downstream, _ scheduler: Context) {
    core = TimedCore(downstream, "Debounce", forwards: false, Kept.Gated(nil))
    self.scheduler = scheduler
  }
  deinit { countdown?.release() }

  @inlinable @inline(__always) func take(_ input: Input) {
    // The value that it replaces is released outside of the lock.
    let (round, old): (Int?, Input?) = core.shared.with { shared in
      let old = shared.own?.replace(by: input)
      return (shared.nextRound(), old ?? nil)
    }
    if let round { countdown?._withUnsafeGuaranteedRef { $0.restart(round) } }
    withExtendedLifetime(old) {}
  }
  @inlinable func fire(_ round: Int) {
    let (number, next): (Int, Int?) = core.shared.with { shared in
      guard shared.round == round, let value = shared.own?.take() else { return (0, nil) }
      return (core.push(.value(value), &shared), shared.nextRound())
    }
    guard let next else { return }
    countdown?._withUnsafeGuaranteedRef { $0.retire(next) }
    core.deliver(upTo: number)  // a completion that comes meanwhile has an action of its own
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    let (pending, timer): (Input?, (any Cancellable)?) = core.shared.with { shared in
      let pending = shared.own?.take()
      core.push(.completion(completion), &shared)
      return (pending ?? nil, shared.endRounds())
    }
    withExtendedLifetime(pending) {}  // released outside of the lock
    timer?.cancel()
    stopTimer()
    wake()
  }
  @inlinable func wake() { scheduler.schedule { [core] in core.deliver() } }
  @inlinable func stopTimer() { countdown?._withUnsafeGuaranteedRef { $0.stop() } }
}
