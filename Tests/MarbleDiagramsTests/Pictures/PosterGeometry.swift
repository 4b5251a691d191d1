import Marbles
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleRuns

/// The faults of a poster, by the numbers of its shapes and by the trace of its run.
struct PosterGeometry {
  let diagram: Diagram
  let width: Double
  var picture: Picture { didSet { (places, texts) = Self.measured(picture) } }
  /// Whether it is the picture of a page, on which the rows can be changed.
  private(set) var isPage = false

  /// - Parameter width: The width; `nil` for the one that the poster needs.
  init(of diagram: Diagram, width: Double? = PosterLayout.width) {
    let picture = PosterLayout.picture(of: diagram, width: width)
    self.init(picture, of: diagram, width: width ?? picture.width)
  }

  /// The poster of a page, which is as wide as its marbles need.
  init(of diagram: Diagram, in room: PosterLayout.Room) {
    let picture = PosterLayout.picture(of: diagram, in: room)
    self.init(picture, of: diagram, width: picture.width)
    isPage = room.hasInputs
  }

  /// A part of a picture with several parts.
  init(_ picture: Picture, of diagram: Diagram, width: Double) {
    (self.picture, self.diagram, self.width) = (picture, diagram, width)
    (places, texts) = Self.measured(picture)
  }

  typealias Words = (string: String, box: Box, size: Double, role: Picture.Role)
  /// The place of each instant, and the texts, which are measured once: each fault looks at them.
  private(set) var places: [Int64: Double]
  private var texts: [Words]

  private static func measured(_ picture: Picture) -> ([Int64: Double], [Words]) {
    let texts = picture.items.flatMap { item in
      item.parts.compactMap { part -> Words? in
        guard case .text(let text) = part.shape else { return nil }
        return (text.string, text.box, text.size, part.role)
      }
    }
    return (Dictionary(uniqueKeysWithValues: picture.moments.map { ($0.instant, $0.x) }), texts)
  }
  /// Whether a place is that of an instant, or within the capsule of marks of the instant.
  private func isThere(_ place: Double, _ instant: Int64) -> Bool {
    guard let x = places[instant] else { return false }
    return abs(place - x) < 0.1
      || picture.items.contains {
        $0.parts[0].role == .cluster && $0.instant == instant && $0.box!.left < place && place < $0.box!.right + 0.1
      }
  }
  private func boxes(_ role: Picture.Role) -> [Box] {
    picture.items.filter { $0.parts[0].role == role }.compactMap(\.box)
  }
  /// Marbles and failures, with their events.
  private var marks: [Picture.Item] { picture.items.filter { [.marble, .failure].contains($0.parts[0].role) } }

  /// The faults; the places of what happened are looked up only where time is in one strip.
  var faults: [String] {
    var faults = paperFaults + textFaults + edgeFaults + overlapFaults + markFaults
    if !picture.isFolded { faults += boxFaults + timeFaults + evenFaults + instantFaults + traceFaults }
    return faults
  }

  /// The texts that are shortened, but for the code of strips behind the first, and the faults of the strips.
  var phoneFaults: [String] {
    texts.filter { $0.role != .code && $0.string.hasSuffix("…") }.map { "\($0.string) is shortened" } + stripFaults
  }

