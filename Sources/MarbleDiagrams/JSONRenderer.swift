import MarbleRuns
import Marbles
import VirtualTime

/// Writes a diagram as JSON: everything that is drawn, and the events between the operators. Instants and lengths are nanoseconds.
package enum JSONRenderer {
  /// The version of the format. It is increased when a member is removed or changes its meaning. New members may be added at any time.
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
        ("schema", .number(schema)), ("title", text(diagram.title)), ("family", text(diagram.family)), ("note", text(diagram.note)),
        ("frame", .number(diagram.frame)), ("streams", .list(diagram.streams.map(json))), ("runs", .list(diagram.runs.map(json))),
        ("meanings", meanings(diagram.innerMeanings)),
      ] + (program.map { [("program", $0)] } ?? []))
  }

  private static func json(_ stream: Diagram.Stream) -> JSONText {
    var members: [(String, JSONText)] = [("name", .text(stream.name))]
    switch stream.kind {
    case .cold, .hot:
      members += [
        ("kind", .text(stream.kind == .hot ? "hot" : "cold")), ("marbles", .text(stream.lane.description)), ("events", events(stream.lane)),
        ("meanings", meanings(stream.meanings)),
      ]
      if let number = stream.subscription { members.append(("subscription", .number(Int64(number)))) }
    case .derived(let pipeline): members += [("kind", .text("derived")), ("pipeline", lines(pipeline))]
    }
    return .object(members)
  }

  private static func json(_ run: Diagram.Run) -> JSONText {
    let subscribers = run.subscribers.map { subscriber in
      var members: [(String, JSONText)] = [
        ("from", lane(subscriber.from)), ("demand", lane(subscriber.demand)), ("marbles", .text(subscriber.received.description)),
        ("events", events(subscriber.received)),
      ]
      if let expected = subscriber.expected {
        members += [("expected", .text(expected.description)), ("differences", .list(subscriber.differences.map { instant($0) }))]
      }
      return JSONText.object(members)
    }
    func windows(_ all: [Diagram.Windows]) -> JSONText {
      .list(
        all.map { windows in
          var members: [(String, JSONText)] = [("name", .text(windows.name)), ("windows", lines(windows.lanes.map(\.description)))]
          if let demand = windows.demand { members.append(("demand", .text(demand.description))) }
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
    if let law = run.law { members.append(("law", .object([("pipeline", lines(law.pipeline)), ("verdict", .text(law.verdict))]))) }
    if !connections.isEmpty { members.append(("connections", windows(connections))) }
    return .object(members)
  }

  private static func json(_ rule: RuleOutcome) -> JSONText {
    .object([
      ("text", .text(rule.text)), ("subscriber", index(rule.subscriber)), ("verdict", .text(rule.verdict.rawValue)),
      ("held", .number(Int64(rule.held))),
      ("broken", .number(Int64(rule.broken))), ("undecided", .number(Int64(rule.undecided))),
      ("trials", .list(rule.trials.map(json))),
    ])
  }
  private static func json(_ trial: RuleOutcome.Trial) -> JSONText {
    .object([
      ("start", instant(trial.start)), ("end", instant(trial.end)), ("deadline", instant(trial.deadline)),
      ("verdict", .text(trial.verdict.rawValue)), ("reason", text(trial.reason)),
    ])
  }

  // MARK: The trace

  private static func json(_ trace: Trace) -> JSONText {
    .object([
      ("stages", .list(trace.stages.map(json))), ("lines", .list(trace.lines.map(json))), ("events", .list(trace.events.map(json))),
      ("timers", .list(trace.timers.map(json))), ("requests", .list(trace.requests.map(json))), ("losses", .list(trace.losses.map(json))),
      ("misses", .list(trace.misses.map(json))), ("steps", .list(trace.steps.map(json))),
      ("isCut", .truth(trace.isCut)),
    ])
  }

  private static func json(_ stage: Trace.Stage) -> JSONText {
    .object([("kind", .text(stage.kind.rawValue)), ("name", .text(stage.name)), ("call", .text(stage.call))])
  }
  private static func json(_ line: Trace.Line) -> JSONText {
    .object([
      ("stage", .number(Int64(line.stage))), ("consumer", index(line.consumer)), ("subscriber", index(line.subscriber)),
      ("startedBy", index(line.startedBy)), ("start", instant(line.start)), ("end", instant(line.end)),
      ("isCancelled", .truth(line.isCancelled)), ("timer", index(line.timer)), ("key", text(line.key)),
    ])
  }
  private static func json(_ event: Trace.Event) -> JSONText {
    .object([
      ("line", .number(Int64(event.line))), ("instant", instant(event.instant)), ("kind", .text(kind(event.kind))),
      ("symbol", .text(Mark(event.kind).text)), ("value", .text(event.text)), ("causes", .list(event.causes.map { index($0) })),
      ("timer", index(event.timer)),
    ])
  }
  private static func json(_ timer: Trace.Timer) -> JSONText {
    .object([
      ("line", index(timer.line)), ("start", instant(timer.start)), ("due", instant(timer.due)), ("startedBy", index(timer.startedBy)),
      ("end", instant(timer.end)), ("ending", timer.ending.map { .text($0.rawValue) } ?? .null),
    ])
  }
  private static func json(_ request: Trace.Request) -> JSONText {
    .object([("line", .number(Int64(request.line))), ("instant", instant(request.instant)), ("count", index(request.count))])
  }
  private static func json(_ loss: Trace.Loss) -> JSONText {
    .object([
      ("event", index(loss.event)), ("line", index(loss.line)), ("instant", instant(loss.instant)), ("reason", .text(loss.reason)),
      ("because", index(loss.because)), ("timer", index(loss.timer)), ("isReplaced", .truth(loss.isReplaced)),
    ])
  }
  private static func json(_ miss: Trace.Miss) -> JSONText {
    .object([
      ("line", index(miss.line)), ("instant", instant(miss.instant)), ("symbol", .text(Mark(miss.kind).text)), ("value", .text(miss.text)),
    ])
  }
  private static func json(_ step: Trace.Step) -> JSONText {
    switch step {
    case .subscribed(let line): .list([.text("subscribed"), index(line)])
    case .cancelled(let line): .list([.text("cancelled"), index(line)])
    case .requested(let request): .list([.text("requested"), index(request)])
    case .event(let event): .list([.text("event"), index(event)])
    case .timerStarted(let timer): .list([.text("timerStarted"), index(timer)])
    case .timerEnded(let timer): .list([.text("timerEnded"), index(timer)])
    case .lost(let loss): .list([.text("lost"), index(loss)])
    case .missed(let miss): .list([.text("missed"), index(miss)])
    }
  }

  // MARK: Pieces

  private static func text(_ text: String?) -> JSONText { text.map { .text($0) } ?? .null }
  private static func index(_ index: Int?) -> JSONText { index.map { .number(Int64($0)) } ?? .null }
  private static func instant(_ instant: VirtualInstant?) -> JSONText { instant.map { .number($0.nanoseconds) } ?? .null }
  private static func lines(_ lines: [String]) -> JSONText { .list(lines.map { .text($0) }) }
  private static func lane(_ lane: Lane?) -> JSONText { text(lane?.description) }
  private static func meanings(_ meanings: [Diagram.Meaning]) -> JSONText { .object(meanings.map { ($0.symbol, .text($0.value)) }) }

  private static func events(_ lane: Lane) -> JSONText {
    .list(
      lane.moments.flatMap { moment in
        moment.marks.map { mark in
          .object([("instant", instant(moment.instant)), ("kind", .text(kind(mark.kind))), ("symbol", .text(mark.text))])
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
