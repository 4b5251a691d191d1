extension Publisher {
  /// Encodes every value, or fails with the error of the encoder.
  @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> where Output: Encodable {
    .init(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// A publisher of encoded values.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
    /// What the encoder makes.
    public typealias Output = Coder.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    @usableFromInline let encoder: Coder
    /// A publisher of encoded values.
    @inlinable public init(upstream: Upstream, encoder: Coder) { (self.upstream, self.encoder) = (upstream, encoder) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let encoder = encoder
      upstream.subscribe(TryMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, "Encode") { try encoder.encode($0) })
    }
  }
}