  /// The strips of time in which nothing but ends is, what a strip keeps free, and code that is in more than one.
  var stripFaults: [String] {
    guard picture.isFolded else { return [] }
    var faults: [String] = []
    let starts = texts.filter { $0.role == .ruler && $0.string.hasPrefix("from ") }.map(\.box.top).sorted()
    let strips = zip([0] + starts, starts + [picture.height])
    for (top, bottom) in strips {
      let items = picture.items.filter { item in item.box.map { top <= $0.top && $0.top < bottom } ?? false }
      let roles = Set(items.map(\.parts[0].role))
      if roles.isDisjoint(with: [.marble, .failure, .bar, .timer, .lane, .request]) {
        faults.append("nothing from \(top) on")
      }
      let edges = items.flatMap { item -> [(Double, Double)] in
        guard let box = item.box, ![.surface, .drop, .end].contains(item.parts[0].role) else { return [] }
        return item.parts[0].role == .frame ? [(box.top, box.top), (box.bottom, box.bottom)] : [(box.top, box.bottom)]
      }
      var end = edges.map(\.0).min() ?? 0
      for (top, bottom) in edges.sorted(by: { $0 < $1 }) {
        if top > end + 28.5 { faults.append("nothing from \(end) to \(top)") }
        end = max(end, bottom)
      }
    }
    let code = texts.filter { $0.role == .code }
    for line in code where starts.first.map({ line.box.top > $0 }) ?? false && !line.string.contains("…") {
      if line.string.contains("(") && !line.string.contains("()") { faults.append("\(line.string) stands twice") }
    }
    return faults
  }

  /// The rows on which a page puts its handles: each stream of the spec has one, each of its values is where the handle
  /// is, and the rows are apart.
  var rowFaults: [String] {
    var faults: [String] = []
    let (places, marks, literals) = (places, marks, Lettering(diagram))
    for stream in diagram.streams where stream.isDeclared {
      guard let row = picture.rows.first(where: { $0.subject == .source(stream.name, row: stream.subscription ?? 0) })
      else {
        faults.append("\(stream.name) has no row")
        continue
      }
      var number = 0
      for moment in stream.lane.moments {
        for (place, mark) in moment.marks.enumerated() where !mark.kind.isEnd {
          let x = row.places[number + place] ?? places[moment.instant.nanoseconds] ?? -1
          let words = mark.kind.symbol.map { "\(literals.literal(of: $0)) " } ?? ""
          let isThere = marks.contains { item in
            guard let center = item.area?.center, item.tip?.hasPrefix(words) == true else { return false }
            return abs(center.x - x) < 0.1 && abs(center.y - row.y) < 5
          }
          if !isThere { faults.append("\(mark.text) of \(stream.name) is elsewhere") }
        }
        number += moment.marks.count
      }
    }
    let heights = Set(picture.rows.map(\.y)).sorted()
    for (one, other) in zip(heights, heights.dropFirst()) where other - one < 30 {
      faults.append("rows are \(other - one) apart")
    }
    return faults
  }

  /// The width is the one that was asked for, and everything is on the paper.
  private var paperFaults: [String] {
    var faults = picture.width == width ? [] : ["the width is \(picture.width)"]
    let paper = Box(left: 0, top: 0, right: picture.width, bottom: picture.height).widened(by: 0.5)
    for item in picture.items {
      if let box = item.box, !paper.contains(box) { faults.append("\(item.words) is not on the paper") }
    }
    return faults
  }

  private var textFaults: [String] {
    var faults = texts.filter { $0.size < 12 }.map { "\($0.string) is too small" }
    let words = texts.filter { $0.role != .letter && $0.role != .ruler }.map { ($0.string, $0.box.widened(by: -1.5)) }
    for item in picture.items where [.drop, .end, .stub, .stream, .fold].contains(item.parts[0].role) {
      for part in item.parts where part.role != .head {
        guard let line = part.shape.ends else { continue }
        for (string, box) in words where box.part(from: line.0, to: line.1) != nil {
          faults.append("a line of \(part.role) crosses \(string)")
        }
      }
    }
    return faults
  }

  /// Words on the paper, and those of a box within it, each with a distance from the edge.
  private var edgeFaults: [String] {
    let frames = boxes(.frame)
    return texts.flatMap { text in
      let box = text.box, words = "\(text.role) \(text.string)"
      var faults = box.left < 4 || box.right > width - 4 ? ["\(words) is at the edge of the paper"] : []
      for frame in frames where frame.overlaps(box) && frame.top < box.center.y && box.center.y < frame.bottom {
        if box.left < frame.left + 3 || frame.right - 3 < box.right { faults.append("\(words) touches its box") }
      }
      return faults
    }
  }

