import MarbleRuns
import Marbles
import VirtualTime

/// The three signs of an end that is no completion: of what was left, of a value that was lost, and of a failure; and
/// the sign of a use.
extension PosterLayout {
  /// The radius of the start of a row.
  static let ofStart = 5.0
  /// The length of the end of the bar of a lost value.
  static let stub = 10.0

  /// Returns the sign of a subscription or a timer that was left, or the stub of a value that was lost, into which its
  /// line or its bar fades.
  func signs(of one: Placed, _ y: Double, _ height: Double, isThin: Bool) -> [Picture.Part]? {
    let color = one.element.hues[0]
    switch one.element.ending {
    case .left:
      return cut(Point(one.last.map(place) ?? one.end, y), half: one.element.kind == .lane ? 11 : isThin ? 5 : 9)
    case .lost where one.isReplaced:
      let (top, bottom) = (Point(one.end, y + height / 2), Point(one.end, y + height / 2 + Self.stub))
      return [Picture.Part(role: .stub, shape: .link(top, bottom, color: color))]
    case .lost where one.element.kind == .bar:
      let stub = Picture.Shape.link(Point(one.end, y), Point(one.end + Self.stub, y), color: color)
      return [Picture.Part(role: .stub, shape: stub)]
    case .lost:
      let (top, bottom) = (Point(one.end, y - height / 2), Point(one.end, y + height / 2))
      return [Picture.Part(role: .stub, shape: .link(top, bottom, color: color))]
    case .open, .plain, .finished, .failed: return nil
    }
  }

  /// The height of the answer below the line of a value that is used at once.
  static let ofAnswer = 13.0
  /// Adds the answer of a closure to a value.
  mutating func addAnswer(_ one: Placed, _ y: Double, _ height: Double) {
    let place = Point(one.way?.lane ?? one.start, y + height / 2 - Self.ofAnswer / 2 + 1)
    layers.front.append(
      Picture.Item(
        .note, .text(.middle(one.element.label, at: place, size: Self.small)), at: one.start, since: one.element.from))
  }

  /// Returns the distance of a job of a scheduler from its instant: it is above the mark that it leads to, which may stand
  /// beside others.
  func shift(of job: Element) -> Double {
    guard let plan = strips.plans[current.run], let effect = job.effects.first ?? job.timer.flatMap(plan.event) else {
      return 0
    }
    let all = plan.index.events[plan.trace.events[effect].line], instant = plan.trace.events[effect].instant
    let own = all[all.beginning { plan.trace.events[$0].instant < instant }...].prefix {
      plan.trace.events[$0].instant == instant
    }.filter { Beat.isStacked(plan.trace.events[$0].kind) }
    guard instant.nanoseconds == job.to, let number = own.firstIndex(of: effect) else { return 0 }
    return spread[Spread(instant: instant.nanoseconds, count: own.count)]?[number] ?? 0
  }

  /// Gives the lines of values that are used at one instant places beside each other below a heading.
  func part(_ placed: inout [Placed], under heading: Double) {
    for (start, numbers) in Dictionary(
      grouping: placed.indices.filter { placed[$0].element.isUsed }, by: { placed[$0].start })
    {
      for (place, number) in numbers.enumerated() where numbers.count > 1 {
        let shift = (Double(place) - Double(numbers.count - 1) / 2) * Self.ofFork
        placed[number].way = Fork(lane: start + shift, turn: heading - 6)
      }
    }
  }

  /// Returns the sign of a subscription or a timer that was left.
  func cut(_ place: Point, half: Double) -> [Picture.Part] {
    let isSmall = lettering.scale.isSlim || half < 9
    let (sides, lean) = (isSmall ? [-1.75, 1.75] : [-2.5, 2.5], min(half * 0.36, isSmall ? 2.5 : 5))
    return sides.map { side in
      let (bottom, top) = (
        Point(place.x + side - lean, place.y + half), Point(place.x + side + lean, place.y - half)
      )
      return Picture.Part(role: .cut, shape: .line(bottom, top))
    }
  }

  /// The color of a value that its operator was given, and received from nobody.
  func ofEffect(_ event: Int) -> Int {
    strips.plans[current.run]?.coloring.colors(of: event, inRun: current.run).first ?? Coloring.mixed
  }

  /// Adds the dot of a use on the bar of a value that is kept on.
  mutating func addUse(_ place: Point, radius: Double, _ instant: Int64) {
    layers.lines.append(
      Picture.Item(
        .hop, .circle(place, radius: radius, colors: []), tip: "used at \(DurationText.inWords(instant))", at: place.x,
        since: instant))
  }

  /// Returns the sign of a failure.
  func cross(_ center: Point, _ radius: Double = 8) -> Picture.Item {
    let box = Box(around: center, radius: radius)
    let strokes = [
      (Point(box.left, box.top), Point(box.right, box.bottom)),
      (Point(box.left, box.bottom), Point(box.right, box.top)),
    ]
    return Picture.Item(parts: strokes.map { Picture.Part(role: .failure, shape: .line($0.0, $0.1)) }, area: box)
  }
}
