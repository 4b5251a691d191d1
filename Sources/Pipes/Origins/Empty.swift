/// A publisher without values, which ends at once or never.
public struct Empty<Output, Failure: Error>: Publisher, Equatable, Sendable {
  /// Whether it ends at once; otherwise it never does.
  public let completeImmediately: Bool
  /// A publisher without values.
  @inlinable public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  /// A publisher without values, its types given as arguments.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    if completeImmediately { subscriber.complete(.finished) } else { subscriber.receive(subscription: Subscriptions.empty) }
  }
}
