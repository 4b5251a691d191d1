extension Publisher {
  /// Hides the type of this publisher, and so the operators that it consists of, behind ``AnyPublisher``. Costs one
  /// additional call per value.
  ///
  /// Use it for the type of a property or a result: callers then depend on the values and the failure only.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher whose concrete type is hidden. Only the types of its values and of its failure are visible.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline package let attach: (AnySubscriber<Output, Failure>) -> Void

  /// Wraps a publisher. An `AnyPublisher` of the same types is not wrapped again.
  @inlinable public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher { self = erased } else { attach = { publisher.subscribe($0) } }
  }
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }

  public var description: String { "AnyPublisher" }
  public var playgroundDescription: Any { description }
}
