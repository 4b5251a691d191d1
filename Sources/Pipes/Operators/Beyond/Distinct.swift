extension Publisher where Output: Hashable {
  /// Leaves out every value that has come before, however long ago. For each of these one more is asked for.
  ///
  /// All different values are kept as long as the stream lives; `removeDuplicates()` keeps one. Rx calls it `distinct`, too.
  ///
  ///     source      -1-2-1-3-2-|
  ///     distinct()  -1-2---3---|
  @inlinable public func distinct() -> Publishers.Distinct<Self, Output> { distinct { $0 } }
}
extension Publisher {
  /// Leaves out every value for which the closure gives something that it has given before.
  @inlinable public func distinct<Key: Hashable>(by key: @escaping (Output) -> Key) -> Publishers.Distinct<Self, Key> {
    .init(upstream: self, key: key)
  }
}

extension Publishers {
  /// A publisher without values that have come before.
  public struct Distinct<Upstream: Publisher, Key: Hashable>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is compared.
    public let key: (Output) -> Key
    /// A publisher without values that have come before.
    @inlinable public init(upstream: Upstream, key: @escaping (Output) -> Key) { (self.upstream, self.key) = (upstream, key) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(DistinctInner(subscriber, key)) }
  }
}

@usableFromInline final class DistinctInner<Key: Hashable, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let key: (Input) -> Key
  @exclusivity(unchecked) @usableFromInline var seen: Set<Key> = []
  @inlinable init(_ downstream: Downstream, _ key: @escaping (Input) -> Key) { (self.downstream, self.key) = (downstream, key) }
  @inlinable var description: String { "Distinct" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    seen.insert(key(input)).inserted ? downstream.receive(input) : .max(1)
  }
}
