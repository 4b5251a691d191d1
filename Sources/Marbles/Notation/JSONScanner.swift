/// Reads what all readers of JSON read alike: space, and texts with their escapes.
package struct JSONScanner {
  package enum Failure: Error {
    /// A byte that is not part of a character.
    case notUTF8(at: Int)
    case controlCharacter(at: Int)
    case escape(Range<Int>)
    /// The text has no end.
    case isOpen
  }
  package let bytes: [UInt8]
  package var position = 0
  /// The end of what is read.
  package var end: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  package var next: UInt8? { position < end ? bytes[position] : nil }
  package mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }
  package mutating func accept(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a text, with the position on its opening quote.
  ///
  /// - Parameter lone: The character for a single surrogate; without one, that is a failure.
  package mutating func text(forLoneSurrogate lone: Unicode.Scalar? = nil) throws(Failure) -> String {
    position += 1
    var text = ""
    while true {
      let start = position
      while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
      guard let part = String(validating: bytes[start..<position], as: UTF8.self) else {
        throw .notUTF8(at: start + JSONScanner.validCount(bytes[start..<position]))
      }
      text += part
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape(lone))
      case nil: throw .isOpen
      default: throw .controlCharacter(at: position)
      }
    }
  }
  /// The number of bytes before the first one that is not part of a character.
  private static func validCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var (parser, rest, count) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
    return min(count, bytes.count - 1)
  }
  private mutating func escape(_ lone: Unicode.Scalar?) throws(Failure) -> Unicode.Scalar {
    let first = position
    position += 2
    switch first + 1 < end ? bytes[first + 1] : 0 {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { break }
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // A pair of surrogates is one character.
      let start = position
      if unit < 0xDC00, bytes[start..<end].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
        position += 2
        if let low = codeUnit(), 0xDC00..<0xE000 ~= low,
          let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
          return scalar
        }
      }
      if let lone {
        position = start
        return lone
      }
    default: break
    }
    position = min(position, end)
    throw .escape(first..<position)
  }
  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= end,
      let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { return nil }
    position += 4
    return unit
  }
}
