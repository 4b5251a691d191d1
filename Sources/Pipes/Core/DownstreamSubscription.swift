/// The owner of a subscription: it receives the requests of the downstream and the events of its upstreams.
@usableFromInline protocol SubscriptionOwner: AnyObject {
  func request(_ demand: Subscribers.Demand)
  func cancel()
  /// The upstream behind this link is there.
  func upstreamAttached(_ link: Link)
}

/// The subscription of operators that are more than a link to one upstream. It detaches its owner at the end, so a subscriber that keeps its
/// subscription keeps nothing else alive.
@usableFromInline final class DownstreamSubscription: EngineSubscription, @unchecked Sendable {
  let owner: Guarded<(any SubscriptionOwner)?>
  let name: String
  let refusesZero: Bool
  @usableFromInline override var description: String { name }

  @usableFromInline init(_ name: String, refusesZero: Bool, _ owner: any SubscriptionOwner) {
    (self.name, self.refusesZero) = (name, refusesZero)
    self.owner = Guarded(owner)
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    guard let owner = owner.with({ $0 }) else { return }
    if !refusesZero || Misuse.isPositive(demand, name) { owner.request(demand) }
  }
  @usableFromInline override func cancel() { detach()?.cancel() }
  @usableFromInline @discardableResult func detach() -> (any SubscriptionOwner)? {
    owner.with { $0.take() }
  }
}
