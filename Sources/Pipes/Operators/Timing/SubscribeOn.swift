extension Publisher {
  /// Subscribes, requests and cancels on a scheduler.
  ///
  /// *Use it* to start work that costs time elsewhere. *See also* `receive`. *In Rx:* `subscribeOn`.
  ///
  ///     a: -1-2-|
  ///     > a.subscribe(on: scheduler)
  ///     =  -1-2-|
  ///
  /// Does not move values: they are delivered on the thread or queue where the upstream sends them. `receive(on:)`
  /// moves them.
  ///
  /// - Parameter scheduler: Runs the subscribing, each request and the cancel.
  /// - Parameter options: Passed to the scheduler with each action.
  @inlinable public func subscribe<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.SubscribeOn<Self, S>
  {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "subscribe(on:)")
      let (scheduler, options) = (scheduler, options), upstream = SharedValue<Upstream?>(upstream)
      let inner = SubscribeOnInner(
        subscriber, SubscribeOnLink("SubscribeOn") { scheduler.schedule(options: options, $0) })
      scheduler.schedule(options: options) { upstream.dispose()?.subscribe(inner) }
    }
  }
}

@usableFromInline struct SubscribeOnInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link
  @inlinable init(_ downstream: Downstream, _ link: Link) {
    self.downstream = downstream
    self.link = link
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    link.isLive ? downstream.receive(input) : .none
  }
}

/// A link that forwards requests and the cancel on the scheduler.
@usableFromInline final class SubscribeOnLink: Link, @unchecked Sendable {
  private let later: (@escaping () -> Void) -> Void
  /// The demand that no action has requested from the upstream. Guarded by the lock of `upstream`.
  @exclusivity(unchecked) private var pending: Subscribers.Demand?
  @usableFromInline init(_ name: String, by later: @escaping (@escaping () -> Void) -> Void) {
    self.later = later
    super.init(name)
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    let target = upstream.with { slot in
      if slot != nil { pending = (pending ?? .none) + demand }
      return slot
    }
    guard let target else { return }
    // The action requests what earlier ones would have requested, if the scheduler has lost or reordered them.
    later { [self] in
      if let more = upstream.with({ _ in pending.take() }) { target.request(more) }
    }
  }
  @usableFromInline override func cancel() {
    if let upstream = transition(to: .cancelled, evenWaiting: true).old { later { upstream.cancel() } }
  }
}
