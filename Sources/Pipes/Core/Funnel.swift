/// Upstreams that come and go, one downstream. How many values an upstream is asked for, and what becomes of them, a subclass says.
@usableFromInline class Funnel<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  /// No more upstreams will come.
  @exclusivity(unchecked) final var isClosed = false
  /// How many upstreams the one that brings them may bring at a time.
  final let width: Subscribers.Demand

  @usableFromInline init(_ downstream: Downstream, width: Subscribers.Demand = .unlimited) {
    self.width = width
    super.init(downstream)
  }
  /// Hands the subscription down, then subscribes to the upstream that brings the others.
  @inlinable @inline(__always)
  final func start<P: Publisher>(_ name: String, from upstream: P, _ next: @escaping (P.Output) -> Void)
  where P.Failure == Downstream.Failure {
    greet(name)
    let link = Link("Source")
    add(link, bringsOthers: true)
    let onValue = { (value: P.Output) -> Subscribers.Demand in
      next(value)
      return .none
    }
    upstream.subscribe(Leg(link, of: self, onValue: onValue, onCompletion: { [self] in close($0) }))
  }
  /// Hands the subscription down, then joins a fixed number of upstreams.
  @inlinable @inline(__always) final func gather(_ name: String, _ joinAll: () -> Void) {
    greet(name)
    joinAll()
    close(.finished)
  }
  @usableFromInline override final func joined(_ link: Link) {
    if upstreams.with({ $0.source === link }) {
      link.request(width)
    } else {
      gate.run { [self] in welcome(link) }
    }
  }
  /// Inside the gate. Asks a new upstream for what can be taken.
  @usableFromInline func welcome(_ link: Link) {}
  /// Whether there are values still to be sent.
  @usableFromInline var holdsBack: Bool { false }

  /// The upstream that brings others has ended.
  @usableFromInline final func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run { [self] in
      if case .failure = completion { return end(completion) }
      isClosed = true
      endIfDone()
    }
  }
  /// One of the others has ended.
  @usableFromInline final func left(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    gate.run { [self] in
      guard remove(link) else { return }
      if case .failure = completion { return end(completion) }
      endIfDone()
    }
    if width != .unlimited { upstreams.with { $0.source }?.request(.max(1)) }
  }
  /// Inside the gate.
  @usableFromInline final func endIfDone() {
    if isClosed, !holdsBack, upstreams.with({ $0.isEmpty }) { end(.finished) }
  }
}

/// What takes the values of upstreams that come and go.
@usableFromInline protocol Basin: TicketOffice {
  associatedtype Value
  associatedtype Fault: Error
  func take(_ value: Value, from link: Link) -> Subscribers.Demand
  func left(_ link: Link, _ completion: Subscribers.Completion<Fault>)
}

/// A subscriber of one upstream of many: as light as can be, because there may be one for every value.
@usableFromInline struct Branch<Owner: Basin>: EngineSubscriber {
  @usableFromInline typealias Input = Owner.Value
  @usableFromInline typealias Failure = Owner.Fault
  @usableFromInline let link: Link
  @usableFromInline let owner: Owner
  @inlinable init(_ link: Link, of owner: Owner) { (self.link, self.owner) = (link, owner) }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if link.attach(subscription) { owner.joined(link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { link.isLive ? owner.take(input, from: link) : .none }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    if link.end() { owner.left(link, completion) }
  }
}

/// All upstreams at a time: merge and flatMap. Each has one value under way at a time unless the demand is unlimited; a value that finds no
/// demand is parked.
@usableFromInline final class Merger<Downstream: Subscriber>: Funnel<Downstream>, Basin, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var parked = Queue<(value: Downstream.Input, link: Link)>()
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// Whether the upstreams were asked for everything.
  @exclusivity(unchecked) @usableFromInline var isUnlimited = false

  @inlinable override init(_ downstream: Downstream, width: Subscribers.Demand = .unlimited) { super.init(downstream, width: width) }

  /// Subscribes to one more upstream, unless all is over.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    if isOver { return }
    let link = Link("Leg")
    add(link)
    upstream.subscribe(Branch(link, of: self))
  }
  @usableFromInline override func welcome(_ link: Link) { link.request(isUnlimited ? .unlimited : .max(1)) }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    let me = currentThread()
    if gate.isMine(me) { return merge(value, from: link) }
    guard gate.enter(me) else { return postpone(me, value, from: link) }
    let more = merge(value, from: link)
    gate.leave(me)
    return more
  }
  @inlinable @inline(never) func postpone(_ me: UInt, _ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    gate.note(me) { [self] in
      let more = merge(value, from: link)
      if more > .none { link.request(more) }
    }
    return .none
  }
  /// Inside the gate. Returns what the upstream may send next.
  @inlinable @inline(__always) func merge(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    if isOver { return .none }
    guard wants, parked.isEmpty else {
      parked.push((value, link))
      return .none
    }
    let wasUnlimited = isUnlimited
    depth += 1
    send(value)
    depth -= 1
    if depth == 0, isUnlimited != demand.isUnlimited || !parked.isEmpty { flow() }
    return wasUnlimited ? .none : .max(1)
  }
  @usableFromInline override func admit(_ more: Subscribers.Demand) { if depth == 0 { flow() } }
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
      for link in links { link?.request(.unlimited) }
    }
    endIfDone()
  }
  @usableFromInline override var holdsBack: Bool { !parked.isEmpty }
  @usableFromInline override func dispose() { parked.removeAll() }
}
