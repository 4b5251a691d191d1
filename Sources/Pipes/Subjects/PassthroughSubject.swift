/// A subject that passes on what is sent to it and remembers nothing.
///
/// A subscriber that has not asked for a value when it is sent misses it.
///
/// Safe to use from several threads: a subscriber receives one event at a time, and nobody blocks. So a `send` that finds another thread
/// delivering hands its value over to that thread and returns: the value is delivered soon, by that thread, but perhaps after `send` has
/// returned. (Combine makes the second thread wait.) Where delivery must have happened before `send` returns, send from one thread or queue
/// only, or put a lock of your own around every `send`.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Sendable {
  @usableFromInline let hub = FanOut<Output, Failure>()
  /// A subject without subscribers.
  @inlinable public init() {}
  deinit { hub.cancelUpstreams() }

  /// Sends a value to the subscribers that have asked for one. From inside a subscriber's `receive(_:)` it is delivered nested.
  ///
  /// If another thread is delivering at that time, that thread delivers this value too, after this call has returned.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.send(value) }
  /// Ends the stream; what is sent afterwards is ignored.
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.exclusively { [hub] in hub.complete(completion) }
  }
  /// Takes an upstream, from which everything is requested once a subscriber has asked for something.
  public func send(subscription: any Subscription) { hub.hold(subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { hub.connect(subscriber, "PassthroughSubject", of: self) }
}
