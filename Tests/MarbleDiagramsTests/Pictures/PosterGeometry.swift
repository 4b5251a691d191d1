import Marbles
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleRuns

/// The faults of a poster, by the numbers of its shapes and by the trace of its run.
struct PosterGeometry {
  let diagram: Diagram
  let width: Double
  var picture: Picture
  /// Whether it is the picture of a page, on which the rows can be changed.
  private(set) var isPage = false

  /// - Parameter width: The width; `nil` for the one that the poster needs.
  init(of diagram: Diagram, width: Double? = PosterLayout.width) {
    picture = PosterLayout.picture(of: diagram, width: width)
    (self.diagram, self.width) = (diagram, width ?? picture.width)
  }

  /// The poster of a page, which is as wide as its marbles need.
  init(of diagram: Diagram, in room: PosterLayout.Room) {
    self.diagram = diagram
    picture = PosterLayout.picture(of: diagram, in: room)
    (width, isPage) = (picture.width, room.hasInputs)
  }

  /// A part of a picture with several parts.
  init(_ picture: Picture, of diagram: Diagram, width: Double) {
    (self.picture, self.diagram, self.width) = (picture, diagram, width)
  }

  /// The place of each instant; several values of one instant stand beside each other from there on.
  private var places: [Int64: Double] { Dictionary(picture.moments.map { ($0.instant, $0.x) }) { one, _ in one } }
  private var ends: [Int64: Double] { Dictionary(picture.moments.map { ($0.instant, $0.x) }) { _, other in other } }
  private func boxes(_ role: Picture.Role) -> [Box] {
    picture.items.filter { $0.parts[0].role == role }.compactMap(\.box)
  }
  private var texts: [(string: String, box: Box, size: Double, role: Picture.Role)] {
    picture.items.flatMap { item in
      item.parts.compactMap { part in
        guard case .text(let text) = part.shape else { return nil }
        return (text.string, text.box, text.size, part.role)
      }
    }
  }
  /// Marbles and failures, with their events.
  private var marks: [Picture.Item] { picture.items.filter { [.marble, .failure].contains($0.parts[0].role) } }

