extension Publisher where Failure == Never {
  /// Makes of a publisher that cannot fail one that could, so that it fits to others. It still does not fail.
  @_disfavoredOverload @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher that could fail but does not.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Where the values come from.
    public let upstream: Upstream
    /// A publisher that could fail but does not.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(SetFailureTypeInner(subscriber)) }
    /// Replaces the failure type by another; one step instead of two.
    @inlinable public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> { .init(upstream: upstream) }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

@usableFromInline struct SetFailureTypeInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Never
  @usableFromInline let downstream: Downstream
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var description: String { "SetFailureType" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Never>) { downstream.receive(completion: .finished) }
}
