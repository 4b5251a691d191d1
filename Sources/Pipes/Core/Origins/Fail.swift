/// A publisher that sends no values and fails immediately. A failure needs no demand.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error that the publisher fails with.
  public let error: Failure
  /// Creates a publisher that fails with an error.
  @inlinable public init(error: Failure) { self.error = error }
  /// Creates a publisher that fails with an error, where the compiler cannot infer the type of its values.
  ///
  /// - Parameter outputType: The type of the values.
  /// - Parameter failure: The error.
  @inlinable public init(outputType: Output.Type, failure: Failure) { self.init(error: failure) }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { subscriber.complete(.failure(error)) }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}
