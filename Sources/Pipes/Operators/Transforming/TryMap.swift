extension Publisher {
  /// Sends the result of a closure for each value; fails if the closure throws.
  ///
  /// *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the closure throws.
  ///
  /// *Use it* to change each value where the change can throw. *See also* `map`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryMap { $0 > 2 ? throw "big" : $0 * 10 }
  ///     =  -b-c-#
  ///       b = 10   c = 20   # = "big"
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, "TryMap", transform))
    }
  }
}

@usableFromInline struct TryMapInner<Input, Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) throws -> Downstream.Input
  @usableFromInline let link: Link
  @inlinable init(_ downstream: Downstream, _ name: String, _ transform: @escaping (Input) throws -> Downstream.Input) {
    self.downstream = downstream
    self.transform = transform
    link = Link(name)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard !link.isOver, let output = attempt({ try transform(input) }) else { return .none }
    return downstream.receive(output)
  }
}
