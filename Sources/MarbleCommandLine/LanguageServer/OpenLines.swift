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
  /// - Complexity: O(*n*) for *n* lines, with a small factor, and the length of the lines that change.
  mutating func apply(_ change: JSONText) -> Bool {
    guard let text = change["text"]?.string else { return false }
    guard let range = change["range"] else {
      self = OpenLines(text)
      return true
    }
    guard let start = place(range["start"]), let end = place(range["end"]), start <= end else { return false }
    // A place may be inside a character, for instance if an accent is added to a letter, so the characters are computed again from code
    // units.
    let before = units(of: start.row).prefix(start.units), after = units(of: end.row).dropFirst(end.units)
    let new = Array(before) + Array(text.utf16) + Array(after)
    lines.replaceSubrange(start.row...end.row, with: OpenLines.split(String(decoding: new, as: UTF16.self)))
    return true
  }

  private func units(of row: Int) -> String.UTF16View { String(lines[row]).utf16 }
  /// The place of a position. A position after the last line is the end of the document, and a position after the end of a line is the end
  /// of that line.
  private func place(_ position: JSONText?) -> (row: Int, units: Int)? {
    guard let row = position?["line"]?.integer, let units = position?["character"]?.integer, row >= 0, units >= 0 else { return nil }
    return row < lines.count ? (row, units) : (lines.count - 1, Int.max)
  }
}
