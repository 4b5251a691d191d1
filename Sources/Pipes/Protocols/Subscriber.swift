/// The namespace of ``Subscribers/Demand``, ``Subscribers/Completion`` and the subscribers of this module.
public enum Subscribers {}

/// Receives the values and the completion of a publisher. Its requests decide how many values may arrive.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The values it takes.
  associatedtype Input
  /// The type of the failures that it can receive.
  associatedtype Failure: Error

  /// Called once, before any other call. Values arrive only after a request on the subscription.
  func receive(subscription: any Subscription)
  /// Called for each value. The returned demand is added to the earlier requests; it never takes demand back.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Called at most once, last. It needs no demand.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// The same as `receive(())`.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}

extension Subscriber {
  /// Completes a subscriber that has no subscription: sends the empty subscription, then the completion.
  @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}
