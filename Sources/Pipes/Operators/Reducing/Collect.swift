extension Publisher {
  /// Sends one value at the end: an array of all values.
  ///
  ///     source     -1-2-3-|
  ///     collect()  -------(a|)   a = [1, 2, 3]
  @_disfavoredOverload @inlinable public func collect() -> Publishers.Collect<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher of one array of all values.
  public struct Collect<Upstream: Publisher>: Publisher {
    /// All values.
    public typealias Output = [Upstream.Output]
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// A publisher of one array of all values.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(CollectInner<Upstream.Output, S>(subscriber)) }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

@usableFromInline final class CollectInner<Input, Downstream: Subscriber>: Folding where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("Collect")
  @exclusivity(unchecked) @usableFromInline var values: [Input] = []
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var answer: [Input]? { values }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive { values.append(input) }
    return .none
  }
}
