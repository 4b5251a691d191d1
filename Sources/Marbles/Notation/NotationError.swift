/// The error of a text that is not a row of marbles: the problem, its position, and a fix.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was read.
  public let text: String
  /// The problem.
  public let message: String
  /// The suggested fix.
  public let fix: String
  /// The position of the problem, in graphemes of ``text``. The range is empty, at the end, if something is missing.
  public let range: Range<Int>
  /// The text that was probably meant there, if the fix is to write it.
  package var meant: String?

  package init(text: String, message: String, fix: String, range: Range<Int>) {
    self.text = text
    self.message = message
    self.fix = fix
    self.range = range
  }

  /// Four lines: the message, the text, a caret below the position, and the fix.
  public var description: String { "\(message)\n  \(displayText)\n  \(caretLine)\n  \(fix)" }

  /// The text on one line: control characters and line breaks become blanks.
  var displayText: String { DisplayWidth.printable(text) }

  /// A line with carets below the position, for a ``displayText`` that begins at the first column.
  var caretLine: String {
    let graphemes = Array(displayText)
    let start = min(range.lowerBound, graphemes.count)
    let end = min(max(range.upperBound, start), graphemes.count)
    let width = DisplayWidth.of(graphemes[start..<end])
    return String(repeating: " ", count: DisplayWidth.of(graphemes[..<start]))
      + String(repeating: "^", count: max(width, 1))
  }
}
