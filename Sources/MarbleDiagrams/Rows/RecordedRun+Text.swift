import MarbleRuns
import Marbles
import VirtualTime

extension RecordedRun {
  /// The run in sentences: one line for each event, with its instant and its causes.
  package func explanation(width: Int? = nil) -> String {
    func line(_ text: String, _ indent: Int) -> String {
      (width.map { DisplayWidth.folded(text, to: $0, indent: indent, mark: nil) } ?? [text]).map { $0 + "\n" }.joined()
    }
    var text = title.map { line($0, 4) + "\n" } ?? ""
    if dropped > 0 { text += line("  \(dropped) earlier events were not kept", 4) }
    var several: Set<String> = []
    for event in events where event.subscription > 1 { several.insert(event.stream) }
    let times = events.map { RecordedRun.time($0.instant.nanoseconds) }
    let column = times.map(\.count).max() ?? 0
    var last = ""
    for (event, time) in zip(events, times) {
      let shown = time == last ? "" : time
      let head = "  " + String(repeating: " ", count: column - shown.count) + shown + "   "
      text += line(head + sentence(event, several), head.count)
      last = time
    }
    return events.isEmpty ? text + "  nothing happens\n" : text
  }

  private func sentence(_ event: Event, _ several: Set<String>) -> String {
    func name(_ event: Event) -> String {
      several.contains(event.stream) ? "\(event.stream) (\(event.subscription))" : event.stream
    }
    let name = name(event)
    func shown(_ event: Event) -> String { Mark(event.kind.mark).text }
    var text =
      switch event.kind {
      case .subscribe: "a subscriber subscribes to \(name)"
      case .cancel: "the subscriber of \(name) cancels"
      case .request(let count?): "the subscriber of \(name) requests \(count)"
      case .request(nil): "the subscriber of \(name) requests all values"
      case .finish: "\(name) finishes"
      case .fail(let reason): "\(name) fails" + (reason.map { " with \($0)" } ?? "")
      case .next(_, .literal(let value)) where value != "\"\(shown(event))\"":
        "\(name) sends \(shown(event)) (\(value))"
      case .next: "\(name) sends \(shown(event))"
      }
    let causes = event.causes.filter { events[$0].stream != event.stream }.prefix(6).map { cause in
      switch events[cause].kind {
      case .finish: "the finish of \(self.name(events[cause], several))"
      case .fail: "the failure of \(self.name(events[cause], several))"
      default: "\(shown(events[cause])) of \(self.name(events[cause], several))"
      }
    }
    if !causes.isEmpty { text += ", because of " + causes.joined(separator: " and ") }
    if let timer = event.timer {
      text += (causes.isEmpty ? ", because of" : " and") + " a timer of \(RecordedRun.time(timer))"
    }
    return text
  }
  private func name(_ event: Event, _ several: Set<String>) -> String {
    several.contains(event.stream) ? "\(event.stream) (\(event.subscription))" : event.stream
  }
}
