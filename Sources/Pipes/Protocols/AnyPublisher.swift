extension Publisher {
  /// Hides the type of this publisher and of the operators that it consists of. Costs one call per value.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher of which only the values and the failure are known.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  @usableFromInline let attach: (AnySubscriber<Output, Failure>) -> Void

  /// Hides the type of a publisher. One that is hidden already is not wrapped again.
  @inlinable public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher { self = erased } else { attach = { publisher.subscribe($0) } }
  }
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure { attach(AnySubscriber(subscriber)) }

  /// The word `AnyPublisher`.
  public var description: String { "AnyPublisher" }
  /// The word `AnyPublisher`.
  public var playgroundDescription: Any { description }
}
