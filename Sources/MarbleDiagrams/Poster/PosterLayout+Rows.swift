import MarbleRuns
import Marbles
import VirtualTime

extension PosterLayout {

  /// The distance of a completion from the edge of a marble of its instant: they touch, as one sign.
  private static let ofBar = 2.0

  /// The corner of a marble with two lines, which reach into the corners.
  private static let cornerOfTwo = 10.0

  /// Half of the height that a row takes.
  func half(of row: DrawnRow) -> Double {
    row.beats.reduce(lettering.scale.radius) { max($0, height(of: $1) / 2) }
  }
  private func height(of beat: Beat) -> Double {
    beat.stack.reduce(0) { $0 + 2 * (lettering.face($1.kind, "")?.half ?? lettering.scale.radius) + 2 }
  }

  /// The vertical positions of the marbles of an instant, from top to bottom.
  private func centers(of beat: Beat, _ y: Double) -> [Double] {
    var top = y - height(of: beat) / 2
    return beat.stack.map { sign in
      let half = (lettering.face(sign.kind, "")?.half ?? lettering.scale.radius) + 1
      top += 2 * half
      return top - half
    }
  }

  mutating func addRow(_ row: DrawnRow) {
    // Two lines of words need more than small marbles do.
    let words = max(half(ofName: row.name, row.note), hasLongFailure(row) ? 15 : 0)
    let half = max(half(of: row) + (isCompact ? 0.5 : 4), row.subject == nil ? 0 : leastHalf, words)
    let y = cursor + half
    rowName = row.name.isEmpty ? "result" : row.name
    if let subject = row.subject { rows.append(place(of: row, subject, y)) }
    addName(row.name, row.note, y)
    let (firstLine, first) = (lines.count, front.count)
    draw(row, y)
    if row.isTemplate {
      for index in lines.indices.dropFirst(firstLine) { lines[index].makeTemplate() }
      for index in front.indices.dropFirst(first) { front[index].makeTemplate() }
    }
    cursor += 2 * half
  }

  /// Whether the words of the failure of a row are on two lines.
  private func hasLongFailure(_ row: DrawnRow) -> Bool {
    guard let last = row.beats.last, case .failure(let text) = last.signs.last?.kind,
      let words = lettering.base.label(ofFailure: text)
    else { return false }
    return wordsOfFailure(
      words, x(last.instant) + Self.wordsOfCross, behind: edge(before: row.beats), last.instant)?.lines.count == 2
  }
  /// The distance of the words of a failure from its place.
  private static let wordsOfCross = 14.0

  /// Returns the places of the marks of a row, for the handles over them.
  private func place(of row: DrawnRow, _ subject: Picture.Row.Topic, _ y: Double) -> Picture.Row {
    var place = Picture.Row(subject: subject, y: y)
    let faces = row.beats.flatMap(\.stack).compactMap { lettering.face($0.kind, "")?.half }
    place.pitch = 2 * ((faces.max() ?? lettering.scale.radius) + 1)
    for beat in row.beats {
      for (sign, center) in zip(beat.stack, centers(of: beat, y)) {
        guard let written = sign.written, !sign.kind.isEnd, abs(center - y - written.offset * place.pitch) > 0.5 else {
          continue
        }
        place.heights[written.number] = center
      }
    }
    // The handle of a start that shares its instant with a marble is left of it.
    if let start = row.start, let first = row.beats.first, first.instant == start, !first.stack.isEmpty {
      place.shifts.start = max(min(0, axis.left - x(start)), -reach(of: first) - 6)
    }
    let end = row.end, limit = end ?? row.cut
    let last = row.beats.last { $0.instant == limit && !$0.stack.isEmpty }.map { reach(of: $0) } ?? 0
    if last > 0 { place.shifts.end = last + (end == nil ? 8 : Self.ofBar) }
    return place
  }

  /// Draws the line and the marks of a row at a height.
  mutating func draw(_ row: DrawnRow, _ y: Double, endsOpen: Bool = true) {
    let from = row.start.map(x) ?? axis.left
    let end = row.end ?? row.cut
    var to = end.map(x) ?? axis.right
    if let last = row.beats.last { to = max(to, x(last.instant)) }
    // A completion that shares its instant with a marble is right of it, at its edge.
    let bar = row.beats.last { $0.instant == end }.map { reach(of: $0) + Self.ofBar } ?? 0
    // The line of a failure ends at its cross.
    if row.end != nil, let last = row.beats.last, !last.stack.isEmpty,
      last.signs.contains(where: { $0.kind == .finished })
    {
      to += bar
    }
    addLine(from, to, y, row.start ?? 0)
    if end == nil, endsOpen {
      let head = [Point(to, y), Point(to - 9, y - 5), Point(to - 9, y + 5)]
      lines.append(Picture.Item(.arrow, .polygon(head)))
    }
    if let start = row.start, endsOpen {
      var item = begin(row.beats.first { $0.instant == start && !$0.stack.isEmpty }, Point(from, y))
      item.tip = "subscribes at \(DurationText.inWords(start))"
      (item.instant, item.home) = (start, from)
      lines.append(item)
    }
    for beat in row.beats { add(beat, y, saysFailure: endsOpen, behind: edge(before: row.beats)) }
    for left in row.left where endsOpen { addCut(x(left), Point(placeOfLeaving(row, left), y), left, saying: false) }
    if let cut = row.cut, row.end == nil, endsOpen {
      let reach = row.beats.last { $0.instant == cut }.map { self.reach(of: $0) + 8 } ?? 0
      addCut(x(cut), Point(x(cut) + reach, y), cut)
    }
  }