  var overlapFaults: [String] {
    var faults: [String] = []
    let words = texts.filter { $0.role != .letter }
    for (number, one) in words.enumerated() {
      for other in words.dropFirst(number + 1) where one.box.widened(by: -1).overlaps(other.box.widened(by: -1)) {
        faults.append("\(one.string) lies on \(other.string)")
      }
    }
    let marbles = marks.filter { $0.area != nil && !$0.isGhost }
    for (number, one) in marbles.enumerated() {
      guard let box = one.area?.widened(by: -1) else { continue }
      for other in marbles.dropFirst(number + 1) {
        if let area = other.area, box.overlaps(area.widened(by: -1)) {
          faults.append("\(one.words) lies on \(other.words)")
        }
      }
      for text in words where box.overlaps(text.box.widened(by: -1)) {
        faults.append("\(one.words) lies on \(text.string)")
      }
    }
    return faults
  }

  /// The signs within an operator are within its box.
  private var boxFaults: [String] {
    let frames = boxes(.frame)
    return picture.items.filter { [.failure, .cut, .stub].contains($0.parts[0].role) }.filter { item in
      guard let box = item.box else { return false }
      return frames.contains { $0.top < box.top && box.bottom < $0.bottom && $0.right < box.right }
    }.map { "\($0.words) is right of its box" }
  }

  /// A line from a cause to its effect is upright and at its instant; bars and lanes are within their time.
  var timeFaults: [String] {
    let places = places
    var faults: [String] = []
    for item in picture.items {
      guard let instant = item.instant, let x = places[instant] else { continue }
      switch item.parts[0].shape {
      case .link(let from, let to, _) where item.parts[0].role == .drop:
        if !isThere(from.x, instant) || !isThere(to.x, instant) {
          faults.append("a line leaves its time at \(instant): \(from.x), not \(x)")
        }
      case .capsule(let box, _, _) where [.bar, .timer, .lane].contains(item.parts[0].role):
        if abs(box.left - x) > 0.1 { faults.append("a bar does not begin at \(instant)") }
      default: break
      }
      // The only mark of a row is at its instant, and so is the capsule of several, about with its middle.
      if [.marble, .failure].contains(item.parts[0].role), let area = item.area, abs(area.center.x - x) > 0.1 {
        let isAmong = picture.items.contains {
          guard $0.parts[0].role == .cluster, $0.instant == instant, let box = $0.box else { return false }
          // Rows whose marks are of other widths have the same places.
          return box.contains(area) && abs(box.center.x - x) < 12
        }
        if !isAmong { faults.append("\(item.words) is not at \(instant)") }
      }
    }
    return faults
  }

  /// Equal times have equal lengths, but for those with the sign of a fold or of a bend.
  private var evenFaults: [String] {
    let signs = picture.items.filter {
      [.fold, .bend].contains($0.parts[0].role) || $0.tip?.hasPrefix("silence") == true
    }.compactMap(\.box)
    let pieces = zip(picture.moments, picture.moments.dropFirst()).filter { one, next in
      !signs.contains { one.x < $0.center.x && $0.center.x < next.x }
    }
    func time(_ piece: (Picture.Tick, Picture.Tick)) -> Double { Double(piece.1.instant - piece.0.instant) }
    guard let longest = pieces.max(by: { time($0) < time($1) }) else { return [] }
    let scale = (longest.1.x - longest.0.x) / time(longest)
    return pieces.filter { abs($0.1.x - $0.0.x - scale * time($0)) > 0.2 }.map {
      "from \($0.0.instant) to \($0.1.instant) time is not even"
    }
  }

