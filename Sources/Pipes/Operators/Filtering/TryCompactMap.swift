extension Publisher {
  /// Sends the results of a closure that are not `nil`; fails if the closure throws.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* a value for which
  /// the closure returns `nil`. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the
  /// closure throws.
  ///
  /// *Use it* to convert or drop values where converting can throw. *See also* `compactMap`.
  ///
  ///     a: -1-x-y-|
  ///       1 = "1"
  ///     > a.tryCompactMap { $0 == "y" ? throw "no y" : Int($0) }
  ///     =  -b---#
  ///       b = 1   # = "no y"
  @inlinable public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Self, T>
  {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output?
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryCompactMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, transform))
    }
  }
}

extension Publishers.TryCompactMap {
  /// Sends the results of both closures, without those that are `nil`, in one step instead of two; fails if a closure
  /// throws.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Upstream, T>
  {
    let first = self.transform
    return .init(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@usableFromInline struct TryCompactMapInner<Input, Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) throws -> Downstream.Input?
  @usableFromInline let link = Link("TryCompactMap", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Input) throws -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue, let output = attempt({ try transform(input) }) else { return .none }
    return output.map { downstream.receive($0) } ?? .max(1)
  }
}
