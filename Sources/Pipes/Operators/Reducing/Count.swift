extension Publisher {
  /// Sends one value at the end: how many values there were.
  ///
  ///     source   -a-b-c-|
  ///     count()  -------(3|)
  @_disfavoredOverload @inlinable public func count() -> Publishers.Count<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher of the number of values.
  public struct Count<Upstream: Publisher>: Publisher {
    /// A number of values.
    public typealias Output = Int
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// A publisher of the number of values.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Int, Failure>>(subscriber: S) {
      upstream.subscribe(ReduceInner<Upstream.Output, S>(subscriber, "Count", 0) { count, _ in count + 1 })
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
