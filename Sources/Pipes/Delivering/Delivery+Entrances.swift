// The entry points of a delivery. Every event of an upstream passes through one of them, together with the link of that
// upstream.

extension Delivery {
  /// Accepts a value of an upstream: `use` runs inside the gate, now or when the gate is free. The demand that it
  /// returns is requested from the link.
  @inlinable @inline(__always)
  final func accept<Value>(
    _ value: Value, from link: Link, _ use: @escaping (Value, Link) -> Subscribers.Demand
  ) -> Subscribers.Demand {
    // The gate is entered by hand: no closure captures the value, so nothing is allocated unless the value must wait.
    guard let pass = gate.enterAgain() else { return acceptLater(value, from: link, use) }
    let more = use(value, link)
    gate.leave(pass)
    return more
  }
  @inlinable @inline(never)
  final func acceptLater<Value>(
    _ value: Value, from link: Link, _ use: @escaping (Value, Link) -> Subscribers.Demand
  ) -> Subscribers.Demand {
    gate.take(self, value, from: link) { _, value, link in use(value, link) }
  }

  // MARK: A source that is followed, and others beside it

  /// Creates the link of the source. Called before the downstream has its subscription, or inside the gate: so it keeps
  /// all the demand that has not been fulfilled, and passes it on as soon as the upstream has sent its subscription.
  @usableFromInline final func newLead() -> Link {
    let link = Link("Lead")
    lead = link
    if demand > .none { link.request(demand) }
    return link
  }
  /// Subscribes to the source, unless the delivery is over. `onValue` may pass its values on.
  @inlinable @inline(__always)
  final func follow<P: Publisher>(
    _ upstream: P, by link: Link, onValue: @escaping (P.Output, Link) -> Subscribers.Demand,
    onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    if isOver { return }
    add(link, isSource: true)
    let ending = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in
        if lead === link { lead = nil }
        if !isOver { onCompletion(completion) }
      }
    }
    upstream.subscribe(
      UpstreamSubscriber(link, of: self, onValue: { [self] in accept($0, from: link, onValue) }, onCompletion: ending))
  }
  /// Subscribes to an upstream beside the source, unless the delivery is over.
  @inlinable @discardableResult
  final func watch<P: Publisher>(
    _ other: P, onValue: @escaping (P.Output, Link) -> Void,
    onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) -> Link {
    let link = Link("Side")
    if isOver { return link }
    add(link)
    let use = { [self] (value: P.Output, link: Link) -> Subscribers.Demand in
      if !isOver, link.maySend { onValue(value, link) }
      return .none
    }
    let ending = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in if remove(link), !isOver { onCompletion(completion) } }
    }
    other.subscribe(
      UpstreamSubscriber(link, of: self, onValue: { [self] in accept($0, from: link, use) }, onCompletion: ending))
    return link
  }
  /// Called inside the gate: sends a value. The demand that the downstream returns is requested from the current
  /// source, which may have been replaced by then.
  @inlinable @inline(__always) final func pass(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard canSend else { return .none }
    let more = send(value)
    if more == .none || link.isLive { return more }
    lead?.request(more)
    return .none
  }

  // MARK: A source of inner publishers

  /// Sends the subscription to the downstream, then subscribes to the source. `next` joins an inner publisher for a
  /// value of the source, and runs outside the gate.
  @inlinable @inline(__always)
  final func start<P: Publisher>(from upstream: P, _ next: @escaping (P.Output) -> Void)
  where P.Failure == Downstream.Failure {
    sendSubscription()
    let link = Link(name)
    add(link, isSource: true)
    let onValue = { (value: P.Output) -> Subscribers.Demand in
      next(value)
      return .none
    }
    let ending = { [self] in sourceCompleted($0) }
    upstream.subscribe(UpstreamSubscriber(link, of: self, takesEarly: true, onValue: onValue, onCompletion: ending))
  }
  @usableFromInline final func sourceCompleted(_ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run { [self] in
      if case .failure = completion { return complete(completion) }
      isClosed = true
      completeIfDone()
    }
  }
  /// Accepts the completion of an inner publisher.
  @inlinable final func acceptCompletion(of link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run(self, (link, completion)) { $0.removeCompleted($1.0, $1.1) }
    requestNext()
  }
  /// Requests the value of the source that may create the next inner publisher.
  @usableFromInline final func requestNext() {
    if width != .unlimited, let source = upstreams.with({ $0.source }) { gate.request(.max(1), from: source) }
  }
  @inlinable final func removeCompleted(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    guard remove(link) else { return }
    if case .failure = completion { complete(completion) } else { completeIfDone() }
  }
  /// Called inside the gate: finishes if the source has finished, no inner publisher is left and no value waits to be
  /// sent.
  @usableFromInline final func completeIfDone() {
    if isClosed, held == 0, unfinished == 0, upstreams.with({ $0.isEmpty }) { finish() }
  }
  // Apart, so that the type of the completion is not looked up before it is due.
  @inline(never) private func finish() { complete(.finished) }
}
