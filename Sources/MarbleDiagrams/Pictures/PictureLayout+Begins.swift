import MarbleRuns

extension PictureLayout {
  /// A subscription that an event began.
  struct Begin {
    var event: Picture.EventID
    /// The start of the line, and its instant.
    var place: Point
    var instant: Int64
    /// A height above all lines of its group at which nothing is drawn.
    var above: Double
    /// The box of its pipeline.
    var frame: Box?
  }

  /// Adds dashed lines from the events that began subscriptions to the starts of these. A line leaves a gap where it would cross anything else.
  mutating func addBegins() {
    let claims = Claims(front)
    for begin in begins {
      guard var from = nearest(begin.event) else { continue }
      let to = begin.place
      // The line does not pass through another run: it comes out of the box of its own.
      if let frame = begin.frame, frames.contains(where: { from.y < $0.top && $0.top < frame.top }) { from.y = frame.bottom }
      var path = [from, to]
      if abs(from.x - to.x) > 0.5 {
        path = from.y < begin.above ? [from, Point(from.x, begin.above), Point(to.x, begin.above), to] : [from, Point(to.x, from.y), to]
      }
      let pieces = zip(path, path.dropFirst()).flatMap { claims.free($0, $1) }
      if pieces.isEmpty { continue }
      var item = Picture.Item(parts: pieces.map { Picture.Part(role: .begin, shape: .line($0.0, $0.1)) })
      item.instant = begin.instant
      back.append(item)
    }
  }

  /// Returns the place of an event; if that is not drawn, of the nearest drawn one that caused it.
  private func nearest(_ id: Picture.EventID) -> Point? {
    var (event, trace) = (id.event, diagram.runs[id.run].trace)
    while true {
      let id = Picture.EventID(run: id.run, event: event)
      if let place = drawn[id] ?? ends[id] { return place }
      guard let cause = trace?.events[event].causes.last else { return nil }
      event = cause
    }
  }
}

/// The places that are taken by marbles, boxes and texts.
private struct Claims {
  private static let margin = 3.0
  /// The shortest piece of a line that is drawn.
  private static let shortest = 4.0
  private let boxes: [Box]

  init(_ items: [Picture.Item]) {
    boxes = items.compactMap(\.claim).map { box in
      Box(left: box.left - Self.margin, top: box.top - Self.margin, right: box.right + Self.margin, bottom: box.bottom + Self.margin)
    }
  }

  /// Returns the parts of a horizontal or vertical line that are free.
  func free(_ from: Point, _ to: Point) -> [(Point, Point)] {
    let isUpright = from.x == to.x
    let (low, high) = isUpright ? (min(from.y, to.y), max(from.y, to.y)) : (min(from.x, to.x), max(from.x, to.x))
    let line = isUpright ? from.x : from.y
    let taken = boxes.filter { isUpright ? $0.left < line && line < $0.right : $0.top < line && line < $0.bottom }
      .map { isUpright ? ($0.top, $0.bottom) : ($0.left, $0.right) }.sorted { $0 < $1 }
    var pieces: [(Double, Double)] = []
    var start = low
    for (one, other) in taken where other > start {
      if one >= high { break }
      if one - start >= Self.shortest { pieces.append((start, one)) }
      start = max(start, other)
    }
    if high - start >= Self.shortest { pieces.append((start, high)) }
    return pieces.map { isUpright ? (Point(line, $0.0), Point(line, $0.1)) : (Point($0.0, line), Point($0.1, line)) }
  }
}
