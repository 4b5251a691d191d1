import Marbles

/// How wide a text may become, whatever font the reader has: the widths of the widest of the usual sans-serif fonts, rounded up.
package enum TextMetrics {
  /// The most that a text in a sans-serif font takes.
  package static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.reduce(0) { $0 + em($1) } * size * (isBold ? 1.15 : 1)
  }

  /// The most that a text in a font of one width takes.
  package static func monoWidth(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + (DisplayWidth.of($1) > 1 ? 1.4 : 0.61) } * size
  }

  /// The lines of a text that is broken between its words; a word that is too long stays whole.
  package static func wrapped(_ text: String, width limit: Double, size: Double) -> [String] {
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

  private static func em(_ character: Character) -> Double {
    if let code = character.asciiValue { return code >= 32 && code < 127 ? Double(ascii[Int(code) - 32] - 65) / 20 : 1 }
    return DisplayWidth.of(character) > 1 ? 1.4 : 1
  }

  /// From the space to the tilde: A is no width, every letter after it a twentieth of the size more.
  private static let ascii = Array("HIKRNTQGIIKRHIHHNNNNNNNNNNHHRRRLUOOOQNMQQGGOMSPQNQONNPOUONOIHIRKKNNLNNINNGGMGUNNNNJLINMRMMLNHNR".utf8)
}
