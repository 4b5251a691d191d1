import Synchronization

/// The subscription that a relay sends to its downstream. It refers to the upstream, never to the downstream, so a
/// subscriber that keeps its subscription keeps no downstream alive. It is not generic, so the compiler need not
/// specialize it.
open class _Link: _EngineSubscription, @unchecked Sendable {
  // Unchecked: `state` changes inside the lock of `upstream` only; it is an atomic so that `isLive` needs no lock. All
  // its operations are relaxed: a caller that must see more than the state takes the lock.
  @usableFromInline package enum State: UInt8, AtomicState { case waiting, live, completed, cancelled }
  @usableFromInline package final let state = Atomic(State.waiting)
  package final let upstream = Guarded<EngineSubscription?>(nil)
  package final let name: String
  final let refusesZero: Bool
  /// The demand that was requested before the upstream had sent its subscription, in links that allow that. Guarded by
  /// the lock of `upstream` until then.
  @exclusivity(unchecked) private final var owed = Subscribers.Demand.none
  /// The index of this link among the upstreams of a `Delivery`, which guards it; negative if it is none of them.
  package final var place: Int {
    get { number }
    set { number = newValue }
  }
  @exclusivity(unchecked) private final var number = -1
  open override var description: String { name }
  open override var releasesSubscriber: Bool { upstream.with { $0 }?.releasesSubscriber ?? false }

  open override func reportChanges(to sink: _Link) { upstream.with { $0 }?.reportChanges(to: sink) }
  public override final func abandon() { upstream.with { $0 }?.abandon() }
  /// Called when another upstream has followed: whether cancelling it releases its subscriber.
  open func upstreamChanged(releasesSubscriber: Bool) {}

  /// Creates a link. With `refusesZero` a request of zero is a misuse; otherwise the upstream decides.
  @usableFromInline package init(_ name: String, refusesZero: Bool = false) {
    self.name = name
    self.refusesZero = refusesZero
  }
  /// Whether the upstream is subscribed, and neither completed nor cancelled.
  @inlinable @inline(__always) package final var isLive: Bool { state.load(ordering: .relaxed) == .live }
  /// Whether values that have been received are still to be sent: also after the completion, but not after a cancel.
  @inlinable @inline(__always) package final var maySend: Bool { state.load(ordering: .relaxed) != .cancelled }
  /// The same as `isLive`, for operators in which a value before the subscription is a misuse: contract G9.
  @inlinable @inline(__always) package final var takesValue: Bool { isLive || refuseValue() }
  @usableFromInline final func refuseValue() -> Bool {
    if state.load(ordering: .relaxed) == .waiting {
      Misuse.report("\(name): a value must not come before the subscription")
    }
    return false
  }
  /// Whether the downstream has been completed or has cancelled.
  @inlinable @inline(__always) package final var isOver: Bool {
    state.load(ordering: .relaxed).rawValue >= State.completed.rawValue
  }

  /// Keeps the first subscription and cancels any other. Returns whether it was the first.
  @usableFromInline package final func attach(_ subscription: any Subscription) -> Bool { keep(subscription.kept) }
  @usableFromInline package final func keep(_ kept: EngineSubscription) -> Bool {
    let isFirst = upstream.with { slot in
      guard state.load(ordering: .relaxed) == .waiting else { return false }
      slot = kept
      state.store(.live, ordering: .relaxed)
      return true
    }
    if !isFirst { kept.cancel() }
    return isFirst
  }
  open override func request(_ demand: Subscribers.Demand) {
    let target = upstream.with { slot in
      if slot == nil, state.load(ordering: .relaxed) == .waiting { owed += demand }
      return slot
    }
    guard let target else { return }
    if !refusesZero || Misuse.isPositive(demand, name) { target.request(demand) }
  }
  /// Requests the demand that was kept until the upstream had sent its subscription.
  @usableFromInline package final func catchUp() {
    let demand = upstream.with { _ in
      defer { owed = .none }
      return owed
    }
    if demand > .none { request(demand) }
  }
  open override func cancel() { _ = cancelOnce() }

  // The next three end the link and return true to the one caller that then sends the completion. They release objects,
  // whose `deinit` may cancel, so they look again at last.

  /// Marks the link as completed by the upstream.
  @usableFromInline package final func complete() -> Bool {
    let was = transition(to: .completed).was  // the upstream is released here
    return was == .live && maySend
  }
  /// The same as `complete()`, for a subscriber that accepts events without a subscription.
  @usableFromInline package final func completeUnsubscribed() -> Bool {
    let was = transition(to: .completed, evenWaiting: true).was
    return was != nil && maySend
  }
  /// Completes a live link by decision of the operator, and cancels the upstream. A subscription that arrives later is
  /// cancelled.
  @usableFromInline package final func finish() -> Bool {
    let was = leave(.completed)
    return was == .live && maySend
  }
  /// Cancels the link and the upstream. A subscription that arrives later is cancelled. Returns true to the one caller
  /// that cancels a live link.
  @usableFromInline package final func cancelOnce() -> Bool { leave(.cancelled) == .live }
  private func leave(_ end: State) -> State? {
    let (was, old) = transition(to: end, evenWaiting: true)
    old?.cancel()
    return was
  }
  /// Marks the link as cancelled. Returns the upstream, which the caller cancels outside of the locks that it holds.
  final func sever() -> EngineSubscription? { transition(to: .cancelled, evenWaiting: true).old }
  /// Does the same as `cancelOnce()`, but detaches an upstream that has completed without cancelling it.
  @usableFromInline package final func detach() {
    let (was, old) = transition(to: .cancelled, evenWaiting: true)
    if was != .completed { old?.cancel() }
  }
  /// Marks the link as completed, but keeps the upstream for requests and a later `cancelOnce`.
  @usableFromInline package final func completeAttached() {
    upstream.with { _ in state.store(.completed, ordering: .relaxed) }
  }

  /// A completed link can still be cancelled, so that whoever is about to send the completion learns of it.
  package final func transition(to end: State, evenWaiting: Bool = false) -> (was: State?, old: EngineSubscription?) {
    upstream.with { slot in
      let was = state.load(ordering: .relaxed)
      guard
        was == .live || was == .waiting && evenWaiting || was == .completed && (slot != nil || end == .cancelled)
      else { return (nil, nil) }
      state.store(end, ordering: .relaxed)
      return (was, slot.take())
    }
  }
}
@usableFromInline package typealias Link = _Link
