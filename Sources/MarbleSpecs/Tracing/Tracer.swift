import MarbleRuns
import Marbles
import Pipes
import VirtualTime

/// Records the events inside a run.
///
/// Events, their times and their causes are known from the run itself. The row of an operator (``OperatorFacts``)
/// states what the operator keeps and gives the words for a reason; nothing is derived from its name:
///
/// 1. The operator at work is the operator that is being subscribed, that is receiving an event, a request or a cancel,
///    or whose timer has fired. It is identified by the line on which it sends. Each subscription, timer and event
///    meanwhile is an action of this operator.
/// 2. A value carries its event (``Carried``), so the event is known as the cause of a value that is sent.
/// 3. An operator that keeps a value keeps its ``CausingEvents``. If it releases them without having sent a value, the
///    value is lost at that instant.
final class Tracer {
  typealias Event = SpecEvents.Event

  /// The cause of the present action.
  enum Cause {
    case event(Int)
    case timer(Int)
  }
  struct SubscriptionState {
    /// The lines from which the operator that sends on this line receives.
    var inputs: [Int] = []
    /// The values that were sent on the line, and the number of them that are part of a result.
    var values: [Int] = []
    var used = 0
    /// The number of values that were requested; `nil` is unlimited.
    var requested: Int? = 0
    /// The timer until which the operator sends nothing.
    var window: Int?
    /// The value that decided the result before there was demand for the result.
    var decided: Int?
    /// The value that the operator has kept last.
    var kept: Int?
    /// The values that are due, and that the operator keeps because there was no demand for them.
    var due: Set<Int> = []
    /// The completion that was sent on the line.
    var completion: Int?
    /// The timers that the operator has started.
    var timers: [Int] = []
    /// The shared values that the operator keeps for the subscriber of this line until there is demand.
    var waiting: Set<Int> = []
  }
  enum Fate {
    /// The event is not a value, or no operator received it.
    case none
    /// The value is being handled, or kept.
    case open
    /// The value was sent, or used for a result.
    case used
    case lost
  }
  struct OperatorAtWork {
    enum Occasion: Equatable { case event(Int), timer(Int), cancel, other }
    var line: Int
    var trigger: Occasion
    /// The values that the operator has released meanwhile.
    var dropped: [Int] = []
  }

  var trace = RunTrace<Event>()
  var memories: [SubscriptionState] = []
  var fates: [Fate] = []
  /// The operators at work, the present one last.
  var works: [OperatorAtWork] = []
  /// The lines that a shared value has reached, until it has reached all of them.
  var reached: [Int: Set<Int>] = [:]
  private(set) var facts: [OperatorFacts] = []
  private var lengths: [Int64?] = []
  private var places: [String: Int] = [:]
  /// The names of the streams of stages that send several.
  private var names: [Int: [String: String]] = [:]
  /// The lines of each stage in the order in which they began, and those of a stage that shares which have not ended.
  private var subscriptionsOfStages: [[Int]] = []
  private var sharing: [[Int]] = []
  /// How many groups of each stage are alive, by the subscriber of the pipeline.
  private(set) var openGroups: [Int: [Int?: Int]] = [:]
  /// Whether the record has been taken. Nothing is recorded after that, while the run is torn down.
  private(set) var isOver = false
  let timeline: Timeline
  /// The line of the operator at work.
  private(set) var active: Int?
  var cause: Cause?
  /// The event that is being handled, also by what is created for another one; `nil` in an action of a timer.
  private var occasion: Int?
  private var subscriber: Int?

  /// The largest number of events, of subscriptions, and of steps of all kinds that are recorded.
  static let limit = 100_000
  static let stepLimit = 1_000_000

  init(_ timeline: Timeline) {
    self.timeline = timeline
    timeline.whenNewestIsKept { [unowned self] in keepNewest() }
  }

