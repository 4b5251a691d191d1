import MarbleRuns
import Marbles

/// Lays out a diagram: it assigns positions to all shapes.
package struct PictureLayout {
  static let margin = 24.0
  static let nameSize = 13.0
  static let smallSize = 11.0

  let diagram: Diagram
  let lettering: Lettering
  let coloring: Coloring
  private let plan: PicturePlan
  var axis: TimeAxis
  /// The height that is used so far.
  var cursor = margin
  /// Whether time goes on in strips under each other.
  private var isFolded = false
  /// The background, the lines, and the shapes on the lines.
  var back: [Picture.Item] = []
  var lines: [Picture.Item] = []
  var front: [Picture.Item] = []
  /// The values that found no place below their marbles, in order.
  var explained: [Explained] = []
  /// The values and failures that are named there already: a value is named once, whatever colors it has.
  var namedValues: Set<Symbol> = []
  var namedFailures: Set<String> = []
  /// The values with a text below one of their marbles, and the pale marbles of the rows, with their instants.
  var labeled: Set<Symbol> = []
  var lost: [(Int64, Sign)] = []
  enum Explained: Equatable {
    case value(Symbol, colors: Coloring.Hues)
    /// A failure with its value and its instant.
    case failure(String, instant: Int64)
  }

  /// The rows of the spec.
  var rows: [Picture.Row] = []
  /// The row that is being drawn.
  var rowName = ""
  /// The position of each event.
  var drawn: [Picture.EventID: Point] = [:]
  /// Whether several marbles of one row are at one instant.
  var hasStack = false
  /// The signs of the trials of rules.
  var judged: Set<RuleSign> = []
  /// The boxes of the pipelines.
  var frames: [Box] = []
  /// The position of each completion.
  var ends: [Picture.EventID: Point] = [:]
  /// The subscriptions that an event began, with the positions at which they begin.
  var begins: [Begin] = []
  /// The positions at which the subscriptions begin that one event led to.
  var starts: [Picture.EventID: [Point]] = [:]

  /// Returns the picture of a diagram.
  ///
  /// - Parameter width: The largest width. A picture that needs more is folded into strips, if a strip has room for its
  ///   names and some marbles. By default it may have any width.
  package static func picture(of diagram: Diagram, details: PictureDetails = PictureDetails(), width: Double? = nil)
    -> Picture
  {
    var layout = PictureLayout(diagram.withoutManyWindows, details, width)
    layout.addHead()
    let (body, first) = (layout.cursor, layout.front.count)
    let top = layout.addRuler()
    for strip in layout.plan.strips { layout.add(strip) }
    layout.addGuides(from: top)
    layout.addBegins()
    if details.causes { layout.addCauses() }
    if layout.page < layout.right { layout.fold(from: body, first) }
    layout.addLegend()
    layout.addSigns()
    return layout.picture
  }

  private init(_ diagram: Diagram, _ details: PictureDetails, _ width: Double?) {
    self.diagram = diagram
    lettering = Lettering(diagram)
    coloring = Coloring(diagram, lettering)
    plan = PicturePlan(diagram, coloring, details)
    let names = plan.strips.flatMap(\.names)
      .map {
        max(TextMetrics.monoWidth($0.name, size: Self.nameSize), TextMetrics.width($0.note, size: Self.smallSize))
      }
    let left = Self.margin + (names.max().map { $0 + 12 } ?? 0)
    axis = TimeAxis(
      frame: diagram.frame, left: left.rounded(.up), rows: plan.strips.flatMap(\.axisRows),
      others: plan.strips.flatMap(\.instants))
    let code = plan.strips.flatMap(\.code).map { CodeText.width(of: $0) + 40 }.max() ?? 0
    let title = TextMetrics.width(diagram.title ?? "", size: 18, isBold: true)
    let widest = width.map { $0 - Self.margin }
    axis.extend(to: min(Self.margin + min(max(code, title, 400), 712), widest ?? .infinity))
    page = min(axis.right, max(widest ?? .infinity, axis.left + PictureFold.narrowest))
  }

  /// The right end of the time axis.
  var right: Double { axis.right }
  /// The right end of boxes and texts, and of each strip of time.
  private(set) var page = 0.0

  /// Replaces the rows by strips of them that are as wide as the page.
  private mutating func fold(from top: Double, _ first: Int) {
    let moments = zip(axis.ticks, axis.places).map(Picture.Tick.init)
    let fold = PictureFold(
      left: axis.left, right: page, top: top, bottom: cursor, moments: moments, unit: axis.unit, frame: axis.frame)
    let items = back + lines + front[first...]
    front.removeSubrange(first...)
    let (strips, extra) = fold.strips(of: items, until: right + 1)
    (back, lines) = ([], [])
    front += strips
    cursor += extra
    isFolded = true
  }

  private mutating func add(_ strip: PicturePlan.Strip) {
    switch strip {
    case .row(let row): add(row)
    case .inner(let inner): addInner(inner)
    case .code(let lines, let isFramed): addCode(lines, isFramed: isFramed)
    case .demand(let lane, let name, let subject): addDemand(lane, of: name, subject)
    case .differences(let instants): addDifferences(instants)
    case .windows(let windows): add(windows)
    case .timers(let timers): add(timers)
    case .rule(let rule): add(rule)
    case .warning(let text): addWarning(text)
    case .gap: cursor += 16
    }
  }

  private var picture: Picture {
    let width = (page + Self.margin).rounded(.up)
    let height = (cursor + Self.margin).rounded(.up)
    let surface = Picture.Item(.surface, .box(Box(left: 0, top: 0, right: width, bottom: height), corner: 8))
    return Picture(
      width: width, height: height,
      title: diagram.title ?? diagram.runs.first?.pipeline.joined(separator: " ") ?? "Marbles",
      description: Narration.text(of: diagram, lettering), items: [surface] + back + lines + front,
      moments: zip(axis.ticks, axis.places).map(Picture.Tick.init), rows: rows, isFolded: isFolded,
      step: axis.step, unit: axis.unit)
  }

  // MARK: Around the rows

  private mutating func addHead() {
    if let title = diagram.title {
      for line in TextMetrics.wrapped(title, width: (page - Self.margin + 0.5) / 1.15, size: 18) {
        cursor += 18
        let text = Picture.Text(string: line, place: Point(Self.margin, cursor), size: 18, isBold: true)
        front.append(Picture.Item(.title, .text(text)))
        cursor += 8
      }
    }
    if let note = diagram.note {
      for line in TextMetrics.wrapped(note, width: page - Self.margin, size: 13) {
        cursor += 13
        front.append(
          Picture.Item(.note, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: 13))))
        cursor += 6
      }
    }
    if cursor > Self.margin { cursor += 12 }
  }

  /// Adds the times above the rows. Returns the height at which the guides begin.
  private mutating func addRuler() -> Double {
    let labels = axis.labels
    if labels.isEmpty { return cursor }
    cursor += TimeAxis.labelSize
    for label in labels {
      let text = Picture.Text(
        string: label.text, place: Point(label.place, cursor), size: TimeAxis.labelSize, anchor: .middle)
      front.append(Picture.Item(.ruler, .text(text)))
    }
    for fold in axis.folds {
      let text = Picture.Text(
        string: TimeUnit.short(fold.length), place: Point((fold.from + fold.to) / 2, cursor), size: TimeAxis.labelSize,
        anchor: .middle)
      let box = Box(left: text.box.left - 6, top: text.box.top, right: text.box.right + 6, bottom: text.box.bottom)
      if front.contains(where: { $0.parts[0].role == .ruler && $0.area?.overlaps(box) == true }) { continue }
      front.append(Picture.Item(.ruler, .text(text), tip: "silence, drawn shorter than it is"))
    }
    cursor += 10
    return cursor - 4
  }

  private mutating func addGuides(from top: Double) {
    for label in axis.labels {
      back.append(Picture.Item(.guide, .line(Point(label.place, top), Point(label.place, cursor - 8))))
    }
  }

  /// Adds the meanings of symbols whose values are shown nowhere else, and the texts of failures.
  private mutating func addLegend() {
    explainLost()
    let radius = 10.0
    var left = Self.margin
    var isFirst = true
    for one in explained {
      let words =
        switch one {
        case .value(let symbol, _): lettering.literal(of: symbol)
        case .failure(let text, let instant): "\(DurationText.inWords(instant)): \(text)"
        }
      let lines = CodeText.broken(words, columns: CodeText.columns(in: page - Self.margin - 40, size: 12))
      let width = 2 * radius + 8 + (lines.map { TextMetrics.monoWidth($0, size: 12) }.max() ?? 0)
      if isFirst || left + width > page {
        cursor += isFirst ? 8 : 6
        left = Self.margin
      } else {
        cursor -= 2 * radius
      }
      isFirst = false
      let center = Point(left + radius, cursor + radius)
      var item = sign(of: one, center, radius)
      for (index, line) in lines.enumerated() {
        let place = Point(left + 2 * radius + 8, center.y + Double(index) * 16)
        item.parts.append(
          Picture.Part(role: .label, shape: .text(.middle(line, at: place, size: 12, anchor: .start, isMono: true))))
      }
      item.area = item.box
      front.append(item)
      cursor += 2 * radius + Double(lines.count - 1) * 16
      left += width + 20
    }
  }
}

