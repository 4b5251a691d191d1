extension Publisher {
  /// Drops the given number of last values.
  ///
  /// *Sends* each value when the given number of values have arrived after it. *Requests* as many values as the
  /// downstream, and one more for each value that it drops. *Keeps* the last values. *Drops* the last values.
  ///
  /// *Use it* to drop the values at the end. *See also* `takeLast`, `dropFirst`.
  ///
  ///     a: -1-2-3-|
  ///     > a.skipLast(1)
  ///     =  ---1-2-|
  ///
  /// - Parameter count: The number of values to drop. A negative number stops the program.
  @inlinable public func skipLast(_ count: Int) -> Publishers.SkipLast<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  public struct SkipLast<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// The number of values to drop, never negative.
    public let count: Int
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a number of values to skip must not be negative")
      self.upstream = upstream
      self.count = count
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(SkipLastInner(subscriber, count))
    }
  }
}

extension Publishers.SkipLast: Equatable where Upstream: Equatable {}

@usableFromInline final class SkipLastInner<Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  @usableFromInline let held = Queue<Input>()
  @inlinable init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    self.count = count
  }
  @inlinable var description: String { "SkipLast" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    held.push(input)
    return held.count > count ? downstream.receive(held.pop()) : .max(1)
  }
}
