import MarbleRuns
import Marbles
import VirtualTime

/// The sentences of a box: in its heading, and below its tracks.
extension PosterLayout {
  /// Adds the reasons for which values were dropped, with their names: beside the code if there is room, else below it.
  mutating func addReasons(of elements: [Element], beside code: Point, _ y: inout Double) {
    var reasons: [(words: String, names: [String], instant: Int64?, home: Double)] = []
    for element in elements
    where [.hop, .words].contains(element.kind) || (element.ending == .lost && !element.reason.isEmpty) {
      let isHop = element.kind == .hop
      let words = isHop ? sentence(of: element) : element.reason
      var name = isHop ? "" : element.value.map(lettering.name) ?? ""
      if element.isOneOfSeveral { name += " at \(DurationText.of(element.from))" }
      let instant = isHop ? nil : element.to ?? element.from
      if let place = reasons.firstIndex(where: { $0.words == words }) {
        if !reasons[place].names.contains(name) { reasons[place].names.append(name) }
        reasons[place].instant = instant
      } else {
        reasons.append((words, [name], instant, x(element.from)))
      }
    }
    for (number, reason) in reasons.enumerated() {
      let words = Self.sentence(reason.names, reason.words)
      func add(_ line: String, _ place: Point, _ anchor: Picture.Text.Anchor) {
        let text = Picture.Text.middle(line, at: place, size: Self.small, anchor: anchor)
        layers.front.append(Picture.Item(.reason, .text(text), at: reason.home, since: reason.instant))
      }
      if !isFolded, reasons.count == 1, code.x + 16 + TextMetrics.width(words, size: Self.small) < sheet.page - 10 {
        add(words, Point(sheet.page - 10, code.y), .end)
        continue
      }
      let left = paper(at: reason.home).left + (isFolded ? 24 : 12)
      if number == 0 { y += 1 }
      for line in TextMetrics.paragraph(
        words, width: sheet.page - Self.margin - (isFolded ? 36 : 18), lines: .max, size: Self.small)
      {
        add(line, Point(left, y + 7), .start)
        y += 14
      }
    }
  }
  /// Returns why values were not passed on. The reason is a template with "it" for one value.
  static func sentence(_ names: [String], _ template: String) -> String {
    if names == [""] { return template }
    if names.count == 1 { return "\(names[0]) is not passed on: \(template)" }
    let last = names.count > 4 ? ", …" : " and \(names[names.count - 1])"
    var words = template.split(separator: " ")
    if let it = words.firstIndex(of: "it") { words[it] = "each" }
    if let its = words.firstIndex(of: "its") { words[its] = "their" }
    return names.dropLast().prefix(4).joined(separator: ", ") + last + " are not passed on: "
      + words.joined(separator: " ")
  }
  /// The sentence about an action of a scheduler. The strip tells when it is busy.
  private func sentence(of hop: Element) -> String {
    let verb = hop.causes.isEmpty ? "subscribes" : "sends"
    return diagram.busy == nil ? "■ a job of scheduler \(verb)" : "■ \(verb) when scheduler is free"
  }

  /// Half of the size of an action of a scheduler, the height that arrows to it need, and the width of the word beside it.
  static let hop = 5.0
  static let ofHops = 36.0
  static let nameOfScheduler = TextMetrics.width("scheduler", size: small) + 12
  /// The color of a scheduler, and of the lines on which it sends: one that values have last.
  static let ofScheduler = 8

  /// Adds the names of the streams whose values are kept, where an operator receives from several.
  mutating func addInputs(_ all: [Placed], _ tracks: [(input: Int?, y: Double)]) {
    let bars = Dictionary(grouping: all.filter { $0.element.kind == .bar }, by: \.track)
    let kept = tracks.enumerated().filter { bars[$0.offset] != nil }
    guard !isFolded, let plan = strips.plans[current.run] else { return }
    var known: Set<Int> = []
    for (number, track) in kept {
      guard let input = track.input, known.insert(input).inserted, let row = plan.nodes[input].rows.first else {
        continue
      }
      let place = Point(Self.margin + 8, track.y), name = row.name.isEmpty ? row.note : row.name
      let text = Picture.Text.middle(name, at: place, size: Self.small, anchor: .start)
      let first = bars[number]?.map(\.left).min() ?? axis.left
      if text.box.right + 4 < first { layers.front.append(Picture.Item(.note, .text(text)).fixed) }
    }
  }

