extension Publisher {
  /// Sends the last values, so many of them, once the stream has finished.
  ///
  /// Asks for everything and keeps no more than `count` values. A negative count is a programming error. Rx calls it `takeLast`, too.
  ///
  ///     source       -1-2-3-|
  ///     takeLast(2)  -------(23|)
  @inlinable public func takeLast(_ count: Int) -> Publishers.TakeLast<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  /// A publisher of the last values of another.
  public struct TakeLast<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How many are sent.
    public let count: Int
    /// A publisher of the last `count` values. A negative count is a programming error.
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a number of values to take must not be negative")
      (self.upstream, self.count) = (upstream, count)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      Tail(upstream: upstream, count: count).flatMap { Publishers.Sequence<[Output], Failure>(sequence: $0) }.subscribe(subscriber)
    }
  }
}

extension Publishers.TakeLast: Equatable where Upstream: Equatable {}

/// A publisher of one array, of the last values.
@usableFromInline struct Tail<Upstream: Publisher>: Publisher {
  @usableFromInline typealias Output = [Upstream.Output]
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let upstream: Upstream
  @usableFromInline let count: Int
  @inlinable init(upstream: Upstream, count: Int) { (self.upstream, self.count) = (upstream, count) }
  @inlinable @inline(__always) func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(TailInner<Upstream.Output, S>(subscriber, count))
  }
}

@usableFromInline final class TailInner<Input, Downstream: Subscriber>: Folding where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("TakeLast")
  @usableFromInline let count: Int
  @usableFromInline let kept = Queue<Input>()
  @inlinable init(_ downstream: Downstream, _ count: Int) { (self.downstream, self.count) = (downstream, count) }
  @inlinable var answer: [Input]? { (0..<kept.count).map { _ in kept.pop() } }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive, count > 0 else { return .none }
    kept.push(input)
    if kept.count > count { _ = kept.pop() }
    return .none
  }
}
