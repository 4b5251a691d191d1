import MarbleRuns
import Marbles
import VirtualTime

/// The lines that lead to the elements of boxes.
extension PosterLayout {
  /// The way of a line beside others of its instant: the place at which it goes down, and the height at which it turns there.
  struct Fork {
    var lane: Double
    var turn: Double
  }
  /// The distance of such lines.
  static let ofFork = 8.0

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
      if element.waiting != nil { end = y + (isDown ? -Self.barHeight : Self.barHeight) / 2 }
      // A value that is used at once goes on within the box.
      if element.isUsed { end = y - edge - (element.label.isEmpty ? 0 : Self.ofAnswer) }
      addLink(
        // A stream that is drawn once may have been played later, too.
        Point(spot.instant == from ? spot.place.x : start, spot.place.y + (isDown ? spot.half : -spot.half)),
        Point(start, end), spot.color, from,
        hasHead: element.kind == .lane || element.isUsed, [id], fork: way)
    }
  }

  /// Adds the lines from signals into the box of their operator: whatever comes of them is at their instant.
  mutating func addSignals(_ signals: [Element], beside elements: [Placed], _ end: Double) {
    // The words for one signal stand beside all else.
    let silent = signals.filter { !$0.label.isEmpty }.flatMap(\.causes)
    let all = elements + signals.filter(\.label.isEmpty).map(marked)
    for (event, label) in signals.flatMap({ signal in signal.causes.map { ($0, signal.label) } }) {
      let id = Picture.EventID(run: current.run, event: event)
      guard let spot = places.events[id], let trace = diagram.runs[current.run].trace else { continue }
      let instant = trace.events[id.event].instant.nanoseconds
      let place = spot.instant == instant ? spot.place.x : x(instant)
      addLink(
        Point(place, spot.place.y + spot.half), Point(place, end), spot.color, instant, hasHead: true, [id],
        role: .end)
      let text = Picture.Text.middle(label, at: Point(place + 7, end - 7), size: Self.small, anchor: .start)
      let isFree = !elements.isEmpty && !all.contains { $0.left < text.box.right && text.box.left < $0.right }
      if label.isEmpty || silent.count > 1 || !isFree || isFolded { continue }
      layers.front.append(Picture.Item(.note, .text(text), at: place, since: instant))
    }
  }
}
