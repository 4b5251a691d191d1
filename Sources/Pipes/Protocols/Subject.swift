/// A publisher that is driven from outside: what is sent into it goes to its subscribers.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have asked for one.
  func send(_ value: Output)
  /// Ends the stream for all subscribers, those that come later included.
  func send(completion: Subscribers.Completion<Failure>)
  /// Hands the subject an upstream, which it then requests values from.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// The same as `send(())`.
  @inlinable public func send() { send(()) }
}
