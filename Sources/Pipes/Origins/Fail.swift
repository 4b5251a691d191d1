/// A publisher that fails immediately. The failure needs no demand.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error.
  public let error: Failure
  /// A publisher that fails with this error.
  @inlinable public init(error: Failure) { self.error = error }
  /// Creates a publisher that fails with this error; the first argument fixes the type of its values.
  @inlinable public init(outputType: Output.Type, failure: Failure) { self.init(error: failure) }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { subscriber.complete(.failure(error)) }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}
