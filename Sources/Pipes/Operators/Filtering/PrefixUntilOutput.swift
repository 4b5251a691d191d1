extension Publisher {
  /// Sends values until another publisher sends one, then finishes.
  ///
  /// Subscribes to the other publisher first and requests one value of it. The completion of the other publisher is ignored, a failure too.
  ///
  ///     source                    -1-2-3-4-|
  ///     other                     ----x
  ///     prefix(untilOutputFrom:)  -1-2|
  @inlinable public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that ends when another one sends a value.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The publisher whose first value ends them.
    public let other: Other
    /// A publisher that ends when another one sends a value.
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = TriggeredRelay(subscriber, "PrefixUntilOutput", isLate: true)
      inner.watch(other, onValue: { $0.complete(.finished) }) { _, _ in }
      upstream.subscribe(PlainSubscriber(inner))
    }
  }
}

// What its neighbours see has no description: contract G10.

@usableFromInline struct PlainSubscriber<Base: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Base.Input
  @usableFromInline typealias Failure = Base.Failure
  @usableFromInline let base: Base
  @inlinable init(_ base: Base) { self.base = base }
  @inlinable var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { base.receive(subscription: subscription) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { base.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) { base.receive(completion: completion) }
}

@usableFromInline final class PlainSubscription: Subscription {
  let base: any Subscription
  @usableFromInline init(_ base: any Subscription) { self.base = base }
  @usableFromInline func request(_ demand: Subscribers.Demand) { base.request(demand) }
  @usableFromInline func cancel() { base.cancel() }
}
