extension Publisher {
  /// Sends at most one value per interval: the first at once, then, when an interval has passed since the last one sent, the latest or the
  /// first of those that came meanwhile.
  ///
  /// Requests unlimited values. Drops a value that comes when there is no demand. A value that comes while the stream is being subscribed,
  /// as that of `Just`, waits for the demand of its subscriber. A pending value is sent, when its time comes, before the completion.
  ///
  ///     source            -a-bc------d-|
  ///     throttle(4, yes)  -a---c-----d-|
  ///     throttle(4, no)   -a---b-----d-|
  @inlinable
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher of at most one value per interval.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The least time between two values.
    public let interval: Context.SchedulerTimeType.Stride
    /// Measures the interval, and delivers.
    public let scheduler: Context
    /// Whether the last of several values is sent; otherwise the first.
    public let latest: Bool
    /// A publisher of at most one value per interval.
    @inlinable
    public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool) {
      (self.upstream, self.interval, self.scheduler, self.latest) = (upstream, interval, scheduler, latest)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ThrottleInner(subscriber, scheduler, interval, latest))
    }
  }
}

@usableFromInline struct ThrottleState<Downstream: Subscriber, Context: Scheduler> {
  /// The value whose emission is scheduled.
  @usableFromInline var pending: Downstream.Input?
  /// The end that came after it.
  @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?
  @usableFromInline var lastEmission: Context.SchedulerTimeType?
  @usableFromInline var hasSubscription = false
  /// The pending value came before the downstream was greeted: its demand is looked up when it is sent.
  @usableFromInline var isEarly = false
  /// The time of the early value came before the downstream was greeted.
  @usableFromInline var isDue = false
  @inlinable init() {}
}

@usableFromInline final class ThrottleInner<Downstream: Subscriber, Context: Scheduler>: TimedRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, ThrottleState<Downstream, Context>>
  @usableFromInline let scheduler: Context
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let isLatest: Bool
  @inlinable init(_ downstream: Downstream, _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ isLatest: Bool) {
    core = TimedCore(downstream, "Throttle", forwards: false, ThrottleState())
    (self.scheduler, self.interval, self.isLatest) = (scheduler, interval, isLatest)
  }

  /// The upstream is asked before the downstream has its subscription, but does not end it before.
  @inlinable func begin(_ downstream: Downstream) {
    core.link.request(.unlimited)
    downstream.receive(subscription: self)
    let (isDue, completion) = core.shared.with { shared in
      shared.own?.hasSubscription = true
      return (shared.own?.isDue == true, shared.own?.pending == nil ? shared.own?.completion : nil)
    }
    if isDue { scheduler.schedule { [self] in inTurn { $0.emit() } } }
    if let completion { endSoon(completion) }
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    // The value not needed any more is freed outside the lock.
    let (isNew, last, _): (Bool, Context.SchedulerTimeType?, Input?) = core.shared.with { [isLatest] shared in
      if let old = shared.own?.pending {
        guard isLatest, shared.demand > .none || shared.own?.isEarly == true else { return (false, nil, nil) }
        shared.own?.pending = input
        return (false, nil, old)
      }
      guard let hasSubscription = shared.own?.hasSubscription, !hasSubscription || shared.demand > .none else { return (false, nil, nil) }
      if hasSubscription { shared.demand -= 1 } else { shared.own?.isEarly = true }
      shared.own?.pending = input
      return (true, shared.own?.lastEmission, nil)
    }
    guard isNew else { return }
    let emission = { [self] in inTurn { $0.emit() } }
    if let due = last?.advanced(by: interval), scheduler.now < due {
      scheduler.schedule(after: due, emission)
    } else {
      scheduler.schedule(emission)
    }
  }
  @inlinable func emit() {
    let now = scheduler.now
    let (value, downstream, completion): (Input?, Downstream?, Subscribers.Completion<Failure>?) = core.shared.with { shared in
      guard let own = shared.own, own.hasSubscription else {
        shared.own?.isDue = true
        return (nil, nil, nil)
      }
      let isWanted = !own.isEarly || shared.demand > .none
      if isWanted { shared.own?.lastEmission = now }
      if own.isEarly, isWanted { shared.demand -= 1 }
      shared.own?.isEarly = false
      return (shared.own?.pending.take(), isWanted ? shared.downstream : nil, own.completion)
    }
    if let value, let downstream { send(value, to: downstream) }
    if let completion { complete(completion) }
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    let waits = core.shared.with { shared in
      shared.own?.completion = completion
      return shared.own.map { $0.pending != nil || !$0.hasSubscription } ?? true
    }
    if !waits { endSoon(completion) }
  }
  @inlinable func endSoon(_ completion: Subscribers.Completion<Failure>) {
    scheduler.schedule { [self] in inTurn { $0.complete(completion) } }
  }
}
