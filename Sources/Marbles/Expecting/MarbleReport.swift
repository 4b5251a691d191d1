import VirtualTime

/// Creates the failure texts of a test.
final class MarbleReport {
  /// The width of a row in columns. A longer one is cut around the first difference.
  static let width = 100
  /// The largest number of differences that are described.
  static let sentences = 12

  let test: MarbleTest
  private var files: [String: SourceText] = [:]

  init(_ test: MarbleTest) { self.test = test }

  /// Returns the rows below each other, carets where they differ, and a sentence for each difference; `nil` if there is none.
  func text(_ headline: String, _ comparison: Comparison) -> String? {
    guard let first = comparison.differences.map(\.instant).min() else { return nil }
    var lines = ["\(headline) at \(test.frameName(first))"] + rows(comparison.rows, differingAt: comparison.differences.map(\.instant))
    lines += comparison.summary.map { ["  \($0)"] } ?? sentences(comparison.differences)
    if let note = comparison.note { lines.append("  \(DisplayWidth.printable(note))") }
    return lines.joined(separator: "\n")
  }
  private func sentences(_ differences: [Comparison.Difference]) -> [String] {
    var lines: [String] = []
    for difference in differences.prefix(Self.sentences) {
      lines.append("  \(difference.prefix)\(test.frameName(difference.instant)): \(DisplayWidth.printable(difference.text))")
      lines += difference.details.map { "    \(DisplayWidth.printable($0))" }
    }
    let rest = differences.count - Self.sentences
    if rest > 0 { lines.append("  and \(rest) more difference\(rest == 1 ? "" : "s")") }
    return lines
  }

  /// Returns the rows of all sources and some more below each other, and a line of carets at the given instants.
  func rows(_ own: [(label: String, lane: Lane)], differingAt instants: [VirtualInstant] = []) -> [String] {
    let shown = test.sources.map { (label: label(of: $0), lane: $0.lane) } + own
    let compared = Array(test.sources.count..<shown.count)
    let aligned = AlignedRows(shown.map(\.lane))
    let spans = instants.compactMap { aligned.span(at: $0, inRows: compared) }
    let cut = RowCut(around: spans.map(\.lowerBound).min() ?? 0, width: Self.width)
    let labels = shown.map { DisplayWidth.printable($0.label) }
    let margin = (labels.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    var lines = zip(labels, aligned.texts).map { label, row in
      "  \(label)" + String(repeating: " ", count: margin - DisplayWidth.of(label)) + cut.apply(to: DisplayWidth.printable(row))
    }
    if !spans.isEmpty {
      lines.append("  " + String(repeating: " ", count: margin) + cut.apply(to: CaretLine(spans).text, marksCuts: false))
    }
    return lines
  }

  // MARK: Labels

  func label(of row: SourceRow) -> String {
    let file = file(row.place)
    let found = file.declaredName(at: row.place.line, of: [".cold(", ".hot(", ".async("]) ?? file.argumentName(of: row.place, ".drive(")
    return row.name ?? found ?? row.fallback
  }
  func label(of log: SourceLog) -> String {
    test.sources.first { $0.log === log }.map { label(of: $0) } ?? "a source of another test"
  }
  func label(ofListener name: String?, at place: SourcePlace, _ fallback: String) -> String {
    name ?? file(place).argumentName(of: place, ".expect(") ?? fallback
  }

  /// Whether the arguments of a call contain a text, if the source file can be read.
  func call(at place: SourcePlace, mentions text: String) -> Bool { file(place).arguments(of: place)?.contains(text) == true }

  private func file(_ place: SourcePlace) -> SourceText {
    if let known = files[place.filePath] { return known }
    let text = SourceText(path: place.filePath)
    files[place.filePath] = text
    return text
  }
}

/// A line with carets below some columns.
private struct CaretLine {
  private let columns: Set<Int>

  init(_ spans: [Range<Int>]) { columns = Set(spans.joined()) }
  var text: String {
    let end = (columns.max() ?? -1) + 1
    return String((0..<end).map { columns.contains($0) ? "^" : " " })
  }
}

/// The visible part of long rows.
private struct RowCut {
  private let columns: Range<Int>

  init(around column: Int, width: Int) {
    let start = column < width - 20 ? 0 : column - width / 2
    columns = start..<start + width
  }

  func apply(to row: String, marksCuts: Bool = true) -> String {
    var text = columns.lowerBound == 0 ? "" : marksCuts ? "…" : " "
    var column = 0
    for character in row {
      let next = column + DisplayWidth.of(character)
      if column >= columns.lowerBound, next <= columns.upperBound {
        text.append(character)
      } else if next > columns.lowerBound, column < columns.upperBound {
        text += " "
      }
      column = next
    }
    return column > columns.upperBound && marksCuts ? text + "…" : text
  }
}
