import MarbleRuns
import Marbles
import Pipes
import VirtualTime

/// One run of one pipeline, with its own timeline and streams.
final class SpecRun: RunContext {
  let file: SpecFile
  let block: SpecFile.Block
  let timeline: Timeline
  let scheduler: SpecScheduler
  private let busy: BusyTimes?
  private let tracer: Tracer?
  let decisions: ClosureDecisions?
  var stepsLeft: Int
  private(set) var problem: SpecProblem?
  /// The number of scheduled actions of the subscribers' lanes that have not run yet.
  private var actsLeft = 0
  /// The meanings of the names that have been used.
  private var known: [String: Value] = [:]
  private var connections: [AnyCancellable] = []
  private var subscribers: [Recorder<Value, SpecFailure>] = []
  private var sources: [(name: String, source: any MarbleSource)] = []
  private let definitions: [SpecFile.Definition]
  /// Watch for the rules, one for each subscriber.
  private(set) var rules: [RuleRun] = []
  private var hotSources: [HotSource<Value, SpecFailure>] = []
  /// The derived streams that have not been used yet; each is created at its first use.
  private var derived: [String: SpecFile.Derived] = [:]

  var text: SpecText { file.text }
  var frame: Int64 { file.frame }
  var hasStopped: Bool { problem != nil }

  init(
    _ file: SpecFile, _ block: SpecFile.Block, _ names: SpecNames, isTraced: Bool, decisions: ClosureDecisions? = nil
  ) {
    self.file = file
    self.block = block
    self.decisions = decisions
    definitions = names.definitions(usedBy: block)
    let limit = file.limit ?? 1_000_000
    // Ten steps of evaluation for every action, and at least ten thousand.
    stepsLeft = Int(clamping: max(10_000, Int64(limit).multipliedReportingOverflow(by: 10).partialValue))
    timeline = Timeline(actionsPerInstant: max(100, limit / 10), actionsPerRun: limit)
    timeline.allowTickers()  // the limit is a line of the spec
    timeline.reportMisuse { _ in "the scheduler that the operator is given" }
    tracer = isTraced ? Tracer(timeline) : nil
    busy = file.busy.map { BusyTimes($0.lane.periods) }
    self.scheduler = SpecScheduler(TestScheduler(timeline: timeline), tracer, busy)
  }

  /// Runs a pipeline to its end; a traced run also records the events inside the pipeline. `decisions` gets those of
  /// its closures.
  static func outcome(
    of file: SpecFile, block: SpecFile.Block, _ names: SpecNames, isTraced: Bool, decisions: ClosureDecisions? = nil
  ) throws(SpecProblem) -> SpecOutcome {
    let run = SpecRun(file, block, names, isTraced: isTraced, decisions: decisions)
    defer { run.tearDown() }
    return try run.outcome()
  }

  func stop(_ problem: SpecProblem) { if self.problem == nil { self.problem = problem } }

  // MARK: Streams

  func makeSources() {
    for definition in definitions {
      switch definition {
      case .source(let source): add(source)
      case .derived(let definition): derived[definition.name] = definition
      }
    }
  }

  private func add(_ source: SpecFile.Source) {
    let recordings = recordings(of: source)
    let publisher: SpecPublisher
    let log: SourceLog
    if source.isHot {
      let hot = HotSource(recordings[0], timeline: timeline, name: source.name)
      if rules.first?.watches(source.name) == true {
        for rules in rules { rules.begin(source.name) }
        hot.onPlay = { [rules] number in
          for rules in rules { rules.see(recordings[0].entries[number].event, of: source.name) }
        }
      }
      hotSources.append(hot)
      sources.append((source.name, hot))
      publisher = hot.adapted
      log = hot.log
    } else {
      let cold = ColdSource(recordings, timeline: timeline, name: source.name)
      sources.append((source.name, cold))
      publisher = watched(cold.adapted, source.name)
      log = cold.log
    }
    guard let tracer else { return known[source.name] = .stream(SpecStream(name: source.name, publisher: publisher)) }
    let stage = tracer.stage(TraceStage(kind: .source, name: source.name, call: source.name), at: source.name)
    // Only a hot source loses values, and it has one row.
    log.onLoss = { [unowned tracer] in tracer.miss(recordings[0].entries[$0].event, of: stage, subscription: $1) }
    known[source.name] = .stream(SpecStream(name: source.name, stage: stage, publisher: tracer.tap(publisher, stage)))
  }

  /// The events that a source sends, row by row. In a stream with a decimal all numbers are decimals.
  private func recordings(of source: SpecFile.Source) -> [SpecOutcome.Events] {
    let table = file.table
    let values = source.rows.flatMap { $0.lane.keys }.map { key in
      if case .symbol(let symbol) = key { table.meaning(of: symbol) } else { Value.nil }
    }
    let isDecimal = values.contains { if case .decimal = $0 { true } else { false } }
    return source.rows.map { row in
      SpecOutcome.Events(row.lane) { symbol, _ in
        let value = bound(table.meaning(of: symbol))
        return isDecimal ? value.asDecimal : value
      } failure: { text, _ in
        table.failure(text)
      }
    }
  }

