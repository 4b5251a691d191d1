import Marbles
import VirtualTime

extension Explanation {
  /// Returns the explanation of a diagram's runs: one line per step, with `=` before the events that a subscriber receives.
  package static func text(of diagram: Diagram) -> String {
    var text = diagram.title.map { $0 + "\n\n" } ?? ""
    for (index, run) in diagram.runs.enumerated() {
      if index > 0 { text += "\n" }
      text += run.pipeline.enumerated().map { ($0 == 0 ? "> " : "  ") + $1 + "\n" }.joined() + "\n"
      text += Explanation(run, in: diagram).text
      if let stop = run.stop { text += "the beginning; \(stop)\n" }
    }
    return text
  }

  private var text: String {
    let times = sentences.map { DurationText.inWords($0.instant.nanoseconds) }
    let width = times.map(\.count).max() ?? 0
    var last = ""
    var text = ""
    for (sentence, time) in zip(sentences, times) {
      let shown = time == last ? "" : time
      text += "  " + String(repeating: " ", count: width - shown.count) + shown + (sentence.isResult ? " = " : "   ") + sentence.text + "\n"
      last = time
    }
    return text.isEmpty ? "  nothing happens\n" : text
  }

  /// Returns the causes: one line for each event that a subscriber received.
  static func causes(_ trace: Trace) -> [String] {
    trace.events.indices.filter { trace.lines[trace.events[$0].line].consumer == nil }.map { index in
      var roots: [Int] = []
      var timers: [Int] = []
      trace.collectRoots(of: index, &roots, &timers)
      let events = roots.filter { $0 != index }.map { root in
        "\(Mark(trace.events[root].kind).text) of \(trace.name(of: trace.events[root].line)) at \(DurationText.inWords(trace.events[root].instant.nanoseconds))"
      }
      let waits = timers.filter { trace.timers[$0].waits }.map { timer in
        let length = trace.timers[timer].due.nanoseconds - trace.timers[timer].start.nanoseconds
        return
          "\(DurationText.inWords(length)) of \(trace.timers[timer].line.map { trace.stages[trace.lines[$0].stage].name } ?? "a timer")"
      }
      let time = DurationText.inWords(trace.events[index].instant.nanoseconds)
      let reasons = events + waits
      return "\(Mark(trace.events[index].kind).text) at \(time)" + (reasons.isEmpty ? "" : " because of " + reasons.joined(separator: ", "))
    }
  }
}

extension Trace {
  /// Collects the events of sources that led to an event, and the timers in between, each once.
  fileprivate func collectRoots(of event: Int, _ roots: inout [Int], _ timers: inout [Int]) {
    if let timer = events[event].timer, !timers.contains(timer) { timers.append(timer) }
    if events[event].causes.isEmpty {
      if !roots.contains(event) { roots.append(event) }
      return
    }
    for cause in events[event].causes { collectRoots(of: cause, &roots, &timers) }
  }
}