  /// Returns the record. Nothing is recorded afterwards.
  func take() -> RunTrace<Event> {
    settleRun()
    stop()
    return trace
  }
  /// Releases all that was recorded, because the events may hold streams, which hold the tracer. Called when nothing is
  /// left that could refer to it by number. The values are released after the change, because they tell the tracer.
  func forget() {
    stop()
    var (trace, memories, fates) = (RunTrace<Event>(), [SubscriptionState](), [Fate]())
    swap(&self.trace, &trace)
    swap(&self.memories, &memories)
    swap(&self.fates, &fates)
  }

  private func stop() {
    isOver = true
    timeline.whenNewestIsKept(nil)
  }
  // MARK: Stages and lines

  /// The number of the stage at a place in the text. `window` is the length of its window in nanoseconds.
  func stage(_ stage: TraceStage, _ known: OperatorFacts = OperatorFacts(), window: Int64? = nil, at place: String)
    -> Int
  {
    let index = places[place] ?? trace.stages.count
    if index == trace.stages.count {
      var stage = stage
      stage.keeps = known.memory != .nothing
      stage.sums = isSum(known)
      stage.reuses = known.reuses
      stage.accumulates = known.accumulates
      stage.undecided = known.undecided
      stage.measures = known.measures
      stage.passes = known.typing.contains(.keepsValues)
      stage.takesSignals = known.takesSignals
      stage.groups = known.groups
      stage.isOpaque = known.memory == .unknown
      stage.subscribesAgain = known.subscribesAgain
      stage.cancelReason =
        known.output == .bools && known.cancelReason.isEmpty ? "the answer is known" : known.cancelReason
      trace.stages.append(stage)
      facts.append(known)
      lengths.append(window)
      subscriptionsOfStages.append([])
      sharing.append([])
      places[place] = index
    }
    return index
  }

  /// Notes the name that `let` gives to the stream of a stage, or to one of several. A source has its own.
  func define(_ name: String, _ stage: Int, _ output: String? = nil) {
    if let output { return names[stage, default: [:]][output] = name }
    if !isSource(stage), trace.stages[stage].definition == nil { trace.stages[stage].definition = name }
  }
  func isSource(_ stage: Int) -> Bool { trace.stages[stage].kind == .source }
  func facts(of line: Int) -> OperatorFacts { facts[trace.subscriptions[line].stage] }

  /// A publisher that records the events that a stage sends.
  func tap(_ publisher: SpecPublisher, _ stage: Int, output: String? = nil) -> SpecPublisher {
    let tapped = Tap(upstream: publisher, stage: stage, output: output, tracer: self).eraseToAnyPublisher()
    guard facts[stage].makesGroups else { return tapped }
    // Its values are streams, whose events are recorded, too.
    let groups = publisher.map { [unowned self] carried in
      guard case .stream(let group) = carried.value else { return carried }
      let inner = Tap(upstream: group.publisher, stage: stage, key: group.key?.shown, tracer: self)
        .eraseToAnyPublisher()
      return Carried(.stream(SpecStream(name: nil, key: group.key, stage: stage, publisher: inner)), carried.causes)
    }
    return Tap(upstream: groups.eraseToAnyPublisher(), stage: stage, tracer: self).eraseToAnyPublisher()
  }

  /// A stream whose subscription is recorded as caused by the event that it was created for.
  func made(_ publisher: SpecPublisher, of event: Int) -> SpecPublisher {
    Made(upstream: publisher, event: event, tracer: self).eraseToAnyPublisher()
  }

  /// Runs a body as an action of a subscriber of the pipeline.
  func asSubscriber(_ index: Int, _ body: () -> Void) {
    let outer = subscriber
    subscriber = index
    body()
    subscriber = outer
  }

