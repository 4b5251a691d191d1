import MarbleRuns
import Marbles
import VirtualTime

extension PosterLayout {

  /// The corner of a marble with two lines, which reach into the corners.
  private static let cornerOfTwo = 10.0

  /// Half of the height that a row takes.
  func half(of row: DrawnRow) -> Double {
    row.beats.reduce(lettering.scale.radius) { half, beat in
      let cluster = cluster(of: beat)
      if cluster.marks.isEmpty { return half }
      return max(half, cluster.finish == nil ? cluster.half + 1 : cluster.bar)
    }
  }

  mutating func addRow(_ row: DrawnRow) {
    // Two lines of words need more than small marbles do.
    let words = max(half(ofName: row.name, row.note), hasLongFailure(row) ? 15 : 0)
    let half = max(half(of: row) + (sheet.isCompact ? 0.5 : 3), row.subject == nil ? 0 : leastHalf, words)
    let y = cursor + half
    current.rowName = row.name.isEmpty ? "result" : row.name
    let begin = row.start ?? 0, reach = row.beats.first.map { $0.instant == begin ? cluster(of: $0).half : 0 } ?? 0
    places.beginnings[RowMoment(run: current.run, row: current.rowName, instant: begin)] = Spot(
      place: Point(placeOfStart(row) ?? x(begin), y), half: row.start == nil ? max(reach, Self.ofStart) : Self.ofStart)
    if let subject = row.subject { rows.append(place(of: row, subject, y)) }
    addName(row.name, row.note, y)
    let (firstLine, first) = (layers.lines.count, layers.front.count)
    draw(row, y)
    if row.isTemplate {
      for index in layers.lines.indices.dropFirst(firstLine) { layers.lines[index].makeTemplate() }
      for index in layers.front.indices.dropFirst(first) { layers.front[index].makeTemplate() }
    }
    cursor += 2 * half
    if case .result? = row.subject { addInstants(of: row.beats, y) }
  }

  /// Adds the time of each capsule below it: it is wider than its instant.
  private mutating func addInstants(of beats: [Beat], _ y: Double) {
    var last = -Double.infinity
    // Below the sign of an end, which is higher than a mark.
    let below = beats.contains { $0.signs.contains { $0.kind == .finished } } ? 4.0 : 0
    for beat in beats where beat.stack.count > 1 {
      let cluster = cluster(of: beat), count = beat.signs.count > 2 ? "all" : "both"
      let words = "\(count) at \(beat.instant == 0 ? "0" : DurationText.of(beat.instant))",
        paper = paper(at: x(beat.instant))
      let width = TextMetrics.width(words, size: Self.small)
      let left = max(paper.left + 2, min((cluster.left + cluster.right - width) / 2, paper.right - width - 2))
      if left < last + 4 { continue }
      if last == -.infinity { cursor += 13 + below }
      last = left + width
      let place = Point(left, y + cluster.half + Self.ofCapsule + 9 + below)
      let text = Picture.Text.middle(words, at: place, size: Self.small, anchor: .start)
      layers.front.append(Picture.Item(.note, .text(text), at: x(beat.instant), since: beat.instant))
    }
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
    for beat in row.beats {
      for mark in cluster(of: beat).marks {
        guard let written = mark.sign.written, !mark.sign.kind.isEnd, mark.center != x(beat.instant) else { continue }
        place.places[written] = mark.center
      }
    }
    // The handle of a start that shares its instant with a marble is left of it.
    if let start = row.start, let first = row.beats.first, first.instant == start, !first.stack.isEmpty {
      place.shifts.start = max(min(0, axis.left - x(start)), cluster(of: first).left - x(start) - 6)
    }
    guard let limit = row.end ?? row.cut, let last = row.beats.last(where: { $0.instant == limit }) else {
      return place
    }
    let own = cluster(of: last)
    // So is that of an end right of one.
    if !last.stack.isEmpty {
      place.shifts.end = own.right - x(limit) + (last.signs.contains { $0.kind.isFailure } ? 0 : 8)
    }
    return place
  }