  func value(named name: String) throws -> Value? {
    if let value = known[name] { return value }
    guard let definition = derived[name] else { return nil }
    let expression = definition.pipeline.expression
    let value =
      try expression.isFunction
      ? .function(SpecFunction(expression, nil)) : Evaluator(context: self).value(expression, nil)
    if case .stream(let stream) = value, let stage = stream.stage { tracer?.define(name, stage, stream.output) }
    let named = if case .stream(let stream) = value { Value.stream(watched(stream.named(name), name)) } else { value }
    known[name] = named
    return named
  }
  private func publisher(named name: String) -> SpecPublisher {
    if case .stream(let stream)? = try? value(named: name) { stream.publisher } else { .never }
  }

  /// A value of a table, with its names replaced by the streams of this run.
  private func bound(_ value: Value) -> Value {
    switch value {
    case .stream(let stream):
      let name = stream.name ?? ""
      let publisher = Deferred { [weak self] in self?.publisher(named: name) ?? .never }
      return .stream(SpecStream(name: name, publisher: publisher.eraseToAnyPublisher()))
    case .array(let items): return .list(items.elements.map(bound))
    case .tuple(let items): return .tuple(Value.Items(items.elements.map(bound), labels: items.labels))
    default: return value
    }
  }

  func apply(_ call: StreamCall) throws -> Value? {
    let receiver: Operator.Receiver = call.upstream.map { $0.isStream ? .stream : .value } ?? .nothing
    let forms = OperatorTable.shared.forms(of: call.name, on: receiver)
    if forms.isEmpty { return nil }
    if let bound = forms.bound(to: call.arguments) {
      let form = bound.form
      let stage = Stage(context: self, call: call, bound: bound.arguments)
      let made = try form.build(stage)
      let streams =
        try tracer.map { try tapped(made, stage, form, $0) }
        ?? made.map { SpecStream(name: nil, publisher: $0.publisher, connect: $0.connect) }
      return form.makesSeveral
        ? .tuple(Value.Items(streams.map { .stream($0) }, labels: form.outputs)) : .stream(streams[0])
    }
    var problem = text.problem("\(call.name): these arguments do not fit", at: call.span, fix: forms.howToWrite)
    problem.subject = call.name
    throw Interruption.problem(problem)
  }

  private func tapped(_ streams: [MadeStream], _ applied: Stage, _ form: Operator, _ tracer: Tracer) throws
    -> [SpecStream]
  {
    let call = applied.call
    let isOperator = call.upstream?.isStream == true
    let base = call.base.flatMap { $0.line == call.span.line ? text.operand(at: $0) : nil }
    // The text of an origin such as `[1, 2].publisher` includes its value.
    let written = text.call(at: call.span)
    var stage = TraceStage(
      kind: isOperator ? .operator : .origin, name: call.name,
      call: isOperator ? written : (base.map { $0 + "." } ?? "") + written)
    if case .stream(let upstream) = call.upstream, let receiver = upstream.stage {
      stage.receiver = receiver
      let hasName = tracer.isSource(receiver) || upstream.output != nil || upstream.name != nil
      if hasName { stage.base = base ?? upstream.name }
    }
    let place = "\(call.span.line):\(call.span.columns.lowerBound)"
    stage.place = place
    let index = tracer.stage(stage, form.facts, window: try form.window(applied), at: place)
    return streams.enumerated().map { place, stream in
      let connect = stream.connect.map { connect in { tracer.connecting(index, connect) } }
      let output = form.makesSeveral ? form.outputs[place] : nil
      return SpecStream(
        name: nil, stage: index, output: output, publisher: tracer.tap(stream.publisher, index, output: output),
        connect: connect)
    }
  }

  func stream(_ publisher: SpecPublisher, named name: String, of call: StreamCall) -> SpecStream {
    guard let tracer else { return SpecStream(name: nil, publisher: publisher) }
    let place = "\(call.span.line):\(call.span.columns.lowerBound) \(name)"
    var stage = TraceStage(kind: .origin, name: name, call: name)
    stage.isGiven = true
    let index = tracer.stage(stage, at: place)
    return SpecStream(name: nil, stage: index, publisher: tracer.tap(publisher, index))
  }

  // MARK: The run

