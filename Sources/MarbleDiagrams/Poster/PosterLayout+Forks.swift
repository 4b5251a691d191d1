import MarbleRuns
import Marbles
import VirtualTime

/// The lines that lead to the elements of boxes, and those that go around marks.
extension PosterLayout {
  /// The way of a line to a subscriber around the marks of those above.
  struct Fork {
    /// The place at which the line goes down, and the heights at which it turns there and back.
    var lane: Double
    var turn: Double
    /// `nil` if it ends there.
    var back: Double?
  }
  /// The distance of such a line from the marks.
  static let ofFork = 8.0

  /// Returns the ways of the lines to the results of a run that have marks of other subscribers above them, by their events.
  func forks(_ run: Int) -> [Int: Fork] {
    guard diagram.runs[run].subscribers.count > 1, let plan = strips.plans[run] else { return [:] }
    let own = rows.filter { if case .result(run, _) = $0.subject { true } else { false } }.map(\.y)
    guard let first = own.min(), let last = own.max() else { return [:] }
    let boxes = places.results.joined().map(\.box).filter { first - 1 < $0.center.y && $0.center.y < last + 1 }
    let frame = layers.frames.compactMap(\.box).map(\.bottom).filter { $0 < first }.max() ?? 0
    let results = plan.trace.events.indices.compactMap { event -> (event: Int, spot: Spot)? in
      guard plan.trace.subscriptions[plan.trace.events[event].line].consumer == nil,
        Beat.isStacked(plan.trace.events[event].kind), let spot = places.events[.init(run: run, event: event)],
        boxes.contains(where: {
          first - 1 < $0.center.y && $0.bottom < spot.place.y && $0.left < spot.place.x && spot.place.x < $0.right
        })
      else { return nil }
      return (event, spot)
    }
    var forks: [Int: Fork] = [:]
    for (_, all) in Dictionary(grouping: results, by: { Point(x($0.spot.instant), $0.spot.place.y) }) {
      let sorted = all.sorted { $0.spot.place.x < $1.spot.place.x }, pitch = Self.ofFork / 2
      let top = sorted[0].spot.place.y - sorted[0].spot.half, width = pitch * Double(sorted.count + 1)
      var edge = sorted[0].spot.place.x
      while let box = boxes.first(where: { $0.bottom < top && $0.left < edge + width + 2 && edge < $0.right }) {
        edge = box.right
      }
      for (number, one) in sorted.enumerated() {
        let (before, after) = (pitch * Double(number), pitch * Double(sorted.count - 1 - number))
        forks[one.event] = Fork(lane: edge + pitch + 2 + before, turn: frame + 5 + after, back: top - 12 - after)
      }
    }
    return forks
  }

  /// Adds the lines that lead to an element.
  mutating func addCauses(of element: Element, _ start: Double, _ y: Double, _ height: Double, _ way: Fork?) {
    for cause in element.causes {
      let (id, from) = (Picture.EventID(run: current.run, event: cause), element.waiting ?? element.from)
      guard let spot = places.events[id], abs(spot.place.y - y) > 1, let trace = diagram.runs[current.run].trace,
        trace.events[cause].instant.nanoseconds == from
      else { continue }
      let isDown = spot.place.y < y
      let edge = isDown ? -height / 2 : height / 2
      // A marble at the start of a lane, or a bar, is in front of the end of the line.
      let first = element.row?.beats.first { $0.instant == element.from && !$0.stack.isEmpty }
      let isBare = first == nil && element.waiting == nil
      var end = y + edge
      if element.kind == .lane, isBare {
        let reach = element.isEmptyLane ? ofEnd : Self.dot
        end = y + (isDown ? -reach : reach)
      }
      if element.kind == .lane, let reach = first.map(cluster)?.top { end = y + (isDown ? -reach : reach) }
      // A value that is used at once goes on within the box.
      if element.isUsed { end = y - edge }
      addLink(
        // A stream that is drawn once may have been played later, too.
        Point(spot.instant == from ? spot.place.x : start, spot.place.y + (isDown ? spot.half : -spot.half)),
        Point(start, end), spot.color, from,
        hasHead: element.kind == .lane || element.isUsed, [id], fork: way)
    }
  }
}