  /// Adds the line of a stream, dotted where time is folded.
  private mutating func addLine(_ from: Double, _ to: Double, _ y: Double, _ instant: Int64) {
    var left = from
    for fold in axis.folds where fold.from >= from && fold.to <= to {
      let (start, end) = (fold.from + 20, fold.to - 20)
      if start >= end { continue }
      addPiece(.stream, left, start, y, instant)
      addPiece(.fold, start, end, y, instant)
      left = end
    }
    addPiece(.stream, left, to, y, instant)
  }
  private mutating func addPiece(_ role: Picture.Role, _ from: Double, _ to: Double, _ y: Double, _ instant: Int64) {
    if from >= to { return }
    var item = Picture.Item(role, .line(Point(from, y), Point(to, y)))
    item.instant = instant > 0 ? instant : nil
    lines.append(item)
  }

  /// Returns the place of a cancel on the row of a source, whose later values were not sent: right of a marble of its
  /// instant and before the next one, and left of a completion, which was not sent either.
  func placeOfLeaving(_ row: DrawnRow, _ instant: Int64) -> Double {
    guard let number = row.beats.firstIndex(where: { $0.instant == instant }) else { return x(instant) }
    let (beat, least) = (row.beats[number], lettering.scale.isSlim ? 0 : 1.0)
    let reach = reach(of: beat)
    if beat.signs.allSatisfy(\.kind.isEnd) {
      let right = x(instant) - max(reach, Self.ofBar)
      let last = row.beats[..<number].last.map { x($0.instant) + self.reach(of: $0) } ?? axis.left
      return max(right - 8, (last + right) / 2 + least)
    }
    let left = x(instant) + reach + (beat.signs.contains { $0.kind == .finished } ? Self.ofBar : 0)
    let next = row.beats[number...].dropFirst().first.map { x($0.instant) - self.reach(of: $0) } ?? axis.right
    return min(left + 8, (left + next) / 2 - least)
  }

  /// Returns the sign of a beginning: a dot, or a bracket around a marble of its instant.
  private func begin(_ beat: Beat?, _ place: Point) -> Picture.Item {
    guard let beat else { return Picture.Item(.arrow, .circle(place, radius: 5, colors: [])) }
    return bracket(place.x - reach(of: beat) - Self.ofBar, place.y, half(ofBar: beat), 6)
  }
  /// Returns a vertical line with hooks at both ends.
  private func bracket(_ x: Double, _ y: Double, _ half: Double, _ hook: Double) -> Picture.Item {
    var item = Picture.Item(.finish, .line(Point(x, y - half), Point(x, y + half)))
    for end in [y - half, y + half] where hook != 0 {
      let shape = Picture.Shape.line(Point(x - (hook < 0 ? -1.5 : 1.5), end), Point(x + hook, end))
      item.parts.append(Picture.Part(role: .finish, shape: shape))
    }
    return item
  }
  private func half(ofBar beat: Beat) -> Double { max(lettering.scale.radius, height(of: beat) / 2) + 2 }

  private mutating func addCut(_ home: Double, _ place: Point, _ instant: Int64, saying: Bool = true) {
    var item = Picture.Item(parts: cut(place, half: 11), tip: "cancelled at \(DurationText.inWords(instant))")
    (item.instant, item.home) = (instant, home)
    front.append(item)
    if !saying { return }
    if !saysCancelled, place.x + 80 < paper(at: home).right {
      addText("cancelled", right: Point(place.x + 12, place.y), role: .note, instant)
    }
    saysCancelled = true
  }

  func reach(of beat: Beat) -> Double {
    beat.stack.map { $0.kind.isFailure ? 8 : lettering.face($0.kind, "")?.reach ?? 0 }.max() ?? 0
  }

  // MARK: Marks