  /// Draws the line and the marks of a row at a height, from a place on if it is within a box.
  mutating func draw(_ row: DrawnRow, _ y: Double, from start: Double? = nil) {
    let endsOpen = start == nil
    let from = start ?? placeOfStart(row) ?? axis.left
    let end = row.end ?? row.cut
    var to = end.map(x) ?? axis.right
    if endsOpen, row.end == nil, let cut = row.cut { to = placeOfLeaving(row, cut) }
    // The line of a failure ends at its cross.
    let turn = row.unheard.map { min(to, placeOfLeaving(row, $0)) } ?? to
    addLine(from, turn, y, row.start ?? 0)
    let isResult = if case .result? = row.subject { true } else { false }
    if isResult { places.results.append([]) }
    let rest = layers.lines.count
    addLine(turn, to, y, row.unheard ?? 0)
    if end == nil, endsOpen {
      let head = [Point(to, y), Point(to - 9, y - 5), Point(to - 9, y + 5)]
      layers.lines.append(Picture.Item(.arrow, .polygon(head)))
    }
    if row.unheard != nil { for item in layers.lines.indices.dropFirst(rest) { layers.lines[item].isUnheard = true } }
    // A line in a box that begins at a marble, or ends at once, needs no dot.
    if let start = row.start, endsOpen || row.end != start && !row.beats.contains(where: { $0.instant == start }) {
      let dot = Picture.Shape.circle(Point(from, y), radius: endsOpen ? Self.ofStart : Self.dot, colors: [])
      let tip = "subscribes at \(DurationText.inWords(start))"
      layers.lines.append(Picture.Item(.arrow, dot, tip: tip, at: from, since: start))
    }
    for beat in row.beats {
      let (line, mark) = (layers.lines.count, layers.front.count)
      add(beat, y, isResult: isResult, saysFailure: endsOpen, behind: edge(before: row.beats))
      guard let last = row.unheard, beat.instant >= last else { continue }
      // At the instant itself nobody received what has no event.
      for item in layers.lines.indices.dropFirst(line)
      where beat.instant > last || layers.lines[item].parts[0].role == .finish {
        layers.lines[item].isUnheard = layers.lines[item].events.isEmpty
      }
      for item in layers.front.indices.dropFirst(mark) where beat.instant > last || layers.front[item].area != nil {
        layers.front[item].isUnheard = layers.front[item].events.isEmpty && !layers.front[item].isGhost
      }
    }
    for left in row.left where endsOpen { addCut(row, left, y) }
    if let cut = row.cut, row.end == nil, endsOpen { addCut(row, cut, y) }
  }

  /// The place of the dot of a subscription: left of the marble of its instant, which would cover it.
  func placeOfStart(_ row: DrawnRow) -> Double? {
    row.start.map(x)
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
    layers.lines.append(
      Picture.Item(role, .line(Point(from, y), Point(to, y)), since: instant > 0 ? instant : nil))
  }

  /// Returns the place of a cancel on a row: its instant, but the right edge of the values of the instant, and left of a
  /// completion, which was not sent.
  func placeOfLeaving(_ row: DrawnRow, _ instant: Int64) -> Double {
    guard let number = row.beats.firstIndex(where: { $0.instant == instant }) else { return x(instant) }
    if !row.beats[number].signs.allSatisfy(\.kind.isEnd) { return place(behind: cluster(of: row.beats[number])) }
    let right = cluster(of: row.beats[number]).left - 3
    let last = row.beats[..<number].last.map { cluster(of: $0).right } ?? axis.left
    return max(right - 8, (last + right) / 2 + (lettering.scale.isSlim ? 0.25 : 2))
  }

  /// Returns the place of a cancel behind marks.
  func place(behind marks: PosterCluster) -> Double {
    marks.marks.isEmpty ? marks.right : marks.right + (lettering.scale.isSlim ? 3.5 : 6)
  }

