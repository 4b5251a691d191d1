extension Publisher {
  /// Sends arrays of so many values each; the last one may be shorter.
  ///
  /// The upstream is asked for `count` values for each array the subscriber asks for. A failure drops what is collected.
  ///
  ///     source      -1-2-3-|
  ///     collect(2)  ---a---(b|)   a = [1, 2]   b = [3]
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  /// A publisher of arrays of a fixed length.
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    /// Some of the values.
    public typealias Output = [Upstream.Output]
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How many values make an array.
    public let count: Int
    /// A publisher of arrays of `count` values. A count below one is a programming error.
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "a number of values to collect must be positive")
      (self.upstream, self.count) = (upstream, count)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(CollectByCountInner<Upstream.Output, S>(subscriber, count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline final class CollectByCountInner<Input, Downstream: Subscriber>: Relay where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link
  @usableFromInline let count: Int
  @exclusivity(unchecked) @usableFromInline var batch: [Input] = []
  @inlinable init(_ downstream: Downstream, _ count: Int) {
    (self.downstream, self.count) = (downstream, count)
    link = BatchLink(count)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if batch.isEmpty { batch.reserveCapacity(min(count, 256)) }
    batch.append(input)
    if batch.count < count { return .none }
    return downstream.receive(take()) * count
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if case .finished = completion, !batch.isEmpty, link.isLive {
      link.completeAttached()  // not ended yet: the downstream may cancel when it receives the rest
      _ = downstream.receive(take())
    }
    guard link.completeUnsubscribed() else { return }
    batch = []
    downstream.receive(completion: completion)
  }
  @inlinable @inline(__always) func take() -> [Input] {
    var full: [Input] = []
    swap(&full, &batch)
    return full
  }
}

/// Asks for as many values as make the arrays that were asked for.
@usableFromInline final class BatchLink: Link, @unchecked Sendable {
  let count: Int
  @usableFromInline init(_ count: Int) {
    self.count = count
    super.init("CollectByCount", refusesZero: true)
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) { super.request(demand * count) }
}
