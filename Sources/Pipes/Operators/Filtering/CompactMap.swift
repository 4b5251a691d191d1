extension Publisher {
  /// Trampoline every value into another, and leaves out those that become `nil`. For each of these one more is asked for.
  ///
  ///     source               -1-x-3-|
  ///     compactMap(Int.init) -1---3-|
  @_disfavoredOverload @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that turns values into others and leaves out `nil`.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is done to each.
    public let transform: (Upstream.Output) -> Output?
    /// A publisher that turns values into others and leaves out `nil`.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      (self.upstream, self.transform) = (upstream, transform)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(CompactMapInner<Upstream.Output, S>(subscriber, transform))
    }
  }
}

extension Publishers.CompactMap {
  /// Trampoline every value into another and leaves out `nil`; one step instead of two.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).flatMap(transform) }
  }
  /// Trampoline every value into another; one step instead of two.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).map(transform) }
  }
}

@usableFromInline struct CompactMapInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input?
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Input) -> Downstream.Input?) {
    (self.downstream, self.transform) = (downstream, transform)
  }
  @inlinable var description: String { "CompactMap" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }
}
