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
  private static let nameLine = 14.0
  private static let widestName = 96.0
  /// The room right of the last instant, and the largest one for the words of a failure.
  static let tails = (least: 16.0, most: 130.0)

  let diagram: Diagram
  let lettering: PosterLettering
  let strips: PosterStrips
  let axis: TimeAxis
  let page: Double
  let width: Double
  /// Whether there is less room between rows, because the picture would be too high.
  let isCompact: Bool
  let hasInputs: Bool
  /// The starts of the strips of time; one if time has room beside the names.
  var starts: [PictureFold.Start] = []
  private let only: Int?
  var cursor = margin

  var frames: [Picture.Item] = []
  var links: [Picture.Item] = []
  var bars: [Picture.Item] = []
  var lines: [Picture.Item] = []
  var front: [Picture.Item] = []
  /// The place of each event.
  var spots: [Picture.EventID: Spot] = [:]
  /// The lines that wait for the places of their ends.
  var waiting: [CauseLine] = []
  var boxes: [Box] = []
  /// The rows of the spec and of the outcomes.
  var rows: [Picture.Row] = []
  /// The letters with their meanings, in order.
  var meanings: [String] = []
  /// The run whose strip is being drawn, and the name of its row.
  var run = 0
  /// Whether it was said in words that a subscription was cancelled.
  var saysCancelled = false
  var rowName = ""

  /// The place of a mark: its center, and half of its height.
  struct Spot {
    var place: Point
    var half: Double
    /// The color of the lines that begin at it.
    var color: Int
  }

  /// - Parameter only: The run that is drawn; `nil` for all. Its times have the places that they have in a picture of
  ///   all.
  init(_ diagram: Diagram, _ width: Double, isCompact: Bool = false, hasInputs: Bool = false, only: Int? = nil) {
    (self.diagram, self.width, self.isCompact, self.hasInputs) = (diagram, width, isCompact, hasInputs)
    let base = Lettering(diagram)
    strips = PosterStrips(diagram, Coloring(diagram, base), isCompact: isCompact, hasInputs: hasInputs)
    self.only = only
    let all = strips.strips.map(\.strip)
    var names = 0.0
    for case .row(let row) in all {
      names = max(
        names, TextMetrics.width(row.name, size: Self.nameSize, isBold: true),
        TextMetrics.width(row.note, size: Self.small))
    }
    for strip in all {
      if case .demand = strip { names = max(names, TextMetrics.width("demand", size: Self.nameSize, isBold: true)) }
    }
    let left = Self.margin + (names > 0 ? min(names, Self.widestName) + 6 : 4)
    page = width - Self.margin
    let letters = PosterLettering.letters(diagram)
    let tries = [false, true].flatMap { isLettered in
      (isCompact ? PosterLettering.Scale.low : PosterLettering.Scale.all).map {
        PosterLettering(base: base, scale: $0, isLettered: isLettered, letters: letters)
      }
    }
    var best: (lettering: PosterLettering, axis: TimeAxis)?
    var widest: (lettering: PosterLettering, axis: TimeAxis)?
    for lettering in tries {
      guard let axis = Self.axis(all, lettering, diagram.frame, left: left, page: page) else { continue }
      if axis.right <= page + 0.01 {
        best = (lettering, axis)
        break
      }
      // A page of a phone is scrolled as little as possible.
      if widest.map({ hasInputs && width < Self.width && axis.right < $0.axis.right && !lettering.isLettered }) ?? true
      {
        widest = (lettering, axis)
      }
    }
    let last = PosterLettering(base: base, scale: PosterLettering.Scale.all[0], isLettered: true, letters: letters)
    let chosen = best ?? widest ?? (last, TimeAxis(frame: diagram.frame, left: left, rows: [], others: [], page: page))
    (lettering, axis) = chosen
    starts = foundStarts()
  }

  /// Returns the axis with the room that the marbles need; `nil` if one has too long a text.
  private static func axis(
    _ strips: [PosterStrips.Band], _ lettering: PosterLettering, _ frame: Int64, left: Double, page: Double
  ) -> TimeAxis? {
    var rows: [[TimeAxis.Extent]] = []
    var others: [Int64] = []
    // A cross right of a marble of its instant is within its box.
    var crosses: [TimeAxis.Extent] = []
    // The label of a lane is left of it, and within the box.
    var labels: [TimeAxis.Extent] = []
    var isFitting = true
    func add(_ row: PicturePlan.DrawnRow) {
      var extents: [TimeAxis.Extent] = []
      for beat in row.beats {
        var reach = beat.signs.contains { $0.kind.isFailure } ? 8 : 2.5
        for sign in beat.signs where sign.kind.symbol != nil || sign.kind == .anyValue {
          guard let face = lettering.face(sign.kind, "") else {
            isFitting = false
            continue
          }
          reach = max(reach, face.reach)
        }
        extents.append(TimeAxis.Extent(instant: beat.instant, reach: reach))
      }
      rows.append(extents)
      others += [row.start, row.cut].compactMap(\.self)
    }
    func add(_ element: PosterPlan.Element) {
      others += [element.from] + (element.to.map { [$0] } ?? [])
      others += element.waits.flatMap { [$0.from, $0.to] } + (element.waiting.map { [$0] } ?? [])
      element.row.map(add)
      if element.kind == .lane, !element.label.isEmpty {
        let width = TextMetrics.width(element.label, size: small, isBold: true) + 9
        let first = rows.last?.first.flatMap { $0.instant == element.from ? $0.reach : nil } ?? 0
        labels.append(TimeAxis.Extent(instant: element.from, reach: width + first))
        if let wait = element.waiting { labels.append(TimeAxis.Extent(instant: wait, reach: width)) }
      }
      if element.ending == .cross, let last = rows.last?.last, element.row != nil, last.instant == element.to {
        crosses.append(TimeAxis.Extent(instant: last.instant, reach: last.reach + 18))
      }
    }
    for strip in strips {
      switch strip {
      case .row(let row): add(row)
      case .groups(let elements), .box(_, let elements): elements.forEach(add)
      case .demand(let lane, _): others += lane.moments.map(\.instant.nanoseconds)
      case .differences(let instants): others += instants.map(\.nanoseconds)
      case .rule(let rule):
        others += rule.trials.flatMap { [$0.start.nanoseconds, $0.end.nanoseconds, $0.drawnEnd.nanoseconds] }
      case .note, .gap: break
      }
    }
    guard isFitting else { return nil }
    // The words of a failure are right of it.
    let last = (rows.joined().map(\.instant) + others).max()
    var tail = Self.tails.least
    for case .row(let row) in strips where row.beats.last?.instant == last {
      guard let last = row.beats.last?.signs.last, case .failure(let text) = last.kind else { continue }
      let words = lettering.base.label(ofFailure: text) ?? ""
      tail = max(tail, min(TextMetrics.width(words, size: small) + 16, tails.most))
    }
    tail = max(tail, rows.compactMap { $0.last { $0.instant == last }?.reach }.reduce(0) { max($0, $1 + 6) })
    tail = crosses.filter { $0.instant == last }.reduce(tail) { max($0, $1.reach) }
    return TimeAxis(
      frame: frame, left: left, rows: rows, others: others, labels: (margin, labels), page: page, tail: tail)
  }

  // MARK: Drawing

  /// Returns the picture. It may be called once.
  mutating func drawn() -> Picture {
    for (run, strip) in strips.strips where only == nil || run == only || (run == nil && only == 0) {
      if self.run != run ?? 0 { saysCancelled = false }
      self.run = run ?? 0
      add(strip)
    }
    addLinks()
    if !isFolded { cutLinks() }
    addRuler()
    if isFolded { fold() }
    addKey()
    let height = (cursor + 6).rounded(.up)
    let surface = Picture.Item(.surface, .box(Box(left: 0, top: 0, right: width, bottom: height), corner: 8))
    let title = diagram.title ?? diagram.runs.first?.pipeline.joined(separator: " ") ?? "Marbles"
    return Picture(
      width: width, height: height, title: title, description: Narration.story(of: diagram, lettering.base),
      items: [surface] + frames + links + bars + lines + front,
      moments: zip(axis.ticks, axis.places).map(Picture.Tick.init), rows: isFolded ? [] : rows, isFolded: isFolded,
      step: axis.step,
      unit: axis.unit, isPoster: true)
  }

  /// Makes strips of the picture under each other.
  private mutating func fold() {
    let moments = zip(axis.ticks, axis.places).map(Picture.Tick.init)
    let fold = PictureFold(
      left: axis.left, right: page, top: Self.margin, bottom: cursor, moments: moments, unit: axis.unit,
      frame: axis.frame,
      size: Self.small, starts: starts)
    let (strips, extra) = fold.strips(of: frames + links + bars + (lines + front).map(atHome), until: axis.right + 1)
    func isIn(_ item: Picture.Item, _ roles: [Picture.Role]) -> Bool { roles.contains(item.parts[0].role) }
    frames = strips.filter { isIn($0, [.frame]) }
    links = strips.filter { isIn($0, [.drop]) }
    front = strips.filter { !isIn($0, [.frame, .drop]) }
    (bars, lines, boxes) = ([], [], frames.compactMap(\.box))
    // Names and code are repeated in each strip.
    cutLinks()
    cursor += extra
  }

  private mutating func add(_ strip: PosterStrips.Band) {
    switch strip {
    case .row(let row): addRow(row)
    case .groups(let elements): addBox([], elements)
    case .box(let code, let elements): addBox(code, elements)
    case .demand(let lane, let subject): addDemand(lane, subject)
    case .differences(let instants): addDifferences(instants)
    case .rule(let rule): addRule(rule)
    case .note(let text): addNote(text)
    case .gap: cursor += isCompact ? 6 : 12
    }
  }

  /// Half of the height of a row that is changed by a finger.
  var leastHalf: Double { hasInputs ? 16 : 0 }

  func x(_ instant: Int64) -> Double { axis.place(of: instant) }

  mutating func addName(_ name: String, _ note: String, _ y: Double) {
    let (lines, size) = lines(ofName: name)
    // The note stands below the last line of the name.
    let middle = Double(lines.count - 1) / 2
    let top = y - (note.isEmpty ? 0 : name.isEmpty ? 0 : 6 + (lines.count > 1 ? 1 : 0))
    for (number, line) in lines.enumerated() {
      let place = Point(Self.margin, top + (Double(number) - middle) * Self.nameLine)
      var text = Picture.Text.middle(line, at: place, size: size, anchor: .start)
      text.isBold = true
      front.append(Picture.Item(.name, .text(text), tip: lines.joined() == name ? nil : name).fixed)
    }
    if !note.isEmpty {
      let below = name.isEmpty ? 0 : 9 + (lines.count > 1 ? 6.0 : 0)
      let text = Picture.Text.middle(note, at: Point(Self.margin, y + below), size: Self.small, anchor: .start)
      front.append(Picture.Item(.note, .text(text)).fixed)
    }
  }

  /// Half of the height of a name with its note.
  func half(ofName name: String, _ note: String) -> Double {
    let lines = lines(ofName: name).lines.count
    return lines + (note.isEmpty ? 0 : 1) < 2 ? 0 : lines < 2 || note.isEmpty ? 15 : 22
  }

  /// Returns the lines of a name: one of large letters, else one of small letters, else two.
  private func lines(ofName name: String) -> (lines: [String], size: Double) {
    func fits(_ text: some StringProtocol, _ size: Double) -> Bool {
      TextMetrics.width(String(text), size: size, isBold: true) <= axis.left - Self.margin - 4
    }
    if name.isEmpty { return ([], Self.nameSize) }
    if fits(name, Self.nameSize) { return ([name], Self.nameSize) }
    if fits(name, Self.small) { return ([name], Self.small) }
    let ends = name.indices.dropFirst().filter { fits(name[..<$0], Self.small) }
    guard let last = ends.last else { return ([name], Self.small) }
    // Between two words if both parts fit, else anywhere.
    let between = ends.last { end in
      let (before, after) = (name[name.index(before: end)], name[end])
      return (before == "_" || before == " " || (!before.isUppercase && after.isUppercase))
        && fits(name[end...], Self.small)
    }
    let rest = String(name[(between ?? last)...])
    let room = (axis.left - Self.margin - 4) / 1.15
    return (
      [
        String(name[..<(between ?? last)]),
        fits(rest, Self.small) ? rest : TextMetrics.shortened(rest, to: room, size: Self.small),
      ],
      Self.small
    )
  }

  private mutating func addKey() {
    guard !meanings.isEmpty else { return }
    for line in TextMetrics.wrapped(
      meanings.joined(separator: "  ·  "), width: page - Self.margin, size: Self.small + 1)
    {
      cursor += 16
      front.append(
        Picture.Item(.label, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: Self.small + 1)))
          .fixed)
    }
    cursor += 6
  }

  /// Adds the times at the bottom, with their unit once.
  private mutating func addRuler() {
    let labels = axis.labels
    if labels.isEmpty { return }
    cursor += 6
    let y = cursor
    lines.append(
      Picture.Item(
        .guide, .line(Point(axis.place(of: 0), y), Point(max(axis.places.last ?? 0, labels[labels.count - 1].place), y))
      ))
    let isOne = labels.allSatisfy {
      $0.text.hasSuffix(axis.unit.name)
        && $0.text.dropLast(axis.unit.name.count).allSatisfy { "0123456789.".contains($0) }
    }
    for (number, label) in labels.enumerated() {
      lines.append(Picture.Item(.guide, .line(Point(label.place, y), Point(label.place, y + 5))))
      let isBare = isOne && number < labels.count - 1
      let words = isBare ? String(label.text.dropLast(axis.unit.name.count)) : label.text
      var text = Picture.Text(string: words, place: Point(label.place, y + 17), size: Self.small, anchor: .middle)
      let paper = paper(at: label.place)
      if text.box.right > paper.right + 6 { (text.anchor, text.place.x) = (.end, paper.right + 6) }
      if let last = front.last, last.parts[0].role == .ruler, let box = last.area, box.right + 2 > text.box.left,
        last.home.map({ strip(at: $0) }) == strip(at: label.place)
      {
        front.removeLast()
      }
      front.append(Picture.Item(.ruler, .text(text), at: label.place))
    }
    for fold in axis.folds {
      let middle = (fold.from + fold.to) / 2
      let text = Picture.Text(
        string: TimeUnit.short(fold.length), place: Point(middle, y - 3), size: Self.small, anchor: .middle)
      front.append(Picture.Item(.ruler, .text(text), tip: "silence, drawn shorter than it is", at: middle))
    }
    cursor += 20
  }

  mutating func addNote(_ text: String) {
    cursor += 4
    for line in TextMetrics.wrapped(text, width: page - Self.margin, size: Self.small) {
      cursor += 13
      front.append(
        Picture.Item(.note, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: Self.small)))
          .fixed)
      cursor += 3
    }
    cursor += 4
  }
}
