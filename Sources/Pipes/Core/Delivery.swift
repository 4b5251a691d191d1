import Synchronization

/// One downstream that several upstreams, timers or threads send to, one event at a time. It holds the demand ledger and the gate of every
/// operator that is more than a relay.
///
/// Invariants:
/// 1. Every `var`, here and in subclasses, is guarded by `gate`: it is read and written by the gate's owner only. "Inside the gate" in a
///    comment means that the caller is the owner.
/// 2. The downstream is called inside the gate only, so it receives one event at a time. It may re-enter: `send`, `request` and `cancel` on the
///    same thread run inside the outer call. So a subclass writes its state before it calls the downstream.
/// 3. `over` is atomic, not guarded by the gate, so that a cancel takes effect at once even while another thread is inside. It never goes back.
/// 4. `upstreams` is guarded by its lock: who the upstreams are, and whether more may join, is decided in one look. A link that is not taken
///    any more is dead, and refuses the subscription that comes through it.
/// 5. Upstreams are requested from and cancelled outside of the lock. They may answer at once, also on this thread.
/// 6. `end` succeeds once, and nothing is sent after it. `dispose`, inside the gate, releases what a subclass keeps.
@usableFromInline class Delivery<Downstream: Subscriber>: SubscriptionOwner, @unchecked Sendable {
  @usableFromInline final let downstream: Downstream
  @usableFromInline final let gate: Gate
  /// Requested and not yet delivered.
  @exclusivity(unchecked) @usableFromInline final var demand = Subscribers.Demand.none
  /// Whether the downstream has been completed or has cancelled: invariant 3.
  @usableFromInline final let over = Atomic(false)
  @usableFromInline final let upstreams = Guarded(Upstreams())

  @usableFromInline init(_ downstream: Downstream, isOpen: Bool = true) {
    self.downstream = downstream
    gate = Gate(isOpen: isOpen)
  }
  /// Whether the downstream has been completed or has cancelled.
  @inlinable @inline(__always) final var isOver: Bool { over.load(ordering: .relaxed) }
  /// Hands the subscription down.
  @usableFromInline final func sendSubscription(_ name: String, refusesZero: Bool = true) {
    let subscription = DownstreamSubscription(name, refusesZero: refusesZero, self)
    upstreams.with { $0.subscription = subscription }
    downstream.receive(subscription: subscription)
  }
  /// Called inside the gate. The downstream has requested `more`, which is in the ledger already.
  @usableFromInline func demandRaised(by more: Subscribers.Demand) {}
  /// Called inside the gate at the end. Releases the values that are kept.
  @usableFromInline func dispose() {}
  @usableFromInline func upstreamAttached(_ link: Link) {}

  @usableFromInline func request(_ more: Subscribers.Demand) {
    gate.run(self, more) { $0.grant($1) }
  }
  private func grant(_ more: Subscribers.Demand) {
    if isOver { return }
    demand += more
    demandRaised(by: more)
  }
  @usableFromInline func cancel() {
    cancelUpstreams()
    gate.run { [self] in dispose() }
  }

