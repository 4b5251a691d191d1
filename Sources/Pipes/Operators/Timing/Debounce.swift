extension Publisher {
  /// Sends a value when no other has come for a while after it.
  ///
  /// Every value starts the wait again and replaces the one before. Asks for everything; a value that finds no demand when its time comes is
  /// lost, and so is one that still waits when the stream ends.
  ///
  ///     source       -a-b-c-------d-|
  ///     debounce(3)  --------c------|
  @inlinable
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher of values that are followed by a pause.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How long the pause must be.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// Measures the pause, and delivers.
    public let scheduler: Context
    /// Passed to the scheduler with each timer.
    public let options: Context.SchedulerOptions?
    /// A publisher of values that are followed by a pause.
    @inlinable
    public init(upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions?) {
      (self.upstream, self.dueTime, self.scheduler, self.options) = (upstream, dueTime, scheduler, options)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = DebounceInner(subscriber, scheduler)
      inner.countdown = RestartableTimer(scheduler, dueTime, options, of: inner) { $0.fire($1) }
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline final class DebounceInner<Downstream: Subscriber, Context: Scheduler>: TimedRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  /// The pending value belongs to the round: both change under the lock of the core, at once.
  @usableFromInline let core: TimedCore<Downstream, GatedValue<Input?>>
  @usableFromInline let scheduler: Context
  @exclusivity(unchecked) @usableFromInline var countdown: RestartableTimer<Context, DebounceInner>?
  @inlinable init(_ downstream: Downstream, _ scheduler: Context) {
    core = TimedCore(downstream, "Debounce", forwards: false, GatedValue(nil))
    self.scheduler = scheduler
  }

  @inlinable @inline(__always) func take(_ input: Input) {
    var pending: Input? = input  // afterwards the value that was pending before, released outside of the lock
    let round = core.shared.with { shared in
      if let own = shared.own { swap(&own.value, &pending) }
      return shared.nextRound()
    }
    if let round { countdown?.restart(round) }
  }
  @inlinable func fire(_ round: Int) {
    let claimed: TimedCore<Downstream, GatedValue<Input?>>.RoundStart? = core.shared.with { shared in
      guard shared.round == round, let own = shared.own, let value = own.value else { return nil }
      own.value = nil
      shared.line?.push(.value(value))
      return shared.nextRound()
    }
    guard let claimed else { return }
    claimed.old?.cancel()
    deliver()
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    let (pending, timer): (Input?, (any Cancellable)?) = core.shared.with { shared in
      let pending = shared.own?.value
      shared.own?.value = nil
      shared.line?.push(.completion(completion))
      return (pending, shared.endRounds())
    }
    withExtendedLifetime(pending) {}  // released outside of the lock
    timer?.cancel()
    stopTimer()
    scheduler.schedule { [self] in deliver() }
  }
  @inlinable func stopTimer() { countdown?.stop() }
}
