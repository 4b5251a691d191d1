extension Publisher {
  /// Creates an inner publisher for each value and sends the values of all inner publishers as they arrive.
  ///
  /// *Requests* as many values as inner publishers may run at a time; from each inner publisher one value after the
  /// other, or unlimited values if the downstream does. *Keeps* one value of each publisher while there is no demand.
  /// *Finishes* when the upstream and all inner publishers have finished. *Fails* when the upstream or an inner
  /// publisher fails. *Cancels* all others when one of them fails.
  ///
  /// *Use it* to start a task for each value and to receive all results, in the order in which they arrive. *See also*
  /// `switchMap`, `concatMap`, `mergeMap`, `exhaustMap`.
  ///
  ///     a: -1----2----|
  ///     x: 5-6-|
  ///     > a.flatMap { v in x.map { $0 * v } }
  ///     =  -5-6--b-c--|
  ///       b = 10   c = 12
  ///
  /// - Parameters:
  ///   - maxPublishers: The number of inner publishers that may run at a time; unlimited by default. With a number, a
  ///     hot upstream loses the values that it sends meanwhile: `concatMap` and `mergeMap(concurrency:)` keep them.
  ///   - transform: Creates an inner publisher for a value.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let maxPublishers: Subscribers.Demand
    public let transform: (Upstream.Output) -> NewPublisher
    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber, "FlatMap", width: maxPublishers), transform = transform
      merger.start(from: upstream) { merger.join(transform($0)) }
    }
  }
}
