extension Publisher {
  /// Sends an array of all values when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* all values.
  ///
  /// *Use it* to receive all values as one array. *See also* `reduce`, `scan`. *In Rx:* `toArray`.
  ///
  ///     a: -1-2-3-|
  ///     > a.collect()
  ///     =  -------(b|)
  ///       b = [1, 2, 3]
  ///
  /// - Complexity: Keeps all values in memory until the upstream finishes. Sends an empty array if there were none.
  @_disfavoredOverload @inlinable public func collect() -> Publishers.Collect<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(CollectInner<Upstream.Output, S>(subscriber))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

@usableFromInline final class CollectInner<Input, Downstream: Subscriber>: Folding where Downstream.Input == [Input] {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("Collect")
  @exclusivity(unchecked) @usableFromInline var values = Kept<[Input]>([])
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var answer: [Input]? { values.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive { values.append(input) }
    return .none
  }
}
