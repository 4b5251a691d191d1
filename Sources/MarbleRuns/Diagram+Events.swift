import Marbles
import VirtualTime

extension RecordedRun {
  /// Creates the events of the runs of a diagram. An operator is a stream, too, with its call as the name, or with the
  /// name that `let` gives it; the last one has the text of the whole pipeline.
  package init(_ diagram: Diagram) {
    self.init()
    title = diagram.title
    frame = diagram.frame
    var names = StreamNames()
    var all: [(event: Event, run: Int)] = []
    for run in diagram.runs {
      let first = all.count
      for (event, causes) in events(of: run, &names) {
        all.append((event, first))
        all[all.count - 1].event.causes = causes.map { first + $0 }
      }
    }
    // Each pipeline begins at zero. The sort is stable, so causes stay before their effects.
    let order = all.indices.sorted { (all[$0].event.instant, $0) < (all[$1].event.instant, $1) }
    var places = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    events = order.map { index in
      var event = all[index].event
      event.causes = event.causes.map { places[$0] }
      return event
    }
  }

  private func events(of run: Diagram.Run, _ names: inout StreamNames) -> [(Event, causes: [Int])] {
    guard let trace = run.trace else { return [] }
    var lines: [Int: (name: String, number: Int)] = [:]
    var stages: [Int: String] = [:]
    var places: [Int: Int] = [:]
    var events: [(Event, causes: [Int])] = []
    func add(_ kind: Event.Kind, _ line: Int, _ instant: VirtualInstant) {
      guard let (name, number) = lines[line] else { return }
      events.append((Event(kind, of: name, number, at: max(instant, .zero)), []))
    }
    for step in trace.steps {
      switch step {
      case .subscribed(let line):
        let index = trace.subscriptions[line].stage, stage = trace.stages[index]
        let isLast = trace.subscriptions[line].consumer == nil && stage.kind != .source
        let name =
          stages[index]
          ?? (stage.kind == .source
            ? stage.name : names.new(isLast ? run.pipeline.oneLine : stage.definition ?? stage.call))
        stages[index] = name
        lines[line] = (name, names.subscription(of: name))
        add(.subscribe, line, trace.subscriptions[line].start)
      case .cancelled(let line): add(.cancel, line, trace.subscriptions[line].end ?? .zero)
      case .requested(let request):
        add(.request(trace.requests[request].count), trace.requests[request].line, trace.requests[request].instant)
      case .event(let index):
        let event = trace.events[index]
        let place = events.count
        add(Event.Kind(event), event.line, event.instant)
        guard place < events.count else { continue }
        places[index] = place
        events[place].causes = event.causes.compactMap { places[$0] }
        if let timer = event.timer.map({ trace.timers[$0] }), timer.waits {
          events[place].0.timer = timer.due.nanoseconds - timer.start.nanoseconds
        }
      case .timerStarted, .timerHeld, .timerEnded, .lost, .missed, .kept: break
      }
    }
    return events
  }
}

extension RecordedRun {
  /// A time in a sentence: in its own unit if that is short, else in milliseconds, rounded to microseconds.
  package static func time(_ nanoseconds: Int64) -> String {
    let text = DurationText.of(nanoseconds)
    if text.utf8.count < 7 { return text }
    let micros = nanoseconds / 1000 + (nanoseconds % 1000 >= 500 ? 1 : 0)
    let (whole, rest) = micros.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(whole)ms" }
    var places = String(String(1000 + rest).dropFirst())
    while places.last == "0" { places.removeLast() }
    return "\(whole).\(places)ms"
  }
}

extension RecordedRun.Event.Kind {
  fileprivate init(_ event: Trace.Event) {
    switch event.kind {
    case .finished: self = .finish
    case .failure(let text): self = .fail(text)
    case .value(let symbol): self = .next(symbol.text, symbol.isOwnLiteral(event.text) ? .symbol : .literal(event.text))
    default: self = .next("?", event.text.isEmpty ? .unknown : .literal(event.text))
    }
  }
}

extension Symbol {
  /// Whether a literal is the value that the symbol has without a table.
  fileprivate func isOwnLiteral(_ literal: String) -> Bool {
    if literal.isEmpty { return true }
    let isDigit = text.utf8.count == 1 && Int(text) != nil
    return isDigit && !isQuoted ? literal == text : !isDigit && literal == "\"\(text)\""
  }
}

/// Gives each operator a name of its own, and counts the subscriptions to each stream.
private struct StreamNames {
  private var calls: [String: Int] = [:]
  private var subscriptions: [String: Int] = [:]

  mutating func new(_ call: String) -> String {
    calls[call, default: 0] += 1
    return calls[call] == 1 ? call : "\(call) (\(calls[call] ?? 1))"
  }
  mutating func subscription(of name: String) -> Int {
    subscriptions[name, default: 0] += 1
    return subscriptions[name] ?? 1
  }
}
