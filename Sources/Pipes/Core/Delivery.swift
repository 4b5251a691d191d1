/// One downstream, fed by several upstreams, timers or threads, one event at a time: the demand ledger and the gate of everything that is
/// more than a relay. Everything `var` is in the keeping of the gate.
@usableFromInline class Delivery<Downstream: Subscriber>: TicketOffice, @unchecked Sendable {
  @usableFromInline final let downstream: Downstream
  @usableFromInline final let gate: Gate
  /// Asked for and not yet delivered.
  @exclusivity(unchecked) @usableFromInline final var demand = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline final var isOver = false
  @exclusivity(unchecked) final var ticket: Ticket?
  /// The upstreams, to be cancelled at the end.
  @exclusivity(unchecked) @usableFromInline final var links: ContiguousArray<Link?> = []
  /// Places in `links` that are free again.
  @exclusivity(unchecked) final var free: ContiguousArray<Int> = []
  /// One more upstream, which is cancelled after the others: the one that brings them.
  @exclusivity(unchecked) @usableFromInline final var source: Link?

  @usableFromInline init(_ downstream: Downstream, isOpen: Bool = true) {
    self.downstream = downstream
    gate = Gate(isOpen: isOpen)
  }
  /// Hands the subscription down.
  @usableFromInline final func greet(_ name: String, refusesZero: Bool = true) {
    let ticket = Ticket(name, refusesZero: refusesZero, self)
    self.ticket = ticket
    downstream.receive(subscription: ticket)
  }
  /// Inside the gate. The downstream has asked for `more`, which is in the ledger already.
  @usableFromInline func admit(_ more: Subscribers.Demand) {}
  /// Inside the gate, once. Frees what is held back.
  @usableFromInline func dispose() {}
  @usableFromInline func joined(_ link: Link) {}

  @usableFromInline func request(_ more: Subscribers.Demand) {
    gate.run { [self] in
      if isOver { return }
      demand += more
      admit(more)
    }
  }
  @usableFromInline func cancel() { gate.run { [self] in stop() } }

  // The gate, for those who reach it through a protocol.
  @inlinable @inline(__always) final func enter(_ me: UInt) -> Bool { gate.enter(me) }
  @inlinable @inline(__always) final func isMine(_ me: UInt) -> Bool { gate.isMine(me) }
  @inlinable @inline(__always) final func leave(_ me: UInt) { gate.leave(me) }
  @usableFromInline final func note(_ me: UInt, _ action: @escaping () -> Void) { gate.note(me, action) }

  /// May a value be sent?
  @inlinable @inline(__always) final var wants: Bool { demand != .none && !isOver }
  /// Inside the gate, with demand. Returns what the downstream asked for in return; it is in the ledger already.
  @inlinable @inline(__always) @discardableResult final func send(_ value: Downstream.Input) -> Subscribers.Demand {
    if !demand.isUnlimited { demand -= 1 }
    let more = downstream.receive(value)
    demand += more
    return more
  }
  /// Inside the gate: ends once. The upstreams that are left are cancelled before the downstream is told, or after.
  @usableFromInline final func end(_ completion: Subscribers.Completion<Downstream.Failure>, cancelFirst: Bool = true) {
    guard !isOver else { return }
    isOver = true
    if cancelFirst { stop() }
    downstream.receive(completion: completion)
    if !cancelFirst { stop() }
  }
  /// Inside the gate: nothing comes any more. The last upstream joined is cancelled last.
  @usableFromInline final func stop() {
    isOver = true
    let (old, source, ticket) = (links, source, ticket)
    (links, self.source, self.ticket) = ([], nil, nil)
    ticket?.drop()
    for link in old { _ = link?.stop() }
    _ = source?.stop()
    dispose()
  }
  /// Inside the gate. When all is over the upstream is cancelled instead.
  @usableFromInline final func add(_ link: Link) {
    if isOver {
      _ = link.stop()
    } else if let place = free.popLast() {
      link.place = place
      links[place] = link
    } else {
      link.place = links.count
      links.append(link)
    }
  }
  /// Inside the gate: the upstream has ended.
  @usableFromInline final func remove(_ link: Link) {
    guard !isOver, link.place >= 0 else { return }
    links[link.place] = nil
    free.append(link.place)
  }
}

/// One upstream of several. Its closures are made where the types are known, so they are specialised for the whole chain below.
@usableFromInline final class Leg<Input, Failure: Error>: EngineSubscriber {
  @usableFromInline let link: Link
  @usableFromInline let office: any TicketOffice
  /// A failed upstream is cancelled all the same: contract CO-03.
  @usableFromInline let cancelsFailed: Bool
  /// Not called after the end of the upstream or after cancel.
  @usableFromInline let onValue: (Input) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @inlinable
  init(
    _ link: Link, of office: any TicketOffice, cancelsFailed: Bool = false, onValue: @escaping (Input) -> Subscribers.Demand,
    onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    (self.link, self.office, self.cancelsFailed, self.onValue, self.onCompletion) = (link, office, cancelsFailed, onValue, onCompletion)
  }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if link.attach(subscription) { office.joined(link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { link.isLive ? onValue(input) : .none }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isLive else { return }
    if case .failure = completion, cancelsFailed { link.mute() } else { _ = link.end() }
    onCompletion(completion)
  }
}
