/// Why a text is not a row of marbles: what is wrong, where, and what to write instead.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was read.
  public let text: String
  /// The problem.
  public let message: String
  /// The suggested fix.
  public let fix: String
  /// The place, in graphemes of ``text``. It is empty, at the end, where something is missing.
  public let range: Range<Int>

  package init(text: String, message: String, fix: String, range: Range<Int>) {
    self.text = text
    self.message = message
    self.fix = fix
    self.range = range
  }

  /// Four lines: the message, the text, a caret below the place, the fix.
  public var description: String {
    "\(message)\n  \(displayText)\n  \(caretLine)\n  \(fix)"
  }

  /// The text on one line: a control character or line break is shown as one blank.
  package var displayText: String { DisplayWidth.printable(text) }

  /// Carets below the place, for a line in which ``displayText`` begins at the first column.
  package var caretLine: String {
    let graphemes = Array(displayText)
    let start = min(range.lowerBound, graphemes.count)
    let end = min(max(range.upperBound, start), graphemes.count)
    let width = DisplayWidth.of(graphemes[start..<end])
    return String(repeating: " ", count: DisplayWidth.of(graphemes[..<start])) + String(repeating: "^", count: max(width, 1))
  }
}
