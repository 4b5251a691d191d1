/// A delivery of state (contract G13): it keeps the newest value that found no demand, a newer one replaces it, and the
/// next request sends it. A finish waits behind that value, a failure does not. The upstreams are cancelled when a
/// finish begins to wait.
@usableFromInline class Offering<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline final var newest = Kept<Downstream.Input?>(nil)
  /// Whether the finish waits behind the newest value.
  @exclusivity(unchecked) @usableFromInline final var isFinishing = false

  @inlinable init(_ downstream: Downstream, _ name: String) { super.init(downstream, name) }
  /// Called inside the gate: sends the value, or keeps it for the next request.
  @inlinable final func offer(_ value: Downstream.Input) {
    if newest.value != nil { _ = sendNewest() }  // if it was asked for, that was before
    if canSend {
      send(value)
      if newest.value != nil { _ = sendNewest() }
      return
    }
    if isOver || isFinishing { return }
    _ = newest.replace(by: value)
    RunHook.noteKeptNewest()
  }
  /// Called inside the gate: completes the downstream. A finish waits behind the value that waits for demand.
  @usableFromInline final func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard case .finished = completion, newest.value != nil else { return complete(completion) }
    isFinishing = true
    closeUpstreams()
  }
  /// Called inside the gate: sends a value of the source, or keeps it. Returns the demand for the source.
  @inlinable @inline(__always) final func passOrKeep(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    var more = newest.value == nil ? .none : sendNewest()
    guard canSend else {
      offer(value)
      return more
    }
    more += pass(value, from: link)
    return newest.value == nil ? more : more + sendNewest()
  }
  /// Called inside the gate, when there may be demand for the newest value: sends it, and what is kept meanwhile,
  /// because the downstream may send values, finish its upstream and return demand for them. Returns the returned
  /// demand.
  @usableFromInline final func sendNewest() -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    while canSend, let value = newest.take() { more += sendLate(value) }
    if isFinishing, newest.value == nil { complete(.finished) }
    return more
  }
  /// Called inside the gate, with demand: sends a value that has waited for it.
  @usableFromInline func sendLate(_ value: Downstream.Input) -> Subscribers.Demand { send(value) }
  @usableFromInline override final func demandRaised(by more: Subscribers.Demand) -> Link? {
    if lead == nil { _ = sendNewest() }  // there is nobody to ask
    return lead
  }
  @usableFromInline override final var isHolding: Bool { newest.value != nil }
  @usableFromInline override final func serve() {
    let more = sendNewest()
    if more > .none, let lead { gate.request(more, from: lead) }
  }
  @usableFromInline override func dispose() { _ = newest.take() }
}
