extension Publisher {
  /// Follows whichever of the publishers is the first to send anything, be it a value or its end; the others are cancelled then.
  ///
  /// Until that is known each of them is asked for what the subscriber asks for. Rx calls it `race` or `amb`.
  ///
  ///     a              ---1-2-|
  ///     b              -x-----y-|
  ///     a.race(with: b) -x-----y-|
  @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    .init(publishers: [eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
}
extension Collection where Element: Publisher {
  /// Follows whichever of the publishers is the first to send anything; the others are cancelled then. Finishes at once if there are none.
  @inlinable public func race() -> Publishers.Race<Element> { .init(publishers: Array(self)) }
}

extension Publishers {
  /// A publisher of the values of that one of several publishers that is the first to send anything.
  public struct Race<Upstream: Publisher>: Publisher {
    /// That of all.
    public typealias Output = Upstream.Output
    /// That of all.
    public typealias Failure = Upstream.Failure
    /// Those that take part, in the order in which they are subscribed.
    public let publishers: [Upstream]
    /// A publisher of the values of the fastest.
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let racer = Racer(subscriber)
      racer.sendSubscription("Race")
      for publisher in publishers { racer.join(publisher) }
      if publishers.isEmpty { racer.complete(.finished) }
    }
  }
}

extension Publishers.Race: Equatable where Upstream: Equatable {}

@usableFromInline final class Racer<Downstream: Subscriber>: Delivery<Downstream>, InnerOwner, @unchecked Sendable {
  // Both are guarded by the gate. Who may still join is decided with `upstreams`, under one lock: see `wins`.
  @exclusivity(unchecked) @usableFromInline var winner: Link?
  /// Those that have given their subscription; the winner alone once there is one.
  @exclusivity(unchecked) var running: [Link] = []

  @inlinable init(_ downstream: Downstream) { super.init(downstream) }
  /// Subscribes to one more upstream, unless the race is decided.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    let link = Link("Leg")
    if add(link) { upstream.subscribe(InnerSubscriber(link, of: self)) }
  }
  @usableFromInline override func upstreamAttached(_ link: Link) {
    gate.run { [self] in
      guard link.isLive else { return }
      running.append(link)
      if demand > .none { link.request(demand) }
    }
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) {
    for link in running where winner == nil || winner === link { link.request(more) }
  }
  @usableFromInline override func dispose() { (winner, running) = (nil, []) }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    gate.take(self, value, from: link) { $0.pass($1, from: $2) }
  }
  @inlinable @inline(__always) func pass(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    canSend && (winner === link || wins(link)) ? send(value) : .none
  }
  /// Inside the gate: the first to come here wins, and the others are cancelled.
  @usableFromInline func wins(_ link: Link) -> Bool {
    guard winner == nil else { return winner === link }
    let losers = upstreams.with { $0.narrow(to: link) }
    (winner, running) = (link, [link])
    for loser in losers { _ = loser.cancelOnce() }
    return true
  }
  @usableFromInline func left(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run { [self] in if !isOver, wins(link) { complete(completion) } }
  }
}
