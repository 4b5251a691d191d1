extension Publisher {
  /// Sends the result of a closure for each value and drops the results that are `nil`.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* a value for which
  /// the closure returns `nil`.
  ///
  /// *Use it* to convert values and drop those that cannot be converted. *See also* `map`, `filter`, `replaceNil`.
  ///
  ///     a: -1-x-3-|
  ///       1 = "1"   3 = "3"
  ///     > a.compactMap { Int($0) }
  ///     =  -b---c-|
  ///       b = 1   c = 3
  @_disfavoredOverload @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Self, T>
  {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(CompactMapInner<Upstream.Output, S>(subscriber, transform))
    }
  }
}

extension Publishers.CompactMap {
  /// Sends the results of both closures, without those that are `nil`, in one step instead of two.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).flatMap(transform) }
  }
  /// Sends the results of both closures, without those that are `nil`, in one step instead of two.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).map(transform) }
  }
}

@usableFromInline struct CompactMapInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input?
  @inlinable init(_ downstream: Downstream, _ transform: @escaping (Input) -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }
  @inlinable var description: String { "CompactMap" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }
}
