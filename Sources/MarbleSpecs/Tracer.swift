import MarbleDiagrams
import Pipes
import VirtualTime

/// Writes down what happens inside a run.
///
/// At any moment one operator is at work: the one that is being subscribed, that is receiving an event, whose timer has fired, or that is
/// asked for more. It is known by the line on which it sends, so whatever subscribes, starts a timer or sends meanwhile is its doing.
final class Tracer {
  typealias Event = SpecOutcome.Events.Event

  /// Why something happens now.
  private enum Cause {
    case event(Int)
    case timer(Int)
  }
  /// What is remembered of a line: the values that came, and how many of them something was made of.
  private struct Memory {
    var inputs: [Int] = []
    var values: [Int] = []
    var used = 0
  }

  /// All but how the events are written.
  private var trace = Trace()
  private var happened: [Event] = []
  private var memories: [Memory] = []
  private var places: [String: Int] = [:]
  private let timeline: Timeline
  /// The line of the operator at work.
  private var active: Int?
  private var cause: Cause?
  private var subscriber: Int?

  /// So much of an endless run is written down.
  static let limit = 2_000

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// Hands out what was written down. The events may hold streams, which hold this.
  func take() -> (Trace, [Event]) {
    defer { (trace, happened, memories) = (Trace(), [], []) }
    return (trace, happened)
  }

  // MARK: Stages and lines

  /// The number of the stage at a place in the text.
  func stage(_ stage: Trace.Stage, at place: String) -> Int {
    let index = places[place] ?? trace.stages.count
    if index == trace.stages.count {
      trace.stages.append(stage)
      places[place] = index
    }
    return index
  }

  func isSource(_ stage: Int) -> Bool { trace.stages[stage].kind == .source }

  /// What a stage sends, noted as it comes.
  func tap(_ publisher: SpecPublisher, _ stage: Int) -> SpecPublisher {
    Tap(upstream: publisher, stage: stage, tracer: self).eraseToAnyPublisher()
  }

  /// What a stage that makes streams sends, with what these send.
  func tap(groups publisher: SpecPublisher, _ stage: Int) -> SpecPublisher {
    let groups = publisher.map { [unowned self] value in
      guard case .stream(let group) = value else { return value }
      return .stream(SpecStream(name: nil, key: group.key, stage: stage, publisher: tap(group.publisher, stage)))
    }
    return tap(groups.eraseToAnyPublisher(), stage)
  }

  /// A body that is the doing of a subscriber of the pipeline.
  func asSubscriber(_ index: Int, _ body: () -> Void) {
    let outer = subscriber
    subscriber = index
    body()
    subscriber = outer
  }

  fileprivate func begin(_ stage: Int) -> Int {
    let line = trace.lines.count
    trace.lines.append(
      Trace.Line(
        stage: stage, consumer: active, subscriber: active.map { trace.lines[$0].subscriber } ?? subscriber, startedBy: causes(cause).last,
        start: timeline.now))
    memories.append(Memory())
    if let active { memories[active].inputs.append(line) }
    note(.subscribed(line))
    return line
  }

  fileprivate func consumer(of line: Int) -> Int? { trace.lines[line].consumer }

  fileprivate func cancel(_ line: Int) {
    guard trace.lines[line].end == nil else { return }
    trace.lines[line].end = timeline.now
    trace.lines[line].isCancelled = true
    note(.cancelled(line))
  }

  fileprivate func request(_ demand: Subscribers.Demand, on line: Int) {
    guard demand > .none, !trace.isCut else { return }
    trace.requests.append(Trace.Request(line: line, instant: timeline.now, count: demand.max))
    note(.requested(trace.requests.count - 1))
  }

  /// Runs a body in which an operator is at work, for the same reason as what is going on.
  fileprivate func working<Result>(_ line: Int?, _ body: () -> Result) -> Result {
    let outer = active
    active = line
    defer { active = outer }
    return body()
  }

  private func working<Result>(_ line: Int?, because reason: Cause, _ body: () -> Result) -> Result {
    let outer = cause
    cause = reason
    defer { cause = outer }
    return working(line, body)
  }

  // MARK: Events

  fileprivate func receive<Result>(_ event: Event, on line: Int, _ body: () -> Result) -> Result {
    if happened.count >= Tracer.limit { trace.isCut = true }
    if trace.isCut { return working(consumer(of: line), body) }
    let index = happened.count
    var timer: Int?
    if case .timer(let fired) = cause, trace.timers[fired].line == line { timer = fired }
    let causes = Set(causes(of: event, on: line)).sorted()
    trace.events.append(
      Trace.Event(line: line, instant: timeline.now, kind: .finished, text: "", causes: causes, timer: timer))
    happened.append(event)
    note(.event(index))
    if event.isEnd { trace.lines[line].end = timeline.now } else { memories[line].values.append(index) }
    return working(consumer(of: line), because: .event(index), body)
  }

  /// What an event on a line comes from: what is being handled, and what the operator kept for it.
  private func causes(of event: Event, on line: Int) -> [Int] {
    let now = causes(cause)
    guard case .value(let value) = event else { return now }
    let inputs = memories[line].inputs
    switch Tracer.memory(of: trace.stages[trace.lines[line].stage].name) {
    case .queue: return queued(inputs, value) ?? now
    case .latest: return inputs.compactMap { memories[$0].values.last }
    case .all:
      defer { for input in inputs { memories[input].used = memories[input].values.count } }
      return inputs.flatMap { memories[$0].values[memories[$0].used...] } + now
    case .pair: return inputs.flatMap { memories[$0].values.suffix(2) }
    case .held: return last(value, of: inputs) ?? now
    case .none:
      // The first value of a group comes while the group itself is being handled: both are of one value.
      if let group = now.last, trace.events[group].line != line, trace.stage(of: group).name == "groupBy",
        trace.lines[trace.events[group].line].stage == trace.lines[line].stage
      {
        return trace.events[group].causes
      }
      if case .event(let index) = cause, case .value = happened[index] { return now }
      if let last = now.last, case .value(value) = happened[last] { return now }
      return last(value, of: inputs) ?? now
    }
  }

