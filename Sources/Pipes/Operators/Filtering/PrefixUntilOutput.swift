extension Publisher {
  /// Sends values until another publisher sends one; then finishes. How the other one ends does not matter.
  ///
  ///     source                    -1-2-3-4-|
  ///     other                     ----x
  ///     prefix(untilOutputFrom:)  -1-2|
  @inlinable public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that ends when another one sends a value.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The publisher whose first value ends them.
    public let other: Other
    /// A publisher that ends when another one sends a value.
    ///
    /// If that is there before the upstream has given a subscription, the end comes without one.
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = UntilInner(subscriber, "PrefixUntilOutput", isLate: true)
      inner.watch(other, onValue: { $0.finish(.finished) }) { _, _ in }
      upstream.subscribe(inner)
    }
  }
}
