/// A text as a row of graphemes that can be looked at by number.
///
/// A grapheme of one scalar is known by that scalar's value, any other by `Graphemes.cluster`: so the parser compares numbers.
struct Graphemes {
  static let cluster = UInt32.max

  let text: String
  let codes: [UInt32]
  /// Empty if every byte is a grapheme of its own.
  private let characters: [Character]

  init(_ text: String) {
    self.text = text
    if Graphemes.isPlain(text.utf8) {
      codes = text.utf8.map { UInt32($0) }
      characters = []
    } else {
      characters = Array(text)
      codes = characters.map(Graphemes.code)
    }
  }

  var count: Int { codes.count }

  /// The text of these graphemes.
  func string(_ range: Range<Int>) -> String {
    if !characters.isEmpty { return String(characters[range]) }
    return String(unsafeUninitializedCapacity: range.count) { bytes in
      for (place, code) in codes[range].enumerated() { bytes[place] = UInt8(truncatingIfNeeded: code) }
      return range.count
    }
  }
  func string(_ index: Int) -> String {
    characters.isEmpty ? String(Unicode.Scalar(UInt8(truncatingIfNeeded: codes[index]))) : String(characters[index])
  }

  /// Whether every byte is a grapheme of its own.
  private static func isPlain(_ bytes: String.UTF8View) -> Bool {
    for byte in bytes where byte >= 0x80 || byte == 0x0D { return false }
    return true
  }
  private static func code(_ character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    let first = scalars.startIndex
    return scalars.index(after: first) == scalars.endIndex ? scalars[first].value : cluster
  }
}

extension UInt32 {
  var isDigit: Bool { self >= 48 && self <= 57 }
}

func ~= (pattern: Unicode.Scalar, code: UInt32) -> Bool { pattern.value == code }
func == (code: UInt32, scalar: Unicode.Scalar) -> Bool { code == scalar.value }
func != (code: UInt32, scalar: Unicode.Scalar) -> Bool { code != scalar.value }
