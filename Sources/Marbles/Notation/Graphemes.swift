/// A text as a row of graphemes that can be looked at by number.
///
/// A grapheme of one scalar is known by that scalar's value, any other by `Graphemes.cluster`: so the parser compares numbers.
struct Graphemes {
  static let cluster = UInt32.max

  let text: String
  let codes: [UInt32]
  /// Empty if the text is ASCII.
  private let characters: [Character]

  init(_ text: String) {
    self.text = text
    let bytes = Array(text.utf8)
    if Graphemes.isPlain(bytes) {
      codes = bytes.map { UInt32($0) }
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
    return String(String.UnicodeScalarView(codes[range].map { Unicode.Scalar($0)! }))
  }
  func string(_ index: Int) -> String { string(index..<index + 1) }

  /// Whether every byte is a grapheme of its own.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
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
