/// The delivery of `merge` and `flatMap`: it sends the values of all upstreams as they arrive. One value at a time is
/// requested from each upstream, unless the demand is unlimited. A value for which there is no demand is kept. Demand
/// is reserved inside the gate, where nobody can find it taken for a value that is still on its way.
@usableFromInline final class Merger<Downstream: Subscriber>: Delivery<Downstream>, InnerOwner, @unchecked Sendable {
  /// A value that waits for demand, and whether the next one has been requested from its upstream already.
  @usableFromInline typealias Parcel = (value: Downstream.Input, link: Link, isAnswered: Bool)
  @usableFromInline let parked = Queue<Parcel>()
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// Whether `flow` is requesting the value that follows the one that it is about to send. An answer is kept.
  @exclusivity(unchecked) @usableFromInline var isAsking = false
  /// Whether a `flow` is queued.
  @exclusivity(unchecked) @usableFromInline var isQueued = false

  /// ``flow()``, specialized: requests arrive through code that is not generic over the types.
  @usableFromInline let flowAll: (Merger) -> Void

  @inlinable @inline(__always) init(
    _ downstream: Downstream, _ name: String = "Merge", width: Subscribers.Demand = .unlimited
  ) {
    flowAll = { $0.flow() }
    super.init(downstream, name, width: width)
  }

  /// Sends the subscription downstream, then subscribes to all upstreams.
  @inlinable @inline(__always) func gather(_ joinAll: () -> Void) {
    sendSubscription()
    joinAll()
    sourceCompleted(.finished)
  }
  /// Subscribes to one more upstream, unless the delivery is over.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    if isOver { return }
    #if !hasFeature(Embedded)
      // The compiler decides this in each specialized chain.
      if P.self == Just<Downstream.Input>.self, pass(unsafeBitCast(upstream, to: Just<Downstream.Input>.self).output) {
        return
      }
      if passElements(of: upstream) { return }
    #endif
    let link = Link(name)
    add(link)
    upstream.subscribe(InnerSubscriber(link, of: self))
  }
  /// Subscribes to an upstream that is known from the start. Not inlined: the publisher of eight upstreams would hold
  /// eight copies of `join`, twice. With its siblings it was a fifth of the object code of this module.
  @inlinable @inline(never) @discardableResult func include<P: Publisher>(_ upstream: P) -> Merger
  where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    join(upstream)
    return self
  }
  /// Sends the value of an inner publisher that has one value and a finish. With unlimited demand no subscription is
  /// needed. Returns `false` if one is needed, or if another thread is inside the gate.
  @inlinable @inline(__always) func pass(_ value: Downstream.Input) -> Bool {
    guard let pass = gate.enterAgain() else { return false }
    guard isUnlimited, !isOver, RunHook.allowsSubscription else {
      gate.leave(pass)
      return false
    }
    unfinished += 1  // the finish comes after the value, also if the outer publisher finishes meanwhile
    _ = deliver(value)
    finishOne()
    gate.leave(pass)
    requestNext()
    return true
  }
  @inlinable func innerCompleted(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    acceptCompletion(of: link, completion)
  }
  @usableFromInline override func upstreamAttached(_ link: Link) {
    if isSource(link) { return link.request(width) }
    link.request(isUnlimited ? .unlimited : .max(1))
  }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard isUnlimited else { return takeCounted(value, from: link) }
    // With unlimited demand no value is counted or kept.
    return gate.take(self, value, from: link) { merger, value, _ in
      if !merger.isOver { _ = merger.deliver(value) }
      return .none
    }
  }
  /// While another thread is inside the gate, nobody knows how much demand its delivery will bring. So the next value
  /// is requested at once: an upstream that does not wait for demand loses nothing on account of a delivery elsewhere.
  /// A value that turns out to have no demand is kept; the gate slows a sender that gets far ahead.
  @inlinable @inline(never) func takeCounted(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    if let pass = gate.enterAgain() {
      let more = merge((value, link, false))
      gate.leave(pass)
      return more
    }
    gate.run { [self] in _ = merge((value, link, true)) }
    return .max(1)
  }
  /// Called inside the gate: sends or keeps a value. Returns the demand for the upstream.
  @inlinable @inline(never) func merge(_ parcel: Parcel) -> Subscribers.Demand {
    if isOver { return .none }
    guard held == 0, !isAsking, reserve() else {
      held += 1
      parked.push(parcel)
      return .none
    }
    let wasUnlimited = isUnlimited
    sendReserved(parcel.value)
    let isAsked = depth == 0 && held > 0 && !wasUnlimited && !parcel.isAnswered
    if isAsked { askForOne(parcel.link) }  // not by return, because others are sent before
    if depth == 0, hasUnlimitedCredit != isUnlimited || held > 0 { flow() }
    return wasUnlimited || isAsked ? .none : .max(1)
  }
  /// Called inside the gate: sends a value for which demand is reserved.
  @inlinable @inline(__always) func sendReserved(_ value: Downstream.Input) {
    depth += 1
    let more = deliver(value)
    depth -= 1
    if more != .none { addCredit(more) }
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) -> Link? {
    addCredit(more)
    if depth == 0 { flowAll(self) }
    return nil
  }
  /// Called inside the gate, not re-entrantly: sends kept values as far as there is demand, and requests a value for
  /// each. Actions that are queued meanwhile run after one value: an upstream that always answers does not keep the
  /// others out.
  @inlinable @inline(never) func flow() {
    depth += 1
    while held > 0, !isOver, reserve() {
      held -= 1
      let (value, link, isAnswered) = parked.pop()
      // Before the delivery, so that a value that is sent from inside it finds demand: contract G6. The answer is parked.
      if !hasUnlimitedCredit, !isAnswered { askForOne(link) }
      if isOver { break }
      sendReserved(value)
      if held > 0, gate.isBehind {
        flowInTurn()
        break
      }
    }
    depth -= 1
    // Not before all kept values have been sent: with unlimited demand a value is sent without looking at those that
    // are kept.
    if hasUnlimitedCredit, !isUnlimited, held == 0 { becomeUnlimited() }
    completeIfDone()
  }
  @usableFromInline func askForOne(_ link: Link) {
    isAsking = true
    link.request(.max(1))
    isAsking = false
  }
  /// Queues another `flow` behind the actions of other threads.
  @inlinable func flowInTurn() {
    if isQueued { return }
    isQueued = true
    gate.queue { [self] in
      isQueued = false
      if depth == 0 { flow() }
    }
  }
  @usableFromInline override func dispose() {
    held = 0
    parked.removeAll()
  }
}
