// The entrances to a delivery: every event of an upstream comes through one of these, with the link it came by.

extension Delivery {
  /// The entrance of a value: `use` runs inside the gate, now or when the gate is free. The demand it returns goes to the link.
  @inlinable @inline(__always)
  final func accept<Value>(
    _ value: Value, from link: Link, _ use: @escaping (Value, Link) -> Subscribers.Demand
  ) -> Subscribers.Demand {
    // By hand: nothing captures the value, and so nothing is allocated, unless it must wait.
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

  /// Subscribes to the source, whose values `onValue` may pass on, unless all is over.
  @inlinable @inline(__always)
  final func follow<P: Publisher>(
    _ upstream: P, onValue: @escaping (P.Output, Link) -> Subscribers.Demand,
    onCompletion: @escaping (Subscribers.Completion<P.Failure>) -> Void
  ) {
    if isOver { return }
    let link = Link("Lead")
    add(link, isSource: true)
    let ending = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in
        if lead === link { lead = nil }
        if !isOver { onCompletion(completion) }
      }
    }
    upstream.subscribe(UpstreamSubscriber(link, of: self, onValue: { [self] in accept($0, from: link, onValue) }, onCompletion: ending))
  }
  /// Subscribes to an upstream beside the source, unless all is over.
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
    other.subscribe(UpstreamSubscriber(link, of: self, onValue: { [self] in accept($0, from: link, use) }, onCompletion: ending))
    return link
  }
  /// Inside the gate. The demand that the downstream returns goes to the source, which may be another one by then.
  @inlinable @inline(__always) final func pass(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard canSend else { return .none }
    let more = send(value)
    if more == .none || link.isLive { return more }
    lead?.request(more)
    return .none
  }

  // MARK: A source that brings inner publishers

  /// Hands the subscription down, then subscribes to the source. Each of its values is the occasion to join one inner publisher; `next` runs
  /// outside the gate.
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
  /// The completion of an inner publisher.
  @inlinable final func acceptCompletion(of link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run(self, (link, completion)) { $0.removeCompleted($1.0, $1.1) }
    if width != .unlimited { upstreams.with { $0.source }?.request(.max(1)) }
  }
  @inlinable final func removeCompleted(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    guard remove(link) else { return }
    if case .failure = completion { complete(completion) } else { completeIfDone() }
  }
  /// Inside the gate: finishes when no inner publisher is left, none will come and nothing is held.
  @usableFromInline final func completeIfDone() {
    if isClosed, held == 0, upstreams.with({ $0.isEmpty }) { complete(.finished) }
  }
}
