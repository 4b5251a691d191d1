/// Writes a text as a string of JSON. The line separators of Unicode are escaped, too, so that the text can be part of
/// JavaScript.
package enum JSONString {
  /// Appends the text in quotes. Its cost grows with the text; a text without special characters is appended at once.
  package static func add(_ value: String, to text: inout String) {
    let isPlain = value.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    text += "\""
    if isPlain { text += value } else { text += String(decoding: escaped(value), as: UTF8.self) }
    text += "\""
  }
  /// Appends a comma, a plain key, and the text in quotes.
  static func add(_ key: String, _ value: String, to text: inout String) {
    text += ",\"\(key)\":"
    add(value, to: &text)
  }
  /// The bytes of a text with its special characters escaped. Appending to a string for each of them would take ten
  /// times as long.
  private static func escaped(_ value: String) -> [UInt8] {
    var value = value
    return value.withUTF8 { bytes in
      var escaped: [UInt8] = []
      escaped.reserveCapacity(bytes.count + bytes.count / 8 + 8)
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          escaped.append(UInt8(ascii: "\\"))
          escaped.append(byte)
        case UInt8(ascii: "\n"): escaped.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
        case UInt8(ascii: "\r"): escaped.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
        case UInt8(ascii: "\t"): escaped.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
        case 0..<0x20, 0x7F: add(0, byte, to: &escaped)
        case 0xA8, 0xA9:
          // The last of the three bytes of a line separator or a paragraph separator, U+2028 and U+2029.
          if escaped.suffix(2) == [0xE2, 0x80] {
            escaped.removeLast(2)
            add(0x20, byte - 0x80, to: &escaped)
          } else {
            escaped.append(byte)
          }
        default: escaped.append(byte)
        }
      }
      return escaped
    }
  }
  /// Appends the escape of a code unit of UTF-16, by its two bytes.
  private static func add(_ high: UInt8, _ low: UInt8, to escaped: inout [UInt8]) {
    escaped += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for digit in [high >> 4, high & 15, low >> 4, low & 15] {
      escaped.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
    }
  }
}