extension PictureLayout {
  /// Returns the sign before an entry of the legend.
  private func sign(of one: Explained, _ center: Point, _ radius: Double) -> Picture.Item {
    switch one {
    case .value(let symbol, let colors):
      var item = Picture.Item(
        .marble, .circle(center, radius: radius, colors: colors.ring.isEmpty ? colors.parts : colors.ring))
      if !colors.ring.isEmpty {
        item.parts.append(
          Picture.Part(role: .core, shape: .circle(center, radius: radius * 0.68, colors: colors.parts)))
      }
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(symbol.text, at: center, size: 11))))
      return item
    case .failure(let text, let instant):
      // The entry is not visible before its instant.
      var item = cross(center)
      (item.tip, item.instant) = ("fails with \(text) at \(DurationText.inWords(instant))", instant)
      return item
    }
  }
}

extension PicturePlan.Strip {
  /// The label to the left.
  fileprivate var names: [(name: String, note: String)] {
    switch self {
    case .row(let row): row.name.isEmpty && row.note.isEmpty ? [] : [(row.name, row.note)]
    case .windows(let windows): [(windows.name, windows.isConnection ? "connected" : "subscribed")]
    case .demand(_, let name, _): [(name, "demand")]
    case .differences: [("", "differs")]
    case .timers: [("", "timers")]
    case .rule(let rule): [("", rule.verdictInPicture)]
    case .inner(let inner): inner.rows.map { ($0.name, $0.note) }
    case .code, .warning, .gap: []
    }
  }

