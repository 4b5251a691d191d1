extension Publisher {
  /// Drops the given number of values, then sends all that follow.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* the first values.
  ///
  /// *Use it* to skip the first values, such as a current value. *See also* `drop`, `output`, `skipLast`. *In Rx:*
  /// `skip`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.dropFirst(2)
  ///     =  -----3-4-|
  ///
  /// - Parameter count: The number of values to drop; 1 by default. A negative number stops the program.
  @_disfavoredOverload @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    .init(upstream: self, count: count)
  }
}

extension Publishers {
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// The number of values to drop, never negative.
    public let count: Int
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a number of values to drop must not be negative")
      self.upstream = upstream
      self.count = count
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = DropInner(subscriber, count)
      subscriber.receive(subscription: inner.link)
      upstream.subscribe(inner)
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

@usableFromInline final class DropInner<Downstream: Subscriber>: EngineSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: SequentialSubscription
  @exclusivity(unchecked) @usableFromInline var left: Int
  @inlinable init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    left = count
    link = SequentialSubscription("Drop", refusesZero: true, extra: count)
  }
  @inlinable var description: String { "Drop" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { link.attach(subscription, .first) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isCancelled { return .none }  // but a value after the completion is sent: contract SQ-03
    guard left == 0 else {
      left -= 1
      return .none
    }
    return downstream.receive(input)
  }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    if link.completeUnsubscribed() { downstream.receive(completion: completion) }
  }
}
