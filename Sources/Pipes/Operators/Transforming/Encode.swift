extension Publisher {
  /// Sends the encoded form of each value; fails with the error that the encoder throws.
  ///
  /// *Cancels* the upstream when the encoder throws.
  ///
  /// - Parameter encoder: Encodes each value. All subscriptions use the same encoder.
  @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
  where Output: Encodable {
    .init(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    @usableFromInline let encoder: Coder
    @inlinable public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let encoder = encoder
      upstream.subscribe(
        TryMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, "Encode") { try encoder.encode($0) })
    }
  }
}
