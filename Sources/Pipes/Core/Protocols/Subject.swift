/// A publisher that other code sends values into. It passes them on to its subscribers.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have requested one.
  func send(_ value: Output)
  /// Sends the completion to all subscribers, later ones included.
  func send(completion: Subscribers.Completion<Failure>)
  /// Gives the subject an upstream. The subject requests values from it and cancels it when it is released.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// The same as `send(())`.
  @inlinable public func send() { send(()) }
}
