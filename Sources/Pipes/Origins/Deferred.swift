/// A publisher that is created for each subscriber, when it subscribes.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure
  /// Creates the publisher; called once for each subscriber.
  public let createPublisher: () -> DeferredPublisher
  /// Creates a publisher that calls the closure for each subscriber.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { createPublisher().subscribe(subscriber) }
}
