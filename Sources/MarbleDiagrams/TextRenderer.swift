import MarbleRuns
import Marbles
import VirtualTime

/// The options for drawing a diagram as text.
package struct TextStyle: Hashable, Sendable {
  /// Whether only ASCII is used, apart from the text of the spec.
  package var isASCII = false
  /// The available columns; `nil` for rows of any length.
  package var width: Int?
  /// Whether there is a row for the events of each operator.
  package var showsStages = false
  /// Whether the timers are drawn.
  package var showsTimers = false
  /// Whether the causes of events are listed.
  package var showsCauses = false
  /// Whether the values have the colors of their marbles, as sequences of a terminal.
  package var hasColor = false

  package init() {}
  /// Whether a run has to be traced to be drawn like this.
  package var needsTrace: Bool { showsStages || showsTimers || showsCauses || hasColor }
  /// Whether parts of the trace itself are drawn.
  fileprivate var showsTrace: Bool { showsStages || showsTimers || showsCauses }
}

/// Draws a diagram as text, which is a spec again. All rows are below each other, so that a column is an instant.
/// Comments contain everything that a spec cannot express.
package struct TextRenderer {
  private let diagram: Diagram
  private let style: TextStyle
  private let traces: [TraceRows]
  private let aligned: AlignedRows
  /// The rows of the lanes that have not been drawn.
  private var rows: ArraySlice<ColoredRow>
  /// The rows of the events of the operators, in the order of the traces.
  private var stages: ArraySlice<ColoredRow>
  private var lines: TextLines

  private init(_ whole: Diagram, _ style: TextStyle) {
    let diagram = whole.withoutManyWindows
    self.style = style
    let templates = style.showsTrace ? diagram.templates(diagram.runs.map { $0.trace.map(TraceIndex.init) }) : []
    let traced = diagram.runs.map { TraceRows($0, diagram, style, templates: templates) }
    traces = traced
    let inner = traced.flatMap(\.lanes)
    let failure = diagram.widestFailure(in: diagram.lanes + inner)
    self.diagram = diagram.naming(failure)
    let lanes = self.diagram.lanes
    let colors = style.hasColor ? TextColors(self.diagram) : nil
    let trials = diagram.runs.flatMap(\.rules).map { RuleRows.lane(of: $0.trials, frame: diagram.frame) }
    let named = failure.map { failure in inner.map { $0.naming(failure) } } ?? inner
    let aligned = AlignedRows(lanes + named + trials)
    self.aligned = aligned
    let texts = aligned.texts
    rows = ColoredRow.rows(of: lanes, texts.prefix(lanes.count), aligned, colors?.ofLanes ?? [])[...]
    let areOwn = traced.flatMap(\.areOwn)
    let ofInner =
      zip(inner.indices, traced.flatMap(\.cuts)).map { offset, cut in
        let row = lanes.count + offset
        let text = areOwn[offset] ? texts[row].withoutLineBeforeStart : texts[row]
        guard let end = cut.flatMap({ aligned.span(at: $0, inRows: [row]) }) else { return text }
        return DisplayWidth.slice(text, 0..<end.upperBound)
      }
    let ofStages = colors.map { colors in
      traced.enumerated().flatMap { run, rows in rows.lines.map { colors.ofLine($0, inRun: run) } }
    }
    self.stages = ColoredRow.rows(of: named, ofInner[...], aligned, ofStages ?? [])[...]
    lines = TextLines(indent: diagram.labels.map(\.count).max().map { $0 + 1 } ?? 0)
  }

  package static func text(of diagram: Diagram, style: TextStyle = TextStyle()) -> String {
    var renderer = TextRenderer(diagram, style)
    renderer.drawHeaders()
    renderer.drawStreams()
    for index in diagram.runs.indices { renderer.drawRun(index) }
    if style.showsStages { renderer.draw(diagram.innerMeanings, after: "#") }
    return style.width.map { renderer.lines.folded(to: $0, mark: style.isASCII ? ">" : "…") } ?? renderer.lines.joined()
  }

  private mutating func drawHeaders() {
    let headers = [
      ("title", diagram.title), ("family", diagram.family), ("note", diagram.note),
      ("frame", diagram.frame == Lane.defaultFrame ? nil : DurationText.of(diagram.frame)),
      ("limit", diagram.limit.map(String.init)),
    ]
    for case (let name, let value?) in headers { lines.add(.text("\(name): \(value)")) }
    if !lines.lines.isEmpty { lines.add(.text("")) }
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
    if diagram.busy != nil { drawRow(Diagram.busyLabel) }
  }

  private mutating func drawRun(_ index: Int) {
    let run = diagram.runs[index]
    if index > 0 || !diagram.streams.isEmpty { lines.add(.heading("")) }
    draw(run.pipeline, after: "> ")
    if index == 0, !diagram.streams.contains(where: \.isDeclared) { drawRuler() }
    for (number, subscriber) in run.subscribers.enumerated() {
      if subscriber.from != nil { drawRow("from") }
      if subscriber.demand != nil { drawRow("demand") }
      for row in traces[index].rows(of: number) {
        if row.lane != nil { draw(stages.popFirst(), label: "#", note: row.call) }
        draw(row.timers, of: row)
      }
      for omission in traces[index].omissions(of: number) { lines.add(.text("# \(omission)")) }
      let expected = rows.startIndex
      if subscriber.expected != nil { drawRow("# expected") }
      drawRow("=")
      drawDifferences(of: subscriber, inRows: [expected, expected + 1])
      let last = traces[index].result(of: number)
      if let last { draw(last.timers, of: last) }
    }
    for windows in run.windows {
      for _ in windows.lanes { drawRow(windows.label + ":") }
      if windows.demand != nil { drawRow("# demand \(windows.name)") }
      if let omission = windows.omission { lines.add(.text("# \(omission)")) }
    }
    if let law = run.law {
      for line in law.lines { lines.add(.text(line)) }
      if !law.verdict.isEmpty { lines.add(.text("# \(law.verdict)")) }
    }
    for (index, rule) in run.rules.enumerated() {
      // The verdicts of one rule on several subscribers are below one line.
      draw(rule, isNew: index == 0 || rule.number == nil || rule.number != run.rules[index - 1].number)
    }
    draw(run.meanings)
    if style.showsCauses {
      for sentence in run.trace.map({ Explanation.causes($0) }) ?? [] { lines.add(.text("# \(sentence)")) }
    }
    if style.showsTrace, let omission = run.omission { lines.add(.text("# \(omission)")) }
    if let stop = run.stop { lines.add(.text("# only the start of the run; \(stop)")) }
  }

  /// Draws a rule as it is written, and below it its trials with the verdict.
  private mutating func draw(_ rule: RuleOutcome, isNew: Bool) {
    if isNew { lines.add(.text("! \(rule.text)")) }
    let rows = RuleRows(rule.trials, aligned)
    for (number, row) in (rows.texts.isEmpty ? [""] : rows.texts).enumerated() {
      lines.add(.row(label: "#", marbles: row, note: number == 0 ? rule.whose + rule.brief : ""))
    }
    if let omission = rows.omission { lines.add(.text("# \(omission)")) }
  }

  /// Draws carets where a subscriber received other events than expected.
  private mutating func drawDifferences(of subscriber: Diagram.Subscriber, inRows compared: [Int]) {
    if subscriber.differences.isEmpty { return }
    let columns = Set(subscriber.differences.compactMap { aligned.span(at: $0, inRows: compared) }.joined())
    lines.add(.row(label: "#", marbles: String((0...(columns.max() ?? 0)).map { columns.contains($0) ? "^" : " " })))
  }

  /// Draws the bars of the timers of an operator.
  private mutating func draw(_ timers: [TraceTimer], of row: TraceRows.TraceRow) {
    let bars = TimerBars(timers, aligned, isASCII: style.isASCII)
    for bar in bars.texts { lines.add(.row(label: "#", marbles: bar, note: row.timerNote)) }
    if bars.omitted > 0 { lines.add(.text("# \(bars.omitted) more timers of \(row.call) are left out")) }
  }

  private mutating func draw(_ pipeline: [String], after start: String) {
    let first = start + (pipeline.first ?? "")
    lines.add(start == "> " ? .heading(first) : .text(first))
    for line in pipeline.dropFirst() { lines.add(.text("  " + line)) }
  }

  private mutating func drawRow(_ label: String) { draw(rows.popFirst(), label: label) }

  private mutating func draw(_ row: ColoredRow?, label: String, note: String = "") {
    lines.add(.row(label: label, marbles: row?.text ?? "", note: note, spans: row?.spans ?? []))
  }

  /// Draws the table of a row or a run, with as many entries per line as fit.
  private mutating func draw(_ meanings: [Diagram.Meaning], after start: String = "") {
    var line = ""
    for meaning in meanings {
      let entry = "\(meaning.symbol) = \(meaning.value)"
      if !line.isEmpty, DisplayWidth.of(line) + DisplayWidth.of(entry) > min(100, style.width ?? 100) {
        lines.add(.text(line))
        line = ""
      }
      line += (line.isEmpty ? start + "  " : "   ") + entry
    }
    if !line.isEmpty { lines.add(.text(line)) }
  }

  private mutating func drawRuler() {
    let ruler = TimeRuler(aligned, diagram)
    if !ruler.text.isEmpty { lines.add(.row(label: "#", marbles: ruler.text)) }
  }
}

extension Diagram {
  fileprivate static let busyLabel = "busy scheduler:"
  /// The text before each lane.
  fileprivate var labels: [String] {
    var labels = streams.filter(\.isDeclared).map(\.label) + (busy == nil ? [] : [Self.busyLabel])
    for run in runs {
      labels.append("=")
      for subscriber in run.subscribers {
        if subscriber.from != nil { labels.append("from") }
        if subscriber.demand != nil { labels.append("demand") }
        if subscriber.expected != nil { labels.append("# expected") }
      }
      for windows in run.windows {
        labels.append(windows.label + ":")
        if windows.demand != nil { labels.append("# demand \(windows.name)") }
      }
    }
    return labels
  }
}

extension String {
  /// A row without the line before the start of its subscription.
  fileprivate var withoutLineBeforeStart: String {
    let rest = drop { $0 == "-" || $0 == " " }
    return String(repeating: " ", count: count - rest.count) + rest
  }
}

extension Diagram.Stream {
  fileprivate var label: String { (kind == .hot ? "hot " : "") + name + ":" }
}
