/// A delivery of state (contract G13): it keeps the newest value that found no demand, a newer one replaces it, and the next request sends it. A
/// finish waits behind that value, a failure does not. The upstreams are cancelled when a finish begins to wait.
@usableFromInline final class Offering<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline var newest = Kept<Downstream.Input?>(nil)
  /// Whether the finish waits behind the newest value.
  @exclusivity(unchecked) @usableFromInline var isFinishing = false

  @inlinable init(_ downstream: Downstream, _ name: String) { super.init(downstream, name) }
  /// Called inside the gate: sends the value, or keeps it for the next request.
  @inlinable func offer(_ value: Downstream.Input) {
    if canSend { send(value) } else if !isOver, !isFinishing { _ = newest.replace(by: value) }
  }
  /// Called inside the gate: completes the downstream. A finish waits behind the value that waits for demand.
  @usableFromInline func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard case .finished = completion, newest.value != nil else { return complete(completion) }
    isFinishing = true
    closeUpstreams()
  }
  /// Called inside the gate: sends a value of the source, or keeps it. Returns the demand for the source.
  @inlinable @inline(__always) func passOrKeep(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    if canSend { return pass(value, from: link) }
    offer(value)
    return .none
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) -> Link? {
    guard let value = newest.take() else { return lead }
    let more = send(value)
    if isFinishing { complete(.finished) } else if more > .none, let lead { gate.request(more, from: lead) }
    return lead
  }
  @usableFromInline override func dispose() { _ = newest.take() }
}
