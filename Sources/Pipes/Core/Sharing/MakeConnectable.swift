extension Publisher where Failure == Never {
  /// Sends values to several subscribers once `connect()` has been called.
  ///
  /// No value is sent before. *Requests* unlimited values then, once a subscriber has requested some. *Drops* a value
  /// for each subscriber that has not requested it. *Use it* to subscribe several subscribers before a cold publisher
  /// starts. *See also* `multicast`, `share`.
  @inlinable public func makeConnectable() -> Publishers.MakeConnectable<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher where Upstream.Failure == Never {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    @usableFromInline package let shared: Multicast<Upstream, PassthroughSubject<Output, Never>>
    @inlinable public init(upstream: Upstream) { shared = upstream.multicast(subject: PassthroughSubject()) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { shared.subscribe(subscriber) }
    /// Subscribes to the upstream. Cancelling the result cancels that subscription.
    @inlinable public func connect() -> any Cancellable { shared.connect() }
  }
}
