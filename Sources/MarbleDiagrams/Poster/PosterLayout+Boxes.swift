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
    /// The words that fit right of the end: of a lane that was left, or that failed.
    var words = ""
    /// The marks of a lane at its end, left of the sign of a cancel.
    var last: PosterCluster?
    /// Words without room beside it.
    var caption = ""
    /// The way of a line beside that of another value of its instant.
    var way: Fork?
    /// Whether the bar of the value that took its place begins at its end.
    var isReplaced = false
  }

  /// Elements of one sort share tracks: so one row has the timers of an operator, and another its scheduler.
  private enum Sort: Hashable { case lane, timer, hop, drop, other }
  private struct Track {
    var sort: Sort
    var input: Int?
    var height: Double
    var taken: [(Double, Double)] = []
    var y = 0.0
  }

  static let barHeight = 18.0
  private static let thin = 7.0
  private static let manyTracks = 5
  /// The radius of the start of a subscription within a box.
  static let dot = 4.0

  mutating func addBox(_ code: [String], _ elements: [Element]) {
    let isGroup = code.isEmpty
    if !isGroup { cursor += sheet.isCompact ? 2 : 4 }
    let top = cursor
    let columns = CodeText.columns(in: sheet.page - Self.margin - 24, size: Self.codeSize)
    let shown = code.flatMap { CodeText.broken($0, columns: columns) }
    let signals = elements.filter { $0.kind == .signal }
    let words = elements, elements = elements.filter { ![.signal, .words].contains($0.kind) }
    var (placed, tracks) = packed(elements, bar: Self.barHeight)
    let isThin =
      tracks.count { $0.sort != .lane }
      > (sheet.isCompact && elements.allSatisfy(\.label.isEmpty) ? 2 : Self.manyTracks)
    if isThin { (placed, tracks) = packed(elements, bar: Self.thin) }
    var next: [Int: Double] = [:]
    for number in placed.indices.reversed() where placed[number].element.kind == .bar {
      let one = placed[number], isLost = one.element.ending == .lost
      placed[number].isReplaced = isLost && next[one.track].map { $0 < one.end + Self.stub } ?? false
      next[one.track] = one.start
    }
    var y = top
    if !isGroup {
      y += ofHeading + Double(shown.count) * codeLine
      let right = Self.margin + 12 + TextMetrics.monoWidth(shown.last ?? "", size: Self.codeSize)
      addReasons(of: words, beside: Point(right, y - codeLine / 2), &y)
      y += ofHeading - 1
    }
    let heading = y
    // A value that begins a stream has the line to that one.
    let begun = placed.filter { $0.element.kind == .lane }.flatMap(\.element.causes)
    let triggers = signals.filter { !begun.contains($0.causes[0]) }
    for number in tracks.indices {
      // Below the heading there is room for the head of a line to a mark at the start of a lane.
      let begins =
        number == 0
        && placed.contains {
          $0.track == 0 && ($0.element.row?.beats.first?.instant == $0.element.from || $0.element.waiting != nil)
        }
      y += begins ? 5 : 0
      tracks[number].y = y + 3 + tracks[number].height / 2
      y += tracks[number].height + (isThin && tracks[number].sort != .lane ? 2 : 4)
      if placed.contains(where: { $0.track == number && $0.isReplaced }) { y += Self.stub - 2 }
      addCaptions(placed.filter { one in one.track == number && !placed.contains { $0.words == one.caption } }, &y)
    }
    let bottom = y + (isGroup ? 0 : placed.isEmpty ? 1 : sheet.isCompact ? 3 : 6)
    if !isGroup {
      let box = Box(left: Self.margin, top: top, right: sheet.page, bottom: bottom)
      addFrame(box, shown, heading: heading)
      if isFolded { layers.shortNames += lines([CodeText.short(code, columns: columns)], in: box) }
    }
    for number in tracks.indices where tracks[number].sort == .hop {
      addScheduler(tracks[number].y)
      addFree(placed.filter { $0.track == number }, tracks[number].y)
    }
    part(&placed, under: heading)
    if !isThin { addInputs(placed, tracks.map { ($0.input, $0.y) }) }
    for one in placed {
      let height = isThin && one.element.kind != .lane ? Self.thin : tracks[one.track].height
      draw(one, tracks[one.track].y, height, isThin: isThin)
    }
    addSignals(triggers, beside: placed, placed.isEmpty ? top : bottom - 2)
    cursor = bottom + (isGroup ? 2 : sheet.isCompact ? 3 : 8)
  }

  // MARK: Tracks

  /// Gives each element a track in which it touches no other one.
  private func packed(_ elements: [Element], bar: Double) -> ([Placed], [Track]) {
    var tracks: [Track] = []
    let trace = diagram.runs[current.run].trace, isShort = elements.count { $0.kind == .lane } <= 6
    var all: [Placed] = []
    for element in elements {
      var one = placed(element)
      let sort: Sort =
        switch element.kind {
        case .lane: .lane
        case .hop, .busy, .signal, .words: .hop
        case .bar, .drop: element.isTimer ? .timer : element.kind == .drop && element.ending == .lost ? .drop : .other
        }
      // A timer may begin where another one ends, and so may the bar of a value that replaces another one; a scheduler
      // acts at any instant.
      let isPlain = element.isTimer || element.kind == .bar && element.ending == .lost
      let (left, right) = isPlain ? (one.start, one.end) : (one.left, one.right)
      let gap = sort == .timer || element.kind == .bar ? -0.5 : sort == .hop ? -.infinity : 3
      // A stream is not above the one that began it: a few are read downwards.
      let causes = element.causes.compactMap { trace?.events[$0].line }
      let before = sort == .lane && isShort ? all.last { $0.element.line.map(causes.contains) ?? false } : nil
      let free = tracks.indices.dropFirst(before?.track ?? 0).first { number in
        let track = tracks[number]
        return track.sort == sort && (track.input == nil || track.input == element.input)
          && !track.taken.contains { $0.0 < right + gap && left < $0.1 + gap }
      }
      one.track = free ?? tracks.count
      if free == nil {
        let answer = element.isUsed && !element.label.isEmpty ? Self.ofAnswer : 0
        let height = sort == .lane ? 0 : sort == .hop ? Self.ofHops : min(bar, 16) + answer
        tracks.append(Track(sort: sort, input: element.input, height: height))
      }
      tracks[one.track].taken.append((left, right))
      // A value that is dropped at once needs less than a bar.
      if element.kind == .bar { tracks[one.track].height = bar }
      if let row = element.row { tracks[one.track].height = max(tracks[one.track].height, 2 * half(of: row) + 6) }
      all.append(one)
    }
    // A value that is dropped at once goes no deeper than it must. Values wait below a timer that they wait for, in the
    // order of their rows; lanes are in the order in which they begin.
    let hasLanes = tracks.contains { $0.sort == .lane }
    let first = all.first.map(\.element.from)
    let isFirst = all.contains { $0.element.isTimer && $0.element.from == first }
    // A subscription goes up to the scheduler, all else down.
    let isBelow = !all.contains { $0.element.kind == .hop && $0.element.causes.isEmpty }
    func place(_ number: Int) -> (Int, Int, Int) {
      let track = tracks[number]
      if track.sort == .drop { return (-2, 0, number) }
      if hasLanes { return (0, 0, number) }
      if track.sort == .hop { return (isBelow ? 2 : -1, 0, number) }
      return (isFirst && track.sort == .timer ? 0 : 1, track.sort == .other ? track.input ?? .max : .max, number)
    }
    let order = tracks.indices.sorted { place($0) < place($1) }
    for place in all.indices { all[place].track = order.firstIndex(of: all[place].track) ?? 0 }
    return (all, order.map { tracks[$0] })
  }

  /// Returns an element with its signs, and without its words.
  func marked(_ element: Element) -> Placed {
    // A value that is dropped at once is below its mark, which may have others beside it.
    let cause = element.kind == .drop ? element.causes.first : nil
    let mark = cause.flatMap { places.events[.init(run: current.run, event: $0)] }
    let start = mark?.place.x ?? x(element.from) + (element.kind == .hop ? shift(of: element) : 0)
    // A bar without an end does not touch the border of its box.
    let last = max(start, axis.places.last ?? 0)
    let open = element.kind == .bar && !isFolded ? max(last, min(axis.right, sheet.page - 6)) : axis.right
    let end = mark == nil ? element.to.map(x) ?? open : start
    var one = Placed(element: element, left: start, right: end, start: start, end: end)
    if let wait = element.waiting { one.left = x(wait) }
    if let beats = element.row?.beats {
      for beat in beats {
        let cluster = cluster(of: beat)
        one.left = min(one.left, cluster.left)
        one.right = max(one.right, cluster.right)
      }
      one.last = beats.last.flatMap { $0.instant == element.to && !$0.stack.isEmpty ? cluster(of: $0) : nil }
    }
    if element.ending == .left { one.right = max(one.right, (one.last.map(place) ?? end) + 9) }
    if element.ending == .failed { one.right = max(one.right, end + 9) }
    if element.ending == .lost { one.right = end + Self.stub }
    if element.kind == .drop {
      let half = element.isUsed ? max(2, TextMetrics.width(element.label, size: Self.small) / 2) : 2
      one.left = start - half
      one.right = start + half
    }
    let label = lettering.label(of: element)
    if element.kind == .lane, !label.isEmpty {
      one.left -= TextMetrics.width(label, size: Self.small, isBold: true) + 6
    }
    return one
  }

  private func placed(_ element: Element) -> Placed {
    var one = marked(element)
    var words = element.ending == .lost ? "" : element.reason
    if element.ending == .failed, let last = element.row?.beats.last?.signs.last, case .failure(let text) = last.kind {
      words = lettering.base.label(ofFailure: text) ?? ""
    }
    if words.isEmpty || words == Element.ofCompletion { return one }
    let width = TextMetrics.width(words, size: Self.small)
    if width > paper(at: one.end).right - 8 - one.right - 5 {
      // A cancel without room for words has its sign, and a timer its length.
      if words != "cancelled", !element.isTimer { one.caption = words }
      return one
    }
    one.words = words
    one.right += width + 5
    return one
  }

  // MARK: Elements

  private mutating func draw(_ one: Placed, _ y: Double, _ height: Double, isThin: Bool) {
    let element = one.element
    switch element.kind {
    case .bar: drawBar(one, y, height, isThin: isThin)
    case .lane: drawLane(one, y, height)
    case .hop: return drawHop(one, y)
    case .busy: return drawBusy(one, y)
    case .drop, .signal, .words: break
    }
    if let timer = element.timer {
      let id = Picture.EventID(run: current.run, event: timer)
      if element.kind == .bar {
        places.timerEnds[id] = Spot(place: Point(one.end, y), half: height / 2, instant: element.to ?? 0)
      }
      if element.kind == .lane { places.timedStarts.append((id, Point(one.start, y))) }
    }
    if let parts = signs(of: one, y, height, isThin: isThin) {
      layers.front.append(
        Picture.Item(
          parts: parts, tip: element.reason.isEmpty ? nil : element.reason, home: one.end,
          instant: element.to ?? element.from))
    }
    if !one.words.isEmpty {
      let width = TextMetrics.width(one.words, size: Self.small)
      let text = Picture.Text.middle(one.words, at: Point(one.right - width, y), size: Self.small, anchor: .start)
      let role = element.ending == .failed ? Picture.Role.warning : .note
      layers.front.append(Picture.Item(role, .text(text), at: one.end, since: element.to ?? element.from))
    }
    if element.isUsed, !element.label.isEmpty { addAnswer(one, y, height) }
    addCauses(of: element, element.waiting.map(x) ?? one.start, y, height, one.way)
    for effect in element.effects {
      guard let trace = diagram.runs[current.run].trace else { continue }
      let instant = trace.events[effect].instant.nanoseconds
      let isUse = element.kind == .bar && element.from < instant && instant < element.to ?? .max
      // A result of several values that were kept is sent by none of them.
      let values = trace.events[effect].causes.filter { trace.events[$0].isValue }
      let isOfSeveral = values.count > 1 && values.allSatisfy { trace.events[$0].instant.nanoseconds < instant }
      // A value that is used and kept has a dot where the line leaves its bar.
      if isUse { addUse(Point(x(instant), y), radius: min(3, height / 2 - 1), instant) }
      waiting.append(
        CauseLine(
          x: isUse ? x(instant) : one.end, from: y, to: Picture.EventID(run: current.run, event: effect),
          color: element.isTimer || isOfSeveral
            ? Coloring.mixed : element.causes.isEmpty ? ofEffect(effect) : element.hues[0],
          instant: isUse ? instant : element.to ?? element.from, isTimer: element.isTimer))
    }
  }

  private mutating func drawBar(_ one: Placed, _ y: Double, _ height: Double, isThin: Bool) {
    let element = one.element
    let box = Box(left: one.start, top: y - height / 2, right: one.end, bottom: y + height / 2)
    // A timer is hollow, unlike a value that waits.
    let role = element.isHollow ? Picture.Role.timer : .bar
    let tip =
      (role == .timer && !element.isTimer ? "\(element.reason) " : "") + "from \(DurationText.inWords(element.from))"
      + (element.to.map { " to \(DurationText.inWords($0))" } ?? "")
    let shape = Picture.Shape.capsule(box, corner: isThin ? 2 : 4, colors: [element.hues[0]])
    layers.bars.append(Picture.Item(role, shape, tip: tip, since: element.from))
    // The sign of a cancel at its end does not stand on the label.
    let edge = element.ending == .left ? 8.0 : 0
    let piece = widestPiece(box.left + edge, box.right - edge)
    // A total has its value: no other bar shows it.
    let label = element.causes.isEmpty ? element.value.map(lettering.name) ?? element.label : element.label
    guard !isThin, !label.isEmpty, TextMetrics.width(label, size: Self.small) + 6 <= piece.right - piece.left else {
      return
    }
    addWords(label, in: piece, y, since: element.from, role: element.isTimer ? .label : .letter)
  }

  /// Adds words in the middle of a part of a bar, on which they stand.
  mutating func addWords(
    _ words: String, in piece: (left: Double, right: Double), _ y: Double, since instant: Int64?,
    role: Picture.Role = .letter
  ) {
    let middle = (piece.left + piece.right) / 2
    let text = Picture.Text.middle(words, at: Point(middle, y), size: Self.small)
    var item = Picture.Item(role, .text(text), at: middle, since: instant)
    item.area = nil
    layers.front.append(item)
  }

  private mutating func drawLane(_ one: Placed, _ y: Double, _ height: Double) {
    let element = one.element
    let box = Box(left: one.start, top: y - height / 2 + 2, right: one.end, bottom: y + height / 2 - 2)
    layers.bars.append(Picture.Item(.lane, .capsule(box, corner: 4, colors: [element.hues[0]]), since: element.from))
    // A wait as long as the stream is the box itself.
    for wait in element.waits where wait.from != element.from || wait.to != element.to {
      let bar = Box(
        left: max(one.start, x(wait.from)), top: box.bottom - 6, right: max(one.start, x(wait.to)), bottom: box.bottom)
      let tip = "timer from \(DurationText.inWords(wait.from)) to \(DurationText.inWords(wait.to))"
      let shape = Picture.Shape.capsule(bar, corner: 2, colors: [element.hues[0]])
      layers.bars.append(Picture.Item(.timer, shape, tip: tip, since: wait.from))
    }
    let first = element.row?.beats.first { $0.instant == element.from }.map { cluster(of: $0).left } ?? one.start
    let wait = element.waiting.map(x)
    let label = lettering.label(of: element)
    if !label.isEmpty {
      let edge = min(wait ?? one.start, first, one.start)
      var text = Picture.Text.middle(label, at: Point(edge - 5, y), size: Self.small, anchor: .end)
      text.isBold = true
      layers.front.append(
        Picture.Item(.label, .text(text), at: wait ?? one.start, since: element.waiting ?? element.from))
    }
    if let wait {
      let bar = Box(left: wait, top: y - Self.barHeight / 2, right: one.start, bottom: y + Self.barHeight / 2)
      let shape = Picture.Shape.capsule(bar, corner: 4, colors: [element.hues[0]])
      layers.bars.append(Picture.Item(.bar, shape, tip: "waits for its turn", since: element.waiting))
      let piece = widestPiece(bar.left, min(bar.right, first))
      if piece.right - piece.left > 36 { addWords("waits", in: piece, y, since: element.waiting) }
    }
    addKept(in: element, y, height)
    guard var row = element.row else { return }
    current.rowName = "stream"
    row.start = element.from
    draw(row, y, from: one.start)
  }
}