  private mutating func add(_ beat: Beat, _ y: Double, saysFailure: Bool, behind start: Double) {
    let place = Point(x(beat.instant), y)
    let stack = beat.stack
    if let end = beat.signs.first(where: { $0.kind == .finished }) {
      let right = stack.isEmpty ? place.x : place.x + reach(of: beat) + Self.ofBar
      let half = half(ofBar: beat)
      // As a bracket it is of the instant of the marble before it.
      var item = bracket(right, y, half, stack.isEmpty ? 0 : -6)
      item.tip = "finishes at \(DurationText.inWords(beat.instant))"
      (item.instant, item.events, item.row) = (beat.instant, end.events, rowName)
      lines.append(item)
      for event in end.events { put(event, Spot(place: Point(right, y), half: half, color: Coloring.mixed)) }
    }
    for (sign, middle) in zip(stack, centers(of: beat, y)) {
      let face = lettering.face(sign.kind, "")
      let half = (face?.half ?? lettering.scale.radius) + 1
      let center = Point(place.x, middle)
      var item = sign.kind.isFailure ? cross(center) : marble(sign, face, center)
      item.tip = "\(words(for: sign)) at \(DurationText.inWords(beat.instant))" + (sign.loss.map { ": \($0)" } ?? "")
      (item.isGhost, item.instant, item.events, item.row) = (sign.loss != nil, beat.instant, sign.events, rowName)
      if sign.loss != nil { item.lostAt = sign.lostAt ?? beat.instant }
      front.append(item)
      if sign.loss != nil { continue }
      for event in sign.events {
        put(event, Spot(place: center, half: half - 1, color: sign.colors.parts.first ?? Coloring.mixed))
      }
      if saysFailure, case .failure(let text) = sign.kind, let label = lettering.base.label(ofFailure: text) {
        addText(
          label, right: Point(center.x + Self.wordsOfCross, center.y), behind: start, role: .warning, beat.instant)
      }
    }
  }

  private mutating func put(_ event: Picture.EventID, _ spot: Spot) { if spots[event] == nil { spots[event] = spot } }

  private func words(for sign: DrawnMark) -> String {
    switch sign.kind {
    case .value(let symbol): lettering.base.literal(of: symbol)
    case .failure(let text): "fails" + (lettering.base.label(ofFailure: text).map { " with \($0)" } ?? "")
    default: "a stream"
    }
  }

  private mutating func marble(_ sign: DrawnMark, _ face: PosterLettering.Face?, _ center: Point) -> Picture.Item {
    let face =
      face
      ?? PosterLettering.Face(
        lines: [], size: Self.small, reach: lettering.scale.radius, half: lettering.scale.radius, isBold: false)
    let box = Box(
      left: center.x - face.reach, top: center.y - face.half, right: center.x + face.reach, bottom: center.y + face.half
    )
    let colors = (sign.colors.ring + sign.colors.parts).uniqued
    var item = Picture.Item(
      .marble,
      .capsule(
        box, corner: face.lines.count > 1 ? Self.cornerOfTwo : min(face.half, face.reach),
        colors: colors.count > 4 ? [Coloring.mixed] : colors))
    let pitch = face.size
    for (number, line) in face.lines.enumerated() {
      let y = center.y + (Double(number) - Double(face.lines.count - 1) / 2) * pitch
      var text = Picture.Text.middle(line, at: Point(center.x, y), size: face.size)
      text.isBold = face.isBold
      item.parts.append(Picture.Part(role: .letter, shape: .text(text)))
    }
    item.area = box
    if let meaning = lettering.meaning(sign.kind, ""), !meanings.contains(meaning) { meanings.append(meaning) }
    return item
  }

  /// Returns words on one line or two, right of a mark, or above and below the line left of it if there is more room,
  /// behind the marks before it; `nil` on a narrow page, where the tooltip of the mark has the words.
  private func wordsOfFailure(_ words: String, _ x: Double, behind start: Double, _ instant: Int64) -> (
    lines: [String], isRight: Bool
  )? {
    let paper = paper(at: self.x(instant))
    let after = paper.right - x
    let before = x - Self.beforeWords - max(start, paper.left + axis.left - Self.margin)
    if hasInputs, after < min(40, TextMetrics.width(words, size: Self.small)) { return nil }
    let widest = max(after, before)
    for (room, most) in [(after, 1), (after, 2), (before, 1), (widest, 2)] where room > 0 {
      let lines = TextMetrics.paragraph(words, width: room, lines: most, size: Self.small)
      if most == 2 && room == widest || lines.joined(separator: " ") == words { return (lines, room == after) }
    }
    return nil
  }
  /// The distance of the right end of words left of a mark from where they would begin right of it.
  private static let beforeWords = 28.0
  /// The right edge of the marks before the last ones of a row.
  private func edge(before row: [Beat]) -> Double { row.dropLast().last.map { x($0.instant) + reach(of: $0) + 4 } ?? 0 }

  /// Adds words beside a mark, from a place on if they are right of it; what does not fit is in the tooltip.
  mutating func addText(
    _ words: String, right place: Point, behind start: Double = 0, role: Picture.Role, _ instant: Int64
  ) {
    guard let (lines, isRight) = wordsOfFailure(words, place.x, behind: start, instant) else { return }
    for (number, line) in lines.enumerated() {
      // One line of words left of a mark is above the stream's line.
      let shift = lines.count == 1 && !isRight ? -9 : (Double(number) - Double(lines.count - 1) / 2) * 14
      let text = Picture.Text.middle(
        line, at: Point(isRight ? place.x : place.x - Self.beforeWords, place.y + shift), size: Self.small,
        anchor: isRight ? .start : .end)
      var item = Picture.Item(
        role, .text(text), tip: lines.joined(separator: " ") == words ? nil : words, at: x(instant))
      item.instant = instant
      front.append(item)
    }
  }
}
