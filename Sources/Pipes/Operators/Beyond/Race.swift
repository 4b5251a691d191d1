extension Publisher {
  /// Sends the values of the publisher that is first to send a value or a completion; cancels the others.
  ///
  /// *Finishes* when the winner finishes. *Fails* when the winner fails. *Cancels* all others as soon as one has won.
  ///
  /// *Use it* for the fastest of several sources. *See also* `merge`, `timeout`. *In Rx:* `amb`, `raceWith`.
  ///
  ///     a: ---1-2-|
  ///     b: -3---4-|
  ///     > a.race(with: b)
  ///     =  -3---4-|
  ///
  /// Until one publisher has won, the demand of the downstream is requested from each of them.
  @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    .init(publishers: [eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
}
extension Collection where Element: Publisher {
  /// Sends the values of the publisher that is first to send a value or a completion, and cancels the others. *Finishes* immediately if
  /// there are no publishers.
  @inlinable public func race() -> Publishers.Race<Element> { .init(publishers: Array(self)) }
}

extension Publishers {
  /// The publisher that `race(with:)` returns.
  public struct Race<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The competing publishers, in the order in which they are subscribed to.
    public let publishers: [Upstream]
    /// Creates the publisher that `race(with:)` returns.
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let racer = Racer(subscriber)
      racer.sendSubscription()
      for publisher in publishers { racer.join(publisher) }
      if publishers.isEmpty { racer.gate.run { racer.complete(.finished) } }
    }
  }
}

extension Publishers.Race: Equatable where Upstream: Equatable {}

@usableFromInline final class Racer<Downstream: Subscriber>: Delivery<Downstream>, InnerOwner, @unchecked Sendable {
  /// Guarded by the gate. Whether a link may still join is decided together with `upstreams`, under one lock: see `wins`.
  @exclusivity(unchecked) @usableFromInline var winner: Link?
  /// The upstreams that demand is requested from.
  let account = Link.Account()

  @inlinable init(_ downstream: Downstream) { super.init(downstream, "Race") }
  /// Subscribes to one more upstream, unless the race is decided.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    let link = Link("Race")
    guard add(link) else { return }
    expect(link)
    upstream.subscribe(InnerSubscriber(link, of: self))
  }
  @usableFromInline func expect(_ link: Link) { account.join(link) }
  @usableFromInline override func upstreamAttached(_ link: Link) { link.catchUp() }
  /// Counts the demand in its turn, then requests it from the upstreams: so every value finds it counted.
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    guard isPermitted(more) else { return }
    super.request(more)
    for link in account.raise(by: more) { gate.request(more, from: link) }
  }
  @usableFromInline override func dispose() {
    winner = nil
    account.removeAll()
  }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    gate.take(self, value, from: link) { $0.sendIfWinner($1, from: $2) }
  }
  @inlinable @inline(__always) func sendIfWinner(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    canSend && (winner === link || wins(link)) ? send(value) : .none
  }
  /// Called inside the gate: the first link that calls wins, and the others are cancelled.
  @usableFromInline func wins(_ link: Link) -> Bool {
    guard winner == nil else { return winner === link }
    let losers = upstreams.with { $0.narrow(to: link) }
    winner = link
    account.narrow(to: link)
    for loser in losers { _ = loser.cancelOnce() }
    return true
  }
  @usableFromInline func innerCompleted(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run { [self] in if !isOver, wins(link) { complete(completion) } }
  }
}
