/// A text as a literal of Swift, which is also one of the spec language.
package enum SwiftLiteral {
  /// Returns the text in quotes. White space other than the blank is escaped, so that it can be seen.
  package static func of(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      case "\0": literal += "\\0"
      case let other where other.value < 0x20 || other.value == 0x7F || other.properties.isWhitespace && other != " ":
        literal += "\\u{\(String(other.value, radix: 16))}"
      case let other: literal.unicodeScalars.append(other)
      }
    }
    return literal + "\""
  }
}
