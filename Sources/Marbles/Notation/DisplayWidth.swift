/// The number of columns that a text takes in a terminal or an editor. East Asian wide characters and emoji take two.
package enum DisplayWidth {
  /// Returns the number of columns of a text.
  package static func of(_ text: some Sequence<Character>) -> Int {
    var width = 0
    for character in text { width += of(character) }
    return width
  }

  /// Returns the number of columns of one grapheme: 1, or 2 if it is wide.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, first.value >= 0x300 else { return 1 }
    for scalar in scalars where isWide(scalar) || scalar.value == 0xFE0F { return 2 }
    return 1
  }

  /// Returns the text on one line: control characters and line breaks become blanks.
  package static func printable(_ text: String) -> String {
    text.contains(where: isInvisible) ? String(text.map { isInvisible($0) ? " " : $0 }) : text
  }

  /// Whether a grapheme is invisible: a control or format character, or a line break.
  static func isInvisible(_ character: Character) -> Bool {
    for scalar in character.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: continue
      default: return false
      }
    }
    return true
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x1100 && scalar.properties.isEmojiPresentation { return true }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(scalar.value)
  }

  /// The blocks whose characters are wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF,
    0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
