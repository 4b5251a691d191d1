import VirtualTime

extension PictureLayout {
  static let radius = Lettering.radius
  /// Half of the height of a completion.
  private static let bar = 24.0
  private static let rowGap = 12.0

  // MARK: Streams and runs

  mutating func add(_ stream: Diagram.Stream) {
    if case .derived(let pipeline) = stream.kind {
      addCode(pipeline, before: "\(stream.name) = ", isFramed: false)
    } else {
      addRow(Row(lane: stream.lane, name: stream.name, note: stream.kind == .hot ? "hot" : ""))
    }
  }

  mutating func add(_ run: Diagram.Run, isFirst: Bool) {
    if !isFirst { cursor += 16 }
    addCode(run.pipeline, before: "", isFramed: true)
    for (index, subscriber) in run.subscribers.enumerated() {
      if let demand = subscriber.demand { addDemand(demand) }
      var row = Row(lane: subscriber.received, name: "", note: run.subscribers.count > 1 ? "subscriber \(index + 1)" : "")
      row.start = subscriber.from?.instant(of: .subscribe)
      row.cut = subscriber.from?.instant(of: .unsubscribe)
      addRow(row)
    }
    for windows in run.windows { add(windows) }
    if let stop = run.stop {
      cursor += 12
      front.append(
        Picture.Item(.warning, .text(Picture.Text(string: "the beginning; \(stop)", place: Point(Self.margin, cursor), size: 12))))
      cursor += 12
    }
  }

  private mutating func addCode(_ pipeline: [String], before start: String, isFramed: Bool) {
    let left = Self.margin
    let columns = CodeText.columns(in: right - left - 32, size: CodeText.size)
    let lines = pipeline.enumerated().flatMap { CodeText.broken(($0 == 0 ? start : "  ") + $1, columns: columns) }
    let height = Double(lines.count) * CodeText.lineHeight + 16
    let box = Box(left: left, top: cursor, right: right, bottom: cursor + height)
    var item = Picture.Item(isFramed ? .frame : .surface, .box(box, corner: 6))
    let width = lines.map(CodeText.width).max() ?? 0
    for (index, line) in lines.enumerated() {
      let text = String(line.drop { $0 == " " })
      let indent = CodeText.width(of: String(repeating: " ", count: line.count - text.count))
      let y = cursor + 8 + (Double(index) + 0.5) * CodeText.lineHeight
      let x = lines.count == 1 ? box.center.x : box.center.x - width / 2 + indent
      let place = Picture.Text.middle(text, at: Point(x, y), size: CodeText.size, anchor: lines.count == 1 ? .middle : .start, isMono: true)
      item.parts.append(Picture.Part(role: .code, shape: .text(place)))
    }
    item.claim = box
    front.append(item)
    cursor += height + Self.rowGap
  }

  // MARK: One row

  struct Row {
    var lane: Lane
    var name: String
    var note: String
    /// When the line begins; before zero if it is not said.
    var start: Int64?
    /// When the subscriber cancels.
    var cut: Int64?
  }

  mutating func addRow(_ row: Row) {
    let stack = row.lane.moments.map(\.stack.count).max() ?? 1
    let half = max(Self.bar, Double(stack) * (Self.radius + 1) + 7)
    cursor += half
    let y = cursor
    addName(row, y)
    addLine(row, y)
    for moment in row.lane.moments { add(moment, y) }
    cursor += half
    addLabels(of: row.lane, below: cursor)
    cursor += Self.rowGap
  }

  private mutating func addName(_ row: Row, _ y: Double) {
    let isBoth = !row.name.isEmpty && !row.note.isEmpty
    if !row.name.isEmpty {
      let place = Point(Self.margin, y - (isBoth ? 7 : 0))
      front.append(Picture.Item(.name, .text(.middle(row.name, at: place, size: Self.nameSize, anchor: .start, isMono: true))))
    }
    if !row.note.isEmpty {
      let place = Point(Self.margin, y + (isBoth ? 9 : 0))
      front.append(Picture.Item(.note, .text(.middle(row.note, at: place, size: Self.smallSize, anchor: .start))))
    }
  }

  private mutating func addLine(_ row: Row, _ y: Double) {
    let from = row.start.map(axis.place) ?? axis.left
    let last = row.lane.moments.last
    let end = last?.marks.last?.isEnd == true ? last?.instant.nanoseconds : nil
    if row.start != nil { addFlag(Point(from, y)) }
    if let end {
      addSegments(.stream, from: from, to: axis.place(of: end), y)
    } else if let cut = row.cut {
      let to = axis.place(of: cut)
      let isFree = !row.lane.moments.contains { $0.instant.nanoseconds == cut }
      addSegments(.stream, from: from, to: to + (isFree ? 0 : Self.radius + 6), y)
      addCut(Point(to + (isFree ? 0 : Self.radius + 6), y))
    } else {
      addSegments(.stream, from: from, to: right - 6, y)
      lines.append(Picture.Item(.arrow, .polygon([Point(right, y), Point(right - 10, y - 5), Point(right - 10, y + 5)])))
    }
  }

