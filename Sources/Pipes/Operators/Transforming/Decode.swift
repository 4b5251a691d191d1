extension Publisher {
  /// Sends a decoded value for each value; fails with the error that the decoder throws.
  ///
  /// *Cancels* the upstream when the decoder throws.
  ///
  /// - Parameter type: The type of the decoded values.
  /// - Parameter decoder: Decodes each value. All subscriptions use the same decoder.
  @inlinable public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    .init(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
  where Upstream.Output == Coder.Input {
    public typealias Failure = any Error
    public let upstream: Upstream
    @usableFromInline let decoder: Coder
    @inlinable public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let decoder = decoder
      upstream.subscribe(
        TryMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, "Decode") {
          try decoder.decode(Output.self, from: $0)
        })
    }
  }
}
