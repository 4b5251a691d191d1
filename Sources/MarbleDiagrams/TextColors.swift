import MarbleRuns
import Marbles

/// A row of marbles with the colors of its values.
struct ColoredRow {
  var text: String
  var spans: [ColoredSpan] = []

  /// Returns the rows of some lanes, which are the first ones of the aligned rows or follow each other there. Without
  /// colors the rows have none.
  static func rows(
    of lanes: [Lane], _ texts: ArraySlice<String>, _ aligned: AlignedRows, _ colors: [[[Int]]]
  ) -> [ColoredRow] {
    zip(lanes.indices, texts).map { number, text in
      guard colors.indices.contains(number) else { return ColoredRow(text: text) }
      return ColoredRow(text: text, spans: TextColors.spans(of: lanes[number], in: text, aligned, colors[number]))
    }
  }
}

/// A part of a row with the color of a marble.
struct ColoredSpan: Hashable {
  /// The display columns.
  var columns: Range<Int>
  /// The start of the color, and its end, as sequences of a terminal.
  var start: String
  static let end = "\u{1B}[24;39m"
}

extension String {
  /// The text, which begins at a display column of its row, with the colors of the parts of that row.
  ///
  /// - Parameter isComment: Whether the line is a comment, which is printed dim. Its values are not dim, because their
  ///   colors could not be read.
  func colored(_ spans: [ColoredSpan], from first: Int = 0, isComment: Bool = false) -> String {
    if spans.isEmpty { return self }
    let (bright, end) = isComment ? ("\u{1B}[22m", ColoredSpan.end + "\u{1B}[2m") : ("", ColoredSpan.end)
    // A long row is folded into many pieces, so each finds its first color without a walk through all.
    var (text, column, rest) = ("", first, spans[spans.beginning { $0.columns.upperBound <= first }...])
    for character in self {
      let isIn = rest.first?.columns.contains(column) == true
      if isIn, column == first || column == rest.first?.columns.lowerBound {
        text += rest.first.map { bright + $0.start } ?? ""
      }
      text.append(character)
      column += DisplayWidth.of(character)
      if isIn, let span = rest.first, column >= span.columns.upperBound {
        text += end
        rest.removeFirst()
      }
    }
    return rest.first.map { $0.columns.lowerBound < column } == true ? text + end : text
  }
}

/// The colors of the values in text for a terminal: each value has the color of its marble in a picture.
///
/// A value that was made from several others has the color of the first one, and is underlined.
struct TextColors {
  /// The colors of lines, as numbers of the 256 colors of a terminal. The contrast of each is at least 3 on white and
  /// on black.
  static let palette = [32, 130, 28, 168, 136, 98, 30, 64, 137, 67, 133]

  private let diagram: Diagram
  private let coloring: Coloring
  private let indices: [TraceIndex?]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    coloring = Coloring(diagram, Lettering(diagram))
    indices = diagram.runs.map { $0.trace.map(TraceIndex.init) }
  }

  /// The colors of the values of each lane of the diagram, in the order of `Diagram.lanes`.
  var ofLanes: [[[Int]]] {
    var colors = diagram.streams.filter(\.isDeclared).map { stream in
      stream.lane.valueKinds.map { coloring.colors(of: $0, inSource: stream.name) }
    }
    if diagram.busy != nil { colors.append([]) }
    for (number, run) in diagram.runs.enumerated() {
      for (subscriber, one) in run.subscribers.enumerated() {
        for _ in [one.from, one.demand].compactMap(\.self) { colors.append([]) }
        if let expected = one.expected { colors.append(expected.valueKinds.map { coloring.colors(of: $0) }) }
        colors.append(ofResults(of: subscriber, inRun: number))
      }
      for windows in run.windows {
        colors += [[[Int]]](repeating: [], count: windows.lanes.count + (windows.demand == nil ? 0 : 1))
      }
    }
    return colors
  }

  private func ofResults(of subscriber: Int, inRun run: Int) -> [[Int]] {
    let kinds = diagram.runs[run].subscribers[subscriber].received.valueKinds
    guard let trace = diagram.runs[run].trace, let index = indices[run] else {
      return kinds.map { coloring.colors(of: $0) }
    }
    let lines = trace.subscriptions.indices.filter {
      trace.subscriptions[$0].consumer == nil && trace.subscriptions[$0].subscriber == subscriber
    }
    let events = lines.flatMap { index.events[$0] }.sorted().filter { trace.events[$0].isValue }
    return kinds.enumerated().map { number, kind in
      guard events.indices.contains(number), trace.events[events[number]].kind == kind else {
        return coloring.colors(of: kind)
      }
      return coloring.colors(of: events[number], inRun: run)
    }
  }

  /// Returns the colors of the values of a line between two operators.
  func ofLine(_ line: Int, inRun run: Int) -> [[Int]] {
    guard let trace = diagram.runs[run].trace, let index = indices[run] else { return [] }
    return index.events[line].filter { trace.events[$0].isValue }.map { coloring.colors(of: $0, inRun: run) }
  }

  /// Returns the colored parts of the row of a lane. The texts of the marks are in the row in the order of the lane.
  static func spans(of lane: Lane, in text: String, _ aligned: AlignedRows, _ colors: [[Int]]) -> [ColoredSpan] {
    var spans: [ColoredSpan] = []
    var (rest, column, number) = (text[...], 0, 0)
    func skip() { column += rest.popFirst().map { DisplayWidth.of($0) } ?? 0 }
    for moment in lane.moments {
      guard let start = aligned.column(of: moment.instant) else { continue }
      while column < start, !rest.isEmpty { skip() }
      for mark in moment.content {
        let words = mark.text
        while !rest.isEmpty, !rest.hasPrefix(words) { skip() }
        guard rest.hasPrefix(words) else { return spans }
        let first = column
        rest = rest.dropFirst(words.count)
        column += DisplayWidth.of(words)
        guard mark.kind.isValue else { continue }
        if colors.indices.contains(number), let code = code(colors[number]) {
          spans.append(ColoredSpan(columns: first..<column, start: code))
        }
        number += 1
      }
    }
    return spans
  }

  private static func code(_ hues: [Int]) -> String? {
    guard let first = hues.first else { return nil }
    let isMade = hues.count > 1 || first == Coloring.mixed
    let color = first == Coloring.mixed ? "" : "38;5;\(palette[first % palette.count])"
    return "\u{1B}[" + [isMade ? "4" : "", color].filter { !$0.isEmpty }.joined(separator: ";") + "m"
  }
}

extension Lane {
  fileprivate var valueKinds: [Mark.Kind] { moments.flatMap(\.content).map(\.kind).filter(\.isValue) }
}

extension Mark.Kind {
  fileprivate var isValue: Bool { symbol != nil || self == .anyValue }
}
