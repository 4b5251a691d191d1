/// A publisher that sends no values and finishes immediately, or never completes.
public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
  /// Whether the publisher finishes immediately. Otherwise it never completes.
  public let completeImmediately: Bool
  /// Creates a publisher that sends no values.
  ///
  /// - Parameter completeImmediately: Whether it finishes immediately; otherwise it never completes.
  @inlinable public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  /// Creates a publisher that sends no values, where the compiler cannot infer its types.
  ///
  /// - Parameter completeImmediately: Whether it finishes immediately; otherwise it never completes.
  /// - Parameter outputType: The type of the values.
  /// - Parameter failureType: The type of the failure.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    if completeImmediately {
      subscriber.complete(.finished)
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }
}
