import VirtualTime

/// Draws a diagram as text, which is again a spec: all rows stand under each other, so that a column is an instant.
package struct TextRenderer {
  private let diagram: Diagram
  private let aligned: AlignedRows
  /// The texts of the lanes that are not drawn yet.
  private var rows: ArraySlice<String>
  /// The columns before the lanes.
  private let indent: Int
  private var lines: [String] = []

  private init(_ diagram: Diagram) {
    self.diagram = diagram
    aligned = AlignedRows(diagram.lanes)
    rows = aligned.texts[...]
    indent = diagram.labels.map(\.count).max().map { $0 + 1 } ?? 0
  }

  /// The diagram as lines of text.
  package static func text(of diagram: Diagram) -> String {
    var renderer = TextRenderer(diagram)
    renderer.drawHeaders()
    renderer.drawStreams()
    for (index, run) in diagram.runs.enumerated() { renderer.draw(run, isFirst: index == 0) }
    return renderer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func drawHeaders() {
    let headers = [
      ("title", diagram.title), ("family", diagram.family), ("note", diagram.note),
      ("frame", diagram.frame == Lane.defaultFrame ? nil : DurationText.of(diagram.frame)), ("limit", diagram.limit.map(String.init)),
    ]
    for case (let name, let value?) in headers { lines.append("\(name): \(value)") }
    if !lines.isEmpty { lines.append("") }
  }

  private mutating func drawStreams() {
    if diagram.streams.contains(where: \.isDeclared) { drawRuler() }
    for stream in diagram.streams {
      if case .derived(let pipeline) = stream.kind {
        draw(pipeline, after: "let \(stream.name) = ")
      } else {
        drawRow(stream.label)
      }
      draw(stream.meanings)
    }
  }

  private mutating func draw(_ run: Diagram.Run, isFirst: Bool) {
    if !isFirst || !diagram.streams.isEmpty { lines.append("") }
    draw(run.pipeline, after: "> ")
    if isFirst, !diagram.streams.contains(where: \.isDeclared) { drawRuler() }
    for subscriber in run.subscribers {
      if subscriber.from != nil { drawRow("from") }
      if subscriber.demand != nil { drawRow("demand") }
      drawRow("=")
    }
    for windows in run.windows {
      for _ in windows.lanes { drawRow("subs \(windows.name):") }
    }
    draw(run.meanings)
    if let stop = run.stop { lines.append("# the beginning; \(stop)") }
  }

  private mutating func draw(_ pipeline: [String], after start: String) {
    lines.append(start + (pipeline.first ?? ""))
    for line in pipeline.dropFirst() { lines.append("  " + line) }
  }

  private mutating func drawRow(_ label: String) {
    lines.append(label + String(repeating: " ", count: indent - label.count) + (rows.popFirst() ?? ""))
  }

  /// The table of a row or a run: as many entries in a line as fit.
  private mutating func draw(_ meanings: [Diagram.Meaning]) {
    var line = ""
    for meaning in meanings {
      let entry = "\(meaning.symbol) = \(meaning.value)"
      if !line.isEmpty, DisplayWidth.of(line) + DisplayWidth.of(entry) > 100 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "  " : "   ") + entry
    }
    if !line.isEmpty { lines.append(line) }
  }

  private mutating func drawRuler() {
    let ruler = TimeRuler(aligned, diagram)
    if !ruler.text.isEmpty { lines.append("#" + String(repeating: " ", count: indent - 1) + ruler.text) }
  }
}

extension Diagram {
  /// What stands before each lane.
  fileprivate var labels: [String] {
    let runs = runs.flatMap { run in
      ["="] + (run.subscribers.contains { $0.from != nil } ? ["from"] : [])
        + (run.subscribers.contains { $0.demand != nil } ? ["demand"] : [])
        + run.windows.map { "subs \($0.name):" }
    }
    return streams.filter(\.isDeclared).map(\.label) + runs
  }
}

extension Diagram.Stream {
  /// How the row of the stream begins.
  fileprivate var label: String { (kind == .hot ? "hot " : "") + name + ":" }
}
