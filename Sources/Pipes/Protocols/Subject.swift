/// A publisher that is driven from outside: it sends its subscribers the values that are sent into it.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have requested one.
  func send(_ value: Output)
  /// Sends the completion to all subscribers, later ones included.
  func send(completion: Subscribers.Completion<Failure>)
  /// Hands the subject an upstream, which it then requests values from.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// The same as `send(())`.
  @inlinable public func send() { send(()) }
}
