import MarbleRuns
import Marbles
import VirtualTime

extension PosterLayout {
  typealias Element = PosterPlan.Element

  /// An element with its range on the page, and its track.
  struct Placed {
    var element: Element
    var left: Double
    var right: Double
    var start: Double
    var end: Double
    var track = 0
    /// Whether the words are right of the end, and the words that fit.
    var isRight = true
    var words = ""
    /// The place of the sign of its end: right of a marble of its instant.
    var sign = 0.0
    /// Words without room beside it.
    var caption = ""
  }

  private struct Track {
    var isLane: Bool
    var input: Int?
    var height: Double
    var taken: [(Double, Double)] = []
    var y = 0.0
    var isBesideCode = false
  }

  private static let barHeight = 18.0
  private static let thin = 7.0
  private static let manyTracks = 5
  /// The radius of the start of a subscription within a box.
  private static let dot = 4.0

  mutating func addBox(_ code: [String], _ elements: [Element]) {
    let isGroup = code.isEmpty
    if !isGroup { cursor += isCompact ? 2 : 4 }
    let top = cursor
    let columns = CodeText.columns(in: page - Self.margin - 24, size: Self.codeSize)
    let shown = code.flatMap { CodeText.broken($0, columns: columns) }
    let codeRight = (shown.map { TextMetrics.monoWidth($0, size: Self.codeSize) }.max() ?? 0) + Self.margin + 20
    // In strips of time each has a line for the names of the operators.
    let beside = shown.count == 1 && !isFolded ? codeRight : nil
    var (placed, tracks) = packed(elements, beside: beside, bar: Self.barHeight)
    let isThin = tracks.count { !$0.isLane } > (isCompact && elements.allSatisfy(\.label.isEmpty) ? 2 : Self.manyTracks)
    if isThin { (placed, tracks) = packed(elements, beside: beside, bar: Self.thin) }
    var y = top + (isGroup ? 0 : 6 + Double(shown.count) * codeLine)
    for number in tracks.indices {
      if tracks[number].isBesideCode {
        tracks[number].y = top + 6 + codeLine / 2
      } else {
        tracks[number].y = y + 2 + tracks[number].height / 2
        y += tracks[number].height + (isThin && !tracks[number].isLane ? 2 : 4)
      }
      addCaptions(placed.filter { $0.track == number }, &y)
    }
    let bottom = y + (isGroup ? 0 : placed.isEmpty ? 5 : isCompact ? 4 : 6)
    if !isGroup {
      let box = Box(left: Self.margin, top: top, right: page, bottom: bottom)
      addFrame(box, shown)
      if isFolded { shortNames += lines([CodeText.short(code, columns: columns)], in: box) }
    }
    for one in placed {
      let isBar = isThin && one.element.kind != .lane
      draw(one, tracks[one.track].y, isBar ? Self.thin : tracks[one.track].height, isThin: isThin)
    }
    cursor = bottom + (isGroup || isCompact ? 2 : 4)
  }

  // MARK: Tracks

  /// Gives each element a track in which it touches no other one.
  private func packed(_ elements: [Element], beside code: Double?, bar: Double) -> ([Placed], [Track]) {
    var tracks: [Track] = []
    if let code {
      tracks.append(Track(isLane: false, input: nil, height: bar, taken: [(-.infinity, code)], isBesideCode: true))
    }
    let laneHalf = elements.compactMap { $0.row.map(half) }.max() ?? 0
    var all: [Placed] = []
    for element in elements {
      var one = placed(element)
      let isLane = element.kind == .lane
      let free = tracks.firstIndex { track in
        track.isLane == isLane && (track.input == nil || track.input == element.input)
          && !track.taken.contains { $0.0 < one.right + 3 && one.left < $0.1 + 3 }
      }
      one.track = free ?? tracks.count
      if free == nil {
        tracks.append(Track(isLane: isLane, input: element.input, height: isLane ? 2 * laneHalf + 6 : bar))
      }
      tracks[one.track].taken.append((one.left, one.right))
      // Words need more than a thin bar.
      if !one.words.isEmpty { tracks[one.track].height = max(tracks[one.track].height, Self.small) }
      all.append(one)
    }
    return (all, tracks)
  }

