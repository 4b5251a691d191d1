extension Publisher {
  /// Sends at most one value in each period: the latest or the first.
  ///
  /// *Sends* the first value immediately, then one value for each period in which one arrived. *Requests* unlimited values. *Keeps* the
  /// value to send at the end of the period. *Drops* the other values of the period, and values for which there is no demand. *Finishes*
  /// when the upstream has finished and the pending value has been sent. *Fails* when the upstream has failed and the pending value has
  /// been sent.
  ///
  /// *Use it* for a steady pace while values come all the time, as when scrolling. *See also* `debounce`, `audit`, `sample`, `delay`,
  /// `collect`. *In Rx:* `throttleTime`.
  ///
  ///     a: -1-23-----4--|
  ///     > a.throttle(for: 4, latest: true)
  ///     =  -1---3----4--|
  ///
  /// - Parameters:
  ///   - interval: The length of a period, and so the least time between two values, as a stride of the scheduler.
  ///   - scheduler: Measures the time and delivers values and the completion.
  ///   - latest: Whether the last value of a period is sent at its end. Otherwise the first one is.
  @inlinable
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// The publisher that `throttle(for:scheduler:latest:)` returns.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// The length of a period: the least time between two values.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers values.
    public let scheduler: Context
    /// Whether the last value of a period is sent; otherwise the first.
    public let latest: Bool
    /// Creates the publisher that `throttle(for:scheduler:latest:)` returns.
    @inlinable
    public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool) {
      (self.upstream, self.interval, self.scheduler, self.latest) = (upstream, interval, scheduler, latest)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "throttle")
      upstream.subscribe(ThrottleInner(subscriber, scheduler, interval, latest))
    }
  }
}

@usableFromInline struct ThrottleState<Downstream: Subscriber, Context: Scheduler> {
  /// The value that is sent at the end of the period.
  @usableFromInline enum Pending {
    case empty
    /// The demand for it was subtracted when it arrived.
    case counted(Downstream.Input)
    /// It arrived before the first request: its demand is checked when it is sent.
    case early(Downstream.Input)
  }
  @usableFromInline var pending = Pending.empty
  /// The completion that arrived after the pending value, or before the downstream had its subscription.
  @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?
  @usableFromInline var lastEmission: Context.SchedulerTimeType?
  /// Whether the downstream has its subscription. It may request values while it receives the subscription, so both are independent.
  @usableFromInline var hasSubscription = false
  /// Whether the downstream has requested values.
  @usableFromInline var isAsked = false
  @inlinable init() {}

  @inlinable var isEmpty: Bool { if case .empty = pending { true } else { false } }
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

  /// Requests values from the upstream before the downstream has its subscription, but does not complete it before.
  @inlinable func begin(_ downstream: Downstream) {
    core.link.request(.unlimited)
    downstream.receive(subscription: subscription)
    let (hasEarly, completion) = core.shared.with { shared in
      shared.own?.hasSubscription = true
      return (shared.own?.isEmpty == false, shared.own?.completion)
    }
    // After the subscription: a request that comes by way of the scheduler comes first.
    if hasEarly { scheduler.schedule { [self] in inTurn { $0.emit() } } } else if let completion { endSoon(completion) }
  }
  @inlinable func request(_ more: Subscribers.Demand) {
    core.shared.with { shared in
      shared.demand += more
      if more > .none { shared.own?.isAsked = true }
    }
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    // The value that is not needed any more is freed outside the lock.
    let (isNew, last, _): (Bool, Context.SchedulerTimeType?, Input?) = core.shared.with { [isLatest] shared in
      switch shared.own?.pending {
      case nil: return (false, nil, nil)
      case .counted(let old):
        guard isLatest, shared.demand > .none else { return (false, nil, nil) }
        shared.own?.pending = .counted(input)
        return (false, nil, old)
      case .early(let old):
        guard isLatest else { return (false, nil, nil) }
        shared.own?.pending = .early(input)
        return (false, nil, old)
      case .empty:
        let isAsked = shared.own?.isAsked == true
        if isAsked, shared.demand == .none { return (false, nil, nil) }
        if isAsked { shared.demand -= 1 }
        shared.own?.pending = isAsked ? .counted(input) : .early(input)
        return (shared.own?.hasSubscription == true, shared.own?.lastEmission, nil)
      }
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
      guard let own = shared.own else { return (nil, nil, nil) }
      shared.own?.pending = .empty
      switch own.pending {
      case .empty: return (nil, nil, own.completion)
      case .early(let value) where shared.demand == .none: return (value, nil, own.completion)
      case .early(let value):
        shared.demand -= 1
        shared.own?.lastEmission = now
        return (value, shared.downstream, own.completion)
      case .counted(let value):
        shared.own?.lastEmission = now
        return (value, shared.downstream, own.completion)
      }
    }
    if let value, let downstream { send(value, to: downstream) }
    if let completion { complete(completion) }
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    let waits = core.shared.with { shared in
      shared.own?.completion = completion
      return shared.own.map { !$0.isEmpty || !$0.hasSubscription } ?? true
    }
    if !waits { endSoon(completion) }
  }
  @inlinable func endSoon(_ completion: Subscribers.Completion<Failure>) {
    scheduler.schedule { [self] in inTurn { $0.complete(completion) } }
  }
}
