/// A publisher that is made anew for each subscriber, at the moment it subscribes.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  /// That of the publisher made.
  public typealias Output = DeferredPublisher.Output
  /// That of the publisher made.
  public typealias Failure = DeferredPublisher.Failure
  /// Makes the publisher; called once per subscriber.
  public let createPublisher: () -> DeferredPublisher
  /// A publisher that is made by the closure when somebody subscribes.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { createPublisher().subscribe(subscriber) }
}
