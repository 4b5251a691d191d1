/// One downstream whose requests go to one upstream at a time, the lead. From other upstreams unlimited values are requested. The operator
/// handles their values inside the gate.
@usableFromInline class Led<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  /// Guarded by the gate. `nil` before the lead has sent its subscription, and after its completion.
  @exclusivity(unchecked) @usableFromInline final var lead: Link?

  /// Sends the subscription downstream. Requests that arrive before the lead's subscription are kept.
  @inlinable
  init(_ downstream: Downstream, _ name: String) {
    super.init(downstream)
    sendSubscription(name)
  }
  @usableFromInline override final func upstreamAttached(_ link: Link) {
    gate.run { [self] in
      guard upstreams.with({ $0.source === link }) else { return link.request(.unlimited) }
      lead = link
      if demand > .none { link.request(demand) }
    }
  }
  @usableFromInline override final func demandRaised(by more: Subscribers.Demand) { lead?.request(more) }
  @usableFromInline override func dispose() { lead = nil }

  /// Subscribes to the lead, unless the downstream has been completed or has cancelled.
  @inlinable @inline(__always)
  final func follow<P: Publisher>(
    _ upstream: P, onValue: @escaping (P.Output, Link) -> Subscribers.Demand,
    onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    if isOver { return }
    let link = Link("Lead")
    add(link, bringsOthers: true)
    let ending = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in
        if lead === link { lead = nil }
        if !isOver { onCompletion(completion) }
      }
    }
    upstream.subscribe(UpstreamSubscriber(link, of: self, onValue: { [self] in take($0, from: link, onValue) }, onCompletion: ending))
  }
  /// Subscribes to a second upstream, unless the downstream has been completed or has cancelled.
  @inlinable @discardableResult
  final func watch<P: Publisher>(
    _ other: P, onValue: @escaping (P.Output, Link) -> Void, onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) -> Link {
    let link = Link("Side")
    if isOver { return link }
    add(link)
    let use = { [self] (value: P.Output, link: Link) -> Subscribers.Demand in
      if !isOver, link.isLive { onValue(value, link) }
      return .none
    }
    let ending = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in if remove(link), !isOver { onCompletion(completion) } }
    }
    other.subscribe(UpstreamSubscriber(link, of: self, onValue: { [self] in take($0, from: link, use) }, onCompletion: ending))
    return link
  }
  @inlinable @inline(__always)
  final func take<Value>(
    _ value: Value, from link: Link, _ use: @escaping (Value, Link) -> Subscribers.Demand
  ) -> Subscribers.Demand {
    // Capturing: the release compiler does not get through a tuple with a generic closure here.
    gate.take(self, value, from: link) { _, value, link in use(value, link) }
  }
  /// Called inside the gate: detaches a second upstream and cancels it.
  @usableFromInline final func cancel(_ link: Link) {
    remove(link)
    _ = link.cancelOnce()
  }
  /// Called inside the gate. Demand that the downstream returns goes to the lead, which may have changed meanwhile.
  @inlinable @inline(__always) final func pass(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard canSend else { return .none }
    let more = send(value)
    if more == .none || link.isLive { return more }
    lead?.request(more)
    return .none
  }
}
