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
    /// Half of the height of the marbles or the dot at the start.
    var half: Double
  }

  /// Adds dashed lines from the events that began subscriptions to the starts of these. A line bends around marbles,
  /// completions and cancels that it does not concern, and leaves a gap where it would cross a text. It leads from one
  /// subscription that the event began to the next one below.
  mutating func addBegins() {
    let obstacles = Obstacles(front, lines)
    for begin in begins {
      let pieces = obstacles.route(path(of: begin), around: begin).flatMap { obstacles.free($0, $1) }
      if pieces.isEmpty { continue }
      var item = Picture.Item(parts: pieces.map { Picture.Part(role: .begin, shape: .line($0.0, $0.1)) })
      item.instant = begin.instant
      item.cause = nearest(begin.event, above: begin.place.y)?.event
      back.append(item)
    }
  }

  /// Returns the corners of the shortest line.
  private func path(of begin: Begin) -> [Point] {
    let to = begin.place
    let upper = starts[begin.event]?.filter { $0.x == to.x && $0.y < to.y }.max { $0.y < $1.y }
    let cause = nearest(begin.event, above: to.y)?.place
    if let upper, upper.y > cause?.y ?? 0 { return [upper, to] }
    // An event between two operators of the pipeline is not drawn: the line comes out of the box.
    guard var from = cause ?? nearest(begin.event)?.place ?? begin.frame.map({ Point(to.x, $0.bottom) }) else {
      return []
    }
    // The line does not pass through another run: it comes out of the box of its own.
    if let frame = begin.frame, frames.contains(where: { from.y < $0.top && $0.top < frame.top }) {
      from.y = frame.bottom
    }
    if abs(from.x - to.x) <= 0.5 { return [from, to] }
    return from.y < begin.above
      ? [from, Point(from.x, begin.above), Point(to.x, begin.above), to] : [from, Point(to.x, from.y), to]
  }

  /// Returns an event and its place; if that is not drawn, or not above a height, the nearest such one that was being
  /// handled meanwhile.
  func nearest(_ id: Picture.EventID, above height: Double = .infinity) -> (event: Picture.EventID, place: Point)? {
    var (event, trace) = (id.event, diagram.runs[id.run].trace)
    while true {
      let id = Picture.EventID(run: id.run, event: event)
      if let place = drawn[id] ?? ends[id], place.y < height { return (id, place) }
      // The values that a result is computed from may be old: the event that was being handled began what follows.
      guard let cause = trace?.events[event].trigger ?? trace?.events[event].causes.last else { return nil }
      event = cause
    }
  }
}

/// The places that are taken by marbles, completions, boxes and texts.
private struct Obstacles {
  private static let margin = 3.0
  /// The shortest piece of a line that is drawn.
  private static let shortest = 4.0
  /// The distances of the detours, the nearest ones first.
  private static let detours = [20.0, 26, 32, 38, 44].flatMap { [$0, -$0] }
  /// The places at which a line would seem to begin or end.
  private let marks: [Box]
  private let boxes: [Box]

  init(_ front: [Picture.Item], _ lines: [Picture.Item]) {
    let marked =
      front.filter { [.marble, .failure, .cut].contains($0.parts.first?.role) }
      + lines.filter { $0.parts.first?.role == .finish }
    marks = marked.compactMap(\.box).map(Self.widened)
    boxes = marks + front.compactMap(\.area).map(Self.widened)
  }

  private static func widened(_ box: Box) -> Box { box.widened(by: margin) }

  /// Returns the pieces of a path that bends around all marks but those at its ends; the path itself if there is no
  /// such way.
  func route(_ path: [Point], around begin: PictureLayout.Begin) -> [(Point, Point)] {
    guard let from = path.first, let to = path.last, from.y < to.y else { return Self.pieces(path) }
    let ends = [from, to]
    let own = marks.filter { mark in mark.top < to.y && mark.bottom > from.y && !ends.contains { mark.contains($0) } }
    func isFree(_ path: [Point]) -> Bool {
      Self.pieces(path).allSatisfy { one, other in
        let line = Picture.Shape.line(one, other).box
        return !own.contains {
          $0.left < line.right && line.left < $0.right && $0.top < line.bottom && line.top < $0.bottom
        }
      }
    }
    if isFree(path) { return Self.pieces(path) }
    let out = Point(from.x, from.y + PictureLayout.radius + 4)
    let last = to.y - begin.half - 3
    for detour in Self.detours {
      for turn in [begin.above, last] where turn > out.y && turn < to.y {
        let x = (turn == last ? to.x : from.x) + detour
        // Down beside the marks, then to the start; from below the marble that is the cause, where nothing is written
        // yet.
        let bent = [from, out, Point(x, out.y), Point(x, turn), Point(to.x, turn), to]
        if isFree(bent) { return Self.pieces(bent) }
      }
      if begin.above > out.y, last > begin.above {
        // The way to the group is free, and the way within it is not.
        let x = to.x + detour
        let bent = [from, Point(from.x, begin.above), Point(x, begin.above), Point(x, last), Point(to.x, last), to]
        if isFree(bent) { return Self.pieces(bent) }
      }
    }
    return sideways(from, out, to, begin.above).first(where: isFree).map(Self.pieces) ?? Self.pieces(path)
  }

  /// Returns the ways that reach the start from the left, if there is no way from above.
  private func sideways(_ from: Point, _ out: Point, _ to: Point, _ above: Double) -> [[Point]] {
    var ways: [[Point]] = []
    for near in [to.x - 22, to.x - 28, to.x - 34] {
      let side = Point(near, to.y)
      ways.append([from, out, Point(near, out.y), side, to])
      for far in Self.detours where above > out.y {
        let x = from.x + far
        ways.append([from, out, Point(x, out.y), Point(x, above), Point(near, above), side, to])
      }
    }
    return ways
  }

  private static func pieces(_ path: [Point]) -> [(Point, Point)] { zip(path, path.dropFirst()).filter { $0 != $1 } }

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

extension Box {
  fileprivate func contains(_ point: Point) -> Bool {
    left < point.x && point.x < right && top < point.y && point.y < bottom
  }
}
