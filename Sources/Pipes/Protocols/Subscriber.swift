/// The namespace of ``Subscribers/Demand``, ``Subscribers/Completion`` and the ready-made subscribers.
public enum Subscribers {}

/// The receiving end of a stream. It decides how many values may come by what it requests.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The values it takes.
  associatedtype Input
  /// The error it can be told of.
  associatedtype Failure: Error

  /// Called once, before anything else. Values come only after a request on the subscription.
  func receive(subscription: any Subscription)
  /// Called for each value. What it returns is added to what was requested so far; it never takes demand back.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Called at most once, last. It needs no demand.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// The same as `receive(())`.
  @inlinable public func receive() -> Subscribers.Demand { receive(()) }
}

extension Subscriber {
  /// A stream that ends before it begins: the empty subscription, then the completion.
  @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}
