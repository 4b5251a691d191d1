extension Publisher where Output: Hashable {
  /// Drops each value that equals any value sent before.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Keeps* the keys of all
  /// values that it has sent, as long as the subscription lives. *Drops* a value that equals an earlier one.
  ///
  /// *Use it* to send each value only once. *See also* `removeDuplicates`, `filter`.
  ///
  ///     a: -1-2-1-3-|
  ///     > a.distinct()
  ///     =  -1-2---3-|
  @inlinable public func distinct() -> Publishers.Distinct<Self, Output> { distinct { $0 } }
}
extension Publisher {
  /// Drops each value whose key equals the key of any value sent before.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Keeps* the keys of all
  /// values that it has sent, as long as the subscription lives. *Drops* a value whose key equals an earlier one.
  ///
  /// *Use it* to send each value only once. *See also* `removeDuplicates`, `filter`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.distinct(by: { $0 % 2 })
  ///     =  -1-2-----|
  ///
  /// - Parameter key: Returns the key of a value.
  /// - Complexity: Keeps one key for each value that is sent: on an endless stream with ever new keys, memory grows
  ///   without a limit.
  @inlinable public func distinct<Key: Hashable>(by key: @escaping (Output) -> Key) -> Publishers.Distinct<Self, Key> {
    .init(upstream: self, key: key)
  }
}

extension Publishers {
  public struct Distinct<Upstream: Publisher, Key: Hashable>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let key: (Output) -> Key
    @inlinable public init(upstream: Upstream, key: @escaping (Output) -> Key) {
      self.upstream = upstream
      self.key = key
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(DistinctInner(subscriber, key))
    }
  }
}

@usableFromInline final class DistinctInner<Key: Hashable, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let key: (Input) -> Key
  @exclusivity(unchecked) @usableFromInline var seen = Kept<Set<Key>>([])
  @inlinable init(_ downstream: Downstream, _ key: @escaping (Input) -> Key) {
    self.downstream = downstream
    self.key = key
  }
  @inlinable var description: String { "Distinct" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    seen.insert(key(input)) ? downstream.receive(input) : .max(1)
  }
}
