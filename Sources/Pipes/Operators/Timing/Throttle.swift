extension Publisher {
  /// Sends at most one value in each period: the latest or the first.
  ///
  /// *Sends* the first value immediately, then one value for each period in which one arrived. *Requests* unlimited
  /// values. *Keeps* the value to send at the end of the period. *Drops* the other values of the period. *Finishes*
  /// when the upstream has finished and the pending value has been sent. *Fails* when the upstream has failed and the
  /// pending value has been sent.
  ///
  /// *Use it* for a steady pace while values come all the time, as when scrolling. *See also* `debounce`, `audit`,
  /// `sample`, `delay`, `collect`. *In Rx:* `throttleTime`.
  ///
  ///     a: -1-23-----4--|
  ///     > a.throttle(for: 4, latest: true)
  ///     =  -1---3----4--|
  ///
  /// The newest value that is due without demand is sent at the next request, and the finish waits behind it.
  ///
  /// - Parameters:
  ///   - interval: The length of a period, and so the least time between two values, as a stride of the scheduler.
  ///   - scheduler: Measures the time and delivers values and the completion.
  ///   - latest: Whether the last value of a period is sent at its end. Otherwise the first one is.
  @inlinable public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let latest: Bool
    @inlinable
    public init(upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "throttle")
      upstream.subscribe(ThrottleInner(subscriber, scheduler, interval, latest))
    }
  }
}

