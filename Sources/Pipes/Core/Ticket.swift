/// What takes the requests of a downstream, and hears of its upstreams.
@usableFromInline protocol TicketOffice: AnyObject {
  func request(_ demand: Subscribers.Demand)
  func cancel()
  /// The upstream behind this link is there.
  func joined(_ link: Link)
}

/// The subscription of everything that is more than a link to one upstream. It lets go of the office at the end, so that a subscriber that
/// keeps its subscription keeps nothing else alive.
@usableFromInline final class Ticket: EngineSubscription, @unchecked Sendable {
  let office: Guarded<(any TicketOffice)?>
  let name: String
  let refusesZero: Bool
  @usableFromInline override var description: String { name }

  @usableFromInline init(_ name: String, refusesZero: Bool, _ office: any TicketOffice) {
    (self.name, self.refusesZero) = (name, refusesZero)
    self.office = Guarded(office)
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    guard let office = office.with({ $0 }) else { return }
    if !refusesZero || Misuse.isPositive(demand, name) { office.request(demand) }
  }
  @usableFromInline override func cancel() { drop()?.cancel() }
  @usableFromInline @discardableResult func drop() -> (any TicketOffice)? {
    office.with { $0.take() }
  }
}
