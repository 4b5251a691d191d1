extension Publisher {
  /// Trampoline every value into another.
  ///
  ///     source  -1-2-3-|
  ///     map     -a-b-c-|
  @_disfavoredOverload @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> { .init(upstream: self, transform: transform) }
}

extension Publishers {
  /// A publisher that turns every value into another.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is done to each.
    public let transform: (Upstream.Output) -> Output
    /// A publisher that turns every value into another.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      (self.upstream, self.transform) = (upstream, transform)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(MapInner<Upstream.Output, S>(subscriber, transform))
    }
  }
}

@usableFromInline struct MapInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Input) -> Downstream.Input) {
    (self.downstream, self.transform) = (downstream, transform)
  }
  @inlinable var description: String { "Map" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(transform(input)) }
}
