/// A subject that passes on what is sent to it and remembers nothing.
///
/// A subscriber that has not asked for a value when it is sent misses it. Safe to use from several threads: a subscriber gets one event at a
/// time, and a send that finds another thread sending leaves its value to that thread.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Sendable {
  @usableFromInline let hub = FanOut<Output, Failure>()
  /// A subject without subscribers.
  @inlinable public init() {}
  deinit { hub.abandon() }

  /// Sends a value to the subscribers that have asked for one. From inside a subscriber's `receive(_:)` it is delivered nested.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.send(value) }
  /// Ends the stream; what is sent afterwards is ignored.
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.exclusively { [hub] in hub.finish(completion) }
  }
  /// Takes an upstream, from which everything is requested once a subscriber has asked for something.
  public func send(subscription: any Subscription) { hub.hold(subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { hub.connect(subscriber, "PassthroughSubject", of: self) }
}
