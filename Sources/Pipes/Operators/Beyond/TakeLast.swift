extension Publisher {
  /// Sends the given number of last values when the upstream finishes.
  ///
  /// *Sends* the values when the upstream finishes. *Requests* unlimited values. *Keeps* the last values. *Drops* all
  /// earlier values.
  ///
  /// *Use it* for the final values of a stream. *See also* `last`, `skipLast`, `prefix`.
  ///
  ///     a: -1-2-3-|
  ///     > a.takeLast(2)
  ///     =  -------(23|)
  ///
  /// Keeps at most `count` values at a time.
  ///
  /// - Parameter count: The number of values to send. A negative number stops the program.
  @inlinable public func takeLast(_ count: Int) -> Publishers.TakeLast<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  public struct TakeLast<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// The number of values to send, never negative.
    public let count: Int
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a number of values to take must not be negative")
      self.upstream = upstream
      self.count = count
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      Tail(upstream: upstream, count: count).flatMap { Publishers.Sequence<[Output], Failure>(sequence: $0) }.subscribe(
        subscriber)
    }
  }
}

extension Publishers.TakeLast: Equatable where Upstream: Equatable {}

/// A publisher of one array of the last values.
@usableFromInline struct Tail<Upstream: Publisher>: Publisher {
  @usableFromInline typealias Output = [Upstream.Output]
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let upstream: Upstream
  @usableFromInline let count: Int
  @inlinable init(upstream: Upstream, count: Int) {
    self.upstream = upstream
    self.count = count
  }
  @inlinable @inline(__always) func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(TailInner<Upstream.Output, S>(subscriber, count))
  }
}

@usableFromInline final class TailInner<Input, Downstream: Subscriber>: Folding where Downstream.Input == [Input] {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("TakeLast")
  @usableFromInline let count: Int
  @usableFromInline let kept = Queue<Input>()
  @inlinable init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    self.count = count
  }
  @inlinable var answer: [Input]? { (0..<kept.count).map { _ in kept.pop() } }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive, count > 0 else { return .none }
    kept.push(input)
    if kept.count > count { _ = kept.pop() }
    return .none
  }
}
