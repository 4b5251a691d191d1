import Pipes
import VirtualTime

/// The record of one run: the events of the subscriber and their instants, and which rules were broken on the way.
final class FuzzLog {
  enum Event: Equatable {
    case value(Int), finished, failed(Oops)
  }
  let scheduler: TestScheduler<VirtualInstant, Never>
  private(set) var events: [Event] = []
  private(set) var instants: [Int64] = []
  private(set) var faults: [String] = []
  /// The output of each stage, on request: the source first.
  private(set) var outputs: [[Output]] = []
  let isRecording: Bool
  struct Output: Equatable {
    var event: Event
    var instant: Int64
  }
  init(_ scheduler: TestScheduler<VirtualInstant, Never>, stages: Int = 0) {
    self.scheduler = scheduler
    isRecording = stages > 0
    outputs = Array(repeating: [], count: stages)
  }

  func note(_ event: Event, of stage: Int?) {
    if isRecording, let stage { outputs[stage].append(Output(event: event, instant: scheduler.now.nanoseconds)) }
  }

  func add(_ event: Event) {
    events.append(event)
    instants.append(scheduler.now.nanoseconds)
  }
  func fault(_ text: String) { if faults.count < 3 { faults.append(text) } }
  var hasEnded: Bool {
    switch events.last {
    case .finished, .failed: true
    case .value, nil: false
    }
  }
}

/// A link between two operators that looks after the rules: one subscription first, no more values than were requested,
/// one completion, nothing after it and nothing after a cancel, no request for nothing.
struct Checked<Upstream: Publisher>: Publisher where Upstream.Failure == Oops {
  typealias Output = Upstream.Output
  typealias Failure = Oops
  let upstream: Upstream
  /// The operator above this link.
  let name: String
  let log: FuzzLog
  /// Which stage that is, counted from the source.
  var stage: Int?
  func receive<S: Subscriber<Output, Oops>>(subscriber: S) {
    upstream.subscribe(CheckedWire(subscriber, name, log, stage))
  }
}

private final class CheckedWire<Downstream: Subscriber>: Subscriber, Subscription where Downstream.Failure == Oops {
  typealias Input = Downstream.Input
  private var downstream: Downstream?
  private let name: String
  private let log: FuzzLog
  private let stage: Int?
  private var upstream: (any Subscription)?
  private var demand = Subscribers.Demand.none
  private var isOver = false
  private var hasCompleted = false
  init(_ downstream: Downstream, _ name: String, _ log: FuzzLog, _ stage: Int?) {
    (self.downstream, self.name, self.log, self.stage) = (downstream, name, log, stage)
  }

  func receive(subscription: any Subscription) {
    if upstream != nil { return log.fault("\(name) sends a second subscription") }
    upstream = subscription
    downstream?.receive(subscription: self)
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    if upstream == nil { log.fault("\(name) sends a value before its subscription") }
    if isOver { log.fault("\(name) sends a value after its completion or a cancel") }
    if demand == .none { log.fault("\(name) sends more than was requested") } else { demand -= 1 }
    guard let downstream, !isOver else { return .none }
    if let number = input as? Int { log.note(.value(number), of: stage) }
    let more = downstream.receive(input)
    demand += more
    return more
  }
  func receive(completion: Subscribers.Completion<Oops>) {
    if upstream == nil { log.fault("\(name) completes before its subscription") }
    if isOver {
      // The publisher that sends the empty subscription cannot know of a cancel: contract PB-04.
      if !hasCompleted, upstream?.combineIdentifier == Subscriptions.empty.combineIdentifier { return }
      return log.fault("\(name) completes after its completion or a cancel")
    }
    hasCompleted = true
    isOver = true
    if case .failure(let error) = completion {
      log.note(.failed(error), of: stage)
    } else {
      log.note(.finished, of: stage)
    }
    let downstream = downstream.take()
    downstream?.receive(completion: completion)
  }
  func request(_ more: Subscribers.Demand) {
    if more == .none { log.fault("the operator below \(name) requests nothing") }
    demand += more
    upstream?.request(more)
  }
  func cancel() {
    isOver = true
    upstream?.cancel()
    downstream = nil
  }
}

