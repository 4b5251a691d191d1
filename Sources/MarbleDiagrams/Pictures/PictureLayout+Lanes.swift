import MarbleRuns
import Marbles
import VirtualTime

extension PictureLayout {
  mutating func addCode(_ pipeline: [String], isFramed: Bool) {
    let columns = CodeText.columns(in: page - Self.margin - 32, size: CodeText.size)
    let lines = pipeline.flatMap { CodeText.broken($0, columns: columns) }
    let height = Double(lines.count) * CodeText.lineHeight + 16
    let box = Box(left: Self.margin, top: cursor, right: page, bottom: cursor + height)
    if isFramed { frames.append(box) }
    var item = Picture.Item(isFramed ? .frame : .derived, .box(box, corner: 6))
    let width = lines.map(CodeText.width).max() ?? 0
    for (index, line) in lines.enumerated() {
      let text = String(line.drop { $0 == " " })
      let indent = CodeText.width(of: String(repeating: " ", count: line.count - text.count))
      let y = cursor + 8 + (Double(index) + 0.5) * CodeText.lineHeight
      // In a wide box the text begins at the left, where reading begins.
      let isCentered = lines.count == 1 && page < 1000
      let start = page < 1000 ? box.center.x - width / 2 : box.left + 16
      let place = Picture.Text.middle(
        text, at: Point(isCentered ? box.center.x : start + indent, y), size: CodeText.size,
        anchor: isCentered ? .middle : .start,
        isMono: true)
      item.parts.append(Picture.Part(role: .code, shape: .text(place)))
    }
    item.area = box
    front.append(item.fixed)
    cursor += height + Self.rowGap
  }

