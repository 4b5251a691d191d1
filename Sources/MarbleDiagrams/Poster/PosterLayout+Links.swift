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
  /// Whether it leads from a timer, which has no value.
  var isTimer = false
}

extension PosterLayout {
  /// Adds a line, which passes behind texts, marks, and the boxes of other operators. It is upright, with a step if its
  /// ends are marks of one instant that stand beside each other.
  ///
  /// - Parameter fork: The way beside other lines.
  mutating func addLink(
    _ from: Point, _ to: Point, _ color: Int, _ instant: Int64, hasHead: Bool, _ events: [Picture.EventID],
    role: Picture.Role = .drop, fork: Fork? = nil, beside others: [Box] = []
  ) {
    if abs(to.y - from.y) < 3 || strip(at: from.x) != strip(at: to.x) { return }
    var way = [from]
    if abs(from.x - to.x) > 0.1 {
      // A step, as near to the effect as its head allows; of a mark that stands at the instant itself near to it, because
      // others may pass there.
      let begins = abs(from.x - x(instant)) < 0.1, isEarly = begins && from.x < to.x
      let room = min(isEarly || !hasHead ? Self.step : Self.ofHead + 3, abs(to.y - from.y) / 2)
      let down = to.y > from.y ? room : -room
      let turn = isEarly ? from.y + down : to.y - down
      // To one of several marks of an instant it leans.
      let leans = begins && role == .drop && abs(from.x - to.x) < abs(to.y - from.y)
      way += leans ? [] : [Point(from.x, turn), Point(to.x, turn)]
    }
    // Past the marks of other subscribers, which do not give it their values.
    if let edge = others.map(\.left).min(), let top = others.map(\.top).min(), let low = others.map(\.bottom).max() {
      way += [Point(from.x, top - 9), Point(edge - 5, top + 3), Point(edge - 5, low - 4)]
    }
    way.append(to)
    let fork = fork.flatMap { strip(at: $0.lane) == strip(at: from.x) ? $0 : nil }
    if let fork {
      let turn = max(fork.turn, from.y + 1)
      way = [from, Point(from.x, turn), Point(fork.lane, turn)]
      way.append(Point(fork.lane, to.y))
    }
    var item = Picture.Item(
      parts: zip(way, way.dropFirst()).map { Picture.Part(role: role, shape: .link($0, $1, color: color)) })
    if hasHead {
      let head = Self.head(way[way.count - 2], way[way.count - 1], sheet.isCompact ? 7 : Self.ofHead)
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
    let results = columnsOfResults
    for link in waiting {
      guard let spot = places.events[link.to], let trace = diagram.runs[link.to.run].trace,
        trace.events[link.to.event].instant.nanoseconds == link.instant
      else { continue }
      // A completion has no color, whatever value its timer began with.
      let event = trace.events[link.to.event], isEnd = !event.isValue && !event.kind.isFailure
      // A value that has waited for a scheduler goes to it, and on from there.
      if let hop = event.timer.flatMap({ places.hops[.init(run: link.to.run, event: $0)] }) {
        let color = isEnd ? Coloring.mixed : link.color, role: Picture.Role = isEnd ? .end : .drop
        addLink(
          Point(link.x, link.from), Point(hop.place.x, hop.place.y - hop.half), color, link.instant, hasHead: true,
          [link.to], role: role)
        addLink(
          Point(hop.place.x, hop.place.y + hop.half), Point(spot.place.x, spot.place.y - spot.half), color,
          link.instant, hasHead: true, [link.to], role: role)
        continue
      }
      addLink(
        Point(link.x, link.from), Point(spot.place.x, spot.place.y - spot.half),
        isEnd ? Coloring.mixed : event.isValue ? link.color : Self.failing, link.instant, hasHead: true, [link.to],
        role: isEnd || link.isTimer && event.isValue ? .end : .drop)
    }
    for (number, plan) in strips.plans.enumerated() {
      guard let plan else { continue }
      for (effect, event) in plan.trace.events.enumerated() where plan.isDrawn[event.line] {
        let to = Picture.EventID(run: number, event: effect)
        guard let end = places.events[to] else { continue }
        let now = plan.causes[effect].filter { plan.trace.events[$0].instant == event.instant }
        // A value that another cause was made from has its line to that one.
        for cause in now where !now.contains(where: { $0 != cause && plan.causes[$0].contains(cause) }) {
          let from = Picture.EventID(run: number, event: cause)
          guard let start = places.events[from] else { continue }
          if start.place.y > end.place.y {
            // A failure leads up to the stream that a closure receives.
            if plan.trace.stage(of: effect).isGiven { addGray(start, end, event.instant.nanoseconds, [from, to]) }
            continue
          }
          let isEnd = !event.isValue && !event.kind.isFailure, decides = plan.decides(cause, effect)
          // A value that stands for a completion, or is the signal for one, has its color up to there.
          let color = event.isValue || decides ? start.color : isEnd ? Coloring.mixed : Self.failing
          let role = isEnd ? Picture.Role.end : .drop
          var x = isEnd || start.instant == event.instant.nanoseconds ? start.place.x : end.place.x
          var top = start.place.y + start.half
          // A value goes to its scheduler, and on from there.
          if let hop = event.timer.flatMap({ places.hops[.init(run: number, event: $0)] }), start.place.y < hop.place.y
          {
            let place = Point(hop.place.x, hop.place.y - hop.half)
            addLink(Point(x, top), place, color, event.instant.nanoseconds, hasHead: true, [from, to], role: role)
            (top, x) = (hop.place.y + hop.half, hop.place.x)
          }
          let passed = (results[Self.column(x)]?.between(top, end.place.y) ?? []).filter {
            $0.left < x && x < $0.right && $0.top > top + 1 && $0.bottom < end.place.y - 1
          }
          addLink(
            Point(x, top), Point(end.place.x, end.place.y - end.half), color, event.instant.nanoseconds,
            hasHead: !isEnd || decides || top != start.place.y + start.half, [from, to], role: role,
            beside: isEnd ? [] : passed)
        }
        if now.isEmpty, !waiting.contains(where: { $0.to == to }), let end = plan.endOfStream(before: effect) {
          addResult(of: end, effect, number)
        }
      }
    }
    for start in places.timedStarts {
      guard let end = places.timerEnds[start.timer], let trace = diagram.runs[start.timer.run].trace else { continue }
      let instant = trace.timers[start.timer.event].end?.nanoseconds ?? 0
      addGray(end, Spot(place: start.place, half: Self.dot), instant, [])
    }
    for (number, plan) in strips.plans.enumerated() {
      guard let plan else { continue }
      for (line, own) in plan.trace.subscriptions.enumerated() where !plan.inner.contains(line) && plan.isDrawn[line] {
        var row = RowMoment(run: number, row: plan.trace.stages[own.stage].name, instant: own.start.nanoseconds)
        // A scheduler subscribes.
        // The row of a hot source begins before.
        let known = places.beginnings.first { $0.key.run == number && $0.key.row == row.row }?.value
        let later = known.map { Spot(place: Point(x(row.instant), $0.place.y), half: Self.ofStart) }
        if let hop = own.timer.flatMap({ places.hops[.init(run: number, event: $0)] }),
          let start = places.beginnings[row] ?? later
        {
          // This line has its color, as the rows that it sends have.
          addLink(
            Point(start.place.x, hop.place.y - hop.half), Point(start.place.x, start.place.y + start.half),
            Self.ofScheduler,
            row.instant, hasHead: true, [])
          layers.lines.append(
            Picture.Item(.arrow, .circle(start.place, radius: Self.ofStart, colors: []), at: start.place.x))
          // Its job may have waited.
          let asked = own.timer.map { plan.trace.timers[$0].start.nanoseconds } ?? row.instant
          let bar = own.timer.flatMap { places.timerEnds[.init(run: number, event: $0)] }
          if let result = places.beginnings[RowMoment(run: number, row: "result", instant: asked)] {
            let start = bar.map { Spot(place: Point(result.place.x, $0.place.y), half: $0.half) }
            addGray(result, start ?? hop, asked, [], hasHead: true)
          }
          if let bar { addGray(bar, hop, hop.instant, [], hasHead: true) }
        }
        row.instant = own.end?.nanoseconds ?? 0
        guard own.isCancelled, let trigger = own.endTrigger, !plan.trace.comes(trigger, from: line),
          let place = places.leavings[row]
        else { continue }
        for event in plan.drawn(trigger) where plan.trace.events[event].instant == own.end {
          let id = Picture.EventID(run: number, event: event)
          if let spot = places.events[id] { addGray(spot, place, row.instant, [id]) }
        }
      }
    }
    // The head of a signal would be under the line of a value that leaves at its instant.
    for place in layers.links.indices where layers.links[place].parts[0].role == .end {
      let signal = layers.links[place]
      guard signal.events.count == 1, case .head(let corners, _)? = signal.parts.last?.shape else { continue }
      let isUnder = layers.links.contains { line in
        line.instant == signal.instant && line.parts[0].role == .drop
          && line.parts.contains { part in
            guard case .link(let from, let to, _) = part.shape else { return false }
            return abs(from.x - corners[0].x) < 0.1 && abs(to.x - corners[0].x) < 0.1
              && min(from.y, to.y) < corners[0].y && corners[1].y < max(from.y, to.y)
          }
      }
      if isUnder { layers.links[place].parts.removeLast() }
    }
    // The lines of values are in front of those of ends.
    layers.links = layers.links.filter { $0.parts[0].role == .end } + layers.links.filter { $0.parts[0].role != .end }
  }
  /// Adds the line to a value that was made from those of a group, when that ends.
  private mutating func addResult(of end: Int, _ effect: Int, _ run: Int) {
    let (from, to) = (Picture.EventID(run: run, event: end), Picture.EventID(run: run, event: effect))
    guard let start = places.events[from], let result = places.events[to], start.place.y < result.place.y else {
      return
    }
    addLink(
      Point(start.place.x, start.place.y + start.half), Point(result.place.x, result.place.y - result.half),
      Coloring.mixed, result.instant, hasHead: true, [from, to])
  }
  /// Adds the lines from values to the lane that keeps them until it sends a later one.
  mutating func addKept(in element: Element, _ y: Double, _ height: Double) {
    guard let plan = strips.plans[current.run], let line = element.line else { return }
    var known: Set<Int> = Set(element.causes)
    for effect in plan.index.events[line] {
      for cause in plan.causes[effect] where known.insert(cause).inserted {
        let (event, id) = (plan.trace.events[cause], Picture.EventID(run: current.run, event: cause))
        guard event.isValue, event.instant < plan.trace.events[effect].instant, let spot = places.events[id],
          spot.place.y < y
        else { continue }
        addLink(
          Point(spot.place.x, spot.place.y + spot.half), Point(spot.place.x, y - height / 2 + 2), spot.color,
          event.instant.nanoseconds, hasHead: false, [id])
      }
    }
  }

  /// Adds a thin gray line from a cause to its effect, above or below it.
  private mutating func addGray(
    _ cause: Spot, _ effect: Spot, _ instant: Int64, _ events: [Picture.EventID], hasHead: Bool = false
  ) {
    let side = cause.place.y < effect.place.y ? 1.0 : -1
    addLink(
      Point(cause.instant == instant ? cause.place.x : effect.place.x, cause.place.y + side * cause.half),
      Point(effect.place.x, effect.place.y - side * effect.half), Coloring.mixed, instant, hasHead: hasHead, events,
      role: .end)
  }
  /// The distance of the step of a line from the end below it, where no words are.
  private static let step = 5.0

  /// The color of the lines of failures.
  static let failing = -2

  /// The column of a place: a long picture has as many texts and marks as lines.
  private static func column(_ x: Double) -> Int { Int((x / 32).rounded(.down)) }
  /// The marks of all subscribers but the last, by columns: no line passes behind them.
  private var columnsOfResults: [Int: BoxRows] {
    var results: [Int: BoxRows] = [:]
    for box in places.results.dropLast().joined().map(\.box) {
      for column in Self.column(box.left)...Self.column(box.right) { results[column, default: BoxRows()].add(box) }
    }
    return results
  }

  /// Cuts the lines where they would cross a text, the heading of a box, or the box of an operator that they do not
  /// concern. Pieces of a line between the words of a heading would look like lost values.
  mutating func cutLinks() {
    let boxes = BoxRows(layers.frames.compactMap(\.box))
    let headings = BoxRows(layers.frames.flatMap(\.parts).filter { $0.role == .heading }.map(\.shape.box))
    var texts: [Int: BoxRows] = [:]
    for item in layers.front where item.parts[0].role != .marble {
      for case .text(let text) in item.parts.map(\.shape) {
        let box = text.box.widened(by: 2.5)
        for column in Self.column(box.left)...Self.column(box.right) { texts[column, default: BoxRows()].add(box) }
      }
    }
    let results = columnsOfResults
    for place in layers.links.indices {
      let end = layers.links[place].box?.bottom ?? 0
      let isHidden = layers.links[place].parts.contains { part in
        guard case .link(let from, let to, _) = part.shape else { return false }
        return results[Self.column(to.x)]?.between(from.y, max(from.y, to.y)).contains { box in
          box.left < to.x && to.x < box.right && box.top > from.y + 1 && box.bottom < max(from.y, to.y) - 1
        } ?? false
      }
      var parts = layers.links[place].parts.flatMap { part -> [Picture.Part] in
        guard case .link(let from, let to, let color) = part.shape else { return isHidden ? [] : [part] }
        let (top, bottom) = (min(from.y, to.y), max(from.y, to.y))
        func share(_ y: Double) -> Double { (y - from.y) / (to.y - from.y) }
        let foreign = boxes.between(top, end).filter {
          $0.top > top && $0.bottom < end && $0.left < from.x && from.x < $0.right
        }
        // The box of the effect is the last one that a line passes.
        var taken = foreign.dropLast().filter { $0.bottom < bottom }.map {
          min(share($0.top), share($0.bottom))...max(share($0.top), share($0.bottom))
        }
        for column in Self.column(min(from.x, to.x))...Self.column(max(from.x, to.x)) {
          taken += (texts[column]?.between(top, bottom) ?? []).compactMap { $0.part(from: from, to: to) }
        }
        taken += headings.between(top, bottom).compactMap { $0.part(from: from, to: to) }
        // No subscriber gives another one its value: no line is seen behind the mark of one.
        if isHidden { taken.append(0...1) }
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
      // A line that is seen nowhere, or thin from its start on, keeps its end, and its events.
      if parts.first?.role != role,
        case .link(let first, _, let color) = layers.links[place].parts[0].shape
      {
        parts.insert(Picture.Part(role: role, shape: .link(first, first, color: color)), at: 0)
      }
      layers.links[place].parts = parts
    }
  }
}

extension Trace {
  /// Whether an event comes from one of a subscription.
  fileprivate func comes(_ event: Int, from line: Int) -> Bool {
    events[event].line == line
      || events[event].causes.contains { events[$0].instant == events[event].instant && comes($0, from: line) }
  }
}
