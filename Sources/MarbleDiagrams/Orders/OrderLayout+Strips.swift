import MarbleRuns
import Marbles

/// The lanes of a picture of an order.
extension OrderLayout {
  /// The way of a turn that was passed over: from the first switch to the place where it ran.
  private struct Way {
    var lane: Int
    var from: Int, to: Int
  }
  private var ways: [Way] {
    var seen: Set<Int> = []
    return shown.switches.compactMap { place in
      guard let passed = order.turns[place].passed, let lane = lane(passed), seen.insert(passed).inserted else {
        return nil
      }
      return Way(lane: lane, from: place, to: passed)
    }
  }

  mutating func addStrip(_ number: Int) {
    let strip = strips[number], ways = ways.filter { $0.from <= strip.last && $0.to >= strip.first }
    var used = Set(ways.map(\.lane))
    for case (.turn(let index), _) in strip.columns { if let lane = lane(index) { used.insert(lane) } }
    let top = y
    for (text, x) in strip.times {
      let time = Picture.Text.middle(text, at: Point(x, top + 7), size: 11, anchor: .start)
      front.append(Picture.Item(.ruler, .text(time)))
    }
    for case (.gap(let count), let x) in strip.columns {
      let words = Picture.Text.middle(Self.gapWords(count), at: Point(x, top + 7), size: 11, anchor: .start)
      front.append(Picture.Item(.ruler, .text(words)))
    }
    y += 18
    let switches = strip.columns.compactMap { column, x in
      if case .turn(let index) = column, let number = shown.switches.firstIndex(of: index) {
        (index, number, x)
      } else {
        nil
      }
    }
    let badges = y + 6
    if !switches.isEmpty { y += 18 }
    var centers: [Int: Double] = [:]
    for lane in lanes.indices where used.contains(lane) {
      addName(lane)
      centers[lane] = y + Self.boxHeight / 2
      y += Self.boxHeight + Self.gap
    }
    let bottom = y - Self.gap + 4
    for (_, x) in strip.times.dropFirst() {
      let from = Point(x - Self.gap / 2 - 4, top), to = Point(x - Self.gap / 2 - 4, bottom)
      back.append(Picture.Item(.guide, .line(from, to)))
    }
    for (index, number, x) in switches { addSwitch(index, number, x, badges, centers) }
    addLines(strip, ways, centers)
    addBoxes(strip, centers)
    y += 12
  }

  private mutating func addName(_ lane: Int) {
    let room = (namesAreLeft ? left - 8 : width - Self.margin) - Self.margin
    let name = OrderLayout.short(lanes[lane], to: room, size: 12)
    let middle = namesAreLeft ? y + Self.boxHeight / 2 : y + 6
    var text = Picture.Text.middle(name, at: Point(Self.margin, middle), size: 12, anchor: .start)
    text.isBold = true
    front.append(Picture.Item(.label, .text(text), tip: name == lanes[lane] ? nil : lanes[lane]))
    if !namesAreLeft { y += 17 }
  }
  /// A name that is shortened before its number: `SearchTests.typesAndFi… #2`.
  static func short(_ name: String, to room: Double, size: Double) -> String {
    if TextMetrics.width(name, size: size, isBold: true) <= room { return name }
    let parts = name.split(separator: "#")
    let number = parts.count > 1 ? " #\(parts[parts.count - 1])" : ""
    let rest = room / 1.15 - TextMetrics.width(number, size: size)
    return TextMetrics.shortened(name, to: rest, size: size) + number
  }

  /// Adds the number of a switch, and a line to the turn that ran and the one that was passed over.
  private mutating func addSwitch(
    _ index: Int, _ number: Int, _ x: Double, _ y: Double, _ centers: [Int: Double]
  ) {
    let middle = x + boxWidth / 2
    var text = Picture.Text.middle("\(number + 1)", at: Point(middle, y), size: 12)
    text.isBold = true
    front.append(Picture.Item(.name, .text(text), tip: "switch \(number + 1): \(order.sentence(ofSwitch: index))"))
    let lanes = [lane(index), order.turns[index].passed.flatMap { lane($0) }].compactMap { $0 }
    guard let lowest = lanes.compactMap({ centers[$0] }).max() else { return }
    back.append(Picture.Item(.bar, .link(Point(middle, y + 9), Point(middle, lowest), color: -1)))
  }

