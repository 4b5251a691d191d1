extension Publisher {
  /// Leaves out the first values. They are asked for in addition to what the subscriber asks for.
  ///
  ///     source        -1-2-3-|
  ///     dropFirst(2)  -----3-|
  @_disfavoredOverload @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { .init(upstream: self, count: count) }
}

extension Publishers {
  /// A publisher without the first values of another.
  public struct Drop<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How many are left out.
    public let count: Int
    /// A publisher without the first `count` values. A negative count is a programming error.
    @inlinable public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a number of values to drop must not be negative")
      (self.upstream, self.count) = (upstream, count)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
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
    (self.downstream, left) = (downstream, count)
    link = SequentialSubscription("Drop", refusesZero: true, extra: count)
  }
  @inlinable var description: String { "Drop" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { link.attach(subscription, .first) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isCancelled { return .none }  // but after the end a value goes through: contract SQ-03
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
