extension Publisher {
  /// Sends the result of a closure for each value.
  ///
  /// *Use it* to change each value on its own. *See also* `scan`, `compactMap`, `flatMap`.
  ///
  ///     a: -1-2-3-|
  ///     > a.map { $0 * 10 }
  ///     =  -b-c-d-|
  ///       b = 10   c = 20   d = 30
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(MapInner<Upstream.Output, S>(subscriber, transform))
    }
  }
}

@usableFromInline struct MapInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Input) -> Downstream.Input) {
    self.downstream = downstream
    self.transform = transform
  }
  @inlinable var description: String { "Map" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(transform(input))
  }
}
