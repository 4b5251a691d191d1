import MarbleSpecs
import Marbles

/// Aligns the rows of a spec, for `marble fmt` and for editors.
enum SpecAlignment {
  /// The lines that change, with their new texts. None if the spec cannot be read, or if its rows would mean something
  /// else.
  ///
  /// - Parameter known: The spec, if it has been read.
  static func changes(of spec: SpecText, _ known: SpecFile? = nil) -> [(line: Int, text: String)] {
    let rows = spec.lines.indices.compactMap { line in RowText(spec.lines[line]).map { (line, $0) } }
    guard let column = rows.map(\.1.label.count).max().map({ $0 + 1 }) else { return [] }
    var lines = spec.lines
    var changes: [(line: Int, text: String)] = []
    for (line, row) in rows {
      let new = row.aligned(at: column)
      guard new != lines[line] else { continue }
      changes.append((line, String(new)))
      lines[line] = new
    }
    guard !changes.isEmpty, let old = known ?? (try? SpecFile(spec)) else { return [] }
    guard let file = try? SpecFile(spec.with(lines)), file.means(old) else { return [] }
    return changes
  }
}

extension SpecFile {
  /// Whether all rows equal the rows of another spec.
  fileprivate func means(_ other: SpecFile) -> Bool { rows.map(\.lane) == other.rows.map(\.lane) }
}

/// A line with a row of marbles: the words before the row, and the row.
struct RowText {
  let label: [Character]
  let marbles: [Character]
  /// The column at which the marbles begin; `nil` if there are none.
  let column: Int?

  /// Reads a line; `nil` if it has no row: a header, a pipeline, a table, a comment.
  init?(_ line: [Character]) {
    guard let end = RowText.labelEnd(line) else { return nil }
    label = Array(line[..<end])
    let rest = line[end...].drop { $0 == " " }
    column = rest.isEmpty ? nil : rest.startIndex
    marbles = Array(rest[..<(rest.lastIndex { $0 != " " }.map { $0 + 1 } ?? rest.startIndex)])
  }

  private static func labelEnd(_ line: [Character]) -> Int? {
    if line.first == "=" { return line.starts(with: "==") ? nil : 1 }
    let word = String(line.prefix { $0.isWord })
    guard let first = word.first, !first.isNumber else { return nil }
    if word == "from" || word == "demand" { return word.count }
    if word == "let" || SpecWord.headers.contains(where: { $0.rawValue == word }) { return nil }
    return line.firstIndex(of: ":").map { $0 + 1 }
  }

  func aligned(at column: Int) -> [Character] {
    marbles.isEmpty ? label : label + Array(repeating: " ", count: max(1, column - label.count)) + marbles
  }
}