/// Sends the pending value in an action of the scheduler, of which there is one at a time: as soon as possible, or by a
/// timer that a cancel stops. A value whose time has come is state (contract G13).
@usableFromInline
final class ThrottleInner<Downstream: Subscriber, Context: Scheduler>: TimedRelay, EngineSubscriber, @unchecked Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Time = Context.SchedulerTimeType
  @usableFromInline let core: TimedCore<Downstream, ThrottleState<Downstream, Context>>
  @usableFromInline let scheduler: Context
  @usableFromInline let interval: Time.Stride
  @usableFromInline let isLatest: Bool
  @usableFromInline let timeline: (any MovableTimer)?
  /// The emissions as actions of a timeline. They keep the state alive, and not this object, which keeps them.
  @usableFromInline let emissions: NumberedAction
  @inlinable init(_ downstream: Downstream, _ scheduler: Context, _ interval: Time.Stride, _ isLatest: Bool) {
    core = TimedCore(downstream, "Throttle", forwards: false, ThrottleState())
    self.scheduler = scheduler
    self.interval = interval
    self.isLatest = isLatest
    timeline = RestartableTimer<Context, ThrottleInner>.movable(scheduler, interval) { _ in }
    emissions = NumberedAction { [core, scheduler, timeline] in Self.fire($0, core, scheduler, timeline) }
  }

  /// Requests values from the upstream before the downstream has its subscription, but does not complete it before.
  @inlinable func begin(_ downstream: Downstream) {
    core.link.request(.unlimited)
    downstream.receive(subscription: subscription)
    let (round, isOver): (round: Int?, isOver: Bool) = core.shared.with { shared in
      shared.own?.hasSubscription = true
      return (round: schedule(&shared), isOver: shared.own?.completion != nil)
    }
    // After the subscription: a request that comes by way of the scheduler comes first.
    if let round { emitSoon(round) } else if isOver { completeSoon() }
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    // The value that is not needed any more is released outside of the lock.
    let (round, last, instant, old): (round: Int?, last: Time?, instant: Int64, old: Input?) = core.shared.with {
      [isLatest] shared in
      guard let own = shared.own else { return (round: nil, last: nil, instant: 0, old: nil) }
      if own.pending != nil, !isLatest {
        return (round: schedule(&shared), last: own.lastEmission, instant: own.lastInstant, old: nil)
      }
      shared.own?.pending = input
      return (round: schedule(&shared), last: own.lastEmission, instant: own.lastInstant, old: own.pending)
    }
    if let round { emit(round, after: last, instant) }
    withExtendedLifetime(old) {}
  }
  /// Called under the lock when something has arrived: begins a round for the pending value, unless one is scheduled.
  /// Returns its number.
  @inlinable @inline(__always)
  func schedule(_ shared: inout TimedCore<Downstream, ThrottleState<Downstream, Context>>.Shared) -> Int? {
    guard let own = shared.own, own.hasSubscription, own.pending != nil else { return nil }
    if own.scheduled != 0 {
      shared.own?.hasFollower = true
      return nil
    }
    let round = shared.nextRound()
    shared.own?.hasFollower = false
    shared.own?.scheduled = round ?? 0
    return round
  }
  @inlinable func emit(_ round: Int, after last: Time?, _ instant: Int64) {
    guard let due = last?.advanced(by: interval), scheduler.now < due else { return emitSoon(round) }
    if let timeline { return timeline.add(emissions, round, since: instant) }
    let timer = scheduler.schedule(after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: nil)
    { [self] in fire(round) }
    let isCurrent = core.shared.with { shared in
      if shared.own?.scheduled == round { shared.timer = timer }
      return shared.own?.scheduled == round
    }
    if !isCurrent { timer.cancel() }
  }
  @inlinable func emitSoon(_ round: Int) {
    if let timeline { return timeline.schedule(emissions, round) }
    let action = ScheduledAction({ [self] in fire(round) }, whenLost: { [weak self] in self?.forget(round) })
    scheduler.schedule { action.run() }
  }
  /// Called when the scheduler has dropped the action of a round, which may be long after it was lost. If something has
  /// arrived since that action was scheduled, another one is scheduled now, else by the next value or the completion:
  /// so a scheduler that loses every action is given one for each event, and no endless number.
  @inlinable func forget(_ round: Int) {
    let next: Int? = core.shared.with { shared in
      guard let own = shared.own, own.scheduled == round else { return nil }
      shared.own?.scheduled = 0
      return own.hasFollower ? schedule(&shared) : nil
    }
    if let next { emitSoon(next) }
  }
  /// Called by the scheduler: the time of the pending value has come.
  @inlinable func fire(_ round: Int) { Self.fire(round, core, scheduler, timeline) }
  @inlinable static func fire(
    _ round: Int, _ core: TimedCore<Downstream, ThrottleState<Downstream, Context>>, _ scheduler: Context,
    _ timeline: (any MovableTimer)?
  ) {
    let now = scheduler.now
    let (number, timer): (number: Int, timer: (any Cancellable)?) = core.shared.with { shared in
      guard shared.own?.scheduled == round, let value = shared.own?.pending.take() else {
        return (number: 0, timer: nil)
      }
      shared.own?.beginPeriod(now, timeline?.now ?? 0)
      var number = core.push(.value(value), &shared)
      if let completion = shared.own?.completion { number = core.push(.completion(completion), &shared) }
      return (number: number, timer: shared.timer.take())
    }
    guard number > 0 else { return }
    timer?.cancel()
    core.deliver(upTo: number)
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    let (round, isDue): (round: Int?, isDue: Bool) = core.shared.with { shared in
      shared.own?.completion = completion
      guard let own = shared.own, own.hasSubscription else { return (round: nil, isDue: false) }
      return (round: schedule(&shared), isDue: own.pending == nil)
    }
    if let round { emitSoon(round) } else if isDue { completeSoon() }
  }
  @inlinable func completeSoon() {
    core.shared.with { if let completion = $0.own?.completion { core.push(.completion(completion), &$0) } }
    scheduler.schedule { [core] in core.deliver() }
  }
  /// The period of a value that has waited for demand begins when it is sent. A pending value waits for the end of that
  /// period: the round that was scheduled for the end of an earlier one is over.
  @inlinable func wake() {
    let now = scheduler.now, instant = timeline?.now ?? 0
    let (round, timer): (round: Int?, timer: (any Cancellable)?) = core.shared.with { shared in
      shared.own?.beginPeriod(now, instant)
      return (round: schedule(&shared), timer: shared.timer.take())
    }
    timer?.cancel()
    if let round { emit(round, after: now, instant) }
    scheduler.schedule { [core] in core.deliver() }
  }
  @inlinable func stopTimer() { timeline?.stop(.max) }
}
