extension Publisher {
  /// Trampoline the failure into another error.
  ///
  ///     source    -1-2-#
  ///     mapError  -1-2-#   of the other type
  @_disfavoredOverload @inlinable public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
    .init(upstream: self, transform)
  }
}

extension Publishers {
  /// A publisher that turns the failure into another error.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Where the values come from.
    public let upstream: Upstream
    /// What is done to the error.
    public let transform: (Upstream.Failure) -> Failure
    /// A publisher that turns the failure into another error.
    @inlinable public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
      (self.upstream, transform) = (upstream, map)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(MapErrorInner<Upstream.Failure, S>(subscriber, transform))
    }
  }
}

@usableFromInline struct MapErrorInner<Fault: Error, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Fault) -> Downstream.Failure
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Fault) -> Downstream.Failure) {
    (self.downstream, self.transform) = (downstream, transform)
  }
  @inlinable var description: String { "MapError" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Fault>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(transform(error)))
    }
  }
}
