extension Publisher {
  /// Sends values until another publisher sends one, then finishes.
  ///
  /// *Drops* values that arrive after that. *Finishes* when the other publisher sends a value, or when the upstream
  /// finishes. *Cancels* the upstream when the other publisher sends a value.
  ///
  /// *Use it* to take values until an event elsewhere, as until a view disappears. *See also* `drop`, `timeout`. *In
  /// Rx:* `takeUntil`.
  ///
  ///     a: -1-2-3-4-|
  ///     b: ----x-----
  ///     > a.prefix(untilOutputFrom: b)
  ///     =  -1-2|
  ///
  /// Subscribes to the other publisher first. A completion of the other publisher has no effect.
  ///
  /// - Parameter publisher: The other publisher. One value is requested from it.
  @inlinable public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let other: Other
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = TriggeredRelay(subscriber, "PrefixUntilOutput", isLate: true)
      inner.watch(other, onValue: { $0.complete(.finished) }) { _, _ in }
      upstream.subscribe(PlainSubscriber(inner))
    }
  }
}

// Its subscription and subscriber have no description: contract G10.

@usableFromInline struct PlainSubscriber<Base: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Base.Input
  @usableFromInline typealias Failure = Base.Failure
  @usableFromInline let base: Base
  @inlinable init(_ base: Base) { self.base = base }
  @inlinable var combineIdentifier: CombineIdentifier { base.combineIdentifier }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { base.receive(subscription: subscription) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { base.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    base.receive(completion: completion)
  }
}
