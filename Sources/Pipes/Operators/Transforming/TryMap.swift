extension Publisher {
  /// Trampoline every value into another, or fails with what the closure throws.
  ///
  ///     source  -1-2-0-|
  ///     tryMap  -a-b-#
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that turns every value into another, or fails.
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// What is done to each.
    public let transform: (Upstream.Output) throws -> Output
    /// A publisher that turns every value into another, or fails.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      (self.upstream, self.transform) = (upstream, transform)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, "TryMap", transform))
    }
  }
}

@usableFromInline struct TryMapInner<Input, Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) throws -> Downstream.Input
  @usableFromInline let link: Link
  @inlinable init(_ downstream: Downstream, _ name: String, _ transform: @escaping (Input) throws -> Downstream.Input) {
    (self.downstream, self.transform) = (downstream, transform)
    link = Link(name)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard !link.isOver, let output = attempt({ try transform(input) }) else { return .none }
    return downstream.receive(output)
  }
}
