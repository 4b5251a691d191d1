extension Publisher {
  /// Shares one subscription to the upstream among all subscribers.
  ///
  /// *Requests* unlimited values. *Drops* a value for each subscriber that has not requested it; a late subscriber
  /// receives only later values. *Cancels* the upstream when the last subscriber cancels.
  ///
  /// *Use it* where several subscribers need the result of one task, such as a request. *See also* `multicast`,
  /// `buffer`.
  ///
  ///     a:   -1-2-3-|
  ///     > a.share()
  ///     from ^-------
  ///     =    -1-2-3-|
  ///     from --^-----
  ///     =    ---2-3-|
  ///
  /// A subscriber that arrives after the completion receives only the completion: the upstream is not subscribed to
  /// again. Use `share(replay:)` if a late subscriber needs the last values.
  @inlinable public func share() -> Publishers.Share<Self> { .init(upstream: self) }
}

extension Publishers {
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @usableFromInline package let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.multicast(subject: PassthroughSubject()).autoconnect()
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { shared.subscribe(subscriber) }
    /// Whether both values are the same object.
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}
