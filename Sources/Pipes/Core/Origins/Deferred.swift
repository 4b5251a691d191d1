/// A publisher that creates another publisher for each subscriber, when that subscribes.
///
/// Use it around a ``Future``, or other work that begins at once, so that the work begins at the subscription.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure
  /// Creates the publisher for a subscriber. Called once for each of them.
  public let createPublisher: () -> DeferredPublisher
  /// Creates a publisher that calls the closure for each subscriber.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { createPublisher().subscribe(subscriber) }
}

extension Deferred: SendingOnRequest where DeferredPublisher: SendingOnRequest {}
