extension Publisher {
  /// Shares one subscription among all subscribers: it begins with the first and is cancelled with the last.
  ///
  /// A subscriber that comes late misses what was sent before. After the end it gets just that.
  ///
  ///     source  -1-2-3-|
  ///     first   -1-2-3-|
  ///     second     ^-3-|
  @inlinable public func share() -> Publishers.Share<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher whose subscribers share one subscription to another, as long as there are any.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    @usableFromInline let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>
    /// A publisher whose subscribers share one subscription.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.multicast(subject: PassthroughSubject()).autoconnect()
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { shared.subscribe(subscriber) }
    /// Whether both are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}