  mutating func addWarning(_ text: String) {
    for line in TextMetrics.wrapped(text, width: page - Self.margin, size: 12) {
      cursor += 12
      front.append(
        Picture.Item(.warning, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: 12))).fixed)
      cursor += 6
    }
  }

  /// Adds a triangle at each instant at which the rows above differ.
  mutating func addDifferences(_ instants: [VirtualInstant]) {
    cursor += 4
    addName("", "differs", cursor)
    for instant in instants {
      let x = axis.place(of: instant.nanoseconds)
      let corners = [Point(x, cursor - 7), Point(x + 7, cursor + 5), Point(x - 7, cursor + 5)]
      var item = Picture.Item(
        .warning, .polygon(corners), tip: "differs at \(DurationText.inWords(instant.nanoseconds))")
      (item.instant, item.area) = (
        instant.nanoseconds, Box(left: x - 7, top: cursor - 7, right: x + 7, bottom: cursor + 5)
      )
      front.append(item)
    }
    cursor += 16
  }

  mutating func addDemand(_ lane: Lane, of name: String, _ subject: Picture.Row.Topic?) {
    cursor += 12
    let y = cursor
    if let subject { rows.append(Picture.Row(subject: subject, y: y)) }
    addName(name, "demand", y)
    for moment in lane.moments {
      let x = axis.place(of: moment.instant.nanoseconds)
      let (text, half) = Self.pill(moment)
      let box = Box(left: x - half, top: y - 10, right: x + half, bottom: y + 10)
      var item = Picture.Item(
        .request, .box(box, corner: 10),
        tip: "requests \(text.dropFirst().split(separator: "+").map { "+" + $0 }.joined(separator: ", "))")
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(text, at: box.center, size: Self.smallSize))))
      (item.area, item.instant) = (box, moment.instant.nanoseconds)
      front.append(item)
    }
    cursor += 12 + 4
  }

  /// The text of the requests of an instant, and half of the width of their pill.
  static func pill(_ moment: Lane.Moment) -> (text: String, halfWidth: Double) {
    let text = moment.marks.compactMap {
      if case .request(let count) = $0.kind { count.map { "+\($0)" } ?? "+∞" } else { nil }
    }.joined()
    return (text, max(15, TextMetrics.width(text, size: smallSize) / 2 + 5))
  }

  // MARK: Spans of time

  mutating func add(_ windows: Diagram.Windows) {
    let (rows, omitted) = packed(windows.lanes.filter { $0.instant(of: .subscribe) != nil }) { lane in
      (lane.instant(of: .subscribe) ?? 0, lane.instant(of: .unsubscribe) ?? .max)
    }
    cursor += 19
    addName(windows.name, windows.isConnection ? "connected" : "subscribed", cursor)
    if rows.isEmpty {
      let never = Picture.Text.middle("never", at: Point(axis.left, cursor), size: Self.smallSize, anchor: .start)
      front.append(Picture.Item(.note, .text(never)).fixed)
    }
    for (index, row) in rows.enumerated() {
      if index > 0 { cursor += 18 }
      for lane in row { addWindow(lane, cursor) }
    }
    cursor += 17
    if omitted > 0 { addWarning("\(omitted) more subscriptions of \(windows.name) are left out") }
  }

  /// The beginnings of several subscriptions, each as a stroke.
  private mutating func addAttempts(_ lane: Lane, _ y: Double) {
    for (number, moment) in lane.moments.enumerated() {
      let place = axis.place(of: moment.instant.nanoseconds)
      let stroke = Picture.Part(role: .window, shape: .line(Point(place, y - 7), Point(place, y + 7)))
      let count = moment.marks.count
      let tip = count == 1 ? "attempt \(number + 1), at" : "\(count) attempts at"
      var item = Picture.Item(parts: [stroke], tip: "\(tip) \(DurationText.inWords(moment.instant.nanoseconds))")
      item.instant = moment.instant.nanoseconds
      lines.append(item)
    }
  }

  private mutating func addWindow(_ lane: Lane, _ y: Double) {
    if lane.isOfAttempts { return addAttempts(lane, y) }
    guard let start = lane.instant(of: .subscribe) else { return }
    let end = lane.instant(of: .unsubscribe)
    let (from, to) = (axis.place(of: start), end.map(axis.place) ?? right)
    var shapes = [Picture.Shape.line(Point(from, y), Point(to, y)), .line(Point(from, y - 7), Point(from, y + 7))]
    if end != nil { shapes.append(.line(Point(to, y - 7), Point(to, y + 7))) }
    let tip =
      "from \(DurationText.inWords(start))" + (end.map { " to \(DurationText.inWords($0))" } ?? ", not over yet")
    var item = Picture.Item(parts: shapes.map { Picture.Part(role: .window, shape: $0) }, tip: tip)
    item.instant = start
    lines.append(item)
  }

  /// Adds the bars of timers: an `x` where a timer was cancelled or restarted, an arrow head where it fired.
  mutating func add(_ timers: [Trace.Timer]) {
    let (rows, omitted) = packed(timers) { ($0.start.nanoseconds, ($0.end ?? $0.due).nanoseconds) }
    cursor += 4
    addName("", "timers", cursor)
    for row in rows {
      for timer in row { add(timer, cursor) }
      cursor += 16
    }
    cursor += 4
    if omitted > 0 { addWarning("\(omitted) more timers are left out") }
  }

  private mutating func add(_ timer: Trace.Timer, _ y: Double) {
    let end = (timer.end ?? timer.due).nanoseconds
    let (from, to) = (axis.place(of: timer.start.nanoseconds), axis.place(of: end))
    var shapes = [Picture.Shape.line(Point(from, y - 4), Point(from, y + 4)), .line(Point(from, y), Point(to, y))]
    switch timer.ending {
    case .fired: shapes.append(.polygon([Point(to + 1, y), Point(to - 8, y - 5), Point(to - 8, y + 5)]))
    case .cancelled, .restarted:
      shapes.append(.line(Point(to - 4, y - 4), Point(to + 4, y + 4)))
      shapes.append(.line(Point(to - 4, y + 4), Point(to + 4, y - 4)))
    case .passed, nil: break
    }
    let ending =
      switch timer.ending {
      case .fired: "fires at \(DurationText.inWords(end))"
      case .cancelled: "cancelled at \(DurationText.inWords(end))"
      case .restarted: "restarted at \(DurationText.inWords(end))"
      case .passed: "over at \(DurationText.inWords(end))"
      case nil: "due at \(DurationText.inWords(end))"
      }
    var item = Picture.Item(parts: shapes.map { Picture.Part(role: .timer, shape: $0) })
    (item.tip, item.instant) = (
      "timer from \(DurationText.inWords(timer.start.nanoseconds)), \(ending)", timer.start.nanoseconds
    )
    lines.append(item)
  }

  /// Distributes spans over as few rows as possible so that they do not touch, and counts those beyond the last row.
  /// The spans are in the order in which they begin.
  func packed<Span>(_ spans: [Span], _ range: (Span) -> (Int64, Int64)) -> (rows: [[Span]], omitted: Int) {
    var rows: [[Span]] = []
    var ends: [Int64] = []
    var omitted = 0
    for span in spans {
      let (start, end) = range(span)
      if let free = ends.firstIndex(where: { $0 < start }) {
        rows[free].append(span)
        ends[free] = max(ends[free], end)
      } else if rows.count < TimerBars.mostRows {
        rows.append([span])
        ends.append(end)
      } else {
        omitted += 1
      }
    }
    return (rows, omitted)
  }
}
