import Synchronization

/// The base class of every operator with several upstreams, or with one upstream whose values may wait. It is the
/// subscription of its downstream, keeps the demand of that downstream, and owns the upstreams. Operators are
/// subclasses that decide which values to send and when.
///
/// Invariants:
/// 1. Every `var`, here and in subclasses, is guarded by `gate`: only the gate's owner reads and writes it. "Inside the
///    gate" in a comment means that the caller is the owner.
/// 2. The downstream is called inside the gate only, so it receives one event at a time. It may re-enter: `send`,
///    `request` and `cancel` on the same thread run inside the outer call. So a subclass writes its state before it
///    calls the downstream.
/// 3. `phase` is atomic, not guarded by the gate, so that a cancel takes effect at once even while another thread is
///    inside. It never goes back.
/// 4. `upstreams` is guarded by its lock, so the set of upstreams and whether more may join change together. A link
///    that is not accepted is cancelled, and cancels a subscription that arrives through it.
/// 5. Upstreams are requested from and cancelled outside of the lock, and requested from outside the gate: an upstream
///    that answers a request with a long sequence must not keep the other ones out. They may send events at once, also
///    on this thread.
/// 6. `complete` succeeds once, and nothing is sent after it. The completion is decided first, then upstreams are
///    cancelled, which may release values whose `deinit` cancels: so it is claimed last, directly before it is sent.
///    `dispose`, inside the gate, releases what a subclass keeps.
/// 7. The downstream is released inside the gate and never while it is being called, because `runAtExit` waits for the
///    calls on the stack. So nothing keeps it after a cancel, and a call needs no retain.
@usableFromInline class Delivery<Downstream: Subscriber>: EngineSubscription, @unchecked Sendable {
  @usableFromInline final class Target {
    @usableFromInline let downstream: Downstream
    @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  }
  /// The downstream; `nil` once it has been released.
  @exclusivity(unchecked) @usableFromInline final var target: Unmanaged<Target>?
  @usableFromInline final let gate: Gate
  /// The demand that has not been fulfilled yet.
  @exclusivity(unchecked) @usableFromInline final var demand = Subscribers.Demand.none
  @usableFromInline enum Phase: UInt8, Link.AtomicState {
    case live
    /// The downstream has cancelled, and the upstreams go on for others.
    case detached
    /// The completion is decided and has not been sent. A cancel still comes before it.
    case completing
    /// Completed or cancelled.
    case over
  }
  /// Invariants 3 and 6. Its operations are relaxed: it guards no other state.
  @usableFromInline final let phase = Atomic(Phase.live)
  @usableFromInline final let upstreams = Guarded(Link.Upstreams())
  /// The source that the demand of the downstream is requested from, until its completion. Before it has sent its
  /// subscription, the link keeps the demand: so a source is requested from by the thread that subscribes, also while
  /// another thread is inside the gate.
  @exclusivity(unchecked) @usableFromInline final var lead: Link?
  /// Whether the source has finished, so that no more inner publishers will be created.
  @exclusivity(unchecked) @usableFromInline final var isClosed = false
  /// Whether unlimited values are requested from the upstreams. Set inside the gate, and read by threads that add an
  /// upstream. It never becomes false again.
  @usableFromInline final let unlimited = Atomic(false)
  /// The demand that no value has been accepted for, in deliveries that accept values before their turn. Atomic,
  /// because values arrive outside the gate.
  @usableFromInline final let credit = Atomic<UInt>(0)
  /// The number of values that wait to be sent.
  @exclusivity(unchecked) @usableFromInline final var held = 0
  /// The number of inner publishers without a link that have not finished yet.
  @exclusivity(unchecked) @usableFromInline final var unfinished = 0
  /// The number of inner publishers that may be subscribed to at a time.
  @usableFromInline final let width: Subscribers.Demand
  @usableFromInline final let name: String
  @usableFromInline final let check = Misuse.AccessCheck("the state of a delivery")
  private final let refusesZero: Bool

