extension Publisher {
  /// Sends the time since the previous value in place of each value.
  ///
  /// *Use it* to look at the pace of a stream. *See also* `scan`, `pairwise`.
  ///
  ///     a: -1--2-3-|
  ///     > a.measureInterval(using: scheduler)
  ///     =  -b--c-d-|
  ///       b = 1ms   c = 3ms   d = 2ms
  ///
  /// - Parameter scheduler: The scheduler whose clock is read. For the first value the time since the subscription is
  ///   sent.
  /// - Parameter options: Has no effect; Combine's operator has the parameter, too.
  @inlinable public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// A length of time; negative if the clock of the scheduler was set back.
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let scheduler: Context
    @inlinable public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "measureInterval")
      upstream.subscribe(MeasureIntervalInner<Upstream.Output, S, Context>(subscriber, scheduler))
    }
  }
}

@usableFromInline final class MeasureIntervalInner<Input, Downstream: Subscriber, Context: Scheduler>: Relay
where Downstream.Input == Context.SchedulerTimeType.Stride {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link("MeasureInterval")
  @usableFromInline let scheduler: Context
  @exclusivity(unchecked) @usableFromInline var last = Kept<Context.SchedulerTimeType?>(nil)
  @inlinable init(_ downstream: Downstream, _ scheduler: Context) {
    self.downstream = downstream
    self.scheduler = scheduler
  }

  @inlinable func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    _ = last.replace(by: scheduler.now)
    downstream.receive(subscription: link)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive, let before = last.value else { return .none }
    let now = scheduler.now
    _ = last.replace(by: now)
    let more = downstream.receive(before.distance(to: now))
    if more > .none { link.request(more) }
    return .none
  }
}