  /// The faults; the places of what happened are looked up only where time is in one strip.
  var faults: [String] {
    var faults = paperFaults + textFaults + edgeFaults + overlapFaults + markFaults
    if !picture.isFolded { faults += boxFaults + timeFaults + instantFaults + traceFaults }
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
    let (places, ends, marks, literals) = (places, ends, marks, Lettering(diagram))
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
          if !((places[moment.instant.nanoseconds] ?? 0)...(ends[moment.instant.nanoseconds] ?? 0) + 0.1).contains(x) {
            faults.append("\(mark.text) of \(stream.name) is not at its instant")
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
    for item in picture.items where [.drop, .end, .stub, .stream, .fold].contains(item.parts[0].role) {
      for part in item.parts where part.role != .head {
        for text in texts where text.role != .letter && text.role != .ruler {
          guard let line = part.shape.ends, text.box.widened(by: -1.5).part(from: line.0, to: line.1) != nil else {
            continue
          }
          faults.append("a line of \(part.role) crosses \(text.string)")
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
    let (places, ends) = (places, ends)
    var faults: [String] = []
    for item in picture.items {
      guard let instant = item.instant, let x = places[instant], let end = ends[instant] else { continue }
      // An instant with one value in each row has one place, any other has a column for each value.
      func isThere(_ place: Double) -> Bool {
        abs(place - x) < 0.1 || (x < place && place < end + 60 && x < end)
      }
      switch item.parts[0].shape {
      case .link(let from, let to, _) where item.parts[0].role == .drop:
        if !isThere(from.x) || !isThere(to.x) || (x == end && from.x != to.x) {
          faults.append("a line leaves its time at \(instant): \(from.x), not \(x)")
        }
      case .capsule(let box, _, _) where [.bar, .timer, .lane].contains(item.parts[0].role):
        if !isThere(box.left) { faults.append("a bar does not begin at \(instant)") }
      default: break
      }
      if item.parts[0].role == .marble, let center = item.area?.center.x, center < x - 0.1 || end + 0.1 < center {
        faults.append("\(item.words) is not at \(instant)")
      }
    }
    return faults
  }

  /// An instant has one place: that of a beginning, of a completion, and of the only mark of a row. A completion stands
  /// behind the last of several marks; a row has one sign for its end.
  private var instantFaults: [String] {
    var faults: [String] = []
    let places = places, lanes = boxes(.lane)
    func y(_ item: Picture.Item) -> Double { item.box?.center.y ?? 0 }
    for item in picture.items where !item.isTemplate {
      guard let instant = item.instant, let x = places[instant], let box = item.box else { continue }
      let beside = marks.filter { $0.instant == instant && abs(y($0) - y(item)) < 1 }.compactMap(\.area?.center.x)
      if item.tip?.hasPrefix("subscribes at") == true, abs(box.center.x - x) > 0.1,
        // A stream within a stream begins below the value that it begins with, beside others of its instant.
        !lanes.contains(where: { $0.overlaps(box) && abs($0.left - box.center.x) < 0.1 })
      {
        faults.append("'\(item.words)' is drawn at another time")
      }
      guard item.parts[0].role == .finish else { continue }
      if !beside.contains(where: { abs($0 - box.center.x) < 0.1 }), abs(box.center.x - x) > 0.1 {
        faults.append("'\(item.words)' is neither at its instant nor behind a mark")
      }
      if beside.contains(where: { $0 > box.center.x + 0.1 && $0 < box.center.x + 40 && item.row != "stream" }) {
        faults.append("'\(item.words)' is before a mark of its instant")
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
    var faults: [String] = []
    let (places, ends) = (places, ends)
    /// Whether a place is that of an instant, or among the values that stand beside each other at it.
    func isThere(_ place: Double, _ instant: VirtualInstant) -> Bool {
      guard let x = places[instant.nanoseconds], let end = ends[instant.nanoseconds] else { return false }
      return abs(place - x) < 0.1 || (x < end && x < place && place < end + 60)
    }
    var shown: Set<Picture.EventID> = []
    for item in picture.items where !item.isGhost && ![.drop, .end].contains(item.parts[0].role) {
      shown.formUnion(item.events)
    }
    let (bars, timers, lanes) = (boxes(.bar), boxes(.timer), boxes(.lane))
    let stubs = boxes(.stub).map(\.left)
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace, !trace.isCut, diagram.runs[run].stop == nil else { continue }
      let coloring = Coloring(diagram, Lettering(diagram))
      let plan = PosterPlan(trace, TraceIndex(trace), run: run, of: diagram, coloring, isCompact: true)
      if plan.omitted > 0 || plan.nodes.contains(where: { $0.elements.count > 30 }) { continue }
      for (number, event) in trace.events.enumerated() where plan.isDrawn[event.line] {
        if !shown.contains(Picture.EventID(run: run, event: number)) { faults.append("event \(number) is not drawn") }
      }
      for element in plan.nodes.flatMap(\.elements) where element.kind == .bar && !element.label.isEmpty {
        if element.label != element.to.map({ DurationText.of($0 - element.from) }) {
          faults.append("the label \(element.label) is not the length of its bar")
        }
      }
      func isFolded(_ line: Int?) -> Bool {
        line.map { plan.folded.contains($0) || isFolded(trace.subscriptions[$0].consumer) } ?? false
      }
      for timer in trace.timers
      where timer.waits && timer.end != timer.start && timer.line != nil && !isFolded(timer.line) {
        let hasBar = (bars + timers).contains {
          isThere($0.left, timer.start) && (timer.end == nil || isThere($0.right, timer.end ?? .zero))
        }
        if !hasBar { faults.append("the timer from \(timer.start.nanoseconds) has no bar") }
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
      for loss in trace.losses
      where plan.isDrawn[trace.events[loss.event].line] && plan.isDrawn[loss.line] && !plan.inner.contains(loss.line)
        && !trace.sendsToAnother(loss) && !isFolded(loss.line)
      {
        if !stubs.contains(where: { isThere($0, loss.instant) }) {
          faults.append("the loss of \(loss.event) has no sign")
        }
      }
    }
    return faults
  }
}

extension Trace {
  /// Whether the operator that lost a value has sent it to another subscriber, as `partition` does.
  fileprivate func sendsToAnother(_ loss: Loss) -> Bool {
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
  fileprivate var ends: (Point, Point)? {
    switch self {
    case .line(let from, let to), .link(let from, let to, _): (from, to)
    default: nil
    }
  }
}
