import PipesCore
import VirtualTime

/// A subscriber with planned requests and a planned cancel, which notes each law that is broken. The notes outlive it,
/// so that a test sees whether it is released.
final class LawProbe<Input, Failure: Error>: Subscriber {
  final class Notes: LawListener {
    let label: String
    let timeline: Timeline
    let frame: Int64
    var entries: [Recording<Input, Failure>.Entry] = []
    var faults: [LawFault] = []
    var hasEnded = false
    var cancelled: VirtualInstant?
    var isSubscribed = false
    weak var probe: LawProbe?

    init(_ label: String, _ timeline: Timeline, frame: Int64) {
      self.label = label
      self.timeline = timeline
      self.frame = frame
    }

    var isOver: Bool { hasEnded || cancelled != nil }
    var count: Int { entries.count }
    var hasValues: Bool { entries.contains { !$0.event.isEnd } }
    var lane: Lane {
      let areEqual = { (left: Input, right: Input) in String(describing: left) == String(describing: right) }
      var lane = ExpectedRow(Recording<Input, Failure>(entries), frame: frame, areEqual).lane
      // The row of the source shows its failure without a text, too.
      for index in lane.moments.indices {
        for place in lane.moments[index].marks.indices {
          if Failure.self == LawFailure.self, case .failure = lane.moments[index].marks[place].kind {
            lane.moments[index].marks[place].kind = .failure(nil)
          }
        }
      }
      return lane
    }
    /// The events as texts, with their times after an instant if these count.
    func texts(since start: VirtualInstant?) -> [String] {
      entries.map { entry in
        let time = start.map { "\($0.distance(to: entry.instant).nanoseconds): " } ?? ""
        return time + entry.event.words
      }
    }
    func note(_ law: OperatorLaw, _ text: String) {
      faults.append(LawFault(law: law, instant: timeline.now, text: text))
    }
  }

  /// The demand at the subscription, of which none is requested if it is zero.
  var first = Subscribers.Demand.none
  var reply = Subscribers.Demand.none
  /// The demand that each `receive` requests, before it returns.
  var requestsInside = Subscribers.Demand.none
  /// The number of the value inside of which the subscription is cancelled; 0 is the call with the subscription.
  var cancelsInside: Int?
  let notes: Notes
  private var subscription: (any Subscription)?
  private var outstanding = Subscribers.Demand.none
  private var values = 0

  init(_ label: String, _ timeline: Timeline, frame: Int64) {
    notes = Notes(label, timeline, frame: frame)
    notes.probe = self
  }

  func request(_ demand: Subscribers.Demand) {
    guard let subscription, !notes.isOver else { return }
    outstanding += demand
    subscription.request(demand)
  }
  func cancel() {
    guard !notes.isOver else { return }
    notes.cancelled = notes.timeline.now
    let old = subscription
    subscription = nil
    old?.cancel()
    // Neither has an effect any more.
    old?.request(.max(1))
    old?.cancel()
  }

  func receive(subscription: any Subscription) {
    if notes.isSubscribed { notes.note(.oneSubscription, "a second subscription came") }
    if notes.isSubscribed || notes.cancelled != nil { return subscription.cancel() }
    notes.isSubscribed = true
    self.subscription = subscription
    if cancelsInside == 0 { return cancel() }
    if first > .none { request(first) }
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    values += 1
    notes.entries.append(.init(.value(input), at: notes.timeline.now))
    let text = "the value '\(ValueText.cut(String(describing: input)))' came"
    guard isAllowed(text) else { return .none }
    if outstanding == .none { notes.note(.demand, "\(text), and nothing more was requested") } else { outstanding -= 1 }
    if cancelsInside == values {
      cancel()
      return .none
    }
    if requestsInside > .none { request(requestsInside) }
    outstanding += reply
    return reply
  }
  func receive(completion: Subscribers.Completion<Failure>) {
    let event = Recording<Input, Failure>.Event(completion)
    notes.entries.append(.init(event, at: notes.timeline.now))
    guard isAllowed("a completion came") else { return }
    notes.hasEnded = true
    let old = subscription
    subscription = nil
    // A request has no effect any more. A cancel could release what the operator keeps, so there is none.
    old?.request(.max(1))
  }

  private func isAllowed(_ text: String) -> Bool {
    if !notes.isSubscribed { notes.note(.oneSubscription, "\(text) before the subscription") }
    if notes.hasEnded { notes.note(.oneCompletion, "\(text) after the completion") }
    if notes.cancelled != nil { notes.note(.cancel, "\(text) after the cancel") }
    return !notes.isOver
  }
}
