import MarbleRuns
import Marbles
import VirtualTime

/// A line from a cause to its effect.
struct CauseLine {
  var x: Double
  /// The end that is known, and the event at the other end.
  var from: Double
  var to: Picture.EventID
  var color: Int
  var instant: Int64
}

extension PosterLayout {
  /// Adds a line, which passes behind texts and behind the boxes of other operators. It is upright, with a step if its
  /// ends are marks of one instant that stand beside each other.
  mutating func addLink(
    _ from: Point, _ to: Point, _ color: Int, _ instant: Int64, hasHead: Bool, _ events: [Picture.EventID],
    role: Picture.Role = .drop
  ) {
    if abs(to.y - from.y) < 3 || strip(at: from.x) != strip(at: to.x) { return }
    var places = [from, to]
    if abs(from.x - to.x) > 0.5 {
      // A step, as near to the effect as its head allows; of a mark that stands at the instant itself near to it, because
      // others may pass there.
      let isEarly = abs(from.x - x(instant)) < 0.1 && from.x < to.x
      let room = min(isEarly || !hasHead ? Self.step : Self.ofHead + 3, abs(to.y - from.y) / 2)
      let down = to.y > from.y ? room : -room
      let turn = isEarly ? from.y + down : to.y - down
      places = [from, Point(from.x, turn), Point(to.x, turn), to]
    }
    var item = Picture.Item(
      parts: zip(places, places.dropFirst()).map { Picture.Part(role: role, shape: .link($0, $1, color: color)) })
    if hasHead {
      let head = Self.head(places[places.count - 2], to, sheet.isCompact ? 7 : Self.ofHead)
      item.parts.append(Picture.Part(role: .head, shape: .head(head, color: color)))
    }
    item.instant = instant
    item.home = to.x
    item.events = events
    layers.links.append(item)
  }

  private static let ofHead = 9.0
  /// Returns the corners of the head of an arrow.
  private static func head(_ from: Point, _ to: Point, _ size: Double) -> [Point] {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (x, y) = (dx / length, dy / length)
    let (back, half) = (Point(to.x - size * x, to.y - size * y), size / 1.8)
    return [to, Point(back.x - half * y, back.y + half * x), Point(back.x + half * y, back.y - half * x)]
  }

  /// Adds the lines whose ends have their places now, and the lines of the values that pass an operator at once.
  mutating func addLinks() {
    for link in waiting {
      // A completion beside the marble of its instant is not below the end of what it waited for.
      guard let spot = spots[link.to], abs(spot.place.x - link.x) < 0.5 || isBeside(link) else { continue }
      addLink(
        Point(link.x, link.from), Point(spot.place.x, spot.place.y - spot.half), link.color, link.instant,
        hasHead: true, [link.to])
    }
    for (number, plan) in strips.plans.enumerated() {
      guard let plan else { continue }
      for (effect, event) in plan.trace.events.enumerated() where plan.isDrawn[event.line] {
        let to = Picture.EventID(run: number, event: effect)
        guard let end = spots[to] else { continue }
        for cause in plan.causes[effect] where plan.trace.events[cause].instant == event.instant {
          let from = Picture.EventID(run: number, event: cause)
          guard let start = spots[from], start.place.y < end.place.y else { continue }
          if !event.isValue, !event.kind.isFailure || !plan.trace.events[cause].kind.isFailure {
            addLink(
              Point(start.place.x, start.place.y + start.half), Point(end.place.x, end.place.y - end.half),
              Coloring.mixed, event.instant.nanoseconds, hasHead: false, [from, to], role: .end)
            continue
          }
          let color = event.isValue ? start.color : Self.failing
          // A completion is right of a marble of its instant; a value that follows it is at the instant.
          let isBeside = axis.columns[event.instant.nanoseconds] != nil
          addLink(
            Point(isBeside ? start.place.x : end.place.x, start.place.y + start.half),
            Point(end.place.x, end.place.y - end.half), color, event.instant.nanoseconds, hasHead: true, [from, to])
        }
      }
    }
    // The lines of values are in front of those of ends.
    layers.links = layers.links.filter { $0.parts[0].role == .end } + layers.links.filter { $0.parts[0].role != .end }
  }
  /// The distance of the step of a line from the end below it, where no words are.
  private static let step = 5.0

  /// Whether a line leads to a mark of its instant that has others beside it.
  private func isBeside(_ link: CauseLine) -> Bool {
    guard axis.columns[link.instant] != nil, let trace = diagram.runs[link.to.run].trace else { return false }
    return trace.events[link.to.event].instant.nanoseconds == link.instant
  }

  /// The color of the lines of failures.
  static let failing = -2

  /// Cuts the lines where they would cross a text, the heading of a box, or the box of an operator that they do not
  /// concern.
  mutating func cutLinks() {
    let boxes = layers.frames.compactMap(\.box)
    let headings = layers.frames.flatMap(\.parts).filter { $0.role == .heading }.map(\.shape.box)
    // By columns, because a long picture has as many texts as lines.
    func column(_ x: Double) -> Int { Int((x / 32).rounded(.down)) }
    var texts: [Int: [Box]] = [:]
    for item in layers.front where item.parts[0].role != .marble {
      for case .text(let text) in item.parts.map(\.shape) {
        let box = text.box.widened(by: 2.5)
        for column in column(box.left)...column(box.right) { texts[column, default: []].append(box) }
      }
    }
    for place in layers.links.indices {
      let end = layers.links[place].box?.bottom ?? 0
      var parts = layers.links[place].parts.flatMap { part -> [Picture.Part] in
        guard case .link(let from, let to, let color) = part.shape else { return [part] }
        let (top, bottom) = (min(from.y, to.y), max(from.y, to.y))
        func share(_ y: Double) -> Double { (y - from.y) / (to.y - from.y) }
        let foreign = boxes.filter { $0.top > top && $0.bottom < end && $0.left < from.x && from.x < $0.right }
        // The box of the effect is the last one that a line passes.
        var taken = foreign.dropLast().filter { $0.bottom < bottom }.map {
          min(share($0.top), share($0.bottom))...max(share($0.top), share($0.bottom))
        }
        for column in column(min(from.x, to.x))...column(max(from.x, to.x)) {
          taken += (texts[column] ?? []).compactMap { $0.part(from: from, to: to) }
        }
        taken += headings.compactMap { $0.part(from: from, to: to) }
        func point(_ share: Double) -> Point {
          Point(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y))
        }
        func piece(_ from: Double, _ to: Double) -> Picture.Part {
          Picture.Part(role: part.role, shape: .link(point(from), point(to), color: color))
        }
        let length = max(bottom - top, abs(to.x - from.x))
        var parts: [Picture.Part] = []
        var start = 0.0
        for gap in taken.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
          if (gap.lowerBound - start) * length > 2 { parts.append(piece(start, gap.lowerBound)) }
          start = max(start, gap.upperBound)
        }
        return (1 - start) * length > 1 ? parts + [piece(start, 1)] : parts
      }
      let role = layers.links[place].parts[0].role
      // A line that is seen nowhere keeps its end, and its events.
      if !parts.contains(where: { $0.role == role }),
        case .link(_, let last, let color)? = layers.links[place].parts.last(where: { $0.role == role })?.shape
      {
        parts.insert(Picture.Part(role: role, shape: .link(last, last, color: color)), at: 0)
      }
      layers.links[place].parts = parts
    }
  }
}