  /// Where a subscriber comes: a pennant above the line, clear of a marble that is there.
  private mutating func addFlag(_ place: Point) {
    let top = place.y - Self.bar - 2
    let pole = Picture.Shape.line(Point(place.x, top), Point(place.x, place.y + 7))
    let cloth = Picture.Shape.polygon([Point(place.x, top), Point(place.x + 9, top + 3.5), Point(place.x, top + 7)])
    lines.append(Picture.Item(parts: [Picture.Part(role: .cut, shape: pole), Picture.Part(role: .flag, shape: cloth)], tip: "subscribes"))
  }

  private mutating func addCut(_ place: Point) {
    let slashes = [-2.0, 4].map { Picture.Shape.line(Point(place.x + $0 - 3, place.y + 8), Point(place.x + $0 + 3, place.y - 8)) }
    front.append(Picture.Item(parts: slashes.map { Picture.Part(role: .cut, shape: $0) }, tip: "cancels"))
  }

  /// A line that is dotted where time is folded.
  private mutating func addSegments(_ role: Picture.Role, from: Double, to: Double, _ y: Double) {
    var left = from
    for fold in axis.folds where fold.from >= from && fold.to <= to {
      let (start, end) = (fold.from + Self.radius + 6, fold.to - Self.radius - 6)
      lines.append(Picture.Item(role, .line(Point(left, y), Point(start, y))))
      lines.append(Picture.Item(.fold, .line(Point(start, y), Point(end, y)), tip: "\(DurationText.of(fold.length)) pass"))
      left = end
    }
    if left < to { lines.append(Picture.Item(role, .line(Point(left, y), Point(to, y)))) }
  }

  /// What happens at one instant, stacked around the line.
  private mutating func add(_ moment: Lane.Moment, _ y: Double) {
    let x = axis.place(of: moment.instant.nanoseconds)
    let time = DurationText.of(moment.instant.nanoseconds)
    let stack = moment.stack
    let top = y - Double(stack.count - 1) * (Self.radius + 1)
    if moment.marks.contains(where: { $0.kind == .finished }) {
      let half = max(Self.bar, Double(stack.count) * (Self.radius + 1) + 7)
      lines.append(Picture.Item(.finish, .line(Point(x, y - half), Point(x, y + half)), tip: "finishes at \(time)"))
    }
    for (index, mark) in stack.enumerated() {
      let center = Point(x, top + Double(index) * 2 * (Self.radius + 1))
      switch mark.kind {
      case .value(let symbol): front.append(marble(symbol, center, time))
      case .failure(let text): front.append(cross(center, text, time))
      default: break
      }
    }
  }