  @usableFromInline init(
    _ downstream: Downstream, _ name: String, refusesZero: Bool = true, isOpen: Bool = true,
    width: Subscribers.Demand = .unlimited
  ) {
    target = .passRetained(Target(downstream))
    gate = Gate(isOpen: isOpen)
    self.name = name
    self.refusesZero = refusesZero
    self.width = width
  }
  deinit { target?.release() }
  @usableFromInline override final var description: String { name }
  @usableFromInline override final var releasesSubscriber: Bool { true }

  /// Whether the delivery is over, which means completed or cancelled, or whether that is decided.
  @inlinable @inline(__always) final var isOver: Bool {
    phase.load(ordering: .relaxed).rawValue >= Phase.completing.rawValue
  }
  /// Sends the subscription to the downstream.
  @usableFromInline final func sendSubscription() {
    // The call is outside of the gate, so it keeps a reference of its own: the downstream may cancel.
    if let target = target?.takeUnretainedValue() { target.downstream.receive(subscription: self) }
  }

  // MARK: Overridden by operators

  /// Called when an upstream has sent its subscription, outside the gate: nobody else knows the link yet. By default
  /// unlimited values are requested from it, unless it is the source, whose link has kept the demand and has requested
  /// it now.
  @usableFromInline func upstreamAttached(_ link: Link) { if !isSource(link) { link.request(.unlimited) } }
  /// Called inside the gate when the downstream has requested `more`, after it was added to `demand`. Returns the link
  /// that it is to be requested from, by default the link of the source.
  @usableFromInline func demandRaised(by more: Subscribers.Demand) -> Link? { lead }
  /// Called outside the gate, or inside it, with the link of the source: requests from the upstreams what the
  /// downstream has requested.
  @usableFromInline func passOn(_ more: Subscribers.Demand, to source: Link?, isInside: Bool) {
    guard let source else { return }
    if isInside { askInside(more, of: source) } else { source.request(more) }
  }
  /// Whether a value waits that `serve` sends, after the upstreams have been asked: so a value that the downstream sends
  /// from inside its delivery finds demand (contract G6). An upstream that answers at once enters before `serve`, so its
  /// value is sent behind the one that waits.
  @usableFromInline var isHolding: Bool { false }
  /// Called inside the gate: sends the values that wait.
  @usableFromInline func serve() {}
  /// Called inside the gate when the delivery is over: releases the values that wait.
  @usableFromInline func dispose() {}

  // MARK: From the downstream

  @usableFromInline override func request(_ more: Subscribers.Demand) {
    guard isPermitted(more) else { return }
    if let pass = gate.enterAgain() {
      let source = grant(more), isHolding = isHolding
      gate.leave(pass)
      passOn(more, to: source, isInside: false)
      if isHolding { gate.run(self, ()) { delivery, _ in delivery.serve() } }
    } else {
      gate.run(self, more) { delivery, more in
        delivery.passOn(more, to: delivery.grant(more), isInside: true)
        if delivery.isHolding { delivery.serve() }
      }
    }
  }
  /// Called inside the gate: requests values from an upstream. If a value waits whose delivery comes now, a part is
  /// requested at once: as much as may wait at the gate. The rest is requested after the release.
  @usableFromInline final func askInside(_ more: Subscribers.Demand, of link: Link) {
    guard isHolding else { return gate.request(more, from: link) }
    let now = min(more, Gate.room)
    link.request(now)
    if now < more { gate.request(more.isUnlimited ? more : more - now, from: link) }
  }
  /// Whether a request has an effect. A request of zero is reported if the operator refuses it.
  @usableFromInline final func isPermitted(_ more: Subscribers.Demand) -> Bool {
    !isOver && (!refusesZero || Misuse.isPositive(more, name))
  }
  private func grant(_ more: Subscribers.Demand) -> Link? {
    check.write()
    if isOver { return nil }
    demand += more
    return demandRaised(by: more)
  }
  @usableFromInline override func cancel() {
    cancelUpstreams()
    disposeInTurn()
  }

