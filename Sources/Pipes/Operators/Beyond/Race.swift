extension Publisher {
  /// Sends the values of the publisher that is first to send a value or a completion; cancels the others.
  ///
  /// *Keeps* the winner's first value until it is requested. *Finishes* when the winner finishes. *Fails* when the
  /// winner fails. *Cancels* all others as soon as one has won.
  ///
  /// *Use it* for the fastest of several sources. *See also* `merge`, `timeout`. *In Rx:* `amb`, `raceWith`.
  ///
  ///     a: ---1-2-|
  ///     b: -3---4-|
  ///     > a.race(with: b)
  ///     =  -3---4-|
  ///
  /// Until one publisher has won, the demand of the downstream is requested from each of them. The first value of each
  /// is requested with the subscription, so that the same publisher wins under every demand; the winner's first value
  /// waits until the downstream has requested it.
  @inlinable public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    .init(publishers: [eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
}
extension Collection where Element: Publisher {
  /// Sends the values of the publisher that is first to send a value or a completion, and cancels the others.
  /// *Finishes* immediately if there are no publishers.
  @inlinable public func race() -> Publishers.Race<Element> { .init(publishers: Array(self)) }
}

extension Publishers {
  public struct Race<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The competing publishers, in the order in which they are subscribed to.
    public let publishers: [Upstream]
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let racer = Racer(subscriber)
      racer.sendSubscription()
      for publisher in publishers { racer.join(publisher) }
      if publishers.isEmpty { racer.gate.run { racer.complete(.finished) } }
    }
  }
}

extension Publishers.Race: Equatable where Upstream: Equatable {}

@usableFromInline final class Racer<Downstream: Subscriber>: Delivery<Downstream>, InnerOwner, @unchecked Sendable {
  /// Guarded by the gate. Whether a link may still join is decided together with `upstreams`, under one lock: see
  /// `wins`.
  @exclusivity(unchecked) @usableFromInline var winner: Link?
  /// The upstreams that demand is requested from.
  let account = Link.Account(ahead: .max(1))
  // Guarded by the gate:
  /// The first value of the winner, which has not been requested yet.
  @exclusivity(unchecked) @usableFromInline var early = Kept<Downstream.Input?>(nil)
  /// The completion that waits for the early value.
  @exclusivity(unchecked) @usableFromInline var ending = Kept<Subscribers.Completion<Downstream.Failure>?>(nil)

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
  /// The demand has been counted, so every value finds it.
  @usableFromInline override func passOn(_ more: Subscribers.Demand, to source: Link?, isInside: Bool) {
    let (rest, links) = account.raise(by: more)
    for link in links { super.passOn(rest, to: link, isInside: isInside) }
  }
  @usableFromInline override var isHolding: Bool { early.value != nil }
  @usableFromInline override func serve() {
    guard canSend, let value = early.take() else { return }
    let more = send(value)
    if let ending = ending.value {
      complete(ending)
    } else if more > .none, let winner {
      gate.request(more, from: winner)
    }
  }
  @usableFromInline override func dispose() {
    winner = nil
    let old = (early.take(), ending.take())
    account.removeAll()
    withExtendedLifetime(old) {}  // released last: its `deinit` may send
  }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    gate.take(self, value, from: link) { $0.sendIfWinner($1, from: $2) }
  }
  @inlinable @inline(__always) func sendIfWinner(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard !isOver, winner === link || wins(link) else { return .none }
    if early.value != nil { serve() }
    if canSend { return send(value) }
    if demand == .none, early.value == nil { _ = early.replace(by: value) }
    return .none
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
    gate.run { [self] in if !isOver, wins(link) { end(completion) } }
  }
  /// Called inside the gate with the completion of the winner.
  @usableFromInline func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if early.value == nil { complete(completion) } else { _ = ending.replace(by: completion) }
  }
}
