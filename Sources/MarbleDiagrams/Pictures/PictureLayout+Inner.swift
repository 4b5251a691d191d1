import MarbleRuns

extension PictureLayout {
  /// The slope of an inclined line.
  private static let slope = 0.2
  private static let deepest = 90.0
  /// The distance of the lines that begin subscriptions from the subscriptions.
  private static let aisle = 12.0
  /// The room for the line from an event to a subscription that it began at the same instant.
  private static let causeGap = 8.0
  /// The height of a name with a note below it.
  private static let nameHeight = 36.0
  /// The radius of the dot where a subscription starts.
  static let dot = 5.0
  static let beginning = "begins"

  /// Adds subscriptions: each one is a line that begins when it did, below the previous ones.
  mutating func addInner(_ inner: PicturePlan.Inner) {
    let rows = inner.rows
    let longest = rows.map { span($0).to - span($0).from }.max() ?? 0
    let slope = !inner.isInclined ? 0 : longest * Self.slope > Self.deepest ? Self.deepest / longest : Self.slope
    let above = cursor
    // A line that comes from elsewhere needs room above the marbles.
    if rows.contains(where: { $0.startedBy != nil }) { cursor += Self.aisle - 6 }
    let top = cursor + (rows.map(\.half).max() ?? 0) - 6
    var placed: [(row: DrawnRow, top: Double)] = []
    var floor = top
    for row in rows {
      // Rows of another name begin above the name.
      if row.isNamed, let lowest = placed.map(\.top).max() { floor = lowest + Self.nameHeight }
      var y = max(floor, highest(row, placed, slope))
      while placed.contains(where: { touches(row, y, $0.row, $0.top, slope) }) { y += 4 }
      placed.append((row, y))
      if row.isNamed {
        addName(row.name, row.note, y)
        rowName = row.name.isEmpty ? "stream within" : "subscription of \(row.name)"
      }
      draw(row, y, slope, above: above)
    }
    let bottom = placed.map { $0.top + (span($0.row).to - span($0.row).from) * slope + $0.row.half }.max()
    cursor = bottom ?? cursor
    addLosses(of: rows)
    cursor += Self.rowGap - 6
  }

  private func span(_ row: DrawnRow) -> (from: Double, to: Double) {
    let from = axis.place(of: row.start ?? 0)
    let to = (row.end ?? row.cut).map(axis.place) ?? right
    return (from, max(to, row.beats.last.map { axis.place(of: $0.instant) } ?? from))
  }

  /// Returns the smallest height at which a subscription may begin: below the rows that lead to it, below the event of
  /// the same instant that began it, and below a completion of that instant that was sent before, for which its value
  /// may have waited.
  private func highest(_ row: DrawnRow, _ placed: [(row: DrawnRow, top: Double)], _ slope: Double) -> Double {
    // Rows that lead to one another do not end before one another begins: none of them begins so far below that the
    // line of the other is above.
    let top = placed.suffix(row.sources).map { $0.top + (span(row).from - span($0.row).from) * slope }.max() ?? 0
    guard let id = row.startedBy, let start = row.start else { return top }
    let (x, cause, isWaiting) = (axis.place(of: start), nearest(id)?.place, row.isWaiting(diagram))
    return placed.reduce(top) { highest, other in
      guard let beat = other.row.beats.first(where: { $0.instant == start }) else { return highest }
      let y = other.top + (x - span(other.row).from) * slope
      let isCause = cause.map { abs($0.x - x) < 0.5 && abs($0.y - y) < beat.half } ?? false
      let end = beat.signs.first { $0.loss == nil && $0.kind.isEnd }?.events.first
      let isBefore = end.map { isWaiting || $0.event < id.event } ?? false
      guard isCause || isBefore else { return highest }
      return max(highest, y + beat.half - Self.bar + Self.radius + 4 + Self.causeGap + startHalf(of: row))
    }
  }

  /// Half of the height of the marbles or the dot at the start of a subscription.
  private func startHalf(of row: DrawnRow) -> Double {
    row.beats.first { $0.instant == row.start }.map { Double($0.stack.count) * (Self.radius + 1) + 3 } ?? Self.dot + 4
  }

  /// Whether two inclined lines, or marbles on them, are too close to each other.
  private func touches(_ one: DrawnRow, _ oneTop: Double, _ other: DrawnRow, _ otherTop: Double, _ slope: Double)
    -> Bool
  {
    let (oneSpan, otherSpan) = (span(one), span(other))
    let distance = abs((otherTop - slope * otherSpan.from) - (oneTop - slope * oneSpan.from))
    let gap = max(oneSpan.from, otherSpan.from) - min(oneSpan.to, otherSpan.to)
    if gap > 2 * Self.radius + 16 { return false }
    let later = oneSpan.from > otherSpan.from ? one : other
    let isDot = later.beats.first?.instant != later.start
    let isSlim = max(one.half, other.half) <= Self.bar && (isDot || gap > Self.radius + 4)
    return distance < (gap >= 0 && isSlim ? 30 : one.half + other.half - 6)
  }

  private mutating func draw(_ row: DrawnRow, _ top: Double, _ slope: Double, above: Double) {
    let (from, to) = span(row)
    func place(_ x: Double) -> Point { Point(x, top + (x - from) * slope) }
    let isFree = row.cut.map { cut in !row.beats.contains { $0.instant == cut } } ?? true
    // The cut is drawn behind a marble or the dot of its instant.
    let isAtDot = isFree && row.cut == row.start
    let last =
      row.end == nil && row.cut != nil
      ? to + (isFree ? (isAtDot ? Self.dot + Self.cutGap : 0) : Self.radius + Self.cutGap) : to
    var line = Picture.Item(.stream, .line(place(from), place(last)))
    line.instant = row.start
    lines.append(line)
    if !row.beats.contains(where: { $0.instant == row.start }) {
      var dot = Picture.Item(.marble, .circle(place(from), radius: Self.dot, colors: row.origin), tip: Self.beginning)
      (dot.instant, dot.area) = (row.start, Box(around: place(from), radius: Self.dot))
      front.append(dot)
    }
    for beat in row.beats { add(beat, place(axis.place(of: beat.instant)), bar: Self.radius + 4) }
    if row.end == nil, let cut = row.cut {
      addCut(place(last), cut)
    } else if row.end == nil {
      let tip = place(last)
      lines.append(Picture.Item(.arrow, .polygon([tip, Point(tip.x - 11, tip.y - 7), Point(tip.x - 9, tip.y + 3)])))
    }
    if let event = row.startedBy {
      starts[event, default: []].append(place(from))
      begins.append(
        Begin(
          event: event, place: place(from), instant: row.start ?? 0, above: above, frame: frames.last,
          half: startHalf(of: row)))
    }
  }
}

extension PicturePlan.DrawnRow {
  fileprivate var isNamed: Bool { !name.isEmpty || !note.isEmpty }
  /// Whether the value that a subscription was created for waited: the subscription began at a later instant.
  fileprivate func isWaiting(_ diagram: Diagram) -> Bool {
    guard let id = startedBy, let event = diagram.runs[id.run].trace?.events[id.event] else { return false }
    return event.instant.nanoseconds != start
  }
}
