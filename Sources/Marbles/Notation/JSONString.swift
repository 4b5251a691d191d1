/// Writes a text as a string of JSON. The line separators of Unicode are escaped, too, so that the text can be part of JavaScript.
package enum JSONString {
  /// Appends the text in quotes. Its cost grows with the text; a text without special characters is appended at once.
  package static func add(_ value: String, to text: inout String) {
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    text += "\""
    if isPlain { text += value } else { for scalar in value.unicodeScalars { add(scalar, to: &text) } }
    text += "\""
  }
  private static func add(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}