  /// Returns an element with its signs, and without its words.
  func marked(_ element: Element) -> Placed {
    let start = element.waiting == nil ? x(element.start, element.from) : x(element.turn, element.from)
    let end = max(start, element.to.map { x(element.stop, $0) } ?? axis.right)
    var one = Placed(element: element, left: start, right: end, start: start, end: end, sign: end)
    if let wait = element.waiting { one.left = x(element.start, wait) }
    if let beats = element.row?.beats {
      for beat in beats {
        let cluster = cluster(of: beat)
        (one.left, one.right) = (min(one.left, cluster.left), max(one.right, cluster.right))
      }
      // A completion is right of a marble of its instant.
      if element.ending == .finished, let last = beats.last, !last.stack.isEmpty {
        one.right = max(one.right + 7, cluster(of: last).finish ?? 0)
      }
      if element.ending == .left, let last = beats.last, last.instant == element.to {
        one.sign = max(end, cluster(of: last).right) + 8
      }
    }
    if [.left, .failed].contains(element.ending) { one.right = max(one.right, one.sign + 9) }
    if element.ending == .lost { one.right = end + Self.stub }
    if element.kind == .drop { one.left = start - 9 }
    if element.kind == .lane, !element.label.isEmpty {
      one.left -= TextMetrics.width(element.label, size: Self.small, isBold: true) + 6
    }
    return one
  }

  private func placed(_ element: Element) -> Placed {
    var one = marked(element)
    var words = element.reason
    if element.ending == .failed, let last = element.row?.beats.last?.signs.last, case .failure(let text) = last.kind {
      words = lettering.base.label(ofFailure: text) ?? ""
    }
    if words.isEmpty { return one }
    let width = TextMetrics.width(words, size: Self.small)
    let paper = paper(at: one.sign)
    let (after, before) = (paper.right - 8 - one.right - 5, one.left - 5 - paper.left - 8)
    // Words left of a lane would be read as those of its beginning.
    one.isRight = width <= after || after >= before || element.kind == .lane
    let room = one.isRight ? after : before
    if width > room {
      one.caption = words
      return one
    }
    one.words = words
    let taken = TextMetrics.width(one.words, size: Self.small) + 5
    if one.isRight { one.right += taken } else { one.left -= taken }
    return one
  }

  // MARK: Elements

  private mutating func draw(_ one: Placed, _ y: Double, _ height: Double, isThin: Bool) {
    let element = one.element
    switch element.kind {
    case .bar: drawBar(one, y, height, isThin: isThin)
    case .lane: drawLane(one, y, height)
    case .drop: break
    }
    if let parts = signs(of: one, y, height, isThin: isThin) {
      var item = Picture.Item(parts: parts, tip: element.reason.isEmpty ? nil : element.reason)
      (item.instant, item.home) = (element.to ?? element.from, one.end)
      front.append(item)
    }
    if !one.words.isEmpty {
      let width = TextMetrics.width(one.words, size: Self.small)
      let place = Point(one.isRight ? one.right - width : one.left + width, y)
      let text = Picture.Text.middle(one.words, at: place, size: Self.small, anchor: one.isRight ? .start : .end)
      var item = Picture.Item(element.ending == .failed ? .warning : .note, .text(text), at: one.end)
      item.instant = element.to ?? element.from
      front.append(item)
    }
    addCauses(of: element, element.waiting.map { x(element.start, $0) } ?? one.start, y, height)
    for effect in element.effects {
      waiting.append(
        CauseLine(
          x: one.end, from: y, to: Picture.EventID(run: run, event: effect), color: element.hues[0],
          instant: element.to ?? element.from)
      )
    }
  }

