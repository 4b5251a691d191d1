import Marbles
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleRuns

extension PosterGeometry {
  /// The faults of marks beside each other and of values that follow from each other.
  var markFaults: [String] {
    signFaults + nameFaults + placeFaults + barFaults + cutFaults + orderFaults + clusterFaults + lineFaults + endFaults
      + colorFaults + tipFaults + rowEndFaults + headFaults + wayFaults
      + besideFaults + clockFaults
  }

  private func items(_ roles: Picture.Role...) -> [Picture.Item] {
    picture.items.filter { roles.contains($0.parts[0].role) }
  }

  /// No line crosses the heading of a box or is slanted, a completion is one stroke, what nobody receives is pale, and
  /// one row has the timers of an operator that follow each other.
  private var signFaults: [String] {
    var faults: [String] = []
    let frames = items(.frame), cuts = items(.cut).filter { $0.tip?.hasPrefix("cancelled at ") == true }
    let headings = frames.flatMap(\.parts).filter { $0.role == .heading }.map { $0.shape.box.widened(by: -1) }
    for item in items(.drop, .end) {
      for case .link(let from, let to, _) in item.parts.map(\.shape) {
        if abs(from.x - to.x) > 0.1, abs(from.y - to.y) > 0.1, !isAside(item) { faults.append("a line is slanted") }
        if headings.contains(where: { $0.part(from: from, to: to) != nil }) {
          faults.append("a line crosses a heading")
        }
      }
    }
    for item in items(.reason) where !item.isFixed && !headings.contains(where: { $0.contains(item.box ?? $0) }) {
      faults.append("\(item.words) is in no heading")
    }
    for item in items(.finish) where item.parts.count != 1 { faults.append("\(item.words) has several strokes") }
    for item in items(.marble, .failure, .finish) where !item.isGhost && !item.isTemplate {
      guard let box = item.box, let instant = item.instant else { continue }
      let isLeft = cuts.contains { cut in
        cut.box.map { abs($0.center.y - box.center.y) < 1 && $0.center.x < box.center.x } == true
          && (cut.instant ?? .max) <= instant
      }
      if item.isUnheard ? !item.events.isEmpty : isLeft && item.events.isEmpty && !picture.isFolded && !isPage {
        faults.append("\(item.words) is \(item.isUnheard ? "" : "not ")pale")
      }
    }
    for frame in frames.compactMap(\.box) where !picture.isFolded {
      let timers = items(.timer).filter { $0.tip?.hasPrefix("the completion waits") != true }.compactMap(\.box).filter {
        $0.height > 6.5 && frame.contains($0)
      }
      let most = timers.map { one in timers.count { $0.left <= one.left && one.left + 0.6 < $0.right } }.max() ?? 0
      let rows = Set(timers.map { Int($0.center.y * 4) }).count
      if rows > most { faults.append("\(rows) rows of timers for \(most) at once") }
    }
    return faults
  }

  /// Whether a line leads to one of several marks of its instant, or past the mark of another subscriber.
  private func isAside(_ line: Picture.Item) -> Bool {
    guard line.parts[0].role == .drop, let effect = line.events.last, let instant = line.instant else { return false }
    let own = items(.marble, .failure).filter { $0.instant == instant && $0.area != nil }
    let place = own.first { $0.events.contains(effect) }?.area?.center
    let isOfSeveral = place.map { place in own.count { abs($0.area!.center.y - place.y) < 1 } > 1 } ?? false
    return isOfSeveral || passes(line)
  }
  /// Whether a line leads past the mark of another subscriber, near to it.
  func passes(_ line: Picture.Item) -> Bool {
    guard let box = line.box, line.events.count == 2 else { return false }
    return items(.marble, .cluster, .failure).contains { mark in
      guard let own = mark.box, mark.area != nil || mark.parts[0].role == .cluster else { return false }
      return box.top < own.center.y && own.center.y < box.bottom && box.left < own.left && own.left < box.right
        && own.left - box.left < 14
    }
  }

  /// The row of each stream has a name at its left, and so has each lane that a value or a source began.
  private var nameFaults: [String] {
    if picture.isFolded { return [] }
    let names = items(.name, .note).filter { $0.isFixed }.compactMap(\.box), lanes = items(.lane).compactMap(\.box)
    return items(.stream).compactMap(\.box).filter { line in
      !lanes.contains { abs($0.center.y - line.center.y) < 1 && $0.overlaps(line.widened(by: 1)) }
        && !names.contains { $0.left < line.left && abs($0.center.y - line.center.y) < 14 }
    }.map { "the row at \($0.top) has no name" }
  }