  /// Adds the sign of a cancel.
  private mutating func addCut(_ row: DrawnRow, _ instant: Int64, _ y: Double) {
    let place = Point(placeOfLeaving(row, instant), y)
    places.leavings[RowMoment(run: current.run, row: current.rowName, instant: instant)] = Spot(place: place, half: 11)
    layers.front.append(
      Picture.Item(
        parts: cut(place, half: 11), tip: "cancelled at \(DurationText.inWords(instant))", home: x(instant),
        instant: instant))
  }

  // MARK: Marks

  private mutating func add(_ beat: Beat, _ y: Double, isResult: Bool, saysFailure: Bool, behind start: Double) {
    let cluster = cluster(of: beat)
    if isResult, !cluster.marks.isEmpty {
      let half = cluster.finish == nil ? cluster.half : cluster.bar
      places.results[places.results.count - 1].append(
        (beat.instant, Box(left: cluster.left, top: y - half, right: cluster.right, bottom: y + half)))
    }
    if let end = beat.signs.first(where: { $0.kind == .finished }), let place = cluster.finish {
      let half = cluster.bar
      var item = Picture.Item(
        .finish, .line(Point(place, y - half), Point(place, y + half)),
        tip: "finishes at \(DurationText.inWords(beat.instant))", at: place, since: beat.instant)
      item.events = end.events
      item.row = current.rowName
      layers.lines.append(item)
      for event in end.events { put(event, Spot(place: Point(place, y), half: half, instant: beat.instant)) }
    }
    // The sign of an end is seen above and below it, not between two marks.
    addCapsule(cluster, y, beat.instant)
    for (sign, face, middle) in cluster.marks {
      let half = cluster.marks.count == 1 && cluster.finish != nil ? cluster.bar : face?.half ?? lettering.scale.radius
      let center = Point(middle, y)
      var item = sign.kind.isFailure ? cross(center) : marble(sign, face, center)
      item.tip = "\(words(for: sign)) at \(DurationText.inWords(beat.instant))" + (sign.loss.map { ": \($0)" } ?? "")
      item.isGhost = sign.loss != nil
      item.instant = beat.instant
      item.home = middle
      item.events = sign.events
      item.row = current.rowName
      if sign.loss != nil { item.lostAt = sign.lostAt ?? beat.instant }
      layers.front.append(item)
      if sign.loss != nil { continue }
      for event in sign.events {
        let color = sign.colors.first ?? Coloring.mixed
        put(event, Spot(place: center, half: half, color: color, instant: beat.instant))
      }
      if saysFailure, case .failure(let text) = sign.kind, let label = lettering.base.label(ofFailure: text) {
        addText(
          label, right: Point(center.x + Self.wordsOfCross, center.y), behind: start, role: .warning, beat.instant)
      }
    }
  }

  /// Adds the capsule around the marks of one instant.
  private mutating func addCapsule(_ cluster: PosterCluster, _ y: Double, _ instant: Int64) {
    if cluster.marks.count < 2 { return }
    let half = cluster.half + Self.ofCapsule
    let box = Box(left: cluster.left, top: y - half, right: cluster.right, bottom: y + half)
    layers.lines.append(Picture.Item(.cluster, .box(box, corner: min(half, 16)), since: instant))
  }

  /// Keeps the place of an event: the first mark of it, but one at another instant only as long as there is none at its
  /// own. A source that is drawn once may have been played later, too.
  private mutating func put(_ event: Picture.EventID, _ spot: Spot) {
    let own = diagram.runs[event.run].trace?.events[event.event].instant.nanoseconds
    guard let known = places.events[event], known.instant == own || spot.instant != own else {
      return places.events[event] = spot
    }
  }

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
    var item = Picture.Item(
      .marble,
      .capsule(
        box, corner: face.lines.count > 1 ? Self.cornerOfTwo : min(face.half, face.reach),
        colors: sign.colors))
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
    if sheet.hasInputs, after < min(40, TextMetrics.width(words, size: Self.small)) { return nil }
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
  private func edge(before row: [Beat]) -> Double { row.dropLast().last.map { cluster(of: $0).right + 4 } ?? 0 }

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
      let tip = lines.joined(separator: " ") == words ? nil : words
      layers.front.append(Picture.Item(role, .text(text), tip: tip, at: x(instant), since: instant))
    }
  }
}
