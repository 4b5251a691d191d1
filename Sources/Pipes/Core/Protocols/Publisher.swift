/// The namespace of the operator types, such as ``Publishers/Map``.
public enum Publishers {}

/// A stream of values over time, which completes at most once: it finishes or fails.
///
/// A publisher does nothing until a subscriber subscribes. A subscriber then receives exactly one subscription, at most
/// as many values as it has requested, and at most one completion.
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the error that the stream may fail with; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Attaches a subscriber. Types implement this; callers use `subscribe(_:)`.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Attaches a subscriber to this publisher. It receives its subscription first, usually before this call returns.
  @inlinable @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard RunHook.allowsSubscription else { return subscriber.receive(subscription: Subscriptions.empty) }
    receive(subscriber: subscriber)
  }
}

/// A publisher that sends no values before ``connect()`` is called, so that several subscribers can subscribe first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts the stream. Cancelling (or dropping, once wrapped in an ``AnyCancellable``) the result stops it.
  func connect() -> any Cancellable
}

/// A publisher that calls its subscriber inside a request only, or inside the subscription.
@usableFromInline package protocol SendingOnRequest {}
