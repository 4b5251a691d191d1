import MarbleRuns
import Marbles
import VirtualTime

/// Lays out a poster: the operator's box is a window into the operator.
package struct PosterLayout {
  /// The width of a poster for which none is given.
  package static let width = 480.0
  static let margin = 10.0
  static let nameSize = 14.0
  static let small = PosterLettering.small
  static let codeSize = 13.0
  static let codeHeight = 18.0
  private static let (widestName, widestNote) = (96.0, 78.0)
  /// The room right of the last instant, and the largest one for the words of a failure.
  static let tails = (least: 16.0, most: 130.0)

  let diagram: Diagram
  let lettering: PosterLettering
  let strips: PosterStrips
  let axis: TimeAxis
  /// The places of marks beside each other.
  let spread: [Spread: [Double]]
  var sheet: Sheet
  /// The starts of the strips of time; one if time has room beside the names.
  var starts: [PictureFold.Start] = []
  /// The height from which on the page is empty.
  var cursor = margin
  var layers = Layers()
  var places = Places()
  /// The lines that wait for the places of their ends.
  var waiting: [CauseLine] = []
  /// The rows of the spec and of the outcomes.
  var rows: [Picture.Row] = []
  /// The letters with their meanings, in order.
  var meanings: [String] = []
  var current = DrawnStrip()

  /// The page, and the part of the diagram that is drawn on it.
  struct Sheet {
    let width: Double
    /// Whether there is less room between rows, because the picture would be too high.
    let isCompact: Bool
    let hasInputs: Bool
    /// The run that is drawn; `nil` for all.
    var only: Int?
    /// The right edge of marks and boxes.
    var page: Double { width - PosterLayout.margin }
  }

  /// The shapes, from the background to the foreground.
  struct Layers {
    var frames: [Picture.Item] = []
    var links: [Picture.Item] = []
    var bars: [Picture.Item] = []
    var lines: [Picture.Item] = []
    var front: [Picture.Item] = []
    /// The short names of the operators' boxes, for all strips of time but the first.
    var shortNames: [Picture.Item] = []
    /// The items behind the rows: the lines of values pass over the streams within a box, and behind its bars.
    var behind: [Picture.Item] {
      frames + bars.filter { $0.parts[0].role == .lane } + links + bars.filter { $0.parts[0].role != .lane }
    }
  }

  /// The places of what is drawn, to which lines lead.
  struct Places {
    /// The place of each event.
    var events: [Picture.EventID: Spot] = [:]
    /// The ends of timers, the actions of schedulers, and the starts of streams that timers began.
    var timerEnds: [Picture.EventID: Spot] = [:]
    var hops: [Picture.EventID: Spot] = [:]
    var timedStarts: [(timer: Picture.EventID, place: Point)] = []
    /// The signs of the cancels of the sources of a run, and the starts of their rows.
    var leavings: [RowMoment: Spot] = [:]
    var beginnings: [RowMoment: Spot] = [:]
    /// The marks of each subscriber's row, those of one instant together: lines of other values go around them.
    var results: [[(instant: Int64, box: Box)]] = []
  }
  struct RowMoment: Hashable {
    var run: Int
    var row: String
    var instant: Int64
  }

  /// The strip that is being drawn.
  struct DrawnStrip {
    var run = 0
    /// The name of its row.
    var rowName = ""
  }

  /// The place of a mark: its center, and half of its height.
  struct Spot {
    var place: Point
    var half: Double
    /// The color of the lines that begin at it.
    var color = Coloring.mixed
    var instant: Int64 = 0
  }

  /// - Parameters:
  ///   - isWide: Whether the picture may become wider, so that long silence keeps its length.
  ///   - only: The run that is drawn; `nil` for all. Its times have the places that they have in a picture of all.
  init(
    _ diagram: Diagram, _ width: Double, isCompact: Bool = false, hasInputs: Bool = false, isWide: Bool = false,
    only: Int? = nil
  ) {
    self.diagram = diagram
    sheet = Sheet(width: width, isCompact: isCompact, hasInputs: hasInputs, only: only)
    let page = sheet.page
    let base = Lettering(diagram)
    strips = PosterStrips(diagram, Coloring(diagram, base), isCompact: isCompact, hasInputs: hasInputs)
    let all = strips.strips.map(\.strip)
    let letters = PosterLettering.letters(diagram)
    // Letters are lower than a text on two lines.
    let words = PosterLettering.Wording.allCases.filter { !isCompact || $0 != .shortened }
    let tries = words.flatMap { words in
      (isCompact ? PosterLettering.Scale.low : PosterLettering.Scale.all).map {
        PosterLettering(base: base, scale: $0, words: words, letters: letters)
      }
    }
    // Made when they are tried: most posters have room with the first.
    var builders: [(builder: AxisBuilder, left: Double)??] = tries.map { _ in nil }
    func builder(_ number: Int) -> (builder: AxisBuilder, left: Double)? {
      if let known = builders[number] { return known }
      let lettering = tries[number]
      let made = lettering.isClear(diagram) ? AxisBuilder(all, lettering) : nil
      let found = made.map { ($0, left: Self.left(of: all, lettering.scale)) }
      builders[number] = .some(found)
      return found
    }
    // The first that fits, those in which time is even before all others, else the one with the fewest strips, on a page the
    // first, which scrolls. A page of a phone is scrolled as little as possible.
    var best: (lettering: PosterLettering, axis: TimeAxis, spread: [Spread: [Double]], cost: Double)?
    let lastMark = Self.lastMark(all)
    let scales = [TimeAxis.Spacing.even, .bent, .long].flatMap { scale in tries.indices.map { ($0, scale) } }
    for (number, scale) in scales {
      guard let (builder, left) = builder(number) else { continue }
      let lettering = tries[number]
      let axis = builder.axis(diagram.frame, left: left, page: page, scale, isWide)
      if axis.right <= page + 0.01 {
        best = (lettering, axis, builder.spread, 0)
        break
      }
      if scale != .long { continue }
      let strip = page - left - 2 * PictureFold.lead
      // The last strip begins with a mark, so the ends behind all marks are another one if they are too long for it.
      let ends = (axis.right + 20 - axis.place(of: lastMark)) / strip
      let strips = ((axis.right + 1 - page) / strip).rounded(.up) + max(1, ends.rounded(.up))
      let isScrolledLittle = width < Self.width && !lettering.isLettered
      let cost = !hasInputs ? strips : isScrolledLittle ? axis.right : .infinity
      if best.map({ cost < $0.cost }) ?? true { best = (lettering, axis, builder.spread, cost) }
    }
    let last = PosterLettering(base: base, scale: PosterLettering.Scale.all[0], words: .letters, letters: letters)
    let left = Self.left(of: all, last.scale)
    let chosen = best ?? (last, TimeAxis(frame: diagram.frame, left: left, rows: [], others: [], page: page), [:], 1)
    lettering = chosen.lettering
    axis = chosen.axis.labeled
    spread = chosen.spread
    starts = foundStarts()
  }

  /// The last instant at which anything but the ends of streams is.
  private static func lastMark(_ strips: [PosterStrips.Band]) -> Int64 {
    func last(_ row: DrawnRow?) -> Int64 { row?.beats.last { !$0.stack.isEmpty }?.instant ?? 0 }
    return strips.map { strip -> Int64 in
      switch strip {
      case .row(let row): return last(row)
      case .groups(let elements), .box(_, let elements):
        return elements.map { max(last($0.row), $0.to ?? $0.from) }.max() ?? 0
      case .demand(let lane, _): return lane.moments.last?.instant.nanoseconds ?? 0
      case .differences, .rule, .note, .gap: return 0
      }
    }.max() ?? 0
  }

  /// Returns the left end of the lines, right of the names.
  private static func left(of strips: [PosterStrips.Band], _ scale: PosterLettering.Scale) -> Double {
    let size = scale.isSlim ? small : nameSize
    let names = strips.map { strip -> Double in
      switch strip {
      case .row(let row):
        // The name of an operator may take two lines.
        let note = TextMetrics.width(row.note, size: small)
        return max(
          TextMetrics.width(row.name, size: size, isBold: true), row.name.isEmpty ? min(note, widestNote) : note)
      case .demand: return TextMetrics.width("demand", size: size, isBold: true)
      default: return 0
      }
    }
    let widest = names.max() ?? 0
    return margin + (widest > 0 ? min(widest, widestName) + 6 : 4)
  }

  // MARK: Drawing

  /// Returns the picture. It may be called once.
  mutating func drawn() -> Picture {
    for (run, strip) in strips.strips where sheet.only == nil || (run ?? 0) == sheet.only {
      current.run = run ?? 0
      add(strip)
    }
    addLinks()
    if !isFolded { cutLinks() }
    addRuler()
    if isFolded { fold() }
    addKey()
    let height = (cursor + 6).rounded(.up)
    let surface = Picture.Item(.surface, .box(Box(left: 0, top: 0, right: sheet.width, bottom: height), corner: 8))
    let title = diagram.title ?? diagram.runs.first?.pipeline.joined(separator: " ") ?? "Marbles"
    return Picture(
      width: sheet.width, height: height, title: title, description: Narration.story(of: diagram, lettering.base),
      items: [surface] + layers.behind + layers.lines + layers.front,
      moments: axis.moments, rows: isFolded ? [] : rows, isFolded: isFolded,
      step: axis.step, unit: axis.unit)
  }

  /// Makes strips of the picture under each other.
  private mutating func fold() {
    func isIn(_ item: Picture.Item, _ roles: [Picture.Role]) -> Bool { roles.contains(item.parts[0].role) }
    let fold = PictureFold(
      left: axis.left, right: sheet.page, top: Self.margin, bottom: cursor, moments: axis.moments, unit: axis.unit,
      frame: axis.frame, size: Self.small, starts: starts)
    let items = layers.behind + (layers.lines + layers.front).map(atHome)
    let code = items.filter { isIn($0, [.code]) }
    let (strips, extra) = fold.strips(
      of: items.filter { !isIn($0, [.code]) }, first: code, later: layers.shortNames, until: axis.right + 1)
    layers.frames = strips.filter { isIn($0, [.frame]) }
    layers.links = strips.filter { isIn($0, [.drop, .end]) }
    layers.front = strips.filter { !isIn($0, [.frame, .drop, .end]) }
    layers.bars = []
    layers.lines = []
    cutLinks()
    cursor += extra
  }

  private mutating func add(_ strip: PosterStrips.Band) {
    switch strip {
    case .row(let row):
      // The arrows between subscribers are seen.
      if case .result(_, let subscriber)? = row.subject, subscriber > 0 { cursor += Self.ofFork }
      addRow(row)
    case .groups(let elements): addBox([], elements)
    case .box(let code, let elements): addBox(code, elements)
    case .demand(let lane, let subject): addDemand(lane, subject)
    case .differences(let instants): addDifferences(instants)
    case .rule(let rule): addRule(rule)
    case .note(let text): addNote(text)
    case .gap: cursor += sheet.isCompact ? 6 : 8
    }
  }

  /// Half of the height of a row that is changed by a finger.
  var leastHalf: Double { sheet.hasInputs ? 16 : 0 }

  private mutating func addKey() {
    guard !meanings.isEmpty else { return }
    var key: [String] = []
    for meaning in meanings {
      let line = key.last.map { "\($0)  ·  \(meaning)" } ?? meaning
      let isFitting = TextMetrics.width(line, size: Self.small + 1) <= sheet.page - Self.margin
      if isFitting { key.removeLast(min(1, key.count)) }
      key += isFitting ? [line] : TextMetrics.wrapped(meaning, width: sheet.page - Self.margin, size: Self.small + 1)
    }
    for line in key {
      cursor += 16
      layers.front.append(
        Picture.Item(.label, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: Self.small + 1)))
          .fixed)
    }
    cursor += 6
  }

  /// Adds the times at the bottom, with their unit once.
  private mutating func addRuler() {
    let labels = axis.labels
    if labels.isEmpty { return }
    cursor += axis.folds.isEmpty ? 6 : 16
    let y = cursor
    let last = max(axis.places.last ?? 0, labels[labels.count - 1].place)
    layers.lines.append(Picture.Item(.guide, .line(Point(axis.place(of: 0), y), Point(last, y))))
    let isOne = labels.allSatisfy {
      $0.text.hasSuffix(axis.unit.sign)
        && $0.text.dropLast(axis.unit.sign.count).allSatisfy { "0123456789.".contains($0) }
    }
    for (number, label) in labels.enumerated() {
      layers.lines.append(Picture.Item(.guide, .line(Point(label.place, y), Point(label.place, y + 5))))
      let isBare = isOne && number < labels.count - 1
      let words = isBare ? String(label.text.dropLast(axis.unit.sign.count)) : label.text
      var text = Picture.Text(string: words, place: Point(label.place, y + 17), size: Self.small, anchor: .middle)
      let paper = paper(at: label.place)
      if text.box.right > paper.right + 6 {
        text.anchor = .end
        text.place.x = paper.right + 6
      }
      if let last = layers.front.last, last.parts[0].role == .ruler, let box = last.area, box.right + 2 > text.box.left,
        last.home.map({ strip(at: $0) }) == strip(at: label.place)
      {
        layers.front.removeLast()
      }
      layers.front.append(Picture.Item(.ruler, .text(text), at: label.place))
    }
    var end = 0.0
    for fold in axis.folds {
      let piece = widestPiece(fold.from, fold.to)
      let words = TimeUnit.short(fold.length)
      // If the edge of a strip is in it, the instants tell how long it is.
      if isFolded, piece.right - piece.left < TextMetrics.width(words, size: Self.small) + 24 { continue }
      let middle = (piece.left + piece.right) / 2
      let text = Picture.Text(string: words, place: Point(middle, y - 3), size: Self.small, anchor: .middle)
      if end + 2 > text.box.left {
        addBend(middle, y, tip: "silence, drawn shorter than it is")
        continue
      }
      end = text.box.right
      layers.front.append(Picture.Item(.ruler, .text(text), tip: "silence, drawn shorter than it is", at: middle))
    }
    for bend in axis.bends { addBend((bend.from + bend.to) / 2, y, tip: "drawn longer than it is") }
    cursor += 20
  }
  private mutating func addBend(_ x: Double, _ y: Double, tip: String) {
    let corners = [(-5.0, 0.0), (-2, -5), (2, 5), (5, 0)].map { Point(x + $0.0, y + $0.1) }
    let parts = zip(corners, corners.dropFirst()).map { Picture.Part(role: .bend, shape: .line($0, $1)) }
    layers.lines.append(Picture.Item(parts: parts, tip: tip, home: x))
  }

  mutating func addNote(_ text: String) {
    cursor += 4
    for line in TextMetrics.wrapped(text, width: sheet.page - Self.margin, size: Self.small) {
      cursor += 13
      layers.front.append(
        Picture.Item(.note, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: Self.small)))
          .fixed)
      cursor += 3
    }
    cursor += 4
  }
}
