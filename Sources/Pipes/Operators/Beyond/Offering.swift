/// A delivery that drops a value for which there is no demand, but not before the first request: the last value that is due until then waits
/// for it, and with it the completion. A request that is on its way when an initial value comes, through `combineLatest` or a scheduler, is
/// demand for that value.
@usableFromInline final class Offering<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline var isAsked = false
  @exclusivity(unchecked) @usableFromInline var early: Downstream.Input?
  /// The completion that waits for the early value.
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Downstream.Failure>?

  @inlinable init(_ downstream: Downstream, _ name: String) { super.init(downstream, name) }
  /// Whether a value that is offered now is not dropped.
  @inlinable @inline(__always) var mayOffer: Bool { canSend || !isAsked && !isOver && ending == nil }
  /// Called inside the gate: sends the value, keeps it for the first request, or drops it.
  @inlinable func offer(_ value: Downstream.Input) {
    if canSend { send(value) } else if mayOffer { early = value }
  }
  /// Called inside the gate: completes the downstream, after the early value if there is one.
  @usableFromInline func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if early == nil { complete(completion) } else if ending == nil { ending = completion }
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) -> Link? {
    isAsked = true
    guard let value = early.take() else { return nil }
    send(value)
    if let ending { complete(ending) }
    return nil
  }
  @usableFromInline override func dispose() { (early, ending) = (nil, nil) }
}