  /// Adds the words without room beside their ends below their track, as near to their places as possible, on several
  /// lines if one is too short for them.
  private mutating func addCaptions(_ all: [Placed], _ y: inout Double) {
    let (limit, pitch) = (page - Self.margin - 16, isCompact ? 13.0 : 15)
    var lines: [[(strip: Int, left: Double, right: Double)]] = []
    for one in all where !one.caption.isEmpty {
      let words = TextMetrics.paragraph(one.caption, width: limit, lines: .max, size: Self.small)
      let width = words.map { TextMetrics.width($0, size: Self.small) }.max() ?? 0
      let (paper, strip) = (paper(at: one.end), strip(at: one.end))
      let left = max(paper.left + 8, min(one.sign - 6, paper.right - 8 - width))
      var first = 0
      while lines.dropFirst(first).prefix(words.count).contains(where: {
        $0.contains { $0.strip == strip && $0.left < left + width + 8 && left < $0.right + 8 }
      }) {
        first += 1
      }
      while lines.count < first + words.count { lines.append([]) }
      for (number, line) in words.enumerated() {
        lines[first + number].append((strip, left, left + width))
        let place = Point(left, y + pitch - 5 + pitch * Double(first + number))
        let isWhole = !line.hasSuffix("…") || one.caption.hasSuffix(line)
        var item = Picture.Item(
          one.element.ending == .failed ? .warning : .note,
          .text(.middle(line, at: place, size: Self.small, anchor: .start)),
          tip: isWhole ? nil : one.caption, at: one.end)
        item.instant = one.element.to ?? one.element.from
        front.append(item)
      }
    }
    y += pitch * Double(lines.count)
  }

  private mutating func drawBar(_ one: Placed, _ y: Double, _ height: Double, isThin: Bool) {
    let element = one.element
    let box = Box(left: one.start, top: y - height / 2, right: one.end, bottom: y + height / 2)
    // A timer is hollow, unlike a value that waits.
    let role = element.isTimer ? Picture.Role.timer : .bar
    var item = Picture.Item(role, .capsule(box, corner: isThin ? 2 : 4, colors: [element.hues[0]]))
    item.instant = element.from
    item.tip =
      "from \(DurationText.inWords(element.from))" + (element.to.map { " to \(DurationText.inWords($0))" } ?? "")
    bars.append(item)
    // The sign of a cancel at its end does not stand on the label.
    let piece = widestPiece(box.left, box.right - (element.ending == .left ? 8 : 0))
    guard !isThin, !element.label.isEmpty,
      TextMetrics.width(element.label, size: Self.small) + 6 <= piece.right - piece.left
    else {
      return
    }
    let middle = (piece.left + piece.right) / 2
    let words = Picture.Text.middle(element.label, at: Point(middle, y), size: Self.small)
    var text = Picture.Item(element.isTimer ? .label : .letter, .text(words), at: middle)
    (text.instant, text.area) = (element.from, nil)
    front.append(text)
  }

