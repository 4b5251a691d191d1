extension Publisher {
  /// Makes a publisher of every value and sends the values of all of them as they come.
  ///
  /// At most `maxPublishers` are alive at a time. Ends when this publisher and all the others have finished, or with the first failure.
  /// Without unlimited demand each of the others is asked for one value at a time.
  ///
  ///     source               -x---y-----|
  ///     flatMap { 1-2-3| }   -1-2-(31)-2-3-|
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// A publisher of the values of publishers made of values.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher where NewPublisher.Failure == Upstream.Failure {
    /// That of the publishers made.
    public typealias Output = NewPublisher.Output
    /// That of all publishers involved.
    public typealias Failure = Upstream.Failure
    /// Where the values come from that publishers are made of.
    public let upstream: Upstream
    /// How many publishers are alive at a time.
    public let maxPublishers: Subscribers.Demand
    /// Makes a publisher of a value.
    public let transform: (Upstream.Output) -> NewPublisher
    /// A publisher of the values of publishers made of values.
    @inlinable
    public init(upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher) {
      (self.upstream, self.maxPublishers, self.transform) = (upstream, maxPublishers, transform)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber, "FlatMap", width: maxPublishers), transform = transform
      merger.start(from: upstream) { merger.join(transform($0)) }
    }
  }
}
