/// A subject that passes each value on to its current subscribers and keeps none.
///
/// A subscriber without demand loses the value, and a later subscriber does not receive it. Use it for events; use
/// ``CurrentValueSubject`` for state.
///
/// Safe to use from several threads: a subscriber receives one event at a time, and no thread blocks. A `send` that
/// finds another thread delivering hands its value over to that thread and returns: that thread delivers the value
/// soon, perhaps after `send` has returned. (Combine makes the second thread wait.) If delivery must have happened
/// before `send` returns, send from one thread or queue only, or guard every `send` with a lock of your own. A thread
/// that sends faster than the subscribers receive is slowed: while more than 128 values of other threads wait, each
/// `send` takes up to a millisecond.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline package let hub = FanOut<Output, Failure>()
  /// Creates a subject.
  @inlinable public init() {}
  deinit { hub.cancelUpstreams() }

  /// Sends a value to the subscribers that have requested one. From inside a subscriber's `receive(_:)` the delivery is
  /// re-entrant.
  ///
  /// If another thread is delivering at that time, that thread delivers this value too, after this call has returned.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.send(value) }
  /// Sends the completion to all subscribers. Values that are sent afterwards are ignored; later subscribers receive
  /// only the completion.
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.exclusively { [hub] in hub.complete(completion) }
  }
  /// Whether somebody has subscribed and neither cancelled nor received the completion. For a test, between actions.
  package var hasSubscribers: Bool { hub.subscriptions.contains { !$0.isRemoved } }
  /// Accepts an upstream, and requests unlimited values from it once a subscriber has requested some.
  public func send(subscription: any Subscription) { hub.hold(subscription) }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    hub.connect(subscriber, "PassthroughSubject", of: self)
  }
}

// A value that is sent on one thread is received on another: so the subject may cross threads where its values may.
extension PassthroughSubject: Sendable where Output: Sendable {}
