import MarbleRuns
import Marbles
import VirtualTime

extension PictureLayout {
  typealias DrawnRow = PicturePlan.DrawnRow
  typealias Beat = PicturePlan.Beat
  typealias Sign = PicturePlan.Sign

  static let radius = Lettering.radius
  /// Half of the height of the bar of a completion.
  static let bar = 24.0
  static let rowGap = 12.0
  /// The distance of a cut from the marble or the dot before it.
  static let cutGap = 9.0
  /// The radius of a marble within its ring.
  static let core = 11.0

  mutating func add(_ row: DrawnRow) {
    rowName = row.name.isEmpty ? (row.note.isEmpty ? "result" : row.note) : row.name
    let half = row.half
    cursor += half
    let y = cursor
    if let subject = row.subject { rows.append(Picture.Row(subject: subject, y: y)) }
    addName(row.name, row.note, y)
    let (firstLine, first) = (lines.count, front.count)
    addLine(row, y)
    for beat in row.beats { add(beat, Point(axis.place(of: beat.instant), y)) }
    if row.isTemplate {
      for index in lines.indices.dropFirst(firstLine) { lines[index].makeTemplate() }
      for index in front.indices.dropFirst(first) { front[index].makeTemplate() }
    }
    cursor += half
    let firstLabel = front.count
    addLabels(of: row, at: y)
    if row.isTemplate { for index in front.indices.dropFirst(firstLabel) { front[index].instant = nil } }
    addLosses(of: [row])
    cursor += Self.rowGap
  }

  mutating func addName(_ name: String, _ note: String, _ y: Double) {
    let isBoth = !name.isEmpty && !note.isEmpty
    if !name.isEmpty {
      let place = Point(Self.margin, y - (isBoth ? 7 : 0))
      front.append(
        Picture.Item(.name, .text(.middle(name, at: place, size: Self.nameSize, anchor: .start, isMono: true))).fixed)
    }
    if !note.isEmpty {
      let place = Point(Self.margin, y + (isBoth ? 9 : 0))
      front.append(Picture.Item(.note, .text(.middle(note, at: place, size: Self.smallSize, anchor: .start))).fixed)
    }
  }

  // MARK: The line

  private mutating func addLine(_ row: DrawnRow, _ y: Double) {
    let from = row.start.map(axis.place) ?? axis.left
    if let start = row.start { addFlag(Point(from, y), start, above: row.flagHalf) }
    if let end = row.end {
      addSegments(from: from, to: axis.place(of: end), y)
    } else if let cut = row.cut {
      let isFree = !row.beats.contains { $0.instant == cut }
      let to = axis.place(of: cut) + (isFree ? 0 : Self.radius + Self.cutGap)
      addSegments(from: from, to: to, y)
      addCut(Point(to, y), cut)
    } else {
      addSegments(from: from, to: right - 6, y)
      lines.append(
        Picture.Item(.arrow, .polygon([Point(right, y), Point(right - 10, y - 5), Point(right - 10, y + 5)])))
    }
  }

  /// Adds the start of a subscription: a pennant above the line and its marbles.
  private mutating func addFlag(_ place: Point, _ instant: Int64, above half: Double) {
    let top = place.y - half - 2
    let pole = Picture.Shape.line(Point(place.x, top), Point(place.x, place.y + 7))
    let cloth = Picture.Shape.polygon([Point(place.x, top), Point(place.x + 9, top + 3.5), Point(place.x, top + 7)])
    var item = Picture.Item(parts: [Picture.Part(role: .cut, shape: pole), Picture.Part(role: .flag, shape: cloth)])
    (item.tip, item.instant) = ("subscribes at \(DurationText.inWords(instant))", instant)
    lines.append(item)
  }

  mutating func addCut(_ place: Point, _ instant: Int64) {
    let slashes = [-2.0, 4].map {
      Picture.Shape.line(Point(place.x + $0 - 3, place.y + 8), Point(place.x + $0 + 3, place.y - 8))
    }
    var item = Picture.Item(parts: slashes.map { Picture.Part(role: .cut, shape: $0) })
    (item.tip, item.instant) = ("cancelled at \(DurationText.inWords(instant))", instant)
    front.append(item)
  }

  /// Adds a line that is dotted where time is folded.
  private mutating func addSegments(from: Double, to: Double, _ y: Double) {
    var left = from
    for fold in axis.folds where fold.from >= from && fold.to <= to {
      let (start, end) = (fold.from + Self.radius + 6, fold.to - Self.radius - 6)
      lines.append(Picture.Item(.stream, .line(Point(left, y), Point(start, y))))
      lines.append(
        Picture.Item(.fold, .line(Point(start, y), Point(end, y)), tip: "\(DurationText.inWords(fold.length)) pass"))
      left = end
    }
    if left < to { lines.append(Picture.Item(.stream, .line(Point(left, y), Point(to, y)))) }
  }

