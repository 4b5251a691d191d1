/// Puts a diagram on paper: which shape stands where.
package struct PictureLayout {
  static let margin = 24.0
  static let nameSize = 13.0
  static let smallSize = 11.0

  let diagram: Diagram
  let lettering: Lettering
  let coloring: Coloring
  var axis: TimeAxis
  /// The height that is used up.
  var cursor = margin
  /// What lies behind everything, the lines, and what stands on them.
  var back: [Picture.Item] = []
  var lines: [Picture.Item] = []
  var front: [Picture.Item] = []
  /// The symbols whose values found no place, in order.
  var explained: [Symbol] = []

  /// The picture of a diagram.
  package static func picture(of diagram: Diagram) -> Picture {
    var layout = PictureLayout(diagram)
    layout.addHead()
    let top = layout.addRuler()
    for stream in diagram.streams { layout.add(stream) }
    for (index, run) in diagram.runs.enumerated() { layout.add(run, isFirst: index == 0) }
    layout.addGuides(from: top)
    layout.addLegend()
    return layout.picture
  }

  private init(_ diagram: Diagram) {
    self.diagram = diagram
    lettering = Lettering(diagram)
    coloring = Coloring(diagram, lettering)
    let names = diagram.rowNames.map {
      max(TextMetrics.monoWidth($0.name, size: Self.nameSize), TextMetrics.width($0.note, size: Self.smallSize))
    }
    let left = Self.margin + (names.max().map { $0 + 12 } ?? 0)
    axis = TimeAxis(frame: diagram.frame, left: left.rounded(.up), rows: diagram.lanes.map(\.axisMarks), others: [])
    let code = diagram.runs.flatMap(\.pipeline).map { CodeText.width(of: $0) + 40 }.max() ?? 0
    let title = TextMetrics.width(diagram.title ?? "", size: 18, isBold: true)
    axis.extend(to: Self.margin + min(max(code, title, 400), 680))
  }

  var right: Double { axis.right }

  private var picture: Picture {
    let width = (right + Self.margin).rounded(.up)
    let height = (cursor + Self.margin).rounded(.up)
    let surface = Picture.Item(.surface, .box(Box(left: 0, top: 0, right: width, bottom: height), corner: 8))
    return Picture(
      width: width, height: height, title: diagram.title ?? diagram.runs.first?.pipeline.joined(separator: " ") ?? "Marbles",
      description: Narration.text(of: diagram, lettering), items: [surface] + back + lines + front)
  }

  // MARK: Around the rows

  private mutating func addHead() {
    if let title = diagram.title {
      for line in TextMetrics.wrapped(title, width: (right - Self.margin) / 1.15, size: 18) {
        cursor += 18
        let text = Picture.Text(string: line, place: Point(Self.margin, cursor), size: 18, isBold: true)
        front.append(Picture.Item(.title, .text(text)))
        cursor += 8
      }
    }
    if let note = diagram.note {
      for line in TextMetrics.wrapped(note, width: right - Self.margin, size: 13) {
        cursor += 13
        front.append(Picture.Item(.note, .text(Picture.Text(string: line, place: Point(Self.margin, cursor), size: 13))))
        cursor += 6
      }
    }
    if cursor > Self.margin { cursor += 12 }
  }

  /// The times above the rows; the height at which the guides begin.
  private mutating func addRuler() -> Double {
    let labels = axis.labels
    if labels.isEmpty { return cursor }
    cursor += TimeAxis.labelSize
    for label in labels {
      let text = Picture.Text(string: label.text, place: Point(label.place, cursor), size: TimeAxis.labelSize, anchor: .middle)
      front.append(Picture.Item(.ruler, .text(text)))
    }
    cursor += 10
    return cursor - 4
  }

  private mutating func addGuides(from top: Double) {
    for label in axis.labels { back.append(Picture.Item(.guide, .line(Point(label.place, top), Point(label.place, cursor - 8)))) }
  }

  /// What the symbols mean whose values stand nowhere else.
  private mutating func addLegend() {
    let radius = 10.0
    var left = Self.margin
    var isFirst = true
    for symbol in explained {
      let lines = CodeText.broken(lettering.literal(of: symbol), columns: CodeText.columns(in: right - Self.margin - 40, size: 12))
      let width = 2 * radius + 8 + (lines.map { TextMetrics.monoWidth($0, size: 12) }.max() ?? 0)
      if isFirst || left + width > right {
        cursor += isFirst ? 8 : 6
        left = Self.margin
      } else {
        cursor -= 2 * radius
      }
      isFirst = false
      let center = Point(left + radius, cursor + radius)
      var item = Picture.Item(.marble, .circle(center, radius: radius, colors: coloring.colors(of: symbol)))
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(symbol.text, at: center, size: 11))))
      for (index, line) in lines.enumerated() {
        let place = Point(left + 2 * radius + 8, center.y + Double(index) * 16)
        item.parts.append(Picture.Part(role: .label, shape: .text(.middle(line, at: place, size: 12, anchor: .start, isMono: true))))
      }
      item.claim = item.box
      front.append(item)
      cursor += 2 * radius + Double(lines.count - 1) * 16
      left += width + 20
    }
  }
}

extension Diagram {
  /// What stands left of the rows.
  fileprivate var rowNames: [(name: String, note: String)] {
    let streams = streams.filter(\.isDeclared).map { ($0.name, $0.kind == .hot ? "hot" : "") }
    let runs = runs.flatMap { run in
      run.windows.map { ($0.name, "subscribed") } + (run.subscribers.count > 1 ? [("", "subscriber \(run.subscribers.count)")] : [])
        + (run.subscribers.contains { $0.demand != nil } ? [("", "demand")] : [])
    }
    return streams + runs
  }
}

extension Lane {
  /// What stands in the row of the lane, and how wide it is.
  fileprivate var axisMarks: [TimeAxis.Mark] {
    moments.map { moment in TimeAxis.Mark(instant: moment.instant.nanoseconds, reach: moment.marks.map(\.reach).max() ?? 0) }
  }
}

extension Mark {
  fileprivate var reach: Double {
    switch kind {
    case .value, .anyValue: Lettering.radius
    case .finished: 2
    case .failure: 9
    case .subscribe, .unsubscribe: 1
    case .request: 16
    }
  }
}