  /// The last event of any input that has this value.
  private func last(_ value: Value, of inputs: [Int]) -> [Int]? {
    let same = inputs.flatMap { memories[$0].values.suffix(100) }.max { isOlder($0, than: $1, as: value) }
    return same.flatMap { happened[$0].value == value ? [$0] : nil }
  }

  /// Whether an event is less likely than another what a value comes from: of equal ones the last counts.
  private func isOlder(_ one: Int, than other: Int, as value: Value) -> Bool {
    let (fits, otherFits) = (happened[one].value == value, happened[other].value == value)
    return fits == otherFits ? one < other : otherFits
  }

  /// The first value of each input that nothing was made of yet.
  private func queued(_ inputs: [Int], _ value: Value) -> [Int]? {
    // What passes a single queue is not changed; values before it may have been dropped.
    if let input = inputs.first, inputs.count == 1,
      let next = memories[input].values[memories[input].used...].firstIndex(where: { happened[$0].value == value })
    {
      memories[input].used = next
    }
    let alive = inputs.filter { memories[$0].used < memories[$0].values.count }
    for input in alive { memories[input].used += 1 }
    return alive.isEmpty ? nil : alive.map { memories[$0].values[memories[$0].used - 1] }
  }

  private func causes(_ cause: Cause?) -> [Int] {
    switch cause {
    case .event(let index): [index]
    case .timer(let index): trace.timers[index].startedBy.map { [$0] } ?? []
    case nil: []
    }
  }

  // MARK: Timers

  /// A timer starts; the result names it.
  func startTimer(due: VirtualInstant) -> Int? {
    guard !trace.isCut else { return nil }
    trace.timers.append(Trace.Timer(line: active, start: timeline.now, due: max(due, timeline.now), startedBy: causes(cause).last))
    note(.timerStarted(trace.timers.count - 1))
    return trace.timers.count - 1
  }
  func endTimer(_ timer: Int?, _ ending: Trace.Timer.Ending) {
    guard let timer, trace.timers[timer].ending == nil else { return }
    trace.timers[timer].end = timeline.now
    trace.timers[timer].ending = ending
    note(.timerEnded(timer))
  }
  /// Runs what a timer that fires does.
  func fire(_ timer: Int?, _ body: () -> Void) {
    guard let timer else { return body() }
    endTimer(timer, .fired)
    working(trace.timers[timer].line, because: .timer(timer), body)
  }

  private func note(_ step: Trace.Step) {
    if !trace.isCut { trace.steps.append(step) }
  }
}

extension SpecOutcome.Events.Event {
  fileprivate var value: Value? { if case .value(let value) = self { value } else { nil } }
}

/// The line between a stage and whoever subscribes it: everything passes, and is noted.
private struct Tap: Publisher {
  typealias Output = Value
  typealias Failure = SpecFailure
  let upstream: SpecPublisher
  let stage: Int
  let tracer: Tracer

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == SpecFailure {
    let line = tracer.begin(stage)
    let tapped = TappedSubscriber(AnySubscriber(subscriber), TappedLine(line, tracer))
    tracer.working(line) { upstream.subscribe(tapped) }
  }
}

/// Knows who receives; what it hands down knows only what is asked, so a subscriber that keeps its subscription keeps nothing else alive.
private final class TappedSubscriber: Subscriber {
  private let downstream: AnySubscriber<Value, SpecFailure>
  private let line: TappedLine

  init(_ downstream: AnySubscriber<Value, SpecFailure>, _ line: TappedLine) { (self.downstream, self.line) = (downstream, line) }

  func receive(subscription: any Subscription) {
    line.upstream = subscription
    line.tracer.working(line.consumer) { downstream.receive(subscription: line) }
  }
  func receive(_ input: Value) -> Subscribers.Demand {
    let demand = line.tracer.receive(.value(input), on: line.index) { line.isOver ? .none : downstream.receive(input) }
    line.tracer.request(demand, on: line.index)
    return demand
  }
  func receive(completion: Subscribers.Completion<SpecFailure>) {
    let wasOver = line.isOver
    line.end()
    let event: Tracer.Event =
      switch completion {
      case .finished: .finished
      case .failure(let failure): .failure(failure)
      }
    line.tracer.receive(event, on: line.index) { if !wasOver { downstream.receive(completion: completion) } }
  }
}

private final class TappedLine: Subscription {
  let index: Int
  let tracer: Tracer
  /// Nil before the subscription and after the end.
  var upstream: (any Subscription)?
  private(set) var isOver = false

  init(_ index: Int, _ tracer: Tracer) { (self.index, self.tracer) = (index, tracer) }

  var consumer: Int? { tracer.consumer(of: index) }
  func end() {
    isOver = true
    upstream = nil
  }
  func request(_ demand: Subscribers.Demand) {
    tracer.request(demand, on: index)
    tracer.working(index) { upstream?.request(demand) }
  }
  func cancel() {
    tracer.cancel(index)
    let old = upstream
    end()
    tracer.working(index) { old?.cancel() }
  }
}
