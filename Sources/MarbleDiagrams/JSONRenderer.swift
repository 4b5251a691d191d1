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
        ("schema", .number(schema)), ("title", .string(diagram.title)), ("family", .string(diagram.family)),
        ("note", .string(diagram.note)),
        ("frame", .number(diagram.frame)), ("streams", .list(diagram.streams.map(json))),
        ("runs", .list(diagram.runs.map(json))), ("meanings", meanings(diagram.innerMeanings)),
      ] + (diagram.busy.map { [("busy", .string($0.description))] } ?? []) + (program.map { [("program", $0)] } ?? []))
  }

  private static func json(_ stream: Diagram.Stream) -> JSONText {
    var members: [(String, JSONText)] = [("name", .string(stream.name))]
    switch stream.kind {
    case .cold, .hot:
      members += [
        ("kind", .string(stream.kind == .hot ? "hot" : "cold")), ("marbles", .string(stream.lane.description)),
        ("events", events(stream.lane)), ("meanings", meanings(stream.meanings)),
      ]
      if let number = stream.subscription { members.append(("subscription", .number(number))) }
    case .derived(let pipeline): members += [("kind", "derived"), ("pipeline", .texts(pipeline))]
    }
    return .object(members)
  }

  private static func json(_ run: Diagram.Run) -> JSONText {
    let subscribers = run.subscribers.map { subscriber in
      var members: [(String, JSONText)] = [
        ("from", lane(subscriber.from)), ("demand", lane(subscriber.demand)),
        ("marbles", .string(subscriber.received.description)), ("events", events(subscriber.received)),
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
            ("name", .string(windows.name)), ("windows", .texts(windows.lanes.map(\.description))),
          ]
          if let demand = windows.demand { members.append(("demand", .string(demand.description))) }
          return .object(members)
        })
    }
    let connections = run.windows.filter(\.isConnection)
    var members: [(String, JSONText)] = [
      ("pipeline", .texts(run.pipeline)), ("subscribers", .list(subscribers)),
      ("subscriptions", windows(run.windows.filter { !$0.isConnection })),
      ("meanings", meanings(run.meanings)), ("stopped", .string(run.stop)), ("trace", run.trace.map(json) ?? .null),
    ]
    if !run.rules.isEmpty { members.append(("rules", .list(run.rules.map(json)))) }
    if let law = run.law {
      members.append(("law", .object([("pipeline", .texts(law.pipeline)), ("verdict", .string(law.verdict))])))
    }
    if !connections.isEmpty { members.append(("connections", windows(connections))) }
    return .object(members)
  }

  private static func json(_ rule: RuleOutcome) -> JSONText {
    .object([
      ("text", .string(rule.text)), ("subscriber", .number(rule.subscriber)),
      ("verdict", .string(rule.verdict.rawValue)),
      ("held", .number(rule.held)), ("broken", .number(rule.broken)), ("undecided", .number(rule.undecided)),
      ("trials", .list(rule.trials.map(json))),
    ])
  }
  private static func json(_ trial: RuleOutcome.Trial) -> JSONText {
    .object([
      ("start", instant(trial.start)), ("end", instant(trial.end)), ("deadline", instant(trial.deadline)),
      ("verdict", .string(trial.verdict.rawValue)), ("reason", .string(trial.reason)),
    ])
  }

  // MARK: The trace

  private static func json(_ trace: Trace) -> JSONText {
    .object([
      ("stages", .list(trace.stages.map(json))), ("lines", .list(trace.subscriptions.map(json))),
      ("events", .list(trace.events.map(json))),
      ("timers", .list(trace.timers.map(json))), ("requests", .list(trace.requests.map(json))),
      ("losses", .list(trace.losses.map(json))), ("kept", .list(trace.kept.map(json))),
      ("misses", .list(trace.misses.map(json))), ("steps", .list(trace.steps.map(json))), ("isCut", .bool(trace.isCut)),
    ])
  }

  private static func json(_ stage: TraceStage) -> JSONText {
    .object([("kind", .string(stage.kind.rawValue)), ("name", .string(stage.name)), ("call", .string(stage.call))])
  }
  private static func json(_ line: TraceSubscription) -> JSONText {
    .object([
      ("stage", .number(line.stage)), ("consumer", .number(line.consumer)), ("subscriber", .number(line.subscriber)),
      ("startedBy", .number(line.startedBy)), ("start", instant(line.start)), ("end", instant(line.end)),
      ("isCancelled", .bool(line.isCancelled)), ("timer", .number(line.timer)), ("key", .string(line.key)),
    ])
  }
  private static func json(_ event: Trace.Event) -> JSONText {
    .object([
      ("line", .number(event.line)), ("instant", instant(event.instant)), ("kind", .string(kind(event.kind))),
      ("symbol", .string(Mark(event.kind).text)), ("value", .string(event.text)),
      ("causes", .list(event.causes.map { .number($0) })), ("timer", .number(event.timer)),
    ])
  }
  private static func json(_ timer: TraceTimer) -> JSONText {
    .object(
      [
        ("line", .number(timer.line)), ("start", instant(timer.start)), ("due", instant(timer.due)),
        ("startedBy", .number(timer.startedBy)),
        ("end", instant(timer.end)), ("ending", .string(timer.ending?.rawValue)),
      ] + (timer.heldUntil == nil ? [] : [("heldUntil", instant(timer.heldUntil))]))
  }
  private static func json(_ request: TraceRequest) -> JSONText {
    .object([
      ("line", .number(request.line)), ("instant", instant(request.instant)), ("count", .number(request.count)),
    ])
  }
  private static func json(_ loss: TraceLoss) -> JSONText {
    .object([
      ("event", .number(loss.event)), ("line", .number(loss.line)), ("instant", instant(loss.instant)),
      ("reason", .string(loss.reason)),
      ("because", .number(loss.because)), ("timer", .number(loss.timer)), ("isReplaced", .bool(loss.isReplaced)),
    ])
  }
  private static func json(_ kept: TraceKept) -> JSONText {
    .object([("event", .number(kept.event)), ("line", .number(kept.line)), ("instant", instant(kept.instant))])
  }
  private static func json(_ miss: Trace.Miss) -> JSONText {
    .object([
      ("line", .number(miss.line)), ("instant", instant(miss.instant)), ("symbol", .string(Mark(miss.kind).text)),
      ("value", .string(miss.text)),
    ])
  }
  private static func json(_ step: TraceStep) -> JSONText {
    switch step {
    case .subscribed(let line): .list(["subscribed", .number(line)])
    case .cancelled(let line): .list(["cancelled", .number(line)])
    case .requested(let request): .list(["requested", .number(request)])
    case .event(let event): .list(["event", .number(event)])
    case .timerStarted(let timer): .list(["timerStarted", .number(timer)])
    case .timerHeld(let timer): .list(["timerHeld", .number(timer)])
    case .timerEnded(let timer): .list(["timerEnded", .number(timer)])
    case .lost(let loss): .list(["lost", .number(loss)])
    case .missed(let miss): .list(["missed", .number(miss)])
    case .kept(let kept): .list(["kept", .number(kept)])
    }
  }

  // MARK: Pieces

  private static func instant(_ instant: VirtualInstant?) -> JSONText {
    instant.map { .number($0.nanoseconds) } ?? .null
  }
  private static func lane(_ lane: Lane?) -> JSONText { .string(lane?.description) }
  private static func meanings(_ meanings: [Diagram.Meaning]) -> JSONText {
    .object(meanings.map { ($0.symbol, .string($0.value)) })
  }

  private static func events(_ lane: Lane) -> JSONText {
    .list(
      lane.marks.map { at, mark in
        .object([("instant", instant(at)), ("kind", .string(kind(mark.kind))), ("symbol", .string(mark.text))])
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
