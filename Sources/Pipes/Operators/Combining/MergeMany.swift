extension Publisher {
  /// Sends the values of both publishers, which are of one type, as they come.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> { .init(self, other) }
}

extension Publishers {
  /// A publisher of the values of any number of others of one type, as they come.
  ///
  /// Ends when all have finished, at once if there are none, or with the first failure.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    /// That of all.
    public typealias Output = Upstream.Output
    /// That of all.
    public typealias Failure = Upstream.Failure
    /// The publishers, in the order in which they are subscribed.
    public let publishers: [Upstream]
    /// A publisher of the values of all.
    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }
    /// A publisher of the values of all.
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
