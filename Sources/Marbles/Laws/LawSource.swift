import PipesCore
import VirtualTime

/// The upstream of an operator whose laws are checked. It plays a generated row for each subscriber, keeps to the
/// demand, and notes what the operator does with its subscription.
///
/// An operator with several upstreams gets further ones from ``other()``, each with a generated row of its own:
///
///     try checkLaws(except: [.order]) { $0.merged(with: $0.other()) }
public final class LawSource<Output>: Publisher {
  public typealias Failure = LawFailure

  /// The test, for further sources of the operator.
  public let test: MarbleTest
  /// A scheduler in the virtual time of the test.
  public var scheduler: TestScheduler<VirtualInstant, Never> { test.scheduler }
  /// Returns the length of a number of frames.
  public func frames<Time: SchedulerTimeIntervalConvertible>(_ count: Int) -> Time { test.frames(count) }

  /// Returns another upstream of the same type, with a row of its own, whose subscriptions are checked, too. Call it
  /// inside of the closure of `checkLaws`, and not in a closure of the operator that runs later.
  public func other() -> LawSource<Output> {
    if let first { return first.other() }
    others.append(LawSource(test, rows, number: others.count + 1, in: self))
    return others[others.count - 1]
  }

  private let rows: LawRows<Output>
  private let row: LawRow<Output>
  private(set) var uses: [LawUse] = []
  /// The other upstreams of the operator.
  private var others: [LawSource] = []
  /// The upstream that the closure of the check is given; `nil` for that one.
  private weak var first: LawSource?
  /// The thread that sends the events, in a run with several threads.
  let feed: LawFeed?

  /// Creates the first upstream of an operator.
  convenience init(_ test: MarbleTest, _ rows: LawRows<Output>) { self.init(test, rows, number: 0, in: nil) }
  private init(_ test: MarbleTest, _ rows: LawRows<Output>, number: Int, in first: LawSource?) {
    self.test = test
    self.rows = rows
    self.first = first
    row = rows[number]
    feed = rows.askers.map(LawFeed.init)
  }

  var events: [Recording<Output, LawFailure>.Event] { row.recording.entries.map(\.event) }
  /// This upstream and the others.
  var all: [LawSource] { [self] + others }

  public func receive<S: Subscriber<Output, LawFailure>>(subscriber: S) {
    if let feed {
      let subscription = ThreadedLawSubscription(row.areEnds) { [row] in row.send($0, to: subscriber) }
      feed.add(subscription)
      return subscriber.receive(subscription: subscription)
    }
    let use = LawUse(test.timeline)
    uses.append(use)
    let subscription = LawSubscription(use, row.areEnds, isNested: rows.areNested) { [row] number in
      if case .failure = row.recording.entries[number].event { use.hasFailed = true }
      return row.send(number, to: subscriber)
    }
    if row.isImmediate {
      subscription.makeAllDue()
    } else {
      subscription.schedule(row.recording.entries.map(\.instant))
    }
    subscriber.receive(subscription: subscription)
    // The completion of an empty row needs no demand.
    if row.isImmediate { subscription.send() }
  }
}

/// The row of an upstream.
struct LawRow<Value> {
  var recording: Recording<Value, LawFailure>
  /// Whether all events are sent as soon as they are requested. Otherwise each waits for its instant, too.
  var isImmediate: Bool

  var areEnds: [Bool] { recording.entries.map { $0.event.isEnd } }
  func send<S: Subscriber<Value, LawFailure>>(_ number: Int, to subscriber: S) -> Subscribers.Demand {
    recording.entries[number].event.send(to: subscriber)
  }
}

/// The rows of the upstreams of a case, one for each number. Operators that are built in the same case have upstreams
/// with the same rows.
final class LawRows<Value> {
  private var known: [LawRow<Value>] = []
  private let choose: (Int) -> LawRow<Value>
  /// The number of threads that request and cancel, in a run with several threads.
  let askers: Int?
  /// Whether an upstream answers a request inside of a value at once, before the call with that value has returned.
  var areNested = false

  init(askers: Int? = nil, _ choose: @escaping (Int) -> LawRow<Value>) {
    self.askers = askers
    self.choose = choose
  }

  subscript(number: Int) -> LawRow<Value> {
    while known.count <= number { known.append(choose(known.count)) }
    return known[number]
  }
}

/// The life of one subscription of a source.
final class LawUse {
  let timeline: Timeline
  /// The instant of the cancel or the completion; `nil` while the subscription is alive.
  var end: VirtualInstant?
  /// The instants of requests for nothing.
  var emptyRequests: [VirtualInstant] = []
  /// Whether the upstream has failed.
  var hasFailed = false
  /// Whether values wait for demand.
  var isWaiting: Bool { end == nil && subscription?.hasDueValues == true }
  /// The subscription, as long as it is referred to.
  weak var subscription: LawSubscription?

  init(_ timeline: Timeline) { self.timeline = timeline }
}

/// A subscription that sends the events of a row as far as they are requested.
final class LawSubscription: Subscription {
  private let use: LawUse
  private let areEnds: [Bool]
  private let isNested: Bool
  private var deliver: ((Int) -> Subscribers.Demand)?
  private var demand = Subscribers.Demand.none
  /// The number of events that may be sent, and of those that were sent.
  private var due = 0
  private var sent = 0
  private var isDelivering = false
  private var tickets: [Timeline.Ticket] = []

  init(_ use: LawUse, _ areEnds: [Bool], isNested: Bool, _ deliver: @escaping (Int) -> Subscribers.Demand) {
    self.use = use
    self.areEnds = areEnds
    self.isNested = isNested
    self.deliver = deliver
    use.subscription = self
  }

  func schedule(_ instants: [VirtualInstant]) {
    let start = use.timeline.now
    tickets = instants.enumerated().map { number, instant in
      use.timeline.schedule(at: start.advanced(by: VirtualInstant.zero.distance(to: instant)), by: "source") {
        [weak self] in
        self?.due = number + 1
        self?.send()
      }
    }
  }
  /// Lets all events be sent as soon as they are requested.
  func makeAllDue() { due = areEnds.count }

  var hasDueValues: Bool { sent < due }

  func request(_ demand: Subscribers.Demand) {
    if demand == .none { use.emptyRequests.append(use.timeline.now) }
    self.demand += demand
    send()
  }
  func cancel() { stop() }

  func send() {
    if isDelivering, !isNested { return }
    isDelivering = true
    defer { isDelivering = false }
    while sent < due, let deliver, areEnds[sent] || demand > .none {
      let number = sent
      sent += 1
      if areEnds[number] { stop() } else { demand -= 1 }
      demand += deliver(number)
    }
  }
  private func stop() {
    guard deliver != nil else { return }
    deliver = nil
    use.end = use.timeline.now
    for ticket in tickets { use.timeline.cancel(ticket) }
    tickets = []
  }
}
