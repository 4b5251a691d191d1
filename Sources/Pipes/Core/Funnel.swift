/// Upstreams that come and go, one downstream, values in order of arrival: merge and flatMap. An upstream has one value under way at a time
/// unless the demand is unlimited; a value that finds no demand is parked.
@usableFromInline final class Funnel<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var parked = Queue<(value: Downstream.Input, link: Link)>()
  /// The upstreams that have not ended, and one more while others may come.
  @exclusivity(unchecked) @usableFromInline var alive = 1
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var isUnlimited = false
  /// How many upstreams the one that brings them may bring at a time.
  @usableFromInline let width: Subscribers.Demand

  @inlinable init(_ downstream: Downstream, width: Subscribers.Demand = .unlimited) {
    self.width = width
    super.init(downstream)
  }
  /// Subscribes to an upstream and asks it for what can be taken.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    let link = Link("Leg")
    gate.run { [self] in
      alive += 1
      add(link)
    }
    let onValue = { [self] (value: P.Output) -> Subscribers.Demand in
      let me = currentThread()
      if gate.isMine(me) { return take(value, from: link) }
      guard gate.enter(me) else {
        gate.note(me) { [self] in
          let more = take(value, from: link)
          if more > .none { link.request(more) }
        }
        return .none
      }
      let more = take(value, from: link)
      gate.leave(me)
      return more
    }
    let onCompletion = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in
        remove(link)
        if case .failure = completion { return end(completion) }
        if width != .unlimited { source?.request(.max(1)) }
        left()
      }
    }
    upstream.subscribe(Leg(link, of: self, onValue: onValue, onCompletion: onCompletion))
  }
  /// Hands the subscription down, then joins a fixed number of upstreams. None of them can end it before the last is joined.
  @inlinable @inline(__always) func gather(_ name: String, _ joinAll: () -> Void) {
    greet(name)
    joinAll()
    gate.run { [self] in left() }
  }
  /// Subscribes to the upstream that brings the others.
  @inlinable @inline(__always)
  func bring<P: Publisher>(from upstream: P, _ next: @escaping (P.Output) -> Void) where P.Failure == Downstream.Failure {
    let link = Link("Source")
    gate.run { [self] in
      if isOver { _ = link.stop() } else { source = link }
    }
    let onValue = { (value: P.Output) -> Subscribers.Demand in
      next(value)
      return .none
    }
    let onCompletion = { [self] (completion: Subscribers.Completion<P.Failure>) in
      gate.run { [self] in
        if case .failure = completion { end(completion) } else { left() }
      }
    }
    upstream.subscribe(Leg(link, of: self, onValue: onValue, onCompletion: onCompletion))
  }
  @usableFromInline override func joined(_ link: Link) {
    gate.run { [self] in
      link.request(link === source ? width : isUnlimited ? .unlimited : .max(1))
    }
  }
  /// Inside the gate. Returns what the upstream may send next.
  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    if isOver { return .none }
    guard wants, parked.isEmpty else {
      parked.push((value, link))
      return .none
    }
    depth += 1
    let wasUnlimited = isUnlimited
    send(value)
    depth -= 1
    if depth == 0, isUnlimited != demand.isUnlimited || !parked.isEmpty { flow() }
    return wasUnlimited ? .none : .max(1)
  }
  /// Inside the gate, not nested: sends what is parked as far as the demand goes, then asks for more.
  @usableFromInline func flow() {
    depth += 1
    while wants, !parked.isEmpty {
      let (value, link) = parked.pop()
      send(value)
      if !demand.isUnlimited { link.request(.max(1)) }
    }
    depth -= 1
    if demand.isUnlimited, !isUnlimited {
      isUnlimited = true
      let links = links
      for link in links { link?.request(.unlimited) }
    }
    endIfDone()
  }
  @usableFromInline override func admit(_ more: Subscribers.Demand) { if depth == 0 { flow() } }
  /// Inside the gate: an upstream has finished.
  @usableFromInline func left() {
    alive -= 1
    endIfDone()
  }
  @usableFromInline func endIfDone() { if alive == 0, parked.isEmpty, depth == 0 { end(.finished) } }
  @usableFromInline override func dispose() { parked.removeAll() }
}