  /// A letter is within its marble or request, and nothing lies on a request.
  private var placeFaults: [String] {
    var faults: [String] = []
    for item in items(.marble, .request) {
      for case .text(let text) in item.parts.map(\.shape) where item.area?.widened(by: 0.5).contains(text.box) == false
      {
        faults.append("\(text.string) is larger than its place")
      }
    }
    let requests = items(.request), areas = picture.items.filter { $0.area != nil && $0.parts[0].role != .request }
    for (number, one) in requests.enumerated() {
      guard let box = one.area?.widened(by: -1) else { continue }
      // On a page each request has a handle, and those of neighboring frames may touch.
      for other in (isPage ? [] : requests.dropFirst(number + 1)) + areas
      where other.area?.widened(by: -1).overlaps(box) == true {
        faults.append("\(one.words) lies on \(other.words)")
      }
    }
    return faults
  }

  /// The bar of a completion touches no text, no other bar, and a marble of its instant at most.
  private var barFaults: [String] {
    let bars = items(.finish).map { ($0, $0.parts[0].shape.box.widened(by: 1)) }
    let others = picture.items.filter { $0.area != nil && $0.parts[0].role != .ruler }
    return bars.enumerated().flatMap { number, bar in
      bars.dropFirst(number + 1).filter { $0.1.overlaps(bar.1) }.map { "\(bar.0.words) runs into \($0.0.words)" }
        + others.filter { $0.area?.overlaps(bar.1) == true && $0.instant != bar.0.instant }
        .map { "\(bar.0.words) runs into \($0.words)" }
    }
  }

  /// The sign of a cancel is at its instant: it is near the right side of the marks of its instant, and before a
  /// completion of its row. Nothing is in front of it, and it touches no other mark.
  private var cutFaults: [String] {
    let marks = items(.marble, .failure).filter { $0.area != nil }
    let ends = items(.finish)
    return picture.items.indices.filter { picture.items[$0].parts[0].role == .cut }.flatMap { number -> [String] in
      let cut = picture.items[number]
      guard let whole = cut.box else { return [] }
      let box = whole.widened(by: -3.6), place = box.center
      func isOn(_ box: Box?) -> Bool { box.map { abs($0.center.y - place.y) < 1 } ?? false }
      let own = marks.filter { $0.instant == cut.instant && isOn($0.area) && $0.parts[0].role == .marble }
      let others = marks.filter { $0.instant != cut.instant && $0.area!.overlaps(box) }
      let onEnd = ends.contains { isOn($0.box) && $0.box!.overlaps(box) }
      // A cancel is left of an end, which nobody receives then.
      let hasEnd = (ends + marks).contains { $0.instant == cut.instant && isOn($0.box) && $0.parts[0].role != .marble }
      let edge = own.map(\.area!.right).max().map { $0 + (own.count > 1 ? PosterLayout.ofCapsule : 0) }
      let home = edge.map { $0 + 4.75 } ?? cut.instant.flatMap { hasEnd ? nil : places[$0] }
      let isAside = home.map { !picture.isFolded && abs(place.x - $0) > (edge == nil ? 0.6 : 1.85) } ?? false
      let isHidden = picture.items.dropFirst(number).contains { item in
        let isFilled = [.frame, .bar, .timer, .lane, .finish].contains(item.parts[0].role)
        let area = item.parts[0].role == .marble ? item.area?.widened(by: -3) : isFilled ? item.box : nil
        return cut.parts.contains { part in part.shape.ends.map { area?.part(from: $0.0, to: $0.1) != nil } ?? false }
      }
      return (others.isEmpty ? [] : ["\(cut.words) lies on a marble"])
        + (isAside ? ["\(cut.words) is beside its place"] : [])
        + (isHidden ? ["\(cut.words) is hidden"] : [])
        + (onEnd ? ["\(cut.words) lies on a completion"] : [])
    }
  }

  /// The line to a completion has no color: what a timer began with does not arrive there.
  private var headFaults: [String] {
    items(.drop).compactMap { item -> String? in
      guard !picture.isFolded, case .link(_, _, let color) = item.parts[0].shape, let last = item.events.last,
        let event = diagram.runs[last.run].trace?.events[last.event]
      else { return nil }
      return color < 0 || event.isValue || event.kind.isFailure ? nil : "a line in a color leads to \(last.event)"
    }
  }

