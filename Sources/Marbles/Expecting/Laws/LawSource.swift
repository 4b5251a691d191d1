import Pipes
import VirtualTime

/// The upstream of an operator whose laws are checked. It plays a generated row for each subscriber, keeps to the demand, and notes what the
/// operator does with its subscription.
public final class LawSource<Output>: Publisher {
  public typealias Failure = LawFailure

  /// The test, for further sources of the operator.
  public let test: MarbleTest
  /// A scheduler in the virtual time of the test.
  public var scheduler: TestScheduler<VirtualInstant, Never> { test.scheduler }
  /// Returns the length of a number of frames.
  public func frames<Time: SchedulerTimeIntervalConvertible>(_ count: Int) -> Time { test.frames(count) }

  let script: Recording<Output, LawFailure>
  /// Whether all events are sent as soon as they are requested. Otherwise each waits for its instant, too.
  let isImmediate: Bool
  private(set) var uses: [LawUse] = []
  /// The thread that sends the events, in a run with several threads.
  var feed: LawFeed?

  init(_ test: MarbleTest, _ script: Recording<Output, LawFailure>, isImmediate: Bool) {
    (self.test, self.script, self.isImmediate) = (test, script, isImmediate)
  }

  public func receive<S: Subscriber<Output, LawFailure>>(subscriber: S) {
    if let feed {
      let subscription = ThreadedLawSubscription(script.entries.map(\.event.isEnd)) { [script] in
        script.entries[$0].event.send(to: subscriber)
      }
      feed.add(subscription)
      return subscriber.receive(subscription: subscription)
    }
    let use = LawUse(test.timeline)
    uses.append(use)
    let subscription = LawSubscription(use, script.entries.map(\.event.isEnd)) { [script] in script.entries[$0].event.send(to: subscriber) }
    if isImmediate { subscription.makeAllDue() } else { subscription.schedule(script.entries.map(\.instant)) }
    subscriber.receive(subscription: subscription)
    // The completion of an empty row needs no demand.
    if isImmediate { subscription.send() }
  }
}

/// The life of one subscription of a source.
final class LawUse {
  let timeline: Timeline
  /// The instant of the cancel or the completion; `nil` while the subscription is alive.
  var end: VirtualInstant?
  /// The instants of requests for nothing.
  var emptyRequests: [VirtualInstant] = []
  /// Whether the subscription is still referred to.
  weak var subscription: LawSubscription?

  init(_ timeline: Timeline) { self.timeline = timeline }
}

/// A subscription that sends the events of a row as far as they are requested.
final class LawSubscription: Subscription {
  private let use: LawUse
  private let areEnds: [Bool]
  private var deliver: ((Int) -> Subscribers.Demand)?
  private var demand = Subscribers.Demand.none
  /// The number of events that may be sent, and of those that were sent.
  private var due = 0
  private var sent = 0
  private var isDelivering = false
  private var tickets: [Timeline.Ticket] = []

  init(_ use: LawUse, _ areEnds: [Bool], _ deliver: @escaping (Int) -> Subscribers.Demand) {
    (self.use, self.areEnds, self.deliver) = (use, areEnds, deliver)
    use.subscription = self
  }

  func schedule(_ instants: [VirtualInstant]) {
    let start = use.timeline.now
    tickets = instants.enumerated().map { number, instant in
      use.timeline.schedule(at: start.advanced(by: VirtualInstant.zero.distance(to: instant)), by: "source") { [weak self] in
        self?.due = number + 1
        self?.send()
      }
    }
  }
  /// Lets all events be sent as soon as they are requested.
  func makeAllDue() { due = areEnds.count }

  func request(_ demand: Subscribers.Demand) {
    if demand == .none { use.emptyRequests.append(use.timeline.now) }
    self.demand += demand
    send()
  }
  func cancel() { stop() }

  func send() {
    if isDelivering { return }
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
