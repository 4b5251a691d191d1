/// The namespace of ``Subscribers/Demand``, ``Subscribers/Completion`` and the subscribers of this module.
public enum Subscribers {}

/// An object that receives the values and the completion of a publisher. Its requests decide how many values it
/// receives.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values that it receives.
  associatedtype Input
  /// The type of the failures that it can receive.
  associatedtype Failure: Error

  /// Receives the subscription. Called once, before any other call. Values follow only after a request on the
  /// subscription.
  func receive(subscription: any Subscription)
  /// Receives a value.
  ///
  /// - Returns: The demand for more values. It is added to the earlier requests and never takes demand back.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Receives the completion. Called at most once, after the last value. A completion needs no demand.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// The same as `receive(())`.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}

extension Subscriber {
  /// Completes a subscriber that has no subscription: sends the empty subscription, then the completion.
  @usableFromInline package func complete(_ completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}
