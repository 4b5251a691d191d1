import PipesCore
import VirtualTime

/// The subscription of one subscriber to a source. It has a demand of its own, and for a cold source a backlog of its
/// own.
///
/// It refers to events by their number in the recording; only the closure that delivers them knows their types. So this
/// class is not generic.
@usableFromInline final class SourceSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
  // Unchecked: the lock guards everything that changes.

  /// An event of the recording.
  @usableFromInline struct Due {
    let number: Int
    let isEnd: Bool
  }
  /// Delivers events to the subscriber. A class, so that passing it on costs one retain.
  private final class Outlet {
    let deliver: (Int) -> Subscribers.Demand
    init(_ deliver: @escaping (Int) -> Subscribers.Demand) { self.deliver = deliver }
  }
  private struct State {
    var outlet: Outlet?
    var demand: Subscribers.Demand = .none
    /// A slice, so that the first event is removed in constant time.
    var backlog: ArraySlice<Due> = []
    var isDelivering = false
    /// The scheduled events of a cold source, and the number of those that have run.
    var tickets: [Timeline.Ticket] = []
    var played = 0
    /// The length of the backlog that the log knows.
    var held = 0

    func allows(_ event: Due) -> Bool { event.isEnd || demand > .none }
    mutating func count(_ event: Due) { if !event.isEnd { demand -= 1 } }
    /// The number of waiting events, once the last event is among them; `nil` if the log knows it.
    mutating func newlyHeld() -> Int? {
      let now = backlog.last?.isEnd == true && !isDelivering ? backlog.count : 0
      if now == held { return nil }
      held = now
      return now
    }
  }
  private let state: Guarded<State>
  private let log: SourceLog
  private let window: Int
  /// The number of the subscriber of the test that caused this subscription; `nil` if it is not known.
  private let owner: Int?
  /// Whether values wait for demand. Otherwise a value without demand is dropped.
  private let waits: Bool
  @usableFromInline let description: String

  @usableFromInline init(log: SourceLog, name: String, waits: Bool, deliver: @escaping (Int) -> Subscribers.Demand) {
    state = Guarded(State(outlet: Outlet(deliver)))
    self.log = log
    self.waits = waits
    description = name
    window = log.begin()
    owner = log.timeline.context.owner
    log.timeline.note(.began, of: log, window: window)
  }

  var isOver: Bool { state.with { $0.outlet == nil } }

  /// Schedules the events of a recording that begins now. The closures are created where the types of the recording are
  /// known, so that no type of an event is looked up.
  ///
  /// - Parameters:
  ///   - count: The number of events.
  ///   - end: The place of the first completion, or the count.
  ///   - instant: Returns the instant of an event in the recording.
  ///   - isEnd: Returns whether an event behind the first completion is one, too: a recording may list its events in
  ///     any order.
  @usableFromInline
  func play(_ count: Int, end: Int, at instant: (Int) -> VirtualInstant, isEnd: @escaping (Int) -> Bool) {
    let timeline = log.timeline
    let (start, name) = (timeline.now, timeline.index(of: description))
    log.note(scheduled: count)
    let tickets = timeline.enqueueSeries(
      name: name, count: count, at: { start.advanced(by: VirtualInstant.zero.distance(to: instant($0))).nanoseconds },
      { [self] number in play(Due(number: number, isEnd: number == end || number > end && isEnd(number))) })
    state.with { $0.tickets = tickets }
  }
  private func play(_ event: Due) {
    log.note(scheduled: -1)
    take(event, isPlayed: true)
  }

  /// Called when an event of the source is due. `isPlayed` says that it was scheduled by `play`.
  @usableFromInline func take(_ event: Due, isPlayed: Bool = false) {
    var isLost = false, held: Int?
    let outlet: Outlet? = state.with { state in
      if isPlayed { state.played += 1 }
      guard let outlet = state.outlet else { return nil }
      isLost = !waits && !state.allows(event)
      if isLost { return nil }
      guard !state.isDelivering, state.backlog.isEmpty, state.allows(event) else {
        state.backlog.append(event)
        held = state.newlyHeld()
        return nil
      }
      state.isDelivering = true
      state.count(event)
      return outlet
    }
    if isLost { return log.onLoss?(event.number, window) ?? () }
    if let outlet { deliver(event, to: outlet) }
    if let held { log.note(held: held, on: window) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    let isAlive = state.with { state in
      state.demand += demand
      return state.outlet != nil
    }
    guard isAlive else { return }
    log.note(demand, on: window)
    let isFree = state.with { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    if isFree, let (event, outlet) = next() { deliver(event, to: outlet) }
  }

  @usableFromInline func cancel() {
    guard stop() != nil else { return }
    log.end(window)
    log.timeline.note(.cancelled, of: log, window: window)
  }

  /// Delivers an event, then further events as far as there is demand. A re-entrant call leaves them to the outer call.
  private func deliver(_ event: Due, to outlet: Outlet) {
    if event.isEnd { end(event) } else { send(event, to: outlet) }
    while let (event, outlet) = next() {
      if event.isEnd { end(event) } else { send(event, to: outlet) }
    }
  }
  private func send(_ event: Due, to outlet: Outlet) {
    let more = deliver(event.number, to: outlet)
    guard more > .none else { return }
    state.with { $0.demand += more }
    log.note(more, on: window)
  }
  private func end(_ event: Due) {
    guard let outlet = stop() else { return }
    log.end(window)
    _ = deliver(event.number, to: outlet)
  }
  /// Delivers an event with a mark in the journal, as the cause of everything that happens meanwhile.
  private func deliver(_ number: Int, to outlet: Outlet) -> Subscribers.Demand {
    log.timeline.delivering(number, of: log, window: window, to: owner) { outlet.deliver(number) }
  }

  private func next() -> (Due, Outlet)? {
    var held: Int?
    let next: (Due, Outlet)? = state.with { state in
      guard let outlet = state.outlet, let event = state.backlog.first, state.allows(event) else {
        state.isDelivering = false
        held = state.newlyHeld()
        return nil
      }
      state.backlog.removeFirst()
      state.count(event)
      return (event, outlet)
    }
    if let held { log.note(held: held, on: window) }
    return next
  }

  /// Releases the subscriber and cancels the scheduled events. Returns `nil` if this was done before.
  private func stop() -> Outlet? {
    // Detached objects are released outside of the lock.
    let old = state.with { state in
      let old = state
      state.outlet = nil
      state.backlog = []
      state.tickets = []
      state.played = 0
      state.held = 0
      return old
    }
    let scheduled = old.tickets.count - old.played
    if scheduled > 0 {
      for ticket in old.tickets { log.timeline.cancel(ticket) }
      log.note(scheduled: -scheduled)
    }
    return old.outlet
  }
}
