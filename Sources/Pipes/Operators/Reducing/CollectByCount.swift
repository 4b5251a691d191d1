extension Publisher {
  /// Sends arrays of a given number of values; the last array may be shorter.
  ///
  /// *Sends* an array when it is full, and the rest when the upstream finishes. *Requests* as many values as fit into
  /// the requested arrays. *Keeps* the values of an array that is not full.
  ///
  /// *Use it* to process values in batches of one size. *See also* `pairwise`. *In Rx:* `bufferCount`.
  ///
  ///     a: -1-2-3-|
  ///     > a.collect(2)
  ///     =  ---b---(c|)
  ///       b = [1, 2]   c = [3]
  ///
  /// The collected values are dropped when the upstream fails.
  ///
  /// - Parameter count: The number of values in each array. A number below 1 stops the program.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    .init(upstream: self, count: count)
  }
}

extension Publishers {
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let count: Int
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "a number of values to collect must be positive")
      self.upstream = upstream
      self.count = count
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(CollectByCountInner<Upstream.Output, S>(subscriber, count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline final class CollectByCountInner<Input, Downstream: Subscriber>: Relay
where Downstream.Input == [Input] {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link
  @usableFromInline let count: Int
  @exclusivity(unchecked) @usableFromInline var batch = Kept<[Input]>([])
  @inlinable init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    self.count = count
    link = BatchLink(count)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if batch.value.isEmpty { batch.reserveCapacity(min(count, 256)) }
    batch.append(input)
    if batch.value.count < count { return .none }
    return downstream.receive(take()) * count
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if case .finished = completion, !batch.value.isEmpty, link.isLive {
      link.completeAttached()  // not completed yet: the downstream may cancel when it receives the rest
      _ = downstream.receive(take())
    }
    guard link.completeUnsubscribed() else { return }
    let rest = take()
    defer { withExtendedLifetime(rest) {} }  // released last: its `deinit` may send
    downstream.receive(completion: completion)
  }
  @inlinable @inline(__always) func take() -> [Input] { batch.replace(by: []) }
}

/// Requests as many values as fit into the requested arrays.
@usableFromInline final class BatchLink: Link, @unchecked Sendable {
  let count: Int
  @usableFromInline init(_ count: Int) {
    self.count = count
    super.init("CollectByCount", refusesZero: true)
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) { super.request(demand * count) }
}