  /// A line to a subscriber does not go back, no head is under the line of a value, and the time of a capsule of a result is
  /// below it.
  private var wayFaults: [String] {
    if picture.isFolded { return [] }
    var faults: [String] = []
    let results = picture.rows.filter { if case .result = $0.subject { true } else { false } }.map(\.y)
    func isResult(_ y: Double) -> Bool { results.contains { abs($0 - y) < 1 } }
    for item in items(.drop) {
      guard let last = item.events.last, let trace = diagram.runs[last.run].trace,
        trace.subscriptions[trace.events[last.event].line].consumer == nil
      else { continue }
      let ways = item.parts.compactMap(\.shape.ends), xs = ways.flatMap { [$0.0.x, $0.1.x] }
      let isBack = xs != xs.sorted() && xs != xs.sorted(by: >) && !passes(item)
      if isBack { faults.append("a line to \(last.event) goes back") }
    }
    let lines = items(.drop)
    for item in items(.end) where item.events.count == 1 {
      guard case .head(let corners, _)? = item.parts.first(where: { $0.role == .head })?.shape else { continue }
      let isUnder = lines.contains { line in
        line.parts.contains { part in
          guard part.role == .drop, let (from, to) = part.shape.ends else { return false }
          return abs(from.x - corners[0].x) < 0.1 && abs(to.x - from.x) < 0.1 && min(from.y, to.y) < corners[0].y
            && corners[1].y < max(from.y, to.y)
        }
      }
      if isUnder { faults.append("a head is under the line of a value") }
    }
    let words = items(.note)
    // Beside each other only the first ones have room for words.
    let capsules = items(.cluster).filter { isResult($0.box?.center.y ?? 0) }
    for (number, capsule) in capsules.enumerated() {
      let box = capsule.box!
      if capsules[..<number].contains(where: { abs($0.box!.center.y - box.center.y) < 1 }) { continue }
      let own = words.filter { $0.instant == capsule.instant && $0.words.contains(" at ") }
      let isSaid = own.contains { $0.box.map { $0.top > box.bottom - 4 } ?? false }
      if !isSaid { faults.append("a capsule does not say its instant") }
    }
    return faults
  }

  /// The lines of values that are used at one instant are beside each other; each subscriber that begins has the dot of it.
  private var besideFaults: [String] {
    if picture.isFolded { return [] }
    var faults: [String] = [], uses: [Int64: [(Box, Picture.EventID)]] = [:]
    for item in items(.drop) where item.events.count == 1 && item.parts.contains(where: { $0.role == .head }) {
      guard let id = item.events.last, let trace = diagram.runs[id.run].trace, let instant = item.instant,
        let head = item.parts.first(where: { $0.role == .head })?.shape.box
      else { continue }
      let isEffect = marks.contains { mark in
        mark.events.contains(id) && mark.area.map { abs($0.top - head.bottom) < 20 && $0.top > head.center.y } == true
      }
      if !isEffect, let next = trace.subscriptions[trace.events[id.event].line].consumer,
        trace.stages[trace.subscriptions[next].stage].sums
      {
        uses[instant, default: []].append((head, id))
      }
    }
    for uses in uses.values {
      for (number, one) in uses.enumerated() {
        let isOn = uses.dropFirst(number + 1).contains {
          $0.1.run == one.1.run && abs($0.0.center.x - one.0.center.x) < 3 && abs($0.0.center.y - one.0.center.y) < 40
        }
        if isOn { faults.append("the use of \(one.1.event) lies on another one") }
      }
    }
    for subscriber in diagram.runs.flatMap(\.subscribers) {
      guard let start = subscriber.from?.instant(of: .subscribe) else { continue }
      let words = "subscribes at \(DurationText.inWords(start))"
      if !picture.items.contains(where: { $0.tip == words }) { faults.append("nobody \(words)") }
    }
    return faults
  }
  private var marks: [Picture.Item] { items(.marble, .failure).filter { $0.area != nil } }