/// The last subscriber.
final class FuzzSubscriber: Subscriber {
  /// How it asks for values.
  enum Mode: CaseIterable {
    /// For everything.
    case all
    /// For one, and for one more with each value: by return, or by a request.
    case oneByReturn, oneByRequest
    /// For one at each tick.
    case slow
    /// For everything, and cancels when the second value comes.
    case cancels
  }
  private var ticks = 0
  private(set) var isCancelled = false
  private let mode: Mode
  private let log: FuzzLog
  private var subscription: (any Subscription)?
  init(_ mode: Mode, _ log: FuzzLog) { (self.mode, self.log) = (mode, log) }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    switch mode {
    case .all, .cancels: subscription.request(.unlimited)
    case .oneByReturn, .oneByRequest: subscription.request(.max(1))
    case .slow: tick()
    }
  }
  private func tick() {
    guard let subscription, ticks < 1000 else { return }
    ticks += 1
    log.scheduler.schedule(after: log.scheduler.now.advanced(by: .nanoseconds(FuzzRow.frame * 3 + 1))) { [weak self] in
      self?.tick()
    }
    subscription.request(.max(1))
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    if isCancelled { log.fault("a value comes after the cancel") }
    log.add(.value(input))
    if mode == .cancels, log.events.count == 2 {
      isCancelled = true
      subscription.take()?.cancel()
    }
    if mode == .oneByRequest { subscription?.request(.max(1)) }
    return mode == .oneByReturn ? .max(1) : .none
  }
  func receive(completion: Subscribers.Completion<Oops>) {
    if isCancelled { log.fault("a completion comes after the cancel") }
    subscription = nil
    if case .failure(let error) = completion { log.add(.failed(error)) } else { log.add(.finished) }
  }
}

/// The events of a source: values at frames from its beginning on, then a completion, or none.
struct FuzzRow: CustomStringConvertible {
  /// Hot sources lose what nobody has requested, cold ones keep it; what is there at once comes inside the first
  /// request.
  enum Kind { case hot, cold, atOnce }
  static let frame: Int = 1_000_000
  var kind: Kind
  var values: [(frame: Int, value: Int)]
  var end: (frame: Int, fails: Bool)?

  var description: String {
    let values = values.map { "\($0.value)@\($0.frame)" }.joined(separator: " ")
    let end = end.map { "\($0.fails ? "#" : "|")@\($0.frame)" } ?? "silent"
    return "\(kind) \(values) \(end)"
  }
  /// `offset` keeps two sources from sending at one instant.
  func publisher(on scheduler: TestScheduler<VirtualInstant, Never>, offset: Int) -> Numbers {
    let ending: Subscribers.Completion<Oops>? = end.map { $0.fails ? .failure(.oops) : .finished }
    func due(_ frame: Int) -> VirtualInstant {
      scheduler.now.advanced(by: .nanoseconds(frame * FuzzRow.frame + offset))
    }
    switch kind {
    case .atOnce: return Record(output: values.map(\.value), completion: ending ?? .finished).eraseToAnyPublisher()
    case .cold: return ColdRow(row: self, scheduler: scheduler, offset: offset).eraseToAnyPublisher()
    case .hot:
      let subject = PassthroughSubject<Int, Oops>()
      for (frame, value) in values { scheduler.schedule(after: due(frame)) { subject.send(value) } }
      if let end, let ending { scheduler.schedule(after: due(end.frame)) { subject.send(completion: ending) } }
      return subject.eraseToAnyPublisher()
    }
  }
}

/// A source that begins anew for each subscriber, and keeps what is due until it is requested.
private struct ColdRow: Publisher {
  typealias Output = Int
  typealias Failure = Oops
  let row: FuzzRow
  let scheduler: TestScheduler<VirtualInstant, Never>
  let offset: Int
  func receive<S: Subscriber<Int, Oops>>(subscriber: S) {
    let line = ColdLine(subscriber)
    for (frame, value) in row.values { schedule(frame) { line.add(value) } }
    if let end = row.end { schedule(end.frame) { line.close(end.fails ? .failure(.oops) : .finished) } }
    subscriber.receive(subscription: line)
  }
  private func schedule(_ frame: Int, _ action: @escaping () -> Void) {
    scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(frame * FuzzRow.frame + offset)), action)
  }
}

private final class ColdLine: Subscription {
  private var subscriber: (any Subscriber<Int, Oops>)?
  private var waiting: ArraySlice<Int> = []
  private var demand = Subscribers.Demand.none
  private var ending: Subscribers.Completion<Oops>?
  private var isDraining = false
  init(_ subscriber: any Subscriber<Int, Oops>) { self.subscriber = subscriber }

  func add(_ value: Int) {
    waiting.append(value)
    drain()
  }
  func close(_ completion: Subscribers.Completion<Oops>) {
    ending = completion
    drain()
  }
  func request(_ more: Subscribers.Demand) {
    demand += more
    drain()
  }
  func cancel() { subscriber = nil }
  private func drain() {
    if isDraining { return }
    isDraining = true
    defer { isDraining = false }
    while demand > .none, let subscriber, let value = waiting.popFirst() {
      demand -= 1
      demand += subscriber.receive(value)
    }
    if waiting.isEmpty, let ending, let subscriber = subscriber.take() { subscriber.receive(completion: ending) }
  }
}
