import MarbleRuns
import Marbles
import VirtualTime

extension Explanation {
  /// Returns the explanation of a diagram's runs: one line per step, with `=` before the events that a subscriber
  /// receives.
  ///
  /// - Parameters:
  ///   - width: The columns of a terminal, to which lines are folded; `nil` elsewhere.
  ///   - instant: The only instant to explain; `nil` for all.
  package static func text(of diagram: Diagram, width: Int? = nil, at instant: VirtualInstant? = nil) -> String {
    func line(_ text: String, _ indent: Int) -> String {
      (width.map { DisplayWidth.folded(text, to: $0, indent: indent, mark: nil) } ?? [text]).map { $0 + "\n" }.joined()
    }
    var text = diagram.title.map { line($0, 4) + "\n" } ?? ""
    for (index, run) in diagram.runs.enumerated() {
      if index > 0 { text += "\n" }
      text += run.pipeline.enumerated().map { line(($0 == 0 ? "> " : "  ") + $1, 4) }.joined() + "\n"
      text += Explanation(run, in: diagram).text(line, at: instant)
      if let law = run.law {
        text += "\n" + law.lines.map { line($0, 4) }.joined()
        if !law.verdict.isEmpty { text += "\n" + line("  " + law.verdict, 4) }
      }
      if let stop = run.stop { text += line("only the start of the run; \(stop)", 4) }
    }
    return Printable.text(text)
  }

  /// The steps of each run as JSON.
  package static func json(of diagram: Diagram, from file: String, at instant: VirtualInstant?) -> JSONText {
    let runs = diagram.runs.map { run in
      let sentences = Explanation(run, in: diagram).sentences.filter { instant == nil || $0.instant == instant }
      let steps = sentences.map { sentence in
        JSONText.object([
          ("instant", .number(sentence.instant.nanoseconds)),
          ("time", .string(DurationText.of(sentence.instant.nanoseconds))),
          ("text", .string(sentence.text)), ("isResult", .bool(sentence.isResult)),
        ])
      }
      return JSONText.object([("pipeline", .texts(run.pipeline)), ("steps", .list(steps))])
    }
    return .object([
      ("file", .string(file)), ("title", .string(diagram.title)), ("runs", .list(runs)),
    ])
  }

  /// A sentence for an instant at which nothing happens, with the nearest ones at which something does.
  private func nothing(at instant: VirtualInstant) -> String {
    func words(_ instant: VirtualInstant?, _ word: String) -> String? {
      instant.map { "\(word) \(DurationText.inWords($0.nanoseconds))" }
    }
    let before = sentences.last { $0.instant < instant }?.instant,
      after = sentences.first { $0.instant > instant }?.instant
    let near = [words(before, "before it at"), words(after, "after it at")].compactMap(\.self)
    return "nothing happens at \(DurationText.inWords(instant.nanoseconds))"
      + (near.isEmpty ? "" : "; something happens " + near.joined(separator: " and "))
  }

  private func text(_ line: (String, Int) -> String, at instant: VirtualInstant?) -> String {
    let sentences = sentences.filter { instant == nil || $0.instant == instant }
    if let instant, sentences.isEmpty, !self.sentences.isEmpty { return line("  " + nothing(at: instant), 4) }
    let unit = TimeUnit(ofWhole: sentences.map(\.instant.nanoseconds))
    let times = sentences.map { sentence in
      let instant = sentence.instant.nanoseconds
      return instant == 0 ? "0s" : unit.map { $0.text(of: instant) } ?? DurationText.inWords(instant)
    }
    let width = times.map(\.count).max() ?? 0
    var last = ""
    var text = ""
    for (sentence, time) in zip(sentences, times) {
      let shown = time == last ? "" : time
      let head = "  " + String(repeating: " ", count: width - shown.count) + shown + (sentence.isResult ? " = " : "   ")
      text += line(head + sentence.text, head.count)
      last = time
    }
    return text.isEmpty ? "  nothing happens\n" : text
  }

  /// Returns the causes: one line for each event that a subscriber received.
  static func causes(_ trace: Trace) -> [String] {
    let (roots, index, names) = (trace.roots, TraceIndex(trace), names(trace))
    return trace.events.indices.filter(trace.isResult).map { event in
      let events = roots[event].events.filter { $0 != event }.map { root in
        "\(Mark(trace.events[root].kind).text) of \(name(of: trace.events[root].line, index, trace, names)) at \(DurationText.inWords(trace.events[root].instant.nanoseconds))"
      }
      let waits = roots[event].timers.map { trace.timers[$0] }.flatMap { timer in
        let owner = timer.line.map { names[trace.subscriptions[$0].stage] } ?? "a timer"
        let parts = [(timer.start, timer.due, owner), (timer.due, timer.heldUntil ?? timer.due, "scheduler")]
        return parts.filter { $0.0 < $0.1 }.map { start, end, whose in
          "\(DurationText.inWords(end.nanoseconds - start.nanoseconds)) of \(whose)"
        }
      }
      let time = DurationText.inWords(trace.events[event].instant.nanoseconds)
      let all = events + waits
      let reasons = all.prefix(Roots.most) + (all.count > Roots.most ? ["others"] : [])
      return "\(Mark(trace.events[event].kind).text) at \(time)"
        + (reasons.isEmpty ? "" : " because of " + reasons.joined(separator: ", "))
    }
  }
}

/// The events of sources that an event comes from, and the timers in between that wait, each once.
private struct Roots {
  /// The largest number that are told.
  static let most = 20

  private(set) var events: [Int] = []
  private(set) var timers: [Int] = []

  /// Adds others, up to one more than are told.
  mutating func add(_ other: Roots) {
    for event in other.events where events.count <= Roots.most && !events.contains(event) { events.append(event) }
    for timer in other.timers where timers.count <= Roots.most && !timers.contains(timer) { timers.append(timer) }
  }
  mutating func add(event: Int) { events.append(event) }
  mutating func add(timer: Int) { timers.append(timer) }
  var isFull: Bool { events.count > Roots.most && timers.count > Roots.most }
}

extension Trace {
  /// The roots of each event. A cause comes before what it causes, so its own roots are known.
  fileprivate var roots: [Roots] {
    var roots: [Roots] = []
    for (index, event) in events.enumerated() {
      var own = Roots()
      if let timer = event.timer, timers[timer].waits || timers[timer].heldUntil != nil { own.add(timer: timer) }
      if event.causes.isEmpty { own.add(event: index) }
      for cause in event.causes {
        if own.isFull { break }
        own.add(roots[cause])
      }
      roots.append(own)
    }
    return roots
  }
}