  private mutating func drawLane(_ one: Placed, _ y: Double, _ height: Double) {
    let element = one.element
    let box = Box(left: one.start, top: y - height / 2 + 2, right: one.end, bottom: y + height / 2 - 2)
    var item = Picture.Item(.lane, .capsule(box, corner: 4, colors: [element.hues[0]]))
    item.instant = element.from
    bars.append(item)
    for wait in element.waits {
      let bar = Box(
        left: max(one.start, x(wait.from)), top: box.bottom - 6, right: max(one.start, x(wait.to)), bottom: box.bottom)
      var item = Picture.Item(.timer, .capsule(bar, corner: 2, colors: [element.hues[0]]))
      (item.instant, item.tip) = (
        wait.from, "timer from \(DurationText.inWords(wait.from)) to \(DurationText.inWords(wait.to))"
      )
      bars.append(item)
    }
    let first = element.row?.beats.first { $0.instant == element.from }.map { cluster(of: $0).left } ?? one.start
    let wait = element.waiting.map { x(element.start, $0) }
    if !element.label.isEmpty {
      let edge = min(wait ?? one.start, first, one.start)
      var text = Picture.Text.middle(element.label, at: Point(edge - 5, y), size: Self.small, anchor: .end)
      text.isBold = true
      var item = Picture.Item(.label, .text(text), at: wait ?? one.start)
      item.instant = element.waiting ?? element.from
      front.append(item)
    }
    if let wait {
      let bar = Box(left: wait, top: y - Self.barHeight / 2, right: one.start, bottom: y + Self.barHeight / 2)
      var item = Picture.Item(.bar, .capsule(bar, corner: 4, colors: [element.hues[0]]), tip: "waits for its turn")
      item.instant = element.waiting
      bars.append(item)
      let piece = widestPiece(bar.left, min(bar.right, first))
      if piece.right - piece.left > 36 {
        let middle = (piece.left + piece.right) / 2
        var text = Picture.Item(.letter, .text(.middle("waits", at: Point(middle, y), size: Self.small)), at: middle)
        (text.instant, text.area) = (element.waiting, nil)
        front.append(text)
      }
    }
    addKept(in: element, y, height)
    guard var row = element.row else { return }
    rowName = "stream"
    row.start = element.from
    draw(row, y, from: one.start)
    if row.beats.first?.instant == element.from { return }
    var dot = Picture.Item(.arrow, .circle(Point(one.start, y), radius: Self.dot, colors: []))
    (dot.instant, dot.home, dot.tip) = (
      element.from, one.start, "subscribes at \(DurationText.inWords(element.from))"
    )
    lines.append(dot)
  }

  /// Adds the lines that lead to an element.
  private mutating func addCauses(of element: Element, _ start: Double, _ y: Double, _ height: Double) {
    for cause in element.causes {
      let id = Picture.EventID(run: run, event: cause)
      let from = element.waiting ?? element.from
      guard let spot = spots[id], abs(spot.place.y - y) > 1 else { continue }
      guard let trace = diagram.runs[run].trace, trace.events[cause].instant.nanoseconds == from else { continue }
      let isDown = spot.place.y < y
      let edge = isDown ? -height / 2 : height / 2
      // A marble at the start of a lane, or a bar, is in front of the end of the line.
      let first = element.row?.beats.first { $0.instant == element.from && !$0.stack.isEmpty }
      let isBare = first == nil && element.waiting == nil
      var end = y + edge
      if element.kind == .lane, isBare { end = y + (isDown ? -Self.dot : Self.dot) }
      if element.kind == .lane, first != nil { end = y + edge * 0.75 }
      // A stream that began at a completion is right of it: its line begins at the instant.
      let place =
        axis.columns[from] != nil && abs(spot.place.x - x(from)) < axis.width(from) + 60 ? spot.place.x : start
      addLink(
        Point(place, spot.place.y + (isDown ? spot.half : -spot.half)), Point(start, end), spot.color, from,
        hasHead: element.kind == .lane, [id])
    }
  }

  /// Adds the lines from values to the lane that keeps them until it sends a later one.
  private mutating func addKept(in element: Element, _ y: Double, _ height: Double) {
    guard let plan = strips.plans[run], let line = element.line else { return }
    var known: Set<Int> = Set(element.causes)
    for effect in plan.index.events[line] {
      for cause in plan.causes[effect] where known.insert(cause).inserted {
        let (event, id) = (plan.trace.events[cause], Picture.EventID(run: run, event: cause))
        guard event.isValue, event.instant < plan.trace.events[effect].instant, let spot = spots[id], spot.place.y < y
        else { continue }
        addLink(
          Point(spot.place.x, spot.place.y + spot.half), Point(spot.place.x, y - height / 2 + 2), spot.color,
          event.instant.nanoseconds, hasHead: false, [id])
      }
    }
  }
}
