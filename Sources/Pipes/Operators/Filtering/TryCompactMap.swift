extension Publisher {
  /// Trampoline every value into another and leaves out those that become `nil`, or fails with what the closure throws.
  ///
  ///     source         -1-x-3-0-|
  ///     tryCompactMap  -1---3-#
  @inlinable public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that turns values into others and leaves out `nil`, or fails.
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// What is done to each.
    public let transform: (Upstream.Output) throws -> Output?
    /// A publisher that turns values into others and leaves out `nil`, or fails.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      (self.upstream, self.transform) = (upstream, transform)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryCompactMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, transform))
    }
  }
}

extension Publishers.TryCompactMap {
  /// Trampoline every value into another and leaves out `nil`, or fails; one step instead of two.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@usableFromInline struct TryCompactMapInner<Input, Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) throws -> Downstream.Input?
  @usableFromInline let link = Link("TryCompactMap", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Input) throws -> Downstream.Input?) {
    (self.downstream, self.transform) = (downstream, transform)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue, let output = attempt({ try transform(input) }) else { return .none }
    return output.map { downstream.receive($0) } ?? .max(1)
  }
}
