import PipesCore

/// Texts of values in sentences.
enum ValueText {
  /// The length of the longest text that is shown completely.
  static let longest = 120
  /// The width of the widest value that is written out in a row, in columns.
  static let widestSymbol = 12
  /// The number of characters before and after a difference that are shown.
  private static let around = (before: 20, behind: 40)

  /// Returns the text, shortened if it is too long for a sentence.
  static func cut(_ text: String) -> String {
    let text = withoutAddresses(text), count = text.count
    return count <= longest ? text : "\(text.prefix(longest - 20))… (\(count) characters)"
  }

  /// The text of a string in quotes, and of any other value as it describes itself.
  static func of(_ value: Any) -> String { withoutAddresses(String(reflecting: value)) }
  /// Returns a text without the addresses that Swift writes for a type inside of a function: each run has others.
  private static func withoutAddresses(_ text: String) -> String {
    if !text.utf8.contains(UInt8(ascii: "$")) { return text }
    var (result, start) = ("", text.startIndex)
    for range in text.ranges(of: "(unknown context at $") {
      result += text[start..<range.lowerBound]
      start = text[range.upperBound...].drop { $0 != "." }.dropFirst().startIndex
    }
    return result + text[start...]
  }

  /// The texts of two values in quotes or as they describe themselves, never two that read alike; `nil` if the values
  /// read alike in full.
  static func sides(_ expected: Any, _ found: Any) -> (expected: String, found: String)? {
    let texts = (of(expected), of(found))
    let short = (cut(texts.0), cut(texts.1))
    if !areAlike(short.0, short.1) { return short }
    if let parts = parts(texts.0, texts.1) { return parts }
    let types = (type(of: expected), type(of: found))
    return types.0 == types.1 ? nil : ("\(short.0) of type \(types.0)", "\(short.1) of type \(types.1)")
  }

  /// Whether a reader sees no difference of two texts: what is invisible is printed as a blank.
  static func areAlike(_ one: String, _ other: String) -> Bool {
    DisplayWidth.printable(one) == DisplayWidth.printable(other)
  }

  /// The parts of two texts around their first difference, with what is invisible escaped; `nil` if they are equal.
  private static func parts(_ expected: String, _ found: String) -> (expected: String, found: String)? {
    let (left, right) = (Array(expected.unicodeScalars), Array(found.unicodeScalars))
    guard let place = (0..<max(left.count, right.count)).first(where: { at(left, $0) != at(right, $0) }) else {
      return nil
    }
    return (part(left, place), part(right, place) + " (at character \(place + 1))")
  }
  private static func at(_ text: [Unicode.Scalar], _ place: Int) -> Unicode.Scalar? {
    place < text.count ? text[place] : nil
  }
  private static func part(_ text: [Unicode.Scalar], _ place: Int) -> String {
    let range = max(0, place - around.before)..<min(text.count, place + around.behind)
    var part = range.lowerBound > 0 ? "…" : ""
    for scalar in text[range] {
      if DisplayWidth.isInvisible(Character(scalar)) {
        part += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        part.unicodeScalars.append(scalar)
      }
    }
    return part + (range.upperBound < text.count ? "…" : "")
  }
}