  private func outcome() throws(SpecProblem) -> SpecOutcome {
    var outcome = SpecOutcome()
    let rows = block.rowsOfSubscribers
    rules =
      block.rules.isEmpty
      ? [] : rows.map { _ in RuleRun(file, block.rules, timeline) { [unowned self] in holds($0, $1, $2) } }
    makeSources()
    let recorders = rows.enumerated().map { index, row in
      Recorder<Value, SpecFailure>(
        timeline: timeline, demand: row.demand == nil ? .unlimited : .none, onEvent: onEvent(of: index))
    }
    do {
      try timeline.perform { prepare(rows, recorders) }
      // The number of recorders that are over, from the first one on: an action causes no search through all.
      var over = 0
      while problem == nil, try timeline.runOne() {
        outcome.actions += 1
        if outcome.leavesSomething { continue }
        while over < recorders.count, recorders[over].isOver { over += 1 }
        if over == recorders.count { outcome.leavesSomething = timersGoOn }
      }
    } catch {
      outcome.runaway = error
    }
    outcome.trace = tracer?.take()
    outcome.rules = verdicts(isCut: outcome.isCut)
    if let problem { throw problem }
    outcome.recordings = recorders.map { outcome.isCut ? $0.recording.beginning : $0.recording }
    if outcome.isCut {
      let received = outcome.recordings.reduce(0) { $0 + $1.entries.count }
      outcome.trace = outcome.trace?.beginning(received: received, count: SpecOutcome.Events.first)
    }
    for (name, source) in sources { outcome.windows[name] = source.log.windows }
    if sources.contains(where: { $0.source.log.waiting > 0 }) { outcome.leavesSomething = true }
    outcome.violations =
      recorders.flatMap(\.violations).map(\.description) + timeline.misuses.map { "\($0.instant): \($0.sentence)" }
    return outcome
  }

  /// Whether an action is scheduled for later that neither a source nor a lane has scheduled.
  private var timersGoOn: Bool {
    guard let next = timeline.nextDeadline, next > timeline.now else { return false }
    return timeline.pendingCount > sources.reduce(actsLeft) { $0 + $1.source.log.scheduled }
  }

  /// Creates the pipeline and schedules the subscribers' lanes, the demand lanes and the hot streams.
  func prepare(_ rows: [SpecFile.SubscriberRows], _ recorders: [Recorder<Value, SpecFailure>]) {
    subscribers = recorders
    guard let publisher = publisher() else { return }
    for (index, (row, recorder)) in zip(rows, recorders).enumerated() {
      let from = row.from?.lane ?? Lane(moments: [Lane.Moment(instant: .zero, marks: [Mark(.subscribe)])])
      schedule(from, by: "a subscriber") { mark in
        guard mark == .subscribe else {
          if !self.rules.isEmpty, !recorder.isOver { self.rules[index].cancel(SpecFile.Rule.result) }
          return recorder.cancel()
        }
        if !self.rules.isEmpty { self.rules[index].begin(SpecFile.Rule.result) }
        guard let tracer = self.tracer else { return publisher.subscribe(Uncarried(downstream: recorder)) }
        tracer.asSubscriber(index) { publisher.subscribe(Uncarried(downstream: recorder)) }
      }
    }
    for (row, recorder) in zip(rows, recorders) {
      guard let demand = row.demand else { continue }
      schedule(demand.lane, by: "a row of requests") { mark in
        guard case .request(let count) = mark else { return }
        recorder.request(count.map { .max($0) } ?? .unlimited)
      }
    }
    for connection in block.connections { connect(connection) }
    for source in hotSources { source.start() }
  }

  /// Schedules the connections of a stream. At one instant subscriptions precede connections.
  private func connect(_ row: SpecFile.WindowRow) {
    let connect: (() -> AnyCancellable)?
    if case .stream(let stream)? = try? value(named: row.name) { connect = stream.connect } else { connect = nil }
    var connection: AnyCancellable?
    schedule(row.row.lane, by: "a connection") { mark in
      if mark == .subscribe, let connect {
        connection = connect()
        if let connection { self.connections.append(connection) }
      } else {
        connection?.cancel()
      }
    }
  }

  private func publisher() -> SpecPublisher? {
    let expression = block.pipeline.expression
    do {
      let value = try Evaluator(context: self).value(expression, nil)
      if case .stream(let stream) = value { return stream.publisher }
      stop(text.problem("the pipeline is \(value.shown), not a stream", at: expression.span))
    } catch Interruption.problem(let problem) {
      stop(problem)
    } catch {
      stop(text.problem("nothing can be thrown here", at: expression.span))
    }
    return nil
  }

  private func schedule(_ lane: Lane, by name: String, _ action: @escaping (Mark.Kind) -> Void) {
    for moment in lane.moments {
      actsLeft += 1
      timeline.schedule(at: moment.instant, by: name) {
        self.actsLeft -= 1
        for mark in moment.marks { action(mark.kind) }
      }
    }
  }

  /// Breaks the reference cycles of actions, streams and the timeline, and those of each subscription that is still
  /// live with its subscriber.
  func tearDown() {
    timeline.removeAll()
    busy?.end()
    for subscriber in subscribers { subscriber.cancel() }
    // An operator may have scheduled its cancel.
    try? timeline.advance(by: .zero)
    timeline.removeAll()
    tracer?.forget()
    known = [:]
    sources = []
    hotSources = []
    connections = []
    subscribers = []
    rules = []
  }
}