  /// Takes one from the credit. Returns false if there is none.
  @usableFromInline final func reserve() -> Bool { credit.lower(beside: Delivery.unused) != 0 }
  @usableFromInline final func addCredit(_ more: Subscribers.Demand) {
    _ = credit.raise(by: more, beside: Delivery.unused)
  }
  @usableFromInline final var hasUnlimitedCredit: Bool { credit.load(ordering: .relaxed) == Subscribers.Demand.top }
  private static var unused: UInt { Subscribers.Demand.top >> 1 }
  @inlinable @inline(__always) final var isUnlimited: Bool { unlimited.load(ordering: .acquiring) }
  /// Called inside the gate: requests unlimited values from all upstreams. One that is added meanwhile finds
  /// `isUnlimited`.
  @usableFromInline final func becomeUnlimited() {
    unlimited.store(true, ordering: .releasing)
    upstreams.withCopy(of: { $0.links }) { links in
      for case let link? in links { gate.request(.unlimited, from: link) }
    }
  }

  // MARK: To the downstream

  /// Whether a value may be sent.
  @inlinable @inline(__always) final var canSend: Bool { demand != .none && !isOver }
  /// Called inside the gate, with demand: sends a value. Returns the demand that the downstream returned, after it was
  /// added to `demand`.
  @inlinable @inline(__always) @discardableResult final func send(_ value: Downstream.Input) -> Subscribers.Demand {
    check.write()
    if !demand.isUnlimited { demand -= 1 }
    let more = deliver(value)
    if more != .none { demand += more }
    return more
  }
  /// Called inside the gate: sends a value without counting it.
  @inlinable @inline(__always) final func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    guard let target else { return .none }
    return target._withUnsafeGuaranteedRef { $0.downstream.receive(value) }
  }
  /// Called inside the gate: completes the downstream, once. `cancelFirst` decides whether the remaining upstreams are
  /// cancelled before the downstream receives the completion, or after.
  @usableFromInline final func complete(
    _ completion: Subscribers.Completion<Downstream.Failure>, cancelFirst: Bool = true
  ) {
    check.write()
    guard advance(from: .live, to: .completing) else {
      if isDetached { cancelAll() }
      return
    }
    if cancelFirst { closeUpstreams() }
    if advance(from: .completing, to: .over) {
      target?._withUnsafeGuaranteedRef { $0.downstream.receive(completion: completion) }
    }
    if !cancelFirst { closeUpstreams() }
    disposeInTurn()
  }
  private func advance(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
  }
  /// Called inside the gate: cancels the upstreams and sends no further event.
  @usableFromInline final func cancelAll() {
    cancelUpstreams()
    disposeInTurn()
  }
  private func disposeInTurn() {
    gate.runAtExit(self) { delivery in
      delivery.dispose()
      delivery.lead = nil
      delivery.releaseDownstream()
    }
  }
  private func releaseDownstream() {
    check.write()
    let old = target
    target = nil
    old?.release()
  }
  /// Called by a cancel: releases the downstream, while the upstream continues for others.
  @usableFromInline final func detachDownstream() {
    if !advance(from: .live, to: .detached) { _ = advance(from: .completing, to: .over) }
    gate.runAtExit(self) { $0.releaseDownstream() }
  }
  @usableFromInline final var isDetached: Bool { phase.load(ordering: .relaxed) == .detached }
  private func cancelUpstreams() {
    phase.store(.over, ordering: .relaxed)
    closeUpstreams()
  }
  /// Cancels the upstreams, the source last, and accepts no more.
  @usableFromInline final func closeUpstreams() {
    let old = upstreams.with { upstreams in
      defer { upstreams = Link.Upstreams(isClosed: true) }
      return upstreams
    }
    for link in old.links { _ = link?.cancelOnce() }
    _ = old.source?.cancelOnce()
  }
}
