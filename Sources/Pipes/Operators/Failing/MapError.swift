extension Publisher {
  /// Replaces the failure with the result of a closure.
  ///
  /// *Fails* when the upstream fails, with the result of the closure.
  ///
  /// *Use it* to convert failures to another type. *See also* `catch`, `replaceError`.
  ///
  ///     a: -1-#
  ///     > a.mapError { "an \($0)" }
  ///     =  -1-#'an error'
  ///
  /// - Parameter transform: Receives the error of the upstream and returns the error to fail with.
  @_disfavoredOverload @inlinable public func mapError<E: Error>(_ transform: @escaping (Failure) -> E)
    -> Publishers.MapError<Self, E>
  {
    .init(upstream: self, transform)
  }
}

extension Publishers {
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    public let transform: (Upstream.Failure) -> Failure
    @inlinable public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      transform = map
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(MapErrorInner<Upstream.Failure, S>(subscriber, transform))
    }
  }
}

@usableFromInline struct MapErrorInner<Failure: Error, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Failure) -> Downstream.Failure
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Failure) -> Downstream.Failure) {
    self.downstream = downstream
    self.transform = transform
  }
  @inlinable var description: String { "MapError" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(transform(error)))
    }
  }
}