  /// An instant has one place: that of a beginning, of the marks of a row, and of a completion. A row has one sign for its
  /// end.
  private var instantFaults: [String] {
    var faults: [String] = []
    let places = places
    func y(_ item: Picture.Item) -> Double { item.box?.center.y ?? 0 }
    for item in picture.items where !item.isTemplate {
      guard let instant = item.instant, let x = places[instant], let box = item.box else { continue }
      if item.tip?.hasPrefix("subscribes at") == true, abs(box.center.x - x) > 0.1 {
        faults.append("'\(item.words)' is drawn at another time")
      }
      guard item.parts[0].role == .finish else { continue }
      if abs(box.center.x - x) > 0.1 {
        faults.append("'\(item.words)' is not at its instant")
      }
      for other in picture.items where other.tip?.hasPrefix("cancelled at") == true && !isPage {
        if other.instant == instant, abs(y(other) - y(item)) < 1, item.row != "stream" {
          faults.append("a row has two signs of its end at \(instant)")
        }
      }
    }
    return faults
  }

  /// Each event, timer, subscription and loss of a drawn stream has its place.
  private var traceFaults: [String] {
    // The picture does not tell whether it is a compact one.
    let faults = traceFaults(isCompact: false), others = faults.isEmpty ? [] : traceFaults(isCompact: true)
    return others.count < faults.count ? others : faults
  }
  private func traceFaults(isCompact: Bool) -> [String] {
    var faults: [String] = []
    func isThere(_ place: Double, _ instant: VirtualInstant) -> Bool { self.isThere(place, instant.nanoseconds) }
    var shown: Set<Picture.EventID> = []
    for item in picture.items where !item.isGhost && ![.drop, .end].contains(item.parts[0].role) {
      shown.formUnion(item.events)
    }
    let (bars, timers, lanes) = (boxes(.bar), boxes(.timer), boxes(.lane))
    let stubs = boxes(.stub).map(\.left)
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace, !trace.isCut, diagram.runs[run].stop == nil else { continue }
      let coloring = Coloring(diagram, Lettering(diagram))
      let plan = PosterPlan(trace, TraceIndex(trace), run: run, of: diagram, coloring, isCompact: isCompact)
      if plan.omitted > 0 || plan.nodes.contains(where: { $0.elements.count > 30 }) { continue }
      for (number, event) in trace.events.enumerated() where plan.isDrawn[event.line] {
        if !shown.contains(Picture.EventID(run: run, event: number)) { faults.append("event \(number) is not drawn") }
      }
      for element in plan.nodes.flatMap(\.elements) where element.kind == .bar && !element.label.isEmpty {
        if element.isTotal, trace.stages.contains(where: { $0.firstArgument == element.label }) { continue }
        // A result so far, or the stream that an attempt waits for.
        let answers = trace.events.compactMap { $0.answer.map(PosterLettering.plain) }
        let counts = (0...trace.events.count).map(String.init)
        let sums = trace.stages.contains { $0.accumulates && $0.sums }
        if sums, !element.isTimer, (counts + answers).contains(element.label) { continue }
        let waits = ["waits"] + trace.stages.map { "waits for \($0.name)" }
        if element.isHollow, waits.contains(element.label) { continue }
        let isHeld = element.timer.map { trace.timers[$0].heldUntil != nil } ?? false
        let length = element.to.map { DurationText.of($0 - element.from) }
        if element.label != (isHeld ? "waits" : length ?? "") {
          faults.append("the label \(element.label) is not the length of its bar")
        }
      }
      func isFolded(_ line: Int?) -> Bool {
        line.map { plan.folded.contains($0) || isFolded(trace.subscriptions[$0].consumer) } ?? false
      }
      // A thin gray line leads from a signal to its operator, from a timer to the stream that it begins, and from an event
      // to the cancel of another stream.
      let gray = picture.items.filter { $0.parts[0].role == .end }
      for (number, event) in trace.events.enumerated() where event.isValue && trace.isSignal(number) {
        let consumer = trace.subscriptions[event.line].consumer
        guard plan.isDrawn[event.line], !plan.inner.contains(event.line), !isFolded(consumer) else { continue }
        let lines = picture.items.filter {
          [.drop, .end].contains($0.parts[0].role) && $0.events == [Picture.EventID(run: run, event: number)]
        }
        if lines.isEmpty { faults.append("the signal \(number) has no line") }
        if Set(lines.map(\.parts[0].role)).count > 1 { faults.append("the signal \(number) goes to nothing, too") }
      }
      for line in plan.inner where plan.isDrawn[line] && !isFolded(trace.subscriptions[line].consumer) {
        guard let timer = trace.subscriptions[line].timer, trace.timers[timer].waits,
          !isFolded(trace.timers[timer].line), let x = places[trace.subscriptions[line].start.nanoseconds]
        else { continue }
        if !gray.contains(where: { $0.events.isEmpty && abs(($0.box?.left ?? 0) - x) < 0.1 }) {
          faults.append("the timer of subscription \(line) has no line to it")
        }
      }
      for timer in trace.timers
      where timer.waits && timer.end != timer.start && timer.line != nil && !isFolded(timer.line) {
        // A box of an inner stream that is as long as the timer is its bar.
        let hasBar = (bars + timers + lanes).contains {
          isThere($0.left, timer.start) && (timer.end == nil || isThere($0.right, timer.end ?? .zero))
        }
        if !hasBar { faults.append("the timer from \(timer.start.nanoseconds) has no bar") }
      }
      for lane in plan.nodes.flatMap(\.elements) where lane.label.hasPrefix("#") {
        if lane.hues != [Coloring.mixed] || !lane.causes.isEmpty {
          faults.append("the window \(lane.label) has the color of the value before it")
        }
      }
      for line in plan.inner where plan.isDrawn[line] {
        let own = trace.subscriptions[line]
        let hasLane = lanes.contains {
          isThere($0.left, own.start) && (own.end == nil || isThere($0.right, own.end ?? .zero))
        }
        if !hasLane { faults.append("subscription \(line) has no lane") }
      }
      // Each cancel of a stream that has a row has its sign, also when the stream would have sent nothing more.
      let left = trace.subscriptions.indices.filter { line in
        trace.subscriptions[line].isCancelled && plan.isDrawn[line] && !plan.inner.contains(line)
          && trace.subscriptions[line].key == nil && !trace.stages[trace.subscriptions[line].stage].isGiven
      }
      for (end, lines) in Dictionary(grouping: left, by: { trace.subscriptions[$0].end?.nanoseconds }) {
        // A completion at the same instant, which another subscriber received, is the one sign of the end of its row.
        let signs = picture.items.count {
          $0.instant == end && ($0.tip?.hasPrefix("cancelled at ") == true || $0.parts[0].role == .finish)
        }
        let stages = Set(lines.map { trace.subscriptions[$0].stage }).map { trace.stages[$0].name }.sorted()
        if signs < stages.count { faults.append("\(signs) signs for the cancels of \(stages.joined(separator: ", "))") }
      }
      for kept in trace.kept
      where plan.isDrawn[trace.events[kept.event].line] && plan.isDrawn[kept.line] && !isFolded(kept.line) {
        let start = trace.events[kept.event].instant
        if !plan.inner.contains(kept.line), !bars.contains(where: { isThere($0.left, start) }) {
          faults.append("\(kept.event), which is kept, has no bar")
        }
      }
      faults += trace.subscriptions.indices.filter { plan.isDrawn[$0] && !plan.inner.contains($0) && !isFolded($0) }
        .flatMap { reuseFaults(of: $0, trace, plan, bars) }
      // Each value that an operator does not pass on has its reason in words.
      let said = texts.filter { $0.role == .reason || $0.role == .note }.map(\.string).joined(separator: " ")
      func isSaid(_ reason: String) -> Bool {
        [["a"], ["a", "b"]].contains { names in
          let sentence = PosterLayout.sentence(names, reason)
          return sentence.firstRange(of: ": ").map { said.contains(sentence[$0.upperBound...]) } ?? false
        }
      }
      for miss in trace.misses where plan.isDrawn[miss.line] && !isFolded(miss.line) && !plan.inner.contains(miss.line)
      {
        if !said.contains("had requested") { faults.append("\(miss.text) is missed without words") }
      }
      for loss in trace.losses
      where plan.isDrawn[trace.events[loss.event].line] && plan.isDrawn[loss.line] && !plan.inner.contains(loss.line)
        && !trace.sendsToAnother(loss) && !isFolded(loss.line)
      {
        // A value that an answer is made from goes into the box.
        if loss.kind == .atOnce, trace.stages[trace.subscriptions[loss.line].stage].sums {
          let event = Picture.EventID(run: run, event: loss.event)
          let isUsed = picture.items.contains { $0.events == [event] && $0.parts.contains { $0.role == .head } }
          if !isUsed { faults.append("\(loss.event) has no arrow into its box") }
          continue
        }
        // A value whose own stream was cancelled has the sign of that one.
        let isLeft = plan.nodes.flatMap(\.elements).contains {
          $0.kind == .lane && $0.ending == .left && $0.causes.contains(loss.event) && $0.to == loss.instant.nanoseconds
        }
        if isLeft { continue }
        if !stubs.contains(where: { isThere($0, loss.instant) }) {
          faults.append("the loss of \(loss.event) has no sign")
        }
        if loss.reason != TraceLoss.unknown, !isSaid(plan.named(loss.reason, loss.event, on: loss.line)) {
          faults.append("the loss of \(loss.event) has no words: \(loss.reason)")
        }
      }
    }
    return faults
  }

  /// A value that its operator uses several times has a bar until the next value of its stream comes, or as long as the
  /// operator runs; the last value that is shared is kept as long as somebody may subscribe.
  private func reuseFaults(of line: Int, _ trace: Trace, _ plan: PosterPlan, _ bars: [Box]) -> [String] {
    let own = trace.subscriptions[line], stage = trace.stages[own.stage]
    let isShared = stage.call == "share(replay: 1)"
    guard isShared || ["combineLatest", "withLatestFrom"].contains(stage.name) else { return [] }
    let inputs = plan.index.inputs[line].filter { input in
      plan.isDrawn[input] && !plan.inner.contains(input)
        && (stage.name != "withLatestFrom" || trace.subscriptions[input].stage != stage.receiver)
    }
    return inputs.flatMap { input -> [String] in
      let values = plan.index.events[input].filter { trace.events[$0].isValue }
      return zip(values, values.dropFirst().map { Optional($0) } + [nil]).compactMap { value, next in
        let start = trace.events[value].instant
        let end = next.map { trace.events[$0].instant } ?? (isShared ? nil : own.end)
        let isThere = bars.contains { bar in
          self.isThere(bar.left, start.nanoseconds)
            && (isShared && next == nil
              || end.map { self.isThere(bar.right, $0.nanoseconds) } ?? (bar.right > picture.moments.last!.x - 0.5))
        }
        // A value that is given up at once is not kept.
        return isThere || start == end || trace.events[value].released == start || !trace.events[value].losses.isEmpty
          ? nil : "\(value) has no bar to \(end.map { "\($0.nanoseconds)" } ?? "the end")"
      }
    }
  }
}

extension Trace {
  /// Whether the operator that lost a value has sent it to another subscriber, as `partition` does.
  fileprivate func sendsToAnother(_ loss: TraceLoss) -> Bool {
    let stage = subscriptions[loss.line].stage
    return events.contains {
      $0.line != loss.line && subscriptions[$0.line].stage == stage && $0.causes.contains(loss.event)
    }
  }
}

extension Picture.Item {
  var words: String {
    tip ?? parts.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }.first
      ?? parts[0].role.rawValue
  }
}

extension Picture.Shape {
  var ends: (Point, Point)? {
    switch self {
    case .line(let from, let to), .link(let from, let to, _): (from, to)
    default: nil
    }
  }
}

extension Box {
  /// Whether the interiors of both boxes have a point in common.
  func overlaps(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
  func contains(_ other: Box) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }
}
