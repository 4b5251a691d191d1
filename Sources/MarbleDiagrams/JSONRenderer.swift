import MarbleRuns
import Marbles
import VirtualTime

/// Writes a diagram as JSON: everything that is drawn, and the events between the operators. Instants and lengths are
/// nanoseconds.
package enum JSONRenderer {
  /// The version of the format. It is increased when a member is removed or changes its meaning. New members may be
  /// added at any time.
  package static let schema: Int64 = 1

  /// - Parameter program: The spec as data that other programs can execute, if the diagram has one.
  package static func text(of diagram: Diagram, program: JSONText? = nil) -> String {
    json(diagram, program).description + "\n"
  }

  /// Whether a text was written here, by any version.
  package static func hasDrawn(_ text: String) -> Bool { text.hasPrefix("{\n  \"schema\": ") }

  private static func json(_ diagram: Diagram, _ program: JSONText?) -> JSONText {
    .object(
      [
        ("schema", .number(schema)), ("title", text(diagram.title)), ("family", text(diagram.family)),
        ("note", text(diagram.note)),
        ("frame", .number(diagram.frame)), ("streams", .list(diagram.streams.map(json))),
        ("runs", .list(diagram.runs.map(json))),
        ("meanings", meanings(diagram.innerMeanings)),
      ] + (diagram.busy.map { [("busy", .string($0.description))] } ?? []) + (program.map { [("program", $0)] } ?? []))
  }

  private static func json(_ stream: Diagram.Stream) -> JSONText {
    var members: [(String, JSONText)] = [("name", .string(stream.name))]
    switch stream.kind {
    case .cold, .hot:
      members += [
        ("kind", .string(stream.kind == .hot ? "hot" : "cold")), ("marbles", .string(stream.lane.description)),
        ("events", events(stream.lane)),
        ("meanings", meanings(stream.meanings)),
      ]
      if let number = stream.subscription { members.append(("subscription", .number(Int64(number)))) }
    case .derived(let pipeline): members += [("kind", .string("derived")), ("pipeline", lines(pipeline))]
    }
    return .object(members)
  }

  private static func json(_ run: Diagram.Run) -> JSONText {
    let subscribers = run.subscribers.map { subscriber in
      var members: [(String, JSONText)] = [
        ("from", lane(subscriber.from)), ("demand", lane(subscriber.demand)),
        ("marbles", .string(subscriber.received.description)),
        ("events", events(subscriber.received)),
      ]
      if let expected = subscriber.expected {
        members += [
          ("expected", .string(expected.description)),
          ("differences", .list(subscriber.differences.map { instant($0) })),
        ]
      }
      return JSONText.object(members)
    }
    func windows(_ all: [Diagram.Windows]) -> JSONText {
      .list(
        all.map { windows in
          var members: [(String, JSONText)] = [
            ("name", .string(windows.name)), ("windows", lines(windows.lanes.map(\.description))),
          ]
          if let demand = windows.demand { members.append(("demand", .string(demand.description))) }
          return .object(members)
        })
    }
    let connections = run.windows.filter(\.isConnection)
    var members: [(String, JSONText)] = [
      ("pipeline", lines(run.pipeline)), ("subscribers", .list(subscribers)),
      ("subscriptions", windows(run.windows.filter { !$0.isConnection })),
      ("meanings", meanings(run.meanings)), ("stopped", text(run.stop)), ("trace", run.trace.map(json) ?? .null),
    ]
    if !run.rules.isEmpty { members.append(("rules", .list(run.rules.map(json)))) }
    if let law = run.law {
      members.append(("law", .object([("pipeline", lines(law.pipeline)), ("verdict", .string(law.verdict))])))
    }
    if !connections.isEmpty { members.append(("connections", windows(connections))) }
    return .object(members)
  }

  private static func json(_ rule: RuleOutcome) -> JSONText {
    .object([
      ("text", .string(rule.text)), ("subscriber", index(rule.subscriber)), ("verdict", .string(rule.verdict.rawValue)),
      ("held", .number(Int64(rule.held))),
      ("broken", .number(Int64(rule.broken))), ("undecided", .number(Int64(rule.undecided))),
      ("trials", .list(rule.trials.map(json))),
    ])
  }
  private static func json(_ trial: RuleOutcome.Trial) -> JSONText {
    .object([
      ("start", instant(trial.start)), ("end", instant(trial.end)), ("deadline", instant(trial.deadline)),
      ("verdict", .string(trial.verdict.rawValue)), ("reason", text(trial.reason)),
    ])
  }

  // MARK: The trace

  private static func json(_ trace: Trace) -> JSONText {
    .object([
      ("stages", .list(trace.stages.map(json))), ("lines", .list(trace.subscriptions.map(json))),
      ("events", .list(trace.events.map(json))),
      ("timers", .list(trace.timers.map(json))), ("requests", .list(trace.requests.map(json))),
      ("losses", .list(trace.losses.map(json))), ("kept", .list(trace.kept.map(json))),
      ("misses", .list(trace.misses.map(json))), ("steps", .list(trace.steps.map(json))),
      ("isCut", .bool(trace.isCut)),
    ])
  }

  private static func json(_ stage: TraceStage) -> JSONText {
    .object([("kind", .string(stage.kind.rawValue)), ("name", .string(stage.name)), ("call", .string(stage.call))])
  }
  private static func json(_ line: TraceSubscription) -> JSONText {
    .object([
      ("stage", .number(Int64(line.stage))), ("consumer", index(line.consumer)), ("subscriber", index(line.subscriber)),
      ("startedBy", index(line.startedBy)), ("start", instant(line.start)), ("end", instant(line.end)),
      ("isCancelled", .bool(line.isCancelled)), ("timer", index(line.timer)), ("key", text(line.key)),
    ])
  }
  private static func json(_ event: Trace.Event) -> JSONText {
    .object([
      ("line", .number(Int64(event.line))), ("instant", instant(event.instant)), ("kind", .string(kind(event.kind))),
      ("symbol", .string(Mark(event.kind).text)), ("value", .string(event.text)),
      ("causes", .list(event.causes.map { index($0) })),
      ("timer", index(event.timer)),
    ])
  }
  private static func json(_ timer: TraceTimer) -> JSONText {
    .object(
      [
        ("line", index(timer.line)), ("start", instant(timer.start)), ("due", instant(timer.due)),
        ("startedBy", index(timer.startedBy)),
        ("end", instant(timer.end)), ("ending", timer.ending.map { .string($0.rawValue) } ?? .null),
      ] + (timer.heldUntil == nil ? [] : [("heldUntil", instant(timer.heldUntil))]))
  }
  private static func json(_ request: TraceRequest) -> JSONText {
    .object([
      ("line", .number(Int64(request.line))), ("instant", instant(request.instant)), ("count", index(request.count)),
    ])
  }
  private static func json(_ loss: TraceLoss) -> JSONText {
    .object([
      ("event", index(loss.event)), ("line", index(loss.line)), ("instant", instant(loss.instant)),
      ("reason", .string(loss.reason)),
      ("because", index(loss.because)), ("timer", index(loss.timer)), ("isReplaced", .bool(loss.isReplaced)),
    ])
  }
  private static func json(_ kept: TraceKept) -> JSONText {
    .object([("event", index(kept.event)), ("line", index(kept.line)), ("instant", instant(kept.instant))])
  }
  private static func json(_ miss: Trace.Miss) -> JSONText {
    .object([
      ("line", index(miss.line)), ("instant", instant(miss.instant)), ("symbol", .string(Mark(miss.kind).text)),
      ("value", .string(miss.text)),
    ])
  }
  private static func json(_ step: TraceStep) -> JSONText {
    switch step {
    case .subscribed(let line): .list([.string("subscribed"), index(line)])
    case .cancelled(let line): .list([.string("cancelled"), index(line)])
    case .requested(let request): .list([.string("requested"), index(request)])
    case .event(let event): .list([.string("event"), index(event)])
    case .timerStarted(let timer): .list([.string("timerStarted"), index(timer)])
    case .timerHeld(let timer): .list([.string("timerHeld"), index(timer)])
    case .timerEnded(let timer): .list([.string("timerEnded"), index(timer)])
    case .lost(let loss): .list([.string("lost"), index(loss)])
    case .missed(let miss): .list([.string("missed"), index(miss)])
    case .kept(let kept): .list([.string("kept"), index(kept)])
    }
  }

  // MARK: Pieces

  private static func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
  private static func index(_ index: Int?) -> JSONText { index.map { .number(Int64($0)) } ?? .null }
  private static func instant(_ instant: VirtualInstant?) -> JSONText {
    instant.map { .number($0.nanoseconds) } ?? .null
  }
  private static func lines(_ lines: [String]) -> JSONText { .list(lines.map { .string($0) }) }
  private static func lane(_ lane: Lane?) -> JSONText { text(lane?.description) }
  private static func meanings(_ meanings: [Diagram.Meaning]) -> JSONText {
    .object(meanings.map { ($0.symbol, .string($0.value)) })
  }

  private static func events(_ lane: Lane) -> JSONText {
    .list(
      lane.moments.flatMap { moment in
        moment.marks.map { mark in
          .object([
            ("instant", instant(moment.instant)), ("kind", .string(kind(mark.kind))), ("symbol", .string(mark.text)),
          ])
        }
      })
  }
  private static func kind(_ kind: Mark.Kind) -> String {
    switch kind {
    case .value, .anyValue: "value"
    case .finished: "finished"
    case .failure: "failure"
    case .subscribe: "subscribed"
    case .unsubscribe: "cancelled"
    case .request: "requested"
    }
  }
}
