import MarbleDiagrams
import MarbleRuns

/// The lines of a document that is open in an editor, without their ends. A document whose last line has an end has an empty line after it.
///
/// The protocol counts lines from zero, and columns in code units of UTF-16.
struct OpenLines {
  private(set) var lines: [[Character]]

  init(_ text: String) {
    // A byte order mark is ignored.
    lines = OpenLines.split(text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text)
  }
  private static func split(_ text: String) -> [[Character]] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(Array.init)
  }

  /// Applies a change of the protocol: a new text for a range, or for the whole document. Returns `false` if it is not a change.
  ///
  /// - Complexity: O(*n*) for *n* lines and for the characters of the lines that change, with a small factor. Only characters beside a change inside of
  ///   one line are read again.
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
    // A place may be inside a character, for instance if an accent is added to a letter, so the characters are computed again from code
    // units.
    let before = units(of: start.row).prefix(start.units), after = units(of: end.row).dropFirst(end.units)
    let new = Array(before) + Array(text.utf16) + Array(after)
    lines.replaceSubrange(start.row...end.row, with: OpenLines.split(String(decoding: new, as: UTF16.self)))
    return true
  }

  /// Replaces a part of a line with a text without line ends. Characters are computed again from the last one of ASCII before the change to the first
  /// one of ASCII after it: nothing joins across these.
  private mutating func replace(_ range: Range<Int>, of row: Int, with text: String) {
    let line = lines[row]
    var (first, unitsBefore) = OpenLines.character(at: range.lowerBound, in: line[...])
    let lower = min(range.lowerBound, unitsBefore + (first < line.count ? line[first].utf16.count : 0))
    let (past, unitsPast) = OpenLines.character(at: range.upperBound - unitsBefore, in: line[first...])
    let upper = min(range.upperBound, unitsBefore + unitsPast + (past < line.count ? line[past].utf16.count : 0))
    while first > 0 {
      first -= 1
      unitsBefore -= line[first].utf16.count
      if line[first].isASCII { break }
    }
    let end = line[past...].dropFirst().firstIndex { $0.isASCII }.map { $0 + 1 } ?? line.count
    let old = String(line[first..<end]).utf16
    let new = Array(old.prefix(lower - unitsBefore)) + Array(text.utf16) + Array(old.dropFirst(upper - unitsBefore))
    lines[row].replaceSubrange(first..<end, with: Array(String(decoding: new, as: UTF16.self)))
  }
  /// The index of the character that has a code unit, and the number of code units before it.
  private static func character(at unit: Int, in line: ArraySlice<Character>) -> (index: Int, unitsBefore: Int) {
    var before = 0
    for index in line.indices {
      let next = before + line[index].utf16.count
      if next > unit { return (index, before) }
      before = next
    }
    return (line.endIndex, before)
  }

  private func units(of row: Int) -> String.UTF16View { String(lines[row]).utf16 }
  /// The place of a position. A position after the last line is the end of the document, and a position after the end of a line is the end
  /// of that line.
  private func place(_ position: JSONText?) -> (row: Int, units: Int)? {
    guard let row = position?["line"]?.integer, let units = position?["character"]?.integer, row >= 0, units >= 0 else { return nil }
    return row < lines.count ? (row, units) : (lines.count - 1, Int.max)
  }
}