  fileprivate var code: [String] { if case .code(let lines, _) = self { lines } else { [] } }

  /// The marks that need room side by side.
  fileprivate var axisRows: [[TimeAxis.Extent]] {
    switch self {
    case .row(let row): [row.axisMarks]
    case .inner(let inner): inner.rows.map { $0.axisMarksWithStart }
    case .demand(let lane, _, _):
      [
        lane.moments.map {
          TimeAxis.Extent(instant: $0.instant.nanoseconds, reach: PictureLayout.pill($0).halfWidth + 1)
        }
      ]
    case .windows, .timers, .rule, .differences, .code, .warning, .gap: []
    }
  }

  /// Other instants that need a position, at which a line or a bar begins or ends.
  fileprivate var instants: [Int64] {
    switch self {
    case .row(let row): [row.start, row.cut].compactMap(\.self)
    case .inner(let inner): inner.rows.flatMap { [$0.start, $0.cut].compactMap(\.self) }
    case .windows(let windows): windows.lanes.flatMap(\.moments).map(\.instant.nanoseconds)
    case .timers(let timers): timers.flatMap { [$0.start.nanoseconds, ($0.end ?? $0.due).nanoseconds] }
    case .rule(let rule): rule.trials.flatMap { [$0.start.nanoseconds, $0.end.nanoseconds, $0.drawnEnd.nanoseconds] }
    case .differences(let instants): instants.map(\.nanoseconds)
    case .demand, .code, .warning, .gap: []
    }
  }
}

extension PicturePlan.DrawnRow {
  fileprivate var axisMarks: [TimeAxis.Extent] {
    beats.map { beat in TimeAxis.Extent(instant: beat.instant, reach: beat.signs.map(\.kind.reach).max() ?? 0) }
  }
  /// The marks, and the dot where the line starts.
  fileprivate var axisMarksWithStart: [TimeAxis.Extent] {
    guard let start, beats.first?.instant != start else { return axisMarks }
    return [TimeAxis.Extent(instant: start, reach: PictureLayout.dot)] + axisMarks
  }
}

extension Mark.Kind {
  fileprivate var reach: Double {
    switch self {
    case .value, .anyValue: Lettering.radius
    case .finished: 2
    case .failure: 9
    case .subscribe, .unsubscribe, .request: 1
    }
  }
}
