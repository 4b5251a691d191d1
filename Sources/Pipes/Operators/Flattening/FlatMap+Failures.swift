// Where one side cannot fail it takes the failure of the other.

extension Publisher where Failure == Never {
  /// Makes a publisher of every value and sends the values of all of them as they come. This publisher cannot fail, those may.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    .init(upstream: setFailureType(to: P.Failure.self), maxPublishers: maxPublishers, transform: transform)
  }
  /// Makes a publisher of every value and sends the values of all of them as they come. Nothing can fail.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}
extension Publisher {
  /// Makes a publisher of every value and sends the values of all of them as they come. Those cannot fail, this publisher may.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}
