import MarbleDiagrams
import MarbleRuns

/// The lines of a document that is open in an editor, without their ends. A document whose last line has an end has an
/// empty line after it.
///
/// The protocol counts lines from zero, and columns in code units of UTF-16.
struct OpenLines {
  private(set) var lines: [[Character]]
  /// Whether a line may have a character of more than one code unit. In any other line a column is a number of
  /// characters, so nothing is counted.
  private var isWide: [Bool]

  init(_ text: String) {
    // A byte order mark is ignored.
    lines = OpenLines.split(text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text)
    isWide = lines.map(OpenLines.isWide)
  }
  private static func isWide(_ line: [Character]) -> Bool { line.contains { $0.utf16.count > 1 } }
  private static func split(_ text: String) -> [[Character]] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(Array.init)
  }

  /// Applies a change of the protocol: a new text for a range, or for the whole document. Returns `false` if it is not
  /// a change.
  ///
  /// - Complexity: O(*n*) for *n* lines and for the characters of the lines that change, with a small factor. Only
  ///   characters beside a change inside of one line are read again.
  mutating func apply(_ change: JSONText) -> Bool {
    guard let text = change["text"]?.string else { return false }
    guard let range = change["range"] else {
      self = OpenLines(text)
      return true
    }
    guard let start = place(range["start"]), let end = place(range["end"]), start <= end else { return false }
    if start.row == end.row, !text.contains(where: \.isNewline) {
      replace(start.units..<end.units, of: start.row, with: text)
      return true
    }
    // A place may be inside a character, for instance if an accent is added to a letter, so the characters are computed
    // again from code units.
    let before = units(of: start.row).prefix(start.units), after = units(of: end.row).dropFirst(end.units)
    let new = Array(before) + Array(text.utf16) + Array(after)
    let split = OpenLines.split(String(decoding: new, as: UTF16.self))
    lines.replaceSubrange(start.row...end.row, with: split)
    isWide.replaceSubrange(start.row...end.row, with: split.map(OpenLines.isWide))
    return true
  }

  /// Replaces a part of a line with a text without line ends. Characters are computed again from the last one of ASCII
  /// before the change to the first one of ASCII after it: nothing joins across these.
  private mutating func replace(_ range: Range<Int>, of row: Int, with text: String) {
    let line = lines[row]
    var (first, unitsBefore) = character(at: range.lowerBound, in: row)
    let lower = min(range.lowerBound, unitsBefore + (first < line.count ? line[first].utf16.count : 0))
    let (past, unitsPast) = character(at: range.upperBound - unitsBefore, in: row, from: first)
    let upper = min(range.upperBound, unitsBefore + unitsPast + (past < line.count ? line[past].utf16.count : 0))
    while first > 0 {
      first -= 1
      unitsBefore -= line[first].utf16.count
      if line[first].isASCII { break }
    }
    let end = line[past...].dropFirst().firstIndex { $0.isASCII }.map { $0 + 1 } ?? line.count
    let old = String(line[first..<end]).utf16
    let new = Array(old.prefix(lower - unitsBefore)) + Array(text.utf16) + Array(old.dropFirst(upper - unitsBefore))
    let inserted = Array(String(decoding: new, as: UTF16.self))
    lines[row].replaceSubrange(first..<end, with: inserted)
    isWide[row] = isWide[row] || OpenLines.isWide(inserted)
  }
  /// The index of the character that has a code unit, counted from the character `start` of a line, and the number of
  /// code units before it.
  func character(at unit: Int, in row: Int, from start: Int = 0) -> (index: Int, unitsBefore: Int) {
    let line = lines[row]
    if !isWide[row] {
      let before = max(0, min(unit, line.count - start))
      return (start + before, before)
    }
    var before = 0
    for index in start..<line.count {
      let next = before + line[index].utf16.count
      if next > unit { return (index, before) }
      before = next
    }
    return (line.count, before)
  }
  /// The number of code units in the first characters of a line; after the last line, the number itself.
  func units(_ row: Int, _ column: Int) -> Int {
    guard lines.indices.contains(row) else { return column }
    return isWide[row] ? lines[row].prefix(column).reduce(0) { $0 + $1.utf16.count } : min(column, lines[row].count)
  }

  private func units(of row: Int) -> String.UTF16View { String(lines[row]).utf16 }
  /// The place of a position. A position after the last line is the end of the document, and a position after the end
  /// of a line is the end of that line.
  private func place(_ position: JSONText?) -> (row: Int, units: Int)? {
    guard let row = position?["line"]?.integer, let units = position?["character"]?.integer, row >= 0, units >= 0 else {
      return nil
    }
    return row < lines.count ? (row, units) : (lines.count - 1, Int.max)
  }
}
