import Synchronization

/// The home of every operator with several upstreams, or with one whose values wait: one downstream, which receives one event at a time,
/// the ledger of its demand, and the upstreams. It is the subscription of the downstream. Operators are policies on it.
///
/// Invariants:
/// 1. Every `var`, here and in subclasses, is guarded by `gate`: only the gate's owner reads and writes it. "Inside the gate" in a comment
///    means that the caller is the owner.
/// 2. The downstream is called inside the gate only, so it receives one event at a time. It may re-enter: `send`, `request` and `cancel` on the
///    same thread run inside the outer call. So a subclass writes its state before it calls the downstream.
/// 3. `over` is atomic, not guarded by the gate, so that a cancel takes effect at once even while another thread is inside. It never goes back.
/// 4. `upstreams` is guarded by its lock: which upstreams there are, and whether more may join, is decided in one look. A link that is not
///    accepted any more is dead, and refuses the subscription that comes through it.
/// 5. Upstreams are requested from and canceled outside of the lock. They may answer at once, also on this thread.
/// 6. `complete` succeeds once, and nothing is sent after it. `dispose`, inside the gate, releases what a subclass keeps.
/// 7. The downstream is released inside the gate and never while it is being called, because `runInTurn` waits for the calls on the stack. So
///    nothing keeps it after a cancel, and a call needs no retain.
@usableFromInline class Delivery<Downstream: Subscriber>: EngineSubscription, @unchecked Sendable {
  @usableFromInline final class Target {
    @usableFromInline let downstream: Downstream
    @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  }
  /// Nil when all is over.
  @exclusivity(unchecked) @usableFromInline final var target: Unmanaged<Target>?
  @usableFromInline final let gate: Gate
  /// Requested and not yet delivered.
  @exclusivity(unchecked) @usableFromInline final var demand = Subscribers.Demand.none
  /// Completed or canceled: invariant 3.
  @usableFromInline final let over = Atomic(false)
  @usableFromInline final let upstreams = Guarded(Link.Group())
  /// The source, from its subscription to its end: the demand goes to it.
  @exclusivity(unchecked) @usableFromInline final var lead: Link?
  /// Inside the gate: the source has finished, so no more inner publishers will come.
  @exclusivity(unchecked) @usableFromInline final var isClosed = false
  /// How many values wait to be sent.
  @exclusivity(unchecked) @usableFromInline final var held = 0
  /// How many inner publishers the source may bring at a time.
  @usableFromInline final let width: Subscribers.Demand
  @usableFromInline final let name: String
  private final let refusesZero: Bool

  @usableFromInline init(
    _ downstream: Downstream, _ name: String, refusesZero: Bool = true, isOpen: Bool = true, width: Subscribers.Demand = .unlimited
  ) {
    target = .passRetained(Target(downstream))
    gate = Gate(isOpen: isOpen)
    (self.name, self.refusesZero, self.width) = (name, refusesZero, width)
  }
  deinit { target?.release() }
  @usableFromInline override final var description: String { name }
  @usableFromInline override final var releasesSubscriber: Bool { true }

  /// Completed or canceled.
  @inlinable @inline(__always) final var isOver: Bool { over.load(ordering: .relaxed) }
  /// Hands the subscription down.
  @usableFromInline final func sendSubscription() {
    // Outside of the gate, so with a reference of its own: the downstream may cancel.
    if let target = target?.takeUnretainedValue() { target.downstream.receive(subscription: self) }
  }

  // MARK: Overridden by a policy

  /// The upstream has given its subscription. Unless a policy says otherwise the source is requested for the demand, and any other upstream
  /// for everything.
  @usableFromInline func upstreamAttached(_ link: Link) {
    gate.run { [self] in
      guard isSource(link) else { return link.request(.unlimited) }
      lead = link
      if demand > .none { link.request(demand) }
    }
  }
  /// Inside the gate. The downstream has requested `more`, which is in the ledger already.
  @usableFromInline func demandRaised(by more: Subscribers.Demand) { lead?.request(more) }
  /// Inside the gate, at the end. Releases what is held back.
  @usableFromInline func dispose() {}

  // MARK: From the downstream

  @usableFromInline override func request(_ more: Subscribers.Demand) {
    if isPermitted(more) { gate.run(self, more) { $0.grant($1) } }
  }
  /// Whether a request has a meaning; a request of zero is reported where the operator refuses it.
  @usableFromInline final func isPermitted(_ more: Subscribers.Demand) -> Bool {
    !isOver && (!refusesZero || Misuse.isPositive(more, name))
  }
  private func grant(_ more: Subscribers.Demand) {
    if isOver { return }
    demand += more
    demandRaised(by: more)
  }
  @usableFromInline override func cancel() {
    cancelUpstreams()
    disposeInTurn()
  }

  // MARK: To the downstream

  /// Whether a value may be sent.
  @inlinable @inline(__always) final var canSend: Bool { demand != .none && !isOver }
  /// Inside the gate, with demand. Returns what the downstream requested in return; it is in the ledger already.
  @inlinable @inline(__always) @discardableResult final func send(_ value: Downstream.Input) -> Subscribers.Demand {
    if !demand.isUnlimited { demand -= 1 }
    let more = deliver(value)
    if more != .none { demand += more }
    return more
  }
  /// Inside the gate. The same where nothing is counted.
  @inlinable @inline(__always) final func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    guard let target else { return .none }
    return target._withUnsafeGuaranteedRef { $0.downstream.receive(value) }
  }
  /// Inside the gate: completes once. The upstreams that are left are canceled before the downstream receives the completion, or after.
  @usableFromInline final func complete(_ completion: Subscribers.Completion<Downstream.Failure>, cancelFirst: Bool = true) {
    guard !over.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if cancelFirst { cancelUpstreams() }
    target?._withUnsafeGuaranteedRef { $0.downstream.receive(completion: completion) }
    if !cancelFirst { cancelUpstreams() }
    disposeInTurn()
  }
  /// Called inside the gate: no further event is sent.
  @usableFromInline final func cancelAll() {
    cancelUpstreams()
    disposeInTurn()
  }
  private func disposeInTurn() {
    gate.runInTurn(self) { delivery in
      delivery.dispose()
      delivery.lead = nil
      delivery.releaseDownstream()
    }
  }
  private func releaseDownstream() {
    let old = target
    target = nil
    old?.release()
  }
  /// Forgets a downstream that has cancelled, where the upstream goes on for others.
  @usableFromInline final func detachDownstream() { gate.runInTurn(self) { $0.releaseDownstream() } }
  /// Cancels the upstreams, the one that brings the others last.
  private func cancelUpstreams() {
    over.store(true, ordering: .releasing)
    let old = upstreams.with { upstreams in
      defer { upstreams = Link.Group(isClosed: true) }
      return upstreams
    }
    for link in old.links { _ = link?.cancelOnce() }
    _ = old.source?.cancelOnce()
  }
}
