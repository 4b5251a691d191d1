extension Publisher {
  /// Drops values until another publisher sends one, then sends everything.
  ///
  /// Requests one more value for each dropped one, so that finite demand is enough to begin. Requests one value of the other publisher and
  /// cancels it then. Finishes or fails with this publisher, and with the other one if that completes before it has sent a value.
  ///
  ///     source                  -1-2-3-4-|
  ///     other                   ----x--y-|
  ///     drop(untilOutputFrom:)  -----3-4-|
  @inlinable
  public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that begins when another one sends a value.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher where Upstream.Failure == Other.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of both publishers.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The publisher whose first value lets them through.
    public let other: Other
    /// A publisher that begins when another one sends a value.
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = TriggeredRelay(subscriber, "DropUntilOutput", isLate: false)
      subscriber.receive(subscription: inner.until)
      inner.watch(other, onValue: { $0.begin() }) { inner, completion in
        if inner.isShut { inner.complete(completion) }
      }
      upstream.subscribe(inner)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
