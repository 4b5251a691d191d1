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
  /// Adds a vertical line, which passes behind texts and behind the boxes of other operators.
  mutating func addLink(
    _ x: Double, _ from: Double, _ to: Double, _ color: Int, _ instant: Int64, hasHead: Bool,
    _ events: [Picture.EventID]
  ) {
    if abs(to - from) < 3 { return }
    let isDown = to > from
    var item = Picture.Item(parts: [Picture.Part(role: .drop, shape: .link(Point(x, from), Point(x, to), color: color))]
    )
    if hasHead {
      let back = isDown ? -9.0 : 9
      let head = [Point(x, to), Point(x - 5, to + back), Point(x + 5, to + back)]
      item.parts.append(Picture.Part(role: .head, shape: .head(head, color: color)))
    }
    (item.instant, item.events) = (instant, events)
    links.append(item)
  }

  /// Adds the lines whose ends have their places now, and the lines of the values that pass an operator at once.
  mutating func addLinks() {
    for link in waiting {
      guard let spot = spots[link.to], abs(spot.place.x - link.x) < 0.5 else { continue }
      addLink(link.x, link.from, spot.place.y - spot.half, link.color, link.instant, hasHead: true, [link.to])
    }
    for (number, plan) in strips.plans.enumerated() {
      guard let plan else { continue }
      for (effect, event) in plan.trace.events.enumerated() where plan.isDrawn[event.line] {
        let to = Picture.EventID(run: number, event: effect)
        guard let end = spots[to], event.isValue || event.kind.isFailure else { continue }
        for cause in plan.causes[effect] where plan.trace.events[cause].instant == event.instant {
          let from = Picture.EventID(run: number, event: cause)
          guard let start = spots[from], start.place.y < end.place.y else { continue }
          if event.kind.isFailure != plan.trace.events[cause].kind.isFailure, !event.isValue { continue }
          let color = event.isValue ? start.color : Self.failing
          addLink(
            end.place.x, start.place.y + start.half, end.place.y - end.half, color, event.instant.nanoseconds,
            hasHead: true, [from, to])
        }
      }
    }
  }
  /// The color of the lines of failures.
  static let failing = -2

  /// Cuts the lines where they would cross a text or the box of an operator that they do not concern.
  mutating func cutLinks() {
    // By columns, because a long picture has as many texts as lines.
    func column(_ x: Double) -> Int { Int((x / 32).rounded(.down)) }
    var texts: [Int: [Box]] = [:]
    for item in front where item.parts[0].role != .marble {
      for case .text(let text) in item.parts.map(\.shape) {
        let box = text.box.widened(by: 1.5)
        for column in column(box.left)...column(box.right) { texts[column, default: []].append(box) }
      }
    }
    for place in links.indices {
      guard case .link(let from, let to, let color) = links[place].parts[0].shape else { continue }
      let (low, high) = (min(from.y, to.y), max(from.y, to.y))
      let foreign = boxes.filter { $0.top > low && $0.bottom < high && $0.left < from.x && from.x < $0.right }
      // The box of the effect is the last one that a line passes.
      let passed = foreign.dropLast()
      let near = texts[column(from.x)] ?? []
      let taken = (near.filter { $0.left < from.x && from.x < $0.right && $0.top < high && low < $0.bottom } + passed)
        .map {
          ($0.top, $0.bottom)
        }
      if taken.isEmpty { continue }
      var parts: [Picture.Part] = []
      var start = low
      for gap in taken.sorted(by: { $0 < $1 }) {
        if gap.0 - start > 2 { parts.append(piece(from.x, start, gap.0, color)) }
        start = max(start, gap.1)
      }
      if high - start > 1 || parts.isEmpty { parts.append(piece(from.x, min(start, high), high, color)) }
      links[place].parts = parts + links[place].parts.dropFirst()
    }
  }
  private func piece(_ x: Double, _ from: Double, _ to: Double, _ color: Int) -> Picture.Part {
    Picture.Part(role: .drop, shape: .link(Point(x, from), Point(x, to), color: color))
  }
}