  /// Adds the row of a scheduler.
  mutating func addScheduler(_ y: Double) {
    let left = Self.margin + 8 + Self.nameOfScheduler - 12
    layers.front.append(
      Picture.Item(
        .reason, .text(.middle("scheduler", at: Point(Self.margin + 8, y), size: Self.small, anchor: .start))
      ).fixed)
    // It is there from the beginning to the end of time.
    let (from, to) = isFolded ? (left + 4, axis.right - 4) : (x(0), axis.places.last ?? axis.right)
    let box = Box(left: from, top: y - Self.hop - 3, right: to, bottom: y + Self.hop + 3)
    layers.bars.append(Picture.Item(.lane, .capsule(box, corner: 4, colors: [Self.ofScheduler])).fixed)
  }

  /// Adds a time when the scheduler is busy, up to the end of its strip.
  mutating func drawBusy(_ one: Placed, _ y: Double) {
    let right = min(one.end, isFolded ? axis.right - 4 : axis.places.last ?? axis.right)
    if one.start >= right { return }
    let box = Box(left: one.start, top: y - Self.hop - 3, right: right, bottom: y + Self.hop + 3)
    layers.bars.append(
      Picture.Item(
        .bar, .capsule(box, corner: 4, colors: [Self.ofScheduler]),
        tip: "scheduler is busy from \(DurationText.inWords(one.element.from))", at: one.start, since: one.element.from)
    )
    let piece = widestPiece(box.left, box.right)
    guard TextMetrics.width("busy", size: Self.small) + 6 <= piece.right - piece.left else { return }
    addWords("busy", in: piece, y, since: one.element.from)
  }

  /// Adds the word for the rest of the time, where a scheduler is busy at times.
  mutating func addFree(_ all: [Placed], _ y: Double) {
    let jobs = all.filter { $0.element.kind == .hop }.map { ($0.start - Self.hop, $0.start + Self.hop) }
    let busy = all.filter { $0.element.kind == .busy }
    if busy.isEmpty || isFolded { return }
    var (from, widest) = (x(0), (left: 0.0, right: 0.0))
    let last = axis.places.last ?? axis.right
    for (start, end) in (jobs + busy.map { ($0.start, $0.end) } + [(last, last)]).sorted(by: <) {
      if start - from > widest.right - widest.left { widest = (from, start) }
      from = max(from, end)
    }
    guard TextMetrics.width("free", size: Self.small) + 6 <= widest.right - widest.left else { return }
    addWords("free", in: widest, y, since: nil)
  }

  /// Adds an action of a scheduler.
  mutating func drawHop(_ one: Placed, _ y: Double) {
    let tip = "an action of the scheduler at \(DurationText.inWords(one.element.from))"
    layers.front.append(
      Picture.Item(
        .hop, .box(Box(around: Point(one.start, y), radius: Self.hop), corner: 2), tip: tip, at: one.start,
        since: one.element.from))
    if let timer = one.element.timer {
      let spot = Spot(place: Point(one.start, y), half: Self.hop, instant: one.element.from)
      places.hops[.init(run: current.run, event: timer)] = spot
    }
  }

  /// Adds the words without room beside their ends below their track, as near to their places as possible, on several
  /// lines if one is too short for them.
  mutating func addCaptions(_ all: [Placed], _ y: inout Double) {
    let (limit, pitch) = (sheet.page - Self.margin - 16, sheet.isCompact ? 13.0 : 15)
    var lines: [[(strip: Int, left: Double, right: Double)]] = []
    for one in all where !one.caption.isEmpty {
      let words = TextMetrics.paragraph(one.caption, width: limit, lines: .max, size: Self.small)
      let width = words.map { TextMetrics.width($0, size: Self.small) }.max() ?? 0
      let (paper, strip) = (paper(at: one.end), strip(at: one.end))
      // The line of a failure leads down at its sign, and so does that of a value that cancelled a stream.
      let start = [.failed, .left].contains(one.element.ending) ? one.end - 8 - width : one.end - 6
      let left = max(paper.left + 8, min(start, paper.right - 8 - width))
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
        layers.front.append(
          Picture.Item(
            one.element.ending == .failed ? .warning : .note,
            .text(.middle(line, at: place, size: Self.small, anchor: .start)), tip: isWhole ? nil : one.caption,
            at: one.end, since: one.element.to ?? one.element.from))
      }
    }
    y += pitch * Double(lines.count)
  }
}