  private func marble(_ symbol: Symbol, _ center: Point, _ time: String) -> Picture.Item {
    var item = Picture.Item(.marble, .circle(center, radius: Self.radius, colors: coloring.colors(of: symbol)))
    if let letter = lettering.letter(of: symbol), let size = Lettering.size(of: letter) {
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(letter, at: center, size: size))))
    }
    item.claim = Box(around: center, radius: Self.radius)
    item.tip = "\(lettering.literal(of: symbol)) at \(time)"
    return item
  }

  private func cross(_ center: Point, _ text: String?, _ time: String) -> Picture.Item {
    let box = Box(around: center, radius: 9)
    let strokes = [(Point(box.left, box.top), Point(box.right, box.bottom)), (Point(box.left, box.bottom), Point(box.right, box.top))]
    let reason = lettering.label(ofFailure: text).map { " with \($0)" } ?? ""
    let parts = strokes.map { Picture.Part(role: .failure, shape: .line($0.0, $0.1)) }
    return Picture.Item(parts: parts, claim: box, tip: "fails\(reason) at \(time)")
  }

  // MARK: Labels

  /// The values that do not stand in their marbles: below them, on as many levels as it takes, but not more than three.
  private mutating func addLabels(of lane: Lane, below top: Double) {
    var ends: [Double] = []
    for moment in lane.moments {
      let known = moment.marks.flatMap(\.symbols).filter { lettering.label(of: $0) != nil }
      let long = known.filter { lettering.letter(of: $0) != nil && Self.labelWidth(lettering.label(of: $0) ?? "") > 150 }
      var labels = known.filter { !long.contains($0) }.map { lettering.label(of: $0) ?? "" }
      explain(long)
      for case .failure(let text) in moment.marks.map(\.kind) { labels += lettering.label(ofFailure: text).map { [$0] } ?? [] }
      if labels.isEmpty { continue }
      let label = Self.shortened(labels.joined(separator: ", "), to: 200)
      let width = Self.labelWidth(label)
      let x = axis.place(of: moment.instant.nanoseconds)
      let left = max(min(x - width / 2, right - width), Self.margin)
      let level = ends.firstIndex { $0 + 8 <= left } ?? ends.count
      if level > 2, !known.contains(where: { lettering.letter(of: $0) == nil }), !known.isEmpty {
        explain(known)
        continue
      }
      if level == ends.count { ends.append(0) }
      ends[level] = left + width
      let text = Picture.Text(
        string: label, place: Point(left + width / 2, top + 10 + Double(level) * 15), size: 12, anchor: .middle)
      front.append(Picture.Item(known.isEmpty ? .warning : .label, .text(text), tip: labels.joined(separator: ", ")))
    }
    if !ends.isEmpty { cursor += Double(ends.count) * 15 }
  }

  private mutating func explain(_ symbols: [Symbol]) {
    for symbol in symbols where !explained.contains(symbol) { explained.append(symbol) }
  }

  private static func labelWidth(_ text: String) -> Double { TextMetrics.width(text, size: 12) }

  private static func shortened(_ text: String, to limit: Double) -> String {
    if labelWidth(text) <= limit { return text }
    var short = text
    while labelWidth(short + "…") > limit, !short.isEmpty { short.removeLast() }
    return short + "…"
  }

  // MARK: Lanes

  private mutating func addDemand(_ lane: Lane) {
    cursor += 12
    let y = cursor
    addName(Row(lane: lane, name: "", note: "demand"), y)
    for moment in lane.moments {
      let x = axis.place(of: moment.instant.nanoseconds)
      let counts = moment.marks.compactMap { if case .request(let count) = $0.kind { count.map { "+\($0)" } ?? "+∞" } else { nil } }
      let box = Box(left: x - 15, top: y - 10, right: x + 15, bottom: y + 10)
      var item = Picture.Item(.request, .box(box, corner: 10), tip: "requests \(counts.joined(separator: ", "))")
      let text = counts.joined()
      let size = [12.0, 11, 10, 9, 8, 7].first { TextMetrics.width(text, size: $0) <= 26 } ?? 6
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(text, at: box.center, size: size))))
      item.claim = box
      front.append(item)
    }
    cursor += 12 + 4
  }

  private mutating func add(_ windows: Diagram.Windows) {
    var rows: [[Lane]] = []
    for lane in windows.lanes {
      let start = lane.instant(of: .subscribe) ?? 0
      let free = rows.firstIndex { row in row.allSatisfy { ($0.instant(of: .unsubscribe) ?? .max) < start } }
      if let free { rows[free].append(lane) } else { rows.append([lane]) }
    }
    for (index, row) in rows.enumerated() {
      cursor += 15
      if index == 0 { addName(Row(lane: row[0], name: windows.name, note: "subscribed"), cursor) }
      for lane in row { addWindow(lane, cursor) }
      cursor += index == rows.count - 1 ? 15 + 4 : 3
    }
  }

  private mutating func addWindow(_ lane: Lane, _ y: Double) {
    guard let start = lane.instant(of: .subscribe) else { return }
    let end = lane.instant(of: .unsubscribe)
    let (from, to) = (axis.place(of: start), end.map(axis.place) ?? right)
    var shapes = [Picture.Shape.line(Point(from, y), Point(to, y)), .line(Point(from, y - 7), Point(from, y + 7))]
    if end != nil { shapes.append(.line(Point(to, y - 7), Point(to, y + 7))) }
    let tip = "from \(DurationText.of(start))" + (end.map { " to \(DurationText.of($0))" } ?? ", still there")
    lines.append(Picture.Item(parts: shapes.map { Picture.Part(role: .window, shape: $0) }, tip: tip))
  }
}

extension Lane.Moment {
  /// What is drawn around the line, from above.
  fileprivate var stack: [Mark] {
    marks.filter { if case .value = $0.kind { true } else if case .failure = $0.kind { true } else { false } }
  }
}

extension Mark {
  fileprivate var symbols: [Symbol] { if case .value(let symbol) = kind { [symbol] } else { [] } }
}

extension Lane {
  /// When something happens for the first time.
  fileprivate func instant(of kind: Mark.Kind) -> Int64? {
    moments.first { $0.marks.contains { $0.kind == kind } }?.instant.nanoseconds
  }
}
