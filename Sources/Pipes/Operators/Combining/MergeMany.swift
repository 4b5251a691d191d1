extension Publisher {
  /// Sends the values of both publishers, which have the same type, as they arrive.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> { .init(self, other) }
}

extension Publishers {
  /// A publisher of the values of any number of publishers of one type, as they arrive.
  ///
  /// Finishes when all publishers have finished, immediately if there are none. Fails with the first failure.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The publishers, in the order in which they are subscribed to.
    public let publishers: [Upstream]
    /// Creates the publisher that `merge(with:)` returns.
    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }
    /// Creates the publisher that merges these publishers.
    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber)
      merger.gather { for publisher in publishers { merger.join(publisher) } }
    }
    /// Adds a publisher.
    @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> { .init(publishers + [other]) }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
