extension Publisher {
  /// Leaves out the last values, so many of them: each value is sent when so many others have come after it.
  ///
  /// For each value that is held back at first one more is asked for. A negative count is a programming error. Rx calls it `skipLast`, too.
  ///
  ///     source       -1-2-3-|
  ///     skipLast(1)  ---1-2-|
  @inlinable public func skipLast(_ count: Int) -> Publishers.SkipLast<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  /// A publisher without the last values of another.
  public struct SkipLast<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How many are left out.
    public let count: Int
    /// A publisher without the last `count` values. A negative count is a programming error.
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a number of values to skip must not be negative")
      (self.upstream, self.count) = (upstream, count)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(SkipLastInner(subscriber, count)) }
  }
}

extension Publishers.SkipLast: Equatable where Upstream: Equatable {}

@usableFromInline final class SkipLastInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  @usableFromInline let held = Queue<Input>()
  @inlinable init(_ downstream: Downstream, _ count: Int) { (self.downstream, self.count) = (downstream, count) }
  @inlinable var description: String { "SkipLast" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    held.push(input)
    return held.count > count ? downstream.receive(held.pop()) : .max(1)
  }
}