  /// Records a new line; `nil` if too many have been recorded.
  func begin(_ stage: Int, key: String? = nil, output: String? = nil) -> Int? {
    let line = trace.subscriptions.count
    if line >= Tracer.limit { trace.isCut = true }
    if isOver || trace.isCut { return nil }
    let starter = causes(cause).last
    trace.subscriptions.append(
      TraceSubscription(
        stage: stage, consumer: active, subscriber: active.map { trace.subscriptions[$0].subscriber } ?? subscriber,
        startedBy: starter, start: timeline.now))
    trace.subscriptions[line].key = key
    trace.subscriptions[line].output = output.map { names[stage]?[$0] ?? $0 }
    if key != nil { openGroups[stage, default: [:]][trace.subscriptions[line].subscriber, default: 0] += 1 }
    (trace.subscriptions[line].trigger, trace.subscriptions[line].timer) = trigger
    memories.append(SubscriptionState())
    subscriptionsOfStages[stage].append(line)
    if facts[stage].isShared { sharing[stage].append(line) }
    if let active { memories[active].inputs.append(line) }
    if let starter, let active, !facts(of: active).takesSignals, consumer(of: trace.events[starter].line) == active {
      use([starter], on: line)
    }
    note(.subscribed(line))
    return line
  }

  /// Runs a body that connects a stage, as an action of that stage on the first of its lines.
  func connecting<Result>(_ stage: Int, _ body: () -> Result) -> Result {
    working(subscriptionsOfStages[stage].first { trace.subscriptions[$0].end == nil } ?? begin(stage), .other, body)
  }

  private func end(_ line: Int, isCancelled: Bool) {
    trace.subscriptions[line].end = timeline.now
    trace.subscriptions[line].isCancelled = isCancelled
    let stage = trace.subscriptions[line].stage
    if trace.subscriptions[line].key != nil {
      openGroups[stage, default: [:]][trace.subscriptions[line].subscriber, default: 0] -= 1
    }
    if facts[stage].isShared { sharing[stage].removeAll { $0 == line } }
    cancelTimers(of: line)
  }
  /// The lines of the stage that a line belongs to which have not ended, if the stage is one that shares.
  func sharers(like line: Int) -> [Int] { sharing[trace.subscriptions[line].stage] }

  func consumer(of line: Int) -> Int? { isOver ? nil : trace.subscriptions[line].consumer }

  func cancel(_ line: Int) {
    guard !isOver, trace.subscriptions[line].end == nil else { return }
    end(line, isCancelled: true)
    (trace.subscriptions[line].endTrigger, trace.subscriptions[line].endTimer) = trigger
    note(.cancelled(line))
    settle(line, .cancel)
  }

  func request(_ demand: Subscribers.Demand, on line: Int) {
    guard demand > .none, !isOver, !trace.isCut else { return }
    trace.requests.append(TraceRequest(line: line, instant: timeline.now, count: demand.max))
    memories[line].requested = demand.max.flatMap { more in
      memories[line].requested.map { $0.addingReportingOverflow(more).partialValue }
    }
    note(.requested(trace.requests.count - 1))
  }

  /// Runs a body in which an operator is at work. Its cause is the present one unless another one is given.
  func working<Result>(
    _ line: Int?, _ trigger: OperatorAtWork.Occasion, because reason: Cause? = nil, _ body: () -> Result
  ) -> Result {
    if isOver { return body() }
    let outer = (active, cause, occasion)
    active = line
    cause = reason ?? cause
    switch trigger {
    case .event(let event): occasion = event
    case .timer: occasion = nil
    case .cancel, .other: break
    }
    if let line { works.append(OperatorAtWork(line: line, trigger: trigger)) }
    defer {
      (active, cause, occasion) = outer
      if line != nil, let work = works.popLast() { for event in work.dropped { lose(event, work.trigger) } }
    }
    return body()
  }
  /// The event that is being handled, or for a timer that has fired the event that started it, and the timer.
  private var trigger: (event: Int?, timer: Int?) {
    if case .timer(let timer) = cause { return (trace.timers[timer].startedBy, timer) }
    return (occasion ?? handled, nil)
  }

  /// Runs a body with an event as its cause; the operator at work stays the same.
  func because<Result>(of event: Int, _ body: () -> Result) -> Result {
    let outer = cause
    cause = .event(event)
    defer { cause = outer }
    return body()
  }

  // MARK: Events

