import MarbleRuns
import Marbles

/// Upper bounds of text widths for any font of the reader: the widths of the widest common sans-serif fonts, rounded
/// up.
enum TextMetrics {
  /// Returns the largest width of a text in a sans-serif font, in points.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.reduce(0) { $0 + em($1) } * size * (isBold ? 1.15 : 1)
  }

  /// Returns the largest width of a text in a monospaced font, in points.
  static func monoWidth(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + (DisplayWidth.of($1) > 1 ? 1.4 : 0.61) } * size
  }

  /// Returns the beginning of a text that fits into a width together with the sign `…` behind it.
  static func shortened(_ text: String, to limit: Double, size: Double) -> String {
    var used = em("…")
    return text.prefix { character in
      used += em(character)
      return used * size <= limit
    } + "…"
  }

  /// Returns the lines of a text that is broken between words. A word that is too long is not broken.
  static func wrapped(_ text: String, width limit: Double, size: Double) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, width(last + " " + word, size: size) <= limit {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Returns the lines of a text that is broken between words. Only what has no room at all is shortened: a word that
  /// is wider than a line, and what is left after the last line.
  static func paragraph(_ text: String, width limit: Double, lines most: Int, size: Double) -> [String] {
    var lines = wrapped(text, width: limit, size: size)
    if lines.count > most {
      lines = lines.prefix(most - 1) + [lines[(most - 1)...].joined(separator: " ")]
    }
    return lines.map { width($0, size: size) <= limit ? $0 : shortened($0, to: limit, size: size) }
  }

  private static func em(_ character: Character) -> Double {
    if let code = character.asciiValue { return code >= 32 && code < 127 ? Double(ascii[Int(code) - 32] - 65) / 20 : 1 }
    return DisplayWidth.of(character) > 1 ? 1.4 : 1
  }

  /// The widths from space to tilde: A is zero, and each following letter is a twentieth of the font size more.
  private static let ascii = Array(
    "HIKRNTQGIIKRHIHHNNNNNNNNNNHHRRRLUOOOQNMQQGGOMSPQNQONNPOUONOIHIRKKNNLNNINNGGMGUNNNNJLINMRMMLNHNR".utf8)
}
