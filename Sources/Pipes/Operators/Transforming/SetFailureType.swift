extension Publisher where Failure == Never {
  /// Declares a failure type for a publisher that never fails, so that it can be combined with publishers that can.
  @_disfavoredOverload @inlinable public func setFailureType<E: Error>(to failureType: E.Type)
    -> Publishers.SetFailureType<Self, E>
  {
    .init(upstream: self)
  }
}

extension Publishers {
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(SetFailureTypeInner(subscriber))
    }
    /// Replaces the failure type with another, in one step instead of two.
    @inlinable public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> {
      .init(upstream: upstream)
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

@usableFromInline struct SetFailureTypeInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Failure = Never
  @usableFromInline let downstream: Downstream
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var description: String { "SetFailureType" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Never>) {
    downstream.receive(completion: .finished)
  }
}

extension Publishers.SetFailureType: SendingOnRequest where Upstream: SendingOnRequest {}