  /// A value that waits for a busy scheduler has a bar as long as it waits, and then the sign of its job: several jobs of one
  /// instant are beside each other.
  private var busyFaults: [String] {
    var faults: [String] = []
    let jobs = items(.hop).filter { if case .box = $0.parts[0].shape { true } else { false } }
    let bars = items(.bar, .timer).compactMap { item in item.box.map { (left: $0.left, right: $0.right, item.instant) }
    }
    for trace in diagram.runs.compactMap(\.trace) where diagram.title == nil {
      let held = trace.timers.filter { timer in
        timer.ending == .fired && timer.heldUntil != nil
          && timer.line.map { trace.stages[trace.subscriptions[$0].stage].call.contains("(on: ") } == true
      }
      for timer in held {
        guard let end = timer.end, let from = places[timer.start.nanoseconds], let to = places[end.nanoseconds] else {
          continue
        }
        // Its end is that of its instant, or above the mark that it leads to.
        if !bars.contains(where: { abs($0.left - from) < 0.1 && $0.right > to - 0.1 }) {
          faults.append("a job waits from \(timer.start.nanoseconds) without a bar")
        }
        let count = held.count { $0.end == end }
        if Set(jobs.filter { $0.instant == end.nanoseconds }.compactMap(\.box)).count < count {
          faults.append("\(count) jobs at \(end.nanoseconds) have fewer signs")
        }
      }
      for period in held.isEmpty ? [] : diagram.busy?.periods ?? [] {
        let start = period.lowerBound.nanoseconds
        if let x = places[start], x < (picture.moments.last?.x ?? 0),
          !bars.contains(where: { abs($0.left - x) < 0.1 && $0.2 == start })
        {
          faults.append("the scheduler is not busy at \(start)")
        }
      }
    }
    return faults
  }

