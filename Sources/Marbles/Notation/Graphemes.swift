/// A text as an array of graphemes.
///
/// A grapheme of one scalar has the value of that scalar as its code, any other has `Graphemes.cluster`. So the parser
/// compares numbers.
final class Graphemes {
  static let cluster = UInt32.max

  let text: String
  let codes: [UInt32]
  /// The number of codes that are neither a dash nor a space, or more.
  let symbolCount: Int
  /// The graphemes; empty if every byte is a grapheme of its own.
  private let characters: [Character]

  init(_ text: String) {
    var native = text
    self.text = text
    if let plain = native.withUTF8(Graphemes.plain) {
      (codes, symbolCount) = plain
      characters = []
    } else {
      characters = Array(text)
      codes = characters.map(Graphemes.code)
      symbolCount = codes.count
    }
  }

  var count: Int { codes.count }

  func string(_ range: Range<Int>) -> String {
    if !characters.isEmpty { return String(characters[range]) }
    return String(unsafeUninitializedCapacity: range.count) { bytes in
      for (place, code) in codes[range].enumerated() { bytes[place] = UInt8(truncatingIfNeeded: code) }
      return range.count
    }
  }
  func string(_ index: Int) -> String {
    characters.isEmpty ? Graphemes.plainTexts[Int(codes[index])] : String(characters[index])
  }

  /// The ASCII characters as strings.
  private static let plainTexts = (0..<0x80 as Range<UInt8>).map { String(Unicode.Scalar($0)) }

  /// Returns the bytes if every byte is a grapheme of its own, and how many of them are neither a dash nor a space.
  private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> (codes: [UInt32], symbolCount: Int)? {
    var seen: UInt8 = 0
    var returns = 0, symbols = 0
    for byte in bytes {
      seen |= byte
      returns &+= byte == 0x0D ? 1 : 0
      symbols &+= byte == 0x2D || byte == 0x20 ? 0 : 1
    }
    if seen >= 0x80 || returns > 0 { return nil }
    // The storage of empty arrays is shared by all threads, and this initializer would write their count into it.
    if bytes.isEmpty { return ([], 0) }
    let codes = [UInt32](unsafeUninitializedCapacity: bytes.count) { codes, count in
      for place in 0..<bytes.count { codes[place] = UInt32(bytes[place]) }
      count = bytes.count
    }
    return (codes, symbols)
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