  // MARK: The marks on a line

  /// Adds the marks of one instant, stacked around the line.
  mutating func add(_ beat: Beat, _ place: Point, bar: Double = bar) {
    let stack = beat.stack
    if let end = beat.signs.first(where: { $0.kind == .finished }) {
      let half = beat.half - Self.bar + bar
      let shape = Picture.Shape.line(Point(place.x, place.y - half), Point(place.x, place.y + half))
      var item = Picture.Item(.finish, shape, tip: "finishes at \(DurationText.inWords(beat.instant))")
      (item.instant, item.events, item.row) = (beat.instant, end.events, rowName)
      lines.append(item)
      for event in end.events where ends[event] == nil && isNow(event, beat.instant) { ends[event] = place }
    }
    let top = place.y - Double(stack.count - 1) * (Self.radius + 1)
    if stack.count > 1 { hasStack = true }
    for (index, sign) in stack.enumerated() {
      let center = Point(place.x, top + Double(index) * 2 * (Self.radius + 1))
      var item = sign.kind.isFailure ? cross(center) : marble(sign, center)
      let words = "\(words(for: sign)) at \(DurationText.inWords(beat.instant))"
      item.tip = words + (sign.loss.map { ": \($0)" } ?? "")
      (item.isGhost, item.instant, item.events, item.row) = (sign.loss != nil, beat.instant, sign.events, rowName)
      if sign.loss != nil { (item.lostAt, item.before) = (sign.lostAt ?? beat.instant, words) }
      front.append(item)
      if sign.loss != nil { continue }
      for event in sign.events where drawn[event] == nil && isNow(event, beat.instant) { drawn[event] = center }
    }
  }

  /// Whether an event happened at the instant at which it is drawn, and not in another subscription.
  private func isNow(_ id: Picture.EventID, _ instant: Int64) -> Bool {
    diagram.runs[id.run].trace?.events[id.event].instant.nanoseconds == instant
  }

  private func words(for sign: Sign) -> String {
    switch sign.kind {
    case .value(let symbol): lettering.literal(of: symbol)
    case .failure(let text): "fails" + (lettering.label(ofFailure: text).map { " with \($0)" } ?? "")
    default: "a stream"
    }
  }

  private func marble(_ sign: Sign, _ center: Point) -> Picture.Item {
    let colors = sign.colors
    var item = Picture.Item(
      .marble, .circle(center, radius: Self.radius, colors: colors.ring.isEmpty ? colors.parts : colors.ring))
    if !colors.ring.isEmpty {
      item.parts.append(Picture.Part(role: .core, shape: .circle(center, radius: Self.core, colors: colors.parts)))
    }
    if let letter = sign.kind == .anyValue ? Lettering.stream : sign.kind.symbol.flatMap(lettering.letter),
      let size = Lettering.size(of: letter)
    {
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(letter, at: center, size: size))))
    }
    item.area = Box(around: center, radius: Self.radius)
    return item
  }

  func cross(_ center: Point) -> Picture.Item {
    let box = Box(around: center, radius: 9)
    let strokes = [
      (Point(box.left, box.top), Point(box.right, box.bottom)),
      (Point(box.left, box.bottom), Point(box.right, box.top)),
    ]
    return Picture.Item(parts: strokes.map { Picture.Part(role: .failure, shape: .line($0.0, $0.1)) }, area: box)
  }
}

extension PicturePlan.DrawnRow {
  /// The instant of the completion; `nil` if there is none.
  var end: Int64? { beats.first { $0.signs.contains { $0.loss == nil && $0.kind.isEnd } }?.instant }
  /// Half of the height that it takes.
  var half: Double {
    max(beats.map { $0.half }.max() ?? PictureLayout.bar, subject != nil && start != nil ? flagHalf : 0)
  }
  /// The height of the flag: it is above the marbles of its instant, and above the bar of a completion.
  var flagHalf: Double {
    guard let first = beats.first(where: { $0.instant == start }) else { return PictureLayout.bar }
    return first.half + (end == start ? 8 : 0)
  }
}

extension PicturePlan.Beat {
  /// The marbles and failures around the line, from top to bottom.
  var stack: [PicturePlan.Sign] { signs.filter { Self.isStacked($0.kind) } }
  private static func isStacked(_ kind: Mark.Kind) -> Bool {
    switch kind {
    case .value, .anyValue, .failure: true
    default: false
    }
  }
  /// Half of the height that it takes.
  var half: Double {
    max(PictureLayout.bar, Double(signs.count { Self.isStacked($0.kind) }) * (PictureLayout.radius + 1) + 7)
  }
}

extension Mark.Kind {
  var isFailure: Bool { if case .failure = self { true } else { false } }
  var isEnd: Bool { Mark(self).isEnd }
}
