extension Publisher where Failure == Never {
  /// Sends the values to several subscribers once `connect()` is called.
  @inlinable public func makeConnectable() -> Publishers.MakeConnectable<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher that waits for `connect()`, so that several subscribers can attach first.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher where Upstream.Failure == Never {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// It cannot fail.
    public typealias Failure = Never
    @usableFromInline let shared: Multicast<Upstream, PassthroughSubject<Output, Never>>
    /// A publisher that waits for `connect()`.
    @inlinable public init(upstream: Upstream) { shared = upstream.multicast(subject: PassthroughSubject()) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { shared.subscribe(subscriber) }
    /// Starts the stream. Cancelling the result stops it.
    @inlinable public func connect() -> any Cancellable { shared.connect() }
  }
}