  /// Adds the line between the turns of each task, and the dashed way of the turns that were passed over.
  private mutating func addLines(_ strip: Strip, _ ways: [Way], _ centers: [Int: Double]) {
    var xs: [Int: Double] = [:]
    for case (.turn(let index), let x) in strip.columns { xs[index] = x }
    let end = (strip.columns.last?.x ?? left) + boxWidth
    for lane in lanes.indices {
      guard let center = centers[lane] else { continue }
      let own = ways.filter { $0.lane == lane }
      for way in own {
        let from = xs[way.from].map { $0 + boxWidth } ?? left, to = xs[way.to] ?? end
        if to - from < 8 { continue }
        let tip = "\(order.turns[way.to].sentence) runs later"
        let head = xs[way.to] == nil ? 0 : 7.0, color = color(lane)
        back.append(
          Picture.Item(.stub, .link(Point(from, center), Point(to - head, center), color: color), tip: tip))
        if head > 0 {
          let points = [Point(to - 8, center - 5), Point(to - 1, center), Point(to - 8, center + 5)]
          back.append(Picture.Item(.head, .head(points, color: color)))
        }
      }
      if hasTasks[lane] { addLife(lane, center, own, xs, strip, end) }
    }
  }
  /// Adds the line from the first turn of a task to the last one, except on the ways of turns that were passed over.
  private mutating func addLife(
    _ lane: Int, _ center: Double, _ ways: [Way], _ xs: [Int: Double], _ strip: Strip, _ end: Double
  ) {
    let turns = shown.columns.compactMap { column in
      if case .turn(let index) = column, self.lane(index) == lane { index } else { Int?.none }
    }
    for (one, next) in zip(turns, turns.dropFirst()) where one <= strip.last && next >= strip.first {
      let stop = ways.first { $0.to == next }?.from ?? next
      let from = xs[one].map { $0 + boxWidth } ?? left, to = xs[stop] ?? (stop < strip.first ? left : end)
      if to - from < 1 { continue }
      back.append(Picture.Item(.bar, .link(Point(from, center), Point(to, center), color: color(lane))))
    }
  }

  private mutating func addBoxes(_ strip: Strip, _ centers: [Int: Double]) {
    for (column, x) in strip.columns {
      guard case .turn(let index) = column else { continue }
      let turn = order.turns[index]
      if turn.isSwitch, shown.switches.contains(index), let passed = turn.passed, let lane = lane(passed),
        lane != self.lane(index),
        let center = centers[lane]
      {
        let tip = "the order of scheduling has \(order.turns[passed].sentence) here"
        front.append(box(passed, lane, Point(x, center), .lane, tip: tip))
        front[front.count - 1].isGhost = true
      }
      guard let lane = lane(index), let center = centers[lane] else { continue }
      var words = turn.sentence
      if words.hasSuffix(",") { words.removeLast() }
      let tip = "\(words), at \(RecordedRun.time(turn.instant.nanoseconds))"
      front.append(box(index, lane, Point(x, center), turn.isSwitch ? .marble : .bar, tip: tip))
    }
  }
  private func box(_ turn: Int, _ lane: Int, _ place: Point, _ role: Picture.Role, tip: String) -> Picture.Item {
    let half = Self.boxHeight / 2, number = order.turns[turn].number
    let box = Box(left: place.x, top: place.y - half, right: place.x + boxWidth, bottom: place.y + half)
    // An action that is not a turn of a task is a small circle.
    let shape: Picture.Shape =
      number == nil
      ? .capsule(Box(around: box.center, radius: 7), corner: 7, colors: [color(lane)])
      : .capsule(box, corner: Self.corner, colors: [color(lane)])
    var parts = [Picture.Part(role: role, shape: shape)]
    if let number {
      parts.append(Picture.Part(role: .letter, shape: .text(.middle("\(number)", at: box.center, size: 13))))
    }
    return Picture.Item(parts: parts, area: box, tip: tip)
  }
}
