import MarbleDiagrams
import MarbleRuns

extension JSONText {
  /// Reads a JSON document; `nil` if the bytes are not one, or if its lists and objects are nested more than 200 deep.
  ///
  /// A number that is not a whole number of 64 bits is rounded towards zero: the Language Server Protocol has whole
  /// numbers only.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(reading bytes: some Sequence<UInt8>) {
    var reader = JSONReader(bytes: Array(bytes))
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
  let bytes: [UInt8]
  private var position = 0
  private static let deepest = 200

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() -> JSONText? {
    guard let value = value(depth: 0) else { return nil }
    skip()
    return position == bytes.count ? value : nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  private mutating func skip() {
    while let byte = next, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { position += 1 }
  }
  private mutating func accept(_ byte: UInt8) -> Bool {
    skip()
    guard next == byte else { return false }
    position += 1
    return true
  }
  private mutating func accept(_ word: StaticString) -> Bool {
    let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isThere { position += word.utf8CodeUnitCount }
    return isThere
  }

  private mutating func value(depth: Int) -> JSONText? {
    guard depth < JSONReader.deepest else { return nil }
    skip()
    switch next {
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
    position += 1
    if accept(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skip()
      guard next == UInt8(ascii: "\""), let name = text(), accept(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append((name, value))
    } while accept(UInt8(ascii: ","))
    return accept(UInt8(ascii: "}")) ? .object(members) : nil
  }
  private mutating func list(depth: Int) -> JSONText? {
    var items: [JSONText] = []
    position += 1
    if accept(UInt8(ascii: "]")) { return .list([]) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      items.append(value)
    } while accept(UInt8(ascii: ","))
    return accept(UInt8(ascii: "]")) ? .list(items) : nil
  }

  private mutating func number() -> JSONText? {
    let start = position
    while let byte = next, "+-.0123456789Ee".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let whole = Int64(text) { return .number(whole) }
    guard let number = Double(text), number.isFinite, abs(number) < 9e18 else { return nil }
    return .number(Int64(number))
  }

  private mutating func text() -> String? {
    position += 1
    var text = ""
    while true {
      let start = position
      while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
      guard let part = String(validating: bytes[start..<position], as: UTF8.self) else { return nil }
      text += part
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        guard let scalar = escaped() else { return nil }
        text.unicodeScalars.append(scalar)
      default: return nil
      }
    }
  }
  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return codeUnits()
    default: return nil
    }
  }
  /// Reads the digits after `\u`: one code unit of UTF-16, or a pair of surrogates. A single surrogate is replaced.
  private mutating func codeUnits() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard (0xD800..<0xE000).contains(first) else { return Unicode.Scalar(first) }
    let start = position
    guard first < 0xDC00, accept("\\u"), let second = codeUnit(), (0xDC00..<0xE000).contains(second) else {
      position = start
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }
  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= bytes.count,
      let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { return nil }
    position += 4
    return unit
  }
}
