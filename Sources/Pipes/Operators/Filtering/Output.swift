extension Publisher {
  /// Sends the first values and finishes right after the last of them; at once if there are none to send.
  ///
  ///     source     -1-2-3-|
  ///     prefix(2)  -1-(2|)
  @_disfavoredOverload @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> { output(in: ..<maxLength) }
  /// Sends the value at this position, the first being 0, and finishes.
  @_disfavoredOverload @inlinable public func output(at index: Int) -> Publishers.Output<Self> { output(in: index...index) }
  /// Sends the values at these positions, the first being 0, and finishes right after the last of them.
  @_disfavoredOverload @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// A publisher of the values at some positions.
  public struct Output<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The positions, the first being 0.
    public let range: CountableRange<Int>
    /// A publisher of the values at these positions. A negative position is a programming error.
    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "a position in a stream must not be negative")
      (self.upstream, self.range) = (upstream, range)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(OutputInner(subscriber, range)) }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

@usableFromInline final class OutputInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link("Output")
  @exclusivity(unchecked) @usableFromInline var skip: Int
  @exclusivity(unchecked) @usableFromInline var take: Int
  @inlinable init(_ downstream: Downstream, _ range: CountableRange<Int>) {
    self.downstream = downstream
    (skip, take) = (range.lowerBound, range.count)
  }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    if take == 0 { return finishEmpty() }
    downstream.receive(subscription: link)
  }
  /// Nothing is to be sent: the downstream gets a subscription that leads nowhere, so that its requests cannot make the upstream complete.
  @inlinable @inline(never) func finishEmpty() {
    let nowhere = Link("Output")
    downstream.receive(subscription: nowhere)
    if nowhere.isOver { _ = link.cancelOnce() } else { complete() }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard !link.isOver, take > 0 else { return .none }
    guard skip == 0 else {
      skip -= 1
      return .max(1)
    }
    take -= 1
    let isLast = take == 0
    let more = downstream.receive(input)
    if isLast { complete() }
    return more
  }
}
