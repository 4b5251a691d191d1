/// Inner publishers that start and complete one by one, one downstream. A subclass decides how many values to request from an inner
/// publisher, and how to handle them.
@usableFromInline class Funnel<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  /// Whether the outer upstream has completed, so that no inner publisher will follow.
  @exclusivity(unchecked) final var isClosed = false
  /// The number of values that may still be sent.
  @exclusivity(unchecked) @usableFromInline final var held = 0
  @usableFromInline final let name: String
  /// The number of inner publishers that the outer upstream may send at a time.
  @usableFromInline final let width: Subscribers.Demand

  @usableFromInline init(_ downstream: Downstream, _ name: String, width: Subscribers.Demand = .unlimited) {
    (self.name, self.width) = (name, width)
    super.init(downstream)
  }
  /// Hands the subscription down, then subscribes to the upstream that brings the others.
  @inlinable @inline(__always)
  final func start<P: Publisher>(from upstream: P, _ next: @escaping (P.Output) -> Void)
  where P.Failure == Downstream.Failure {
    sendSubscription(name)
    let link = Link(name)
    add(link, bringsOthers: true)
    let onValue = { (value: P.Output) -> Subscribers.Demand in
      next(value)
      return .none
    }
    upstream.subscribe(UpstreamSubscriber(link, of: self, takesEarly: true, onValue: onValue, onCompletion: { [self] in close($0) }))
  }
  @usableFromInline override final func upstreamAttached(_ link: Link) {
    if upstreams.with({ $0.source === link }) { return link.request(width) }
    gate.run(self, link) { $0.innerAttached($1) }
  }
  /// Called inside the gate. Requests as many values from a new inner publisher as can be accepted.
  @usableFromInline func innerAttached(_ link: Link) {}

  /// Called when the outer upstream has completed.
  @usableFromInline final func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run { [self] in
      if case .failure = completion { return complete(completion) }
      isClosed = true
      completeIfDone()
    }
  }
  /// Called when an inner publisher has completed.
  @inlinable final func left(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run(self, (link, completion)) { $0.depart($1.0, $1.1) }
    if width != .unlimited { upstreams.with { $0.source }?.request(.max(1)) }
  }
  @inlinable final func depart(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    guard remove(link) else { return }
    if case .failure = completion { complete(completion) } else { completeIfDone() }
  }
  /// Inside the gate.
  @usableFromInline final func completeIfDone() {
    if isClosed, held == 0, upstreams.with({ $0.isEmpty }) { complete(.finished) }
  }
}

/// Receives the values of inner publishers.
@usableFromInline protocol InnerOwner: SubscriptionOwner {
  associatedtype Value
  associatedtype Fault: Error
  func take(_ value: Value, from link: Link) -> Subscribers.Demand
  func left(_ link: Link, _ completion: Subscribers.Completion<Fault>)
}

/// A subscriber of one upstream of many: as light as can be, because there may be one for every value.
@usableFromInline struct InnerSubscriber<Owner: InnerOwner>: EngineSubscriber {
  @usableFromInline typealias Input = Owner.Value
  @usableFromInline typealias Failure = Owner.Fault
  @usableFromInline let link: Link
  @usableFromInline let owner: Owner
  @inlinable init(_ link: Link, of owner: Owner) { (self.link, self.owner) = (link, owner) }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if link.attach(subscription) { owner.upstreamAttached(link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { link.isLive ? owner.take(input, from: link) : .none }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    if link.completeUnsubscribed() { owner.left(link, completion) }
  }
}
