extension Publisher {
  /// Sends at most the given number of values, then finishes.
  ///
  /// *Drops* values that arrive after the last one. *Finishes* right after the last value, or when the upstream
  /// finishes. *Cancels* the upstream after the last value.
  ///
  /// *Use it* to limit the number of values. *See also* `first`, `output`, `dropFirst`, `takeLast`. *In Rx:* `take`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.prefix(2)
  ///     =  -1-(2|)
  ///
  /// With 0 it finishes immediately. Combine finishes only when one more value arrives.
  ///
  /// - Parameter maxLength: The number of values to send. A negative number stops the program.
  @_disfavoredOverload @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    output(in: ..<maxLength)
  }
  /// Sends the value at a position, counted from zero, then finishes.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* all other values.
  /// *Finishes* right after the value, or when the upstream finishes. *Cancels* the upstream after the value.
  ///
  /// *Use it* for the value at one position. *See also* `first`, `prefix`, `dropFirst`. *In Rx:* `elementAt`.
  ///
  ///     a: -1-2-3-|
  ///     > a.output(at: 1)
  ///     =  ---(2|)
  ///
  /// - Parameter index: The position of the value, counted from 0. A negative position stops the program.
  @_disfavoredOverload @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
    output(in: index...index)
  }
  /// Sends the values at a range of positions, counted from zero, then finishes.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* all other values.
  /// *Finishes* right after the last of these values, or when the upstream finishes. *Cancels* the upstream after the
  /// last of these values.
  ///
  /// *Use it* for the values at some positions. *See also* `prefix`, `dropFirst`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.output(in: 1...2)
  ///     =  ---2-(3|)
  ///
  /// - Parameter range: The positions of the values, counted from 0, such as `1...2` or `3...`. A negative position
  ///   stops the program.
  @_disfavoredOverload @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  public struct Output<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let range: CountableRange<Int>
    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "a position in a stream must not be negative")
      self.upstream = upstream
      self.range = range
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(OutputInner(subscriber, range))
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

@usableFromInline final class OutputInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link("Output")
  @exclusivity(unchecked) @usableFromInline var skip: Int
  @exclusivity(unchecked) @usableFromInline var take: Int
  @inlinable init(_ downstream: Downstream, _ range: CountableRange<Int>) {
    self.downstream = downstream
    skip = range.lowerBound
    take = range.count
  }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    if take == 0 { return finishEmpty() }
    downstream.receive(subscription: link)
  }
  /// The range is empty: the downstream receives a subscription without an upstream, so that its requests cannot make
  /// the upstream complete.
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