  /// Records a value on a line. The body passes it on, with its new event as the cause.
  func receive(_ carried: Carried, on line: Int, _ body: (Carried) -> Subscribers.Demand) -> Subscribers.Demand {
    if isOver { return body(Carried(carried.value)) }
    let (index, consumer) = (record(.value(carried.value), carried.causes, on: line), consumer(of: line))
    guard let index else { return working(consumer, .other) { body(Carried(carried.value)) } }
    let sharers = self.sharers(of: index)
    var causes: CausingEvents? = CausingEvents(index, self)
    let demand = working(consumer, .event(index), because: .event(index)) { body(Carried(carried.value, causes)) }
    settle(index, isDropped: isKnownUniquelyReferenced(&causes), sharers)
    return demand
  }

  func receive(_ completion: Subscribers.Completion<SpecFailure>, on line: Int, _ body: () -> Void) {
    if isOver { return body() }
    var event = Event.finished
    if case .failure(let failure) = completion { event = .failure(failure) }
    guard let index = record(event, nil, on: line) else { return working(consumer(of: line), .other, body) }
    end(line, isCancelled: false)
    settle(line, works.last { $0.line == line }?.trigger ?? .other)
    working(consumer(of: line), .event(index), because: .event(index), body)
  }

  /// Records an event; `nil` if too many have been recorded.
  private func record(_ event: Event, _ known: CausingEvents?, on line: Int) -> Int? {
    let index = trace.events.count
    if index >= Tracer.limit { trace.isCut = true }
    if trace.isCut { return nil }
    var timer: Int?
    if case .timer(let fired) = cause, trace.timers[fired].line == line { timer = fired }
    let causes = causes(of: event, known, on: line)
    trace.events.append(
      RunTrace.Event(
        line: line, instant: timeline.now, payload: event, isEnd: event.isEnd, causes: causes, timer: timer))
    trace.events[index].trigger = trigger.event
    let isReceived = !event.isEnd && consumer(of: line) != nil && !trace.isSignal(line: line)
    fates.append(isReceived ? .open : .none)
    note(.event(index))
    use(causes, on: line)
    if event.isEnd {
      memories[line].completion = index
      return index
    }
    memories[line].values.append(index)
    if let length = lengths[trace.subscriptions[line].stage] { openWindow(length, on: line, causes.last) }
    return index
  }

  /// The causes of an event on a line: those that the value carries; for a result, all values that it was computed
  /// from; otherwise the event that is being handled.
  func causes(of event: Event, _ known: CausingEvents?, on line: Int) -> [Int] {
    let now = causes(cause)
    if event.isEnd { return delayedEnd(on: line).map { [$0] } ?? now }
    guard facts(of: line).memory == .result else {
      return known.map(\.events.uniqued) ?? memories[line].decided.take().map { [$0] } ?? now
    }
    let inputs = memories[line].inputs
    defer { for input in inputs { memories[input].used = memories[input].values.count } }
    return (inputs.flatMap { memories[$0].values[memories[$0].used...] } + now).uniqued
  }

  /// The completion of an upstream that a timer has delayed. If the value that started the timer is lost, it is not a
  /// cause.
  private func delayedEnd(on line: Int) -> Int? {
    guard case .timer = cause else { return nil }
    let inputs = memories[line].inputs
    return inputs.compactMap { memories[$0].completion }.max()
  }

  /// The event that is being handled.
  var handled: Int? { if case .event(let event) = cause { event } else { nil } }
  func causes(_ cause: Cause?) -> [Int] {
    switch cause {
    case .event(let index): [index]
    case .timer(let index): trace.timers[index].startedBy.map { [$0] } ?? []
    case nil: []
    }
  }

  /// Records a value of a hot stream for which there was no demand.
  func miss(_ event: Event, of stage: Int, subscription: Int) {
    let lines = subscriptionsOfStages[stage]
    guard !isOver, !trace.isCut, !event.isEnd, lines.indices.contains(subscription), trace.misses.count < Tracer.limit
    else { return }
    trace.misses.append(RunTrace.Miss(line: lines[subscription], instant: timeline.now, payload: event))
    note(.missed(trace.misses.count - 1))
  }
}
