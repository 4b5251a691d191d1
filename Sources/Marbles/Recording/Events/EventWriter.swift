import VirtualTime

/// Writes a run in the format `marble-events`: a line for the header, and a line for each event.
package enum EventWriter {
  package static func text(of run: RecordedRun) -> String {
    var text = "{\"marble-events\":\(RecordedRun.version)"
    if let title = run.title { JSONString.add("title", title, to: &text) }
    if let frame = run.frame { JSONString.add("frame", DurationText.of(frame), to: &text) }
    if run.dropped > 0 { text += ",\"dropped\":\(run.dropped)" }
    text += "}\n"
    for event in run.events { add(event, to: &text) }
    return text
  }

  private static func add(_ event: RecordedRun.Event, to text: inout String) {
    text += "{\"at\":\"\(DurationText.of(event.instant.nanoseconds))\""
    JSONString.add("stream", event.stream, to: &text)
    if event.subscription != 1 { text += ",\"subscription\":\(event.subscription)" }
    switch event.kind {
    case .subscribe: text += ",\"subscribe\":true"
    case .request(let count): text += ",\"request\":" + (count.map { String($0) } ?? "\"unlimited\"")
    case .next(let symbol, let content):
      JSONString.add("next", symbol, to: &text)
      switch content {
      case .symbol: break
      case .literal(let value): JSONString.add("value", value, to: &text)
      case .unknown: text += ",\"value\":null"
      }
    case .finish: text += ",\"finish\":true"
    case .fail(let reason):
      if let reason { JSONString.add("fail", reason, to: &text) } else { text += ",\"fail\":true" }
    case .cancel: text += ",\"cancel\":true"
    }
    // An event is named by its line; the header is line 1.
    let lines = event.causes.map { String($0 + 2) }
    if lines.count == 1 {
      text += ",\"cause\":\(lines[0])"
    } else if !lines.isEmpty {
      text += ",\"cause\":[\(lines.joined(separator: ","))]"
    }
    if let timer = event.timer { JSONString.add("timer", DurationText.of(timer), to: &text) }
    text += "}\n"
  }
}
