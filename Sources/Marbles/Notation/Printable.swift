/// Makes text that comes from a file, a stream or a call printable: none of its control characters reaches a terminal,
/// where they may move the cursor, change the title, or write the clipboard.
package enum Printable {
  /// The text with a blank for each control character, and for each character that turns the direction of the text
  /// around it. Line breaks stay.
  package static func text(_ text: String) -> String { replaced(text, keepsLines: true, keepsColors: false) }
  /// The text as a single line: line breaks become blanks, too.
  package static func line(_ text: String) -> String { replaced(text, keepsLines: false, keepsColors: false) }
  /// The text of a drawing whose lines are printable already, with the sequences of the colors that were added to them.
  package static func drawing(_ text: String) -> String { replaced(text, keepsLines: true, keepsColors: true) }

  private static func replaced(_ text: String, keepsLines: Bool, keepsColors: Bool) -> String {
    if isPlain(text, keepsLines) { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if keepsLines, scalar == "\n" || scalar == "\r" && index < scalars.count && scalars[index] == "\n" {
        // A carriage return before a line feed is one line break.
        if scalar == "\n" { result.append(scalar) }
      } else if keepsColors, scalar == "\u{1B}", let end = endOfColor(scalars, index) {
        result.append(contentsOf: scalars[index - 1..<end])
        index = end
      } else if scalar == "\r", index < scalars.count, scalars[index] == "\n" {
        // One grapheme stays one column.
        result.append(" ")
        index += 1
      } else {
        result.append(isControl(scalar.value) ? " " : scalar)
      }
    }
    return String(result)
  }

  /// Whether nothing has to be replaced, as far as the bytes tell without reading characters.
  private static func isPlain(_ text: String, _ keepsLines: Bool) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 && !(keepsLines && byte == 0x0A) || byte == 0x7F { return false }
      // U+0080 to U+009F are C2 80 to C2 9F; the others are E2 80 and E2 81 with one more byte.
      if last == 0xC2 && byte < 0xA0 || last == 0xE2 && (byte == 0x80 || byte == 0x81) { return false }
      last = byte
    }
    return true
  }

  /// Whether a scalar controls a terminal or the direction of text, or separates lines.
  static func isControl(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The end of a sequence that only sets colors, behind its Escape; `nil` if it is any other sequence.
  private static func endOfColor(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
    guard start < scalars.count, scalars[start] == "[" else { return nil }
    var end = start + 1
    while end < scalars.count, ("0"..."9").contains(scalars[end]) || scalars[end] == ";" { end += 1 }
    return end < scalars.count && scalars[end] == "m" ? end + 1 : nil
  }
}
