extension PictureLayout {
  /// The slope of an inclined line.
  private static let slope = 0.2
  private static let deepest = 90.0

  /// Adds inner streams: each one is an inclined line that begins where its stream was created, below the previous ones.
  mutating func addInner(_ rows: [Row]) {
    rowName = "stream within"
    let longest = rows.map { span($0).to - span($0).from }.max() ?? 0
    let slope = longest * Self.slope > Self.deepest ? Self.deepest / longest : Self.slope
    let top = cursor + (rows.map(\.half).max() ?? 0) - 6
    var placed: [(row: Row, top: Double)] = []
    for row in rows {
      var y = top
      while placed.contains(where: { touches(row, y, $0.row, $0.top, slope) }) { y += 4 }
      placed.append((row, y))
      draw(row, y, slope)
    }
    let bottom = placed.map { $0.top + (span($0.row).to - span($0.row).from) * slope + $0.row.half }.max()
    cursor = (bottom ?? cursor) + Self.rowGap - 6
    addLosses(of: rows)
  }

  private func span(_ row: Row) -> (from: Double, to: Double) {
    let from = axis.place(of: row.start ?? 0)
    let to = (row.end ?? row.cut).map(axis.place) ?? right
    return (from, max(to, row.beats.last.map { axis.place(of: $0.instant) } ?? from))
  }

  /// Whether two inclined lines, or marbles on them, are too close to each other.
  private func touches(_ one: Row, _ oneTop: Double, _ other: Row, _ otherTop: Double, _ slope: Double) -> Bool {
    let (oneSpan, otherSpan) = (span(one), span(other))
    let distance = abs((otherTop - slope * otherSpan.from) - (oneTop - slope * oneSpan.from))
    let gap = max(oneSpan.from, otherSpan.from) - min(oneSpan.to, otherSpan.to)
    if gap > 2 * Self.radius + 16 { return false }
    let later = oneSpan.from > otherSpan.from ? one : other
    let isDot = later.beats.first?.instant != later.start
    let isSlim = max(one.half, other.half) <= Self.bar && (isDot || gap > Self.radius + 4)
    return distance < (gap >= 0 && isSlim ? 30 : one.half + other.half - 6)
  }

  private mutating func draw(_ row: Row, _ top: Double, _ slope: Double) {
    let (from, to) = span(row)
    func place(_ x: Double) -> Point { Point(x, top + (x - from) * slope) }
    let isFree = row.cut.map { cut in !row.beats.contains { $0.instant == cut } } ?? true
    let last = row.end == nil && row.cut != nil && !isFree ? to + Self.radius + 6 : to
    var line = Picture.Item(.stream, .line(place(from), place(last)))
    line.instant = row.start
    lines.append(line)
    if !row.beats.contains(where: { $0.instant == row.start }) {
      var dot = Picture.Item(.marble, .circle(place(from), radius: 5, colors: row.origin), tip: "begins")
      (dot.instant, dot.claim) = (row.start, Box(around: place(from), radius: 5))
      front.append(dot)
    }
    for beat in row.beats { add(beat, place(axis.place(of: beat.instant)), bar: Self.radius + 4) }
    if row.end == nil, let cut = row.cut {
      addCut(place(last), cut)
    } else if row.end == nil {
      let tip = place(last)
      lines.append(Picture.Item(.arrow, .polygon([tip, Point(tip.x - 11, tip.y - 7), Point(tip.x - 9, tip.y + 3)])))
    }
    if let made = row.madeFor { origins.append((made, place(from))) }
  }
}