  /// A timer of a closure of whose value only the instant matters has a bar and no marble, a stream that finishes at once
  /// says that it is empty, and a scheduler is there from 0 to the last instant.
  private var clockFaults: [String] {
    if picture.isFolded { return [] }
    var faults: [String] = []
    let bars = items(.timer, .bar).compactMap(\.box)
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      let all = trace.events.filter { trace.events.indices.contains($0.line) }
      for (number, event) in trace.events.enumerated() where event.isValue {
        let own = trace.subscriptions[event.line], stage = trace.stages[own.stage]
        guard stage.call.hasPrefix("timer(after: "), !stage.call.contains("every"), own.consumer != nil,
          own.start < event.instant,
          !all.contains(where: { $0.isValue && $0.causes.contains(number) })
        else { continue }
        let id = Picture.EventID(run: run, event: number)
        if marks.contains(where: { $0.events.contains(id) }) { faults.append("the timer of \(number) is a marble") }
        guard let start = places[own.start.nanoseconds], let end = places[event.instant.nanoseconds],
          diagram.title == nil
        else { continue }
        if !bars.contains(where: { abs($0.left - start) < 0.1 && $0.right > end - 0.1 }) {
          faults.append("the timer of \(number) has no bar")
        }
      }
    }
    faults += busyFaults
    let zero = places[0] ?? 0, last = picture.moments.last?.x ?? 0
    for band in items(.lane) where !band.parts.contains(where: { $0.role != .lane }) {
      guard case .capsule(let box, _, [PosterLayout.ofScheduler]) = band.parts[0].shape, band.isFixed else { continue }
      if box.left < zero - 0.1 || box.right > width { faults.append("the scheduler is there before time 0") }
      if band.instant == nil, band.home == nil, box.right > last + 0.1 {
        faults.append("the scheduler is there after the end")
      }
    }
    let empty = items(.lane).filter { lane in
      guard let box = lane.box, box.width < 0.1, !lane.isFixed else { return false }
      return !marks.contains { $0.instant == lane.instant && abs($0.area!.center.y - box.center.y) < 2 }
        && items(.finish).contains { $0.row == "stream" && $0.box!.overlaps(box.widened(by: 1)) }
    }
    let said = items(.label).count { $0.words.hasSuffix("empty") }
    if said < empty.count { faults.append("\(empty.count) streams are empty, and \(said) say so") }
    return faults
  }

  /// Nothing is left of time 0, and no mark right of the end of its row; several marks of an instant have it in their middle.
  private var rowEndFaults: [String] {
    if picture.isFolded { return [] }
    let zero = places[0] ?? -.infinity, marks = items(.marble).filter { $0.area != nil }
    return items(.marble, .failure, .finish).flatMap { item -> [String] in
      guard let place = item.area?.center ?? item.box?.center else { return [] }
      let own = marks.filter { $0.instant == item.instant && abs($0.area!.center.y - place.y) < 1 }
      let middle = own.first.map { own.dropFirst().reduce($0.area!) { $0.union($1.area!) }.center.x } ?? place.x
      // Rows whose marks are of other widths have the same places.
      let reach = own.count > 1 ? 12 : 0.1, isEarly = middle < zero - reach
      let isLate = item.parts[0].role == .finish && middle > place.x + reach
      return (isLate ? ["\(own[0].words) is right of '\(item.words)'"] : [])
        + (isEarly ? ["\(item.words) is left of time 0"] : [])
    }
  }

  /// A value is below its causes of its instant, and the values of one row and one instant are beside each other in the
  /// order in which they were sent.
  private var orderFaults: [String] {
    if picture.isFolded { return [] }
    var places: [Picture.EventID: Point] = [:]
    for item in items(.marble) where !item.isGhost {
      guard let center = item.area?.center else { continue }
      for event in item.events where places[event].map({ center.y < $0.y }) ?? true { places[event] = center }
    }
    var faults: [String] = []
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      func place(_ event: Int) -> Point? { places[Picture.EventID(run: run, event: event)] }
      var last: [Int: Int] = [:]
      for (number, event) in trace.events.enumerated() where event.isValue {
        guard let own = place(number) else { continue }
        if trace.stage(of: number).kind != .source {
          for cause in event.causes where trace.events[cause].instant == event.instant && trace.events[cause].isValue {
            guard let above = place(cause) else { continue }
            if above.y >= own.y { faults.append("\(number) is above its cause \(cause)") }
          }
        }
        if let before = last[event.line], trace.events[before].instant == event.instant, let other = place(before) {
          if abs(other.y - own.y) > 0.1 { faults.append("\(number) is not beside \(before) of its instant") }
          if other.x >= own.x { faults.append("\(number) is left of \(before), which was sent before it") }
        }
        last[event.line] = number
      }
    }
    return faults
  }

  /// The values of a row at one instant are in one capsule, in which no other value is.
  private var clusterFaults: [String] {
    if picture.isFolded { return [] }
    let capsules = items(.cluster).compactMap { item in item.box.map { (box: $0, instant: item.instant) } }
    var faults: [String] = []
    let marks = items(.marble, .failure).filter { $0.area != nil && !$0.isTemplate }
    let rows = Dictionary(grouping: marks) { "\($0.instant ?? 0) \(Int($0.area!.center.y * 10))" }
    for row in rows.values where row.count > 1 {
      let own = row[0].area!, all = row.dropFirst().reduce(own) { $0.union($1.area!) }
      let lanes = items(.lane).compactMap(\.box).count { $0.overlaps(all) }
      let capsule = all.widened(by: PosterLayout.ofCapsule)
      if lanes < 2,
        !capsules.contains(where: { abs($0.box.left - capsule.left) + abs($0.box.right - capsule.right) < 0.1 })
      {
        faults.append("\(row[0].words) has no capsule")
      }
    }
    for (box, instant) in capsules {
      for mark in marks where mark.area!.overlaps(box.widened(by: -1)) && mark.instant != instant {
        faults.append("\(mark.words) is in the capsule of another instant")
      }
    }
    return faults
  }

  /// Whether a mark stands at the instant of an event: a source that is drawn once may have been played later, too.
  private func isThen(_ event: Picture.EventID, _ mark: Picture.Item) -> Bool {
    diagram.runs[event.run].trace?.events[event.event].instant.nanoseconds == mark.instant
  }

  /// A line leads to each value from each value of its instant that it comes from, in the color of that one.
  private var lineFaults: [String] {
    if picture.isFolded { return [] }
    var places: [Picture.EventID: Double] = [:]
    for item in items(.marble) where !item.isGhost {
      guard case .capsule(let box, _, _) = item.parts[0].shape else { continue }
      for event in item.events where places[event] == nil && isThen(event, item) { places[event] = box.center.y }
    }
    let lines = items(.drop).map { Set($0.events) }
    var faults: [String] = []
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      for (number, event) in trace.events.enumerated() where event.isValue {
        let effect = Picture.EventID(run: run, event: number)
        guard let own = places[effect] else { continue }
        for cause in event.causes.map({ Picture.EventID(run: run, event: $0) })
        where trace.events[cause.event].instant == event.instant && trace.events[cause.event].isValue {
          guard let above = places[cause], above < own else { continue }
          // Another cause has the line of this one.
          let isFurther = event.causes.contains { trace.events[$0].causes.contains(cause.event) }
          if !isFurther, !lines.contains([cause, effect]) {
            faults.append("\(number) has no line from \(cause.event)")
          }
        }
      }
    }
    return faults
  }

  /// A thin line leads from each signal into its operator, in its color, and a gray one to each end from the event of its instant that caused it, upright or with a step.
  private var endFaults: [String] {
    if picture.isFolded { return [] }
    var places: [Picture.EventID: Point] = [:]
    for item in items(.marble, .finish, .failure) where !item.isGhost {
      guard let place = item.parts[0].role == .finish ? item.parts[0].shape.box.center : item.area?.center else {
        continue
      }
      for event in item.events where places[event] == nil && isThen(event, item) { places[event] = place }
    }
    let lines = items(.end, .drop).map { (role: $0.parts[0].role, events: Set($0.events)) }
    var faults: [String] = []
    for item in items(.end) {
      for case .link(let from, let to, let color) in item.parts.map(\.shape) {
        // A value that stands for an end, or is the signal for it, has its color.
        let isOfValue = item.events.first.map { diagram.runs[$0.run].trace?.events[$0.event].isValue == true } ?? false
        let isFree = item.events.count == 1 || isOfValue
        if color != Coloring.mixed, !isFree { faults.append("the line of an end has a color") }
        if abs(from.x - to.x) > 0.1 && abs(from.y - to.y) > 0.1 { faults.append("the line of an end is slanted") }
      }
      let ends = item.events.compactMap { places[$0]?.x }
      guard case .link(let from, _, _) = item.parts[0].shape, case .link(_, let to, _)? = item.parts.last?.shape else {
        continue
      }
      for (end, place) in zip(ends, [from.x, to.x]) where ends.count == 2 && abs(end - place) > 0.6 {
        faults.append("the line of an end is beside it: \(place), not \(end)")
      }
    }
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      for (number, event) in trace.events.enumerated() where !event.isValue {
        let effect = Picture.EventID(run: run, event: number)
        guard let own = places[effect] else { continue }
        for cause in event.causes where trace.events[cause].instant == event.instant {
          let from = Picture.EventID(run: run, event: cause)
          guard let above = places[from], above.y < own.y else { continue }
          let isFailure = event.kind.isFailure
          if !lines.contains(where: { $0.role == (isFailure ? .drop : .end) && $0.events == [from, effect] }) {
            faults.append("the end \(number) has no line from \(cause)")
          }
        }
      }
    }
    return faults
  }

  /// A value has the same colors wherever it is drawn, and an operator that only passes it on keeps them.
  private var colorFaults: [String] {
    var colors: [Picture.EventID: [Int]] = [:]
    var faults: [String] = []
    for item in items(.marble) {
      guard case .capsule(_, _, let own) = item.parts[0].shape else { continue }
      for event in item.events {
        if let known = colors[event], known != own { faults.append("\(event.text) has the colors \(known) and \(own)") }
        colors[event] = own
      }
    }
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      for (number, event) in (trace?.events ?? []).enumerated() where event.isValue && event.causes.count == 1 {
        let cause = event.causes[0]
        guard let trace, trace.events[cause].isValue, trace.stage(of: number).kind != .source,
          let own = colors[Picture.EventID(run: run, event: number)],
          let old = colors[Picture.EventID(run: run, event: cause)], own != old,
          !trace.stage(of: number).sums || own != [Coloring.mixed]
        else { continue }
        faults.append("\(number) has the colors \(own), and its cause \(cause) has \(old)")
      }
    }
    return faults
  }

  /// Each marble, completion and cross on a row has words with its instant for a reader who sees neither shapes nor
  /// colors, a lost one with its reason; and no marble is known by its color alone.
  private var tipFaults: [String] {
    items(.marble, .failure, .finish).flatMap { item -> [String] in
      guard !item.isTemplate, let instant = item.instant, !item.row.isEmpty else { return [] }
      let time = " at \(DurationText.inWords(instant))"
      var faults: [String] = []
      if item.tip?.contains(time) != true { faults.append("\(item.words) does not say when") }
      if item.isGhost, item.tip?.contains(time + ": ") != true { faults.append("\(item.words) does not say why") }
      let letters = item.parts.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
      if item.parts[0].role == .marble, letters.joined().isEmpty, item.tip?.hasPrefix("a stream") != true {
        faults.append("\(item.words) has no letter")
      }
      return faults
    }
  }
}
