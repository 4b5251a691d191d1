import MarbleDiagrams
import MarbleRuns
import Marbles

extension JSONText {
  /// Reads a JSON document; `nil` if the bytes are not one, or if its lists and objects are nested more than 200 deep.
  ///
  /// A number that is not a whole number of 64 bits is rounded towards zero: the Language Server Protocol has whole
  /// numbers only.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(reading bytes: some Sequence<UInt8>) {
    var reader = JSONReader(scanner: JSONScanner(Array(bytes)))
    guard let value = reader.document() else { return nil }
    self = value
  }

  subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
  var items: [JSONText]? { if case .list(let items) = self { items } else { nil } }

  /// The text without any space between the parts.
  var compact: String {
    switch self {
    case .string(let text): JSONText.quoted(text)
    case .number(let number): String(number)
    case .bool(let bool): String(bool)
    case .null: "null"
    case .list(let items): "[" + items.map(\.compact).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { JSONText.quoted($0) + ":" + $1.compact }.joined(separator: ",") + "}"
    }
  }
}

private struct JSONReader {
  var scanner: JSONScanner
  private static let deepest = 200

  mutating func document() -> JSONText? {
    guard let value = value(depth: 0) else { return nil }
    scanner.skipSpace()
    return scanner.next == nil ? value : nil
  }

  private mutating func accept(_ word: StaticString) -> Bool {
    let isThere = word.withUTF8Buffer { scanner.bytes[scanner.position...].starts(with: $0) }
    if isThere { scanner.position += word.utf8CodeUnitCount }
    return isThere
  }

  private mutating func value(depth: Int) -> JSONText? {
    guard depth < JSONReader.deepest else { return nil }
    scanner.skipSpace()
    switch scanner.next {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "\""): return text().map(JSONText.string)
    case UInt8(ascii: "t"): return accept("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return accept("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return accept("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONText? {
    var members: [(String, JSONText)] = []
    scanner.position += 1
    if scanner.accept("}") { return .object([]) }
    repeat {
      scanner.skipSpace()
      guard scanner.next == UInt8(ascii: "\""), let name = text(), scanner.accept(":"),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append((name, value))
    } while scanner.accept(",")
    return scanner.accept("}") ? .object(members) : nil
  }
  private mutating func list(depth: Int) -> JSONText? {
    var items: [JSONText] = []
    scanner.position += 1
    if scanner.accept("]") { return .list([]) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      items.append(value)
    } while scanner.accept(",")
    return scanner.accept("]") ? .list(items) : nil
  }

  private mutating func number() -> JSONText? {
    let start = scanner.position
    while let byte = scanner.next, "+-.0123456789Ee".utf8.contains(byte) { scanner.position += 1 }
    let text = String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)
    if let whole = Int64(text) { return .number(whole) }
    guard let number = Double(text), number.isFinite, abs(number) < 9e18 else { return nil }
    return .number(Int64(number))
  }

  /// A single surrogate is replaced.
  private mutating func text() -> String? { try? scanner.text(forLoneSurrogate: "\u{FFFD}") }
}
