extension Publisher {
  /// Sends, for every value, how much time has passed since the one before, or since the subscription.
  ///
  ///     source           -a--b-|
  ///     measureInterval  -1--3-|
  @inlinable
  public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher of the time between values.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// A length of the scheduler's time; negative if its clock was set back.
    public typealias Output = Context.SchedulerTimeType.Stride
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// The publisher that is measured.
    public let upstream: Upstream
    /// The clock.
    public let scheduler: Context
    /// A publisher of the time between values.
    @inlinable public init(upstream: Upstream, scheduler: Context) { (self.upstream, self.scheduler) = (upstream, scheduler) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(MeasureIntervalInner<Upstream.Output, S, Context>(subscriber, scheduler))
    }
  }
}

@usableFromInline final class MeasureIntervalInner<Input, Downstream: Subscriber, Context: Scheduler>: Relay
where Downstream.Input == Context.SchedulerTimeType.Stride {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link("MeasureInterval")
  @usableFromInline let scheduler: Context
  @exclusivity(unchecked) @usableFromInline var last: Context.SchedulerTimeType?
  @inlinable init(_ downstream: Downstream, _ scheduler: Context) { (self.downstream, self.scheduler) = (downstream, scheduler) }

  @inlinable func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    last = scheduler.now
    downstream.receive(subscription: link)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive, let before = last else { return .none }
    let now = scheduler.now
    last = now
    let more = downstream.receive(before.distance(to: now))
    if more > .none { link.request(more) }
    return .none
  }
}
