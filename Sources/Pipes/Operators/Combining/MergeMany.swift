extension Publisher {
  /// Sends the values of two publishers of the same type as they arrive.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> { .init(self, other) }
}

extension Publishers {
  /// A publisher that merges any number of publishers of one type.
  ///
  /// *Sends* their values as they arrive. *Finishes* when all publishers have finished, and immediately if there are
  /// none. *Fails* when one of them fails. *Cancels* the other publishers then.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let publishers: [Upstream]
    /// Creates a publisher that merges the given publishers.
    @inlinable public init(_ upstream: Upstream...) { publishers = upstream }
    /// Creates a publisher that merges the publishers of a sequence.
    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber)
      merger.gather { for publisher in publishers { merger.include(publisher) } }
    }
    @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> { .init(publishers + [other]) }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
