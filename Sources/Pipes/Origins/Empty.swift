/// A publisher without values, which finishes immediately or never completes.
public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
  /// Whether it finishes immediately; otherwise it never completes.
  public let completeImmediately: Bool
  /// A publisher without values.
  @inlinable public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  /// Creates a publisher without values; the arguments fix its types.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    if completeImmediately { subscriber.complete(.finished) } else { subscriber.receive(subscription: Subscriptions.empty) }
  }
}
