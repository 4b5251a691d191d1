import Pipes
import VirtualTime

/// One subscriber of a source: it has its own demand, and of a cold source its own backlog.
final class SourceSubscription<Output, Failure: Error>: Subscription, CustomStringConvertible, @unchecked Sendable {
  // Unchecked: everything that changes is behind the lock.
  typealias Event = Recording<Output, Failure>.Event

  private struct State {
    var subscriber: AnySubscriber<Output, Failure>?
    var demand: Subscribers.Demand = .none
    var backlog: [Event] = []
    var isDelivering = false
    var tickets: [Timeline.Ticket?] = []
  }
  private let state: Guarded<State>
  private let log: SourceLog
  private let window: Int
  /// Whether values wait for demand; otherwise one that finds none is lost.
  private let waits: Bool
  let description: String

  init(_ subscriber: AnySubscriber<Output, Failure>, log: SourceLog, name: String, waits: Bool) {
    state = Guarded(State(subscriber: subscriber))
    self.log = log
    self.waits = waits
    description = name
    window = log.begin()
  }

  var isOver: Bool { state.with { $0.subscriber == nil } }

  /// Schedules a recording that begins now.
  func play(_ script: Recording<Output, Failure>) {
    let start = log.timeline.now
    for (index, entry) in script.entries.enumerated() {
      let instant = start.advanced(by: VirtualInstant.zero.distance(to: entry.instant))
      let ticket = log.timeline.schedule(at: instant, by: description) { [self] in
        state.with { if index < $0.tickets.count { $0.tickets[index] = nil } }
        log.note(scheduled: -1)
        take(entry.event)
      }
      log.note(scheduled: 1)
      state.with { $0.tickets.append(ticket) }
    }
  }

  /// An event of the source is due.
  func take(_ event: Event) {
    let count: Int = state.with { state in
      guard state.subscriber != nil, waits || event.isEnd || state.demand > .none else { return 0 }
      state.backlog.append(event)
      return state.backlog.count
    }
    if count > 0 { deliver() }
  }

  func request(_ demand: Subscribers.Demand) {
    let isAlive = state.with { state in
      state.demand += demand
      return state.subscriber != nil
    }
    guard isAlive else { return }
    log.note(demand, on: window)
    deliver()
  }

  func cancel() {
    guard stop() != nil else { return }
    log.end(window)
  }

  /// Delivers what demand allows. A call from inside a delivery leaves the work to the outer one.
  private func deliver() {
    let isFree = state.with { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFree else { return }
    while let (event, subscriber) = next() {
      switch event {
      case .value(let value):
        let more = subscriber.receive(value)
        state.with { $0.demand += more }
        log.note(more, on: window)
      case .finished: end(.finished)
      case .failure(let error): end(.failure(error))
      }
    }
  }

  private func next() -> (Event, AnySubscriber<Output, Failure>)? {
    let (next, held): ((Event, AnySubscriber<Output, Failure>)?, Int) = state.with { state in
      guard let subscriber = state.subscriber, let event = state.backlog.first, event.isEnd || state.demand > .none else {
        state.isDelivering = false
        return (nil, state.backlog.last?.isEnd == true ? state.backlog.count : 0)
      }
      state.backlog.removeFirst()
      if !event.isEnd { state.demand -= 1 }
      return ((event, subscriber), 0)
    }
    if next == nil { log.note(held: held, on: window) }
    return next
  }

  private func end(_ completion: Subscribers.Completion<Failure>) {
    guard let subscriber = stop() else { return }
    log.end(window)
    subscriber.receive(completion: completion)
  }

  /// Forgets the subscriber and what is scheduled. `nil` if that was done before.
  private func stop() -> AnySubscriber<Output, Failure>? {
    // What is forgotten is released outside of the lock.
    let (subscriber, tickets, _) = state.with { state in
      defer { (state.backlog, state.tickets) = ([], []) }
      return (state.subscriber.take(), state.tickets, state.backlog)
    }
    for ticket in tickets {
      guard let ticket else { continue }
      log.timeline.cancel(ticket)
      log.note(scheduled: -1)
    }
    return subscriber
  }
}