  /// May a value be sent?
  @inlinable @inline(__always) final var canSend: Bool { demand != .none && !isOver }
  /// Called inside the gate, with demand. Returns the demand that the downstream returned; it is in the ledger already.
  @inlinable @inline(__always) @discardableResult final func send(_ value: Downstream.Input) -> Subscribers.Demand {
    if !demand.isUnlimited { demand -= 1 }
    let more = downstream.receive(value)
    if more != .none { demand += more }
    return more
  }
  /// Called inside the gate: completes the downstream once. The remaining upstreams are cancelled before the downstream receives the
  /// completion, or after it.
  @usableFromInline final func complete(_ completion: Subscribers.Completion<Downstream.Failure>, cancelFirst: Bool = true) {
    guard !over.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if cancelFirst { cancelAll() }
    downstream.receive(completion: completion)
    if !cancelFirst { cancelAll() }
  }
  /// Called inside the gate: no further event is sent.
  @usableFromInline final func cancelAll() {
    cancelUpstreams()
    dispose()
  }
  /// Cancels the upstreams, the one that brings the others last.
  private func cancelUpstreams() {
    over.store(true, ordering: .releasing)
    let old = upstreams.with { upstreams in
      defer { upstreams = Upstreams(isClosed: true) }
      return upstreams
    }
    old.subscription?.detach()
    for link in old.links { _ = link?.cancelOnce() }
    _ = old.source?.cancelOnce()
  }
  /// Returns false if no upstream may join any more: then the link is dead, and a subscription that arrives through it is cancelled. An
  /// upstream that brings inner publishers is cancelled after them.
  @usableFromInline @discardableResult final func add(_ link: Link, bringsOthers: Bool = false) -> Bool {
    let isTaken = upstreams.with { $0.add(link, bringsOthers) }
    if !isTaken { _ = link.cancelOnce() }
    return isTaken
  }
  /// Removes an upstream that has completed or is about to be cancelled. Returns false if it was removed before.
  @usableFromInline @discardableResult final func remove(_ link: Link) -> Bool { upstreams.with { $0.remove(link) } }
  /// The subscription of the downstream, from `sendSubscription` to its end.
  @usableFromInline final var subscription: DownstreamSubscription? { upstreams.with { $0.subscription } }
  /// The upstreams that have not completed; none once the downstream is done.
  @usableFromInline final var links: ContiguousArray<Link?> { upstreams.with { $0.links } }
}

/// The upstreams of a delivery, to be cancelled at its end.
@usableFromInline struct Upstreams {
  var isClosed = false
  /// Whether one upstream was chosen.
  var isNarrow = false
  var links: ContiguousArray<Link?> = []
  /// Places in `links` that are free again.
  var free: ContiguousArray<Int> = []
  /// The one that brings the others.
  @usableFromInline var source: Link?
  /// The subscription of the downstream.
  var subscription: DownstreamSubscription?

  mutating func add(_ link: Link, _ bringsOthers: Bool) -> Bool {
    if isClosed || isNarrow { return false }
    if bringsOthers {
      source = link
    } else if let place = free.popLast() {
      link.place = place
      links[place] = link
    } else {
      link.place = links.count
      links.append(link)
    }
    return true
  }
  @discardableResult mutating func remove(_ link: Link) -> Bool {
    guard !isClosed, link.place >= 0 else { return false }
    links[link.place] = nil
    free.append(link.place)
    link.place = -1
    return true
  }
  /// Keeps one upstream; none is added any more. Returns the others, which are to be stopped.
  mutating func narrow(to link: Link) -> [Link] {
    guard !isClosed else { return [] }
    isNarrow = true
    var others: [Link] = []
    for case let other? in links where other !== link {
      remove(other)
      others.append(other)
    }
    return others
  }
  /// Whether there is no upstream, apart from the one that brings inner publishers.
  var isEmpty: Bool { links.count == free.count }
}

/// One upstream of several. Its closures are created where the types are known, so they are specialized for the whole chain downstream.
@usableFromInline final class UpstreamSubscriber<Input, Failure: Error>: EngineSubscriber {
  @usableFromInline let link: Link
  @usableFromInline let owner: any SubscriptionOwner
  /// An upstream that has completed still receives requests and the cancel: contract CO-03.
  @usableFromInline let keepsEnded: Bool
  /// Events before the subscription count, too.
  @usableFromInline let takesEarly: Bool
  /// Not called after the upstream has completed or has been cancelled.
  @usableFromInline let onValue: (Input) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @inlinable
  init(
    _ link: Link, of owner: any SubscriptionOwner, keepsEnded: Bool = false, takesEarly: Bool = false,
    onValue: @escaping (Input) -> Subscribers.Demand, onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    (self.link, self.owner, self.onValue, self.onCompletion) = (link, owner, onValue, onCompletion)
    (self.keepsEnded, self.takesEarly) = (keepsEnded, takesEarly)
  }
  @inlinable @inline(__always) var listens: Bool { link.isLive || takesEarly && !link.isOver }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    link.catchUp()
    owner.upstreamAttached(link)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { listens ? onValue(input) : .none }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    if link.isOver { return }  // a completion counts also before the subscription, or the downstream would wait for ever
    if keepsEnded { link.completeAttached() } else { _ = link.completeUnsubscribed() }
    onCompletion(completion)
  }
}
