extension Publisher {
  /// Decodes every value, or fails with the error of the decoder.
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    .init(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// A publisher of decoded values.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher where Upstream.Output == Coder.Input {
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    @usableFromInline let decoder: Coder
    /// A publisher of decoded values.
    @inlinable public init(upstream: Upstream, decoder: Coder) { (self.upstream, self.decoder) = (upstream, decoder) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let decoder = decoder
      upstream.subscribe(
        TryMapInner<Upstream.Output, Upstream.Failure, S>(subscriber, "Decode") { try decoder.decode(Output.self, from: $0) })
    }
  }
}
