extension Publisher {
  /// Sends the number of values when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* the number so far.
  ///
  /// *Use it* to count values. *See also* `reduce`, `collect`.
  ///
  ///     a: -1-2-3-|
  ///     > a.count()
  ///     =  -------(3|)
  @_disfavoredOverload @inlinable public func count() -> Publishers.Count<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct Count<Upstream: Publisher>: Publisher {
    /// The number of values.
    public typealias Output = Int
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Int, Failure>>(subscriber: S) {
      upstream.subscribe(ReduceInner<Upstream.Output, S>(subscriber, "Count", 0) { count, _ in count + 1 })
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
