import PipesCore
import Synchronization

/// The thread that sends the events of a source, to all its subscriptions in turn.
final class LawFeed: Sendable {
  private let subscriptions = Guarded<[ThreadedLawSubscription]>([])
  /// The number of threads that may still request or cancel.
  let askers: Atomic<Int>

  init(askers: Int) { self.askers = Atomic(askers) }

  func add(_ subscription: ThreadedLawSubscription) { subscriptions.with { $0.append(subscription) } }

  /// Sends as much as is requested, and waits for more as long as another thread may request it.
  func run() {
    while true {
      let mayGoOn = askers.load(ordering: .sequentiallyConsistent) > 0
      if !sendOnce() {
        if !mayGoOn { return }
        Files.yieldThread()
      }
    }
  }
  /// Sends the next event of each subscription, if it is requested. Returns whether there was one.
  func sendOnce() -> Bool {
    var hasSent = false
    for subscription in subscriptions.with({ $0 }) where subscription.sendNext() { hasSent = true }
    return hasSent
  }
  /// Whether a subscription was neither cancelled nor completed.
  var isAlive: Bool { subscriptions.with { $0 }.contains { !$0.isOver } }
}

/// A subscription whose events one thread sends, while others request and cancel.
final class ThreadedLawSubscription: Subscription, Sendable {
  private struct State {
    var demand = Subscribers.Demand.none
    var sent = 0
    var deliver: ((Int) -> Subscribers.Demand)?
  }
  private let areEnds: [Bool]
  private let state: Guarded<State>

  init(_ areEnds: [Bool], _ deliver: @escaping (Int) -> Subscribers.Demand) {
    self.areEnds = areEnds
    state = Guarded(State(deliver: deliver))
  }

  var isOver: Bool { state.with { $0.deliver == nil } }

  func request(_ demand: Subscribers.Demand) { state.with { $0.demand += demand } }
  func cancel() { _ = state.with { $0.deliver.take() } }  // the subscriber is released outside of the lock

  func sendNext() -> Bool {
    let next: (number: Int, deliver: (Int) -> Subscribers.Demand)? = state.with { state in
      guard state.sent < areEnds.count, let deliver = state.deliver, areEnds[state.sent] || state.demand > .none else {
        return nil
      }
      defer { state.sent += 1 }
      if areEnds[state.sent] { state.deliver = nil } else { state.demand -= 1 }
      return (state.sent, deliver)
    }
    guard let next else { return false }
    let demand = next.deliver(next.number)
    state.with { $0.demand += demand }
    return true
  }
}

/// A subscriber that several threads use, and that notes each law that is broken.
final class ThreadedLawProbe<Input, Failure: Error>: Subscriber, Sendable {
  private struct State {
    var subscription: (any Subscription)?
    var outstanding = Subscribers.Demand.none
    var events: [Recording<Input, Failure>.Event] = []
    var faults: [(law: OperatorLaw, text: String)] = []
    var isSubscribed = false
    var hasEnded = false
    var isCancelled = false
    /// The number of requests and cancels that came while another thread was inside of the subscriber.
    var meetings = 0
    mutating func meet() { if depth > 0, caller != currentThread() { meetings += 1 } }
    /// The thread that calls the subscriber, and the number of its calls that have not returned.
    var caller: UInt = 0
    var depth = 0
  }
  private let state = Guarded(State())

  var events: [Recording<Input, Failure>.Event] { state.with { $0.events } }
  var faults: [(law: OperatorLaw, text: String)] { state.with { $0.faults } }
  var isOver: Bool { state.with { $0.hasEnded || $0.isCancelled } }
  var isCancelled: Bool { state.with { $0.isCancelled } }
  /// Whether a request or a cancel has met a delivery of another thread.
  var hasMet: Bool { state.with { $0.meetings > 0 } }

  func request(_ demand: Subscribers.Demand) {
    let subscription = state.with { state in
      state.meet()
      state.outstanding += demand
      return state.subscription
    }
    subscription?.request(demand)
  }
  func cancel() {
    let subscription = state.with { state in
      state.meet()
      state.isCancelled = true
      return state.subscription.take()
    }
    subscription?.cancel()
  }

  func receive(subscription: any Subscription) {
    let isSecond = state.with { state in
      defer { state.isSubscribed = true }
      if state.isSubscribed {
        state.faults.append((.oneSubscription, "a second subscription came"))
      } else {
        state.subscription = subscription
      }
      return state.isSubscribed
    }
    if isSecond { subscription.cancel() }
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    call(.value(input)) { state in
      if state.outstanding == .none {
        state.faults.append((.demand, "a value came, and nothing more was requested"))
      } else {
        state.outstanding -= 1
      }
    }
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) {
    let event = Recording<Input, Failure>.Event(completion)
    call(event) { $0.hasEnded = true }
    _ = state.with { $0.subscription.take() }
  }

  private func call(_ event: Recording<Input, Failure>.Event, _ note: (inout State) -> Void) {
    let me = currentThread()
    state.with { state in
      if state.depth > 0, state.caller != me {
        state.faults.append((.oneAtATime, "\(event.words) came while another thread was inside of the subscriber"))
      }
      if !state.isSubscribed { state.faults.append((.oneSubscription, "\(event.words) came before the subscription")) }
      if state.hasEnded { state.faults.append((.oneCompletion, "\(event.words) came after the completion")) }
      state.events.append(event)
      note(&state)
      state.caller = me
      state.depth += 1
    }
    // Another thread has a chance to come in between.
    Files.yieldThread()
    state.with { $0.depth -= 1 }
  }
}
