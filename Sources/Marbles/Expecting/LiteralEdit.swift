/// Replaces the string literals of a call in a source text.
///
/// It changes only the literals, all of which must be on the line of the call, and never the number of lines.
struct LiteralEdit {
  /// The reason why the literals are not changed.
  struct Refusal: Error, Equatable {
    let reason: String
  }

  /// The line of the call, counted from 1.
  let line: Int
  /// The column of the opening parenthesis of the call, counted from 1 in UTF-8 bytes.
  let column: Int
  let old: [String]
  let new: [String]
  /// The entries that the table of the call gets, such as `"c": 20`. The table is a dictionary literal after the row,
  /// on the same line.
  var added: [String] = []

  /// Returns the source with the new literals.
  func applied(to source: [UInt8]) throws(Refusal) -> [UInt8] {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        throw Refusal(reason: "the file has no line \(line)")
      }
      start = end + 1
    }
    let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
    let open = start + column - 1
    guard open < end, source[open] == UInt8(ascii: "(") else {
      throw Refusal(reason: "the file has changed since it was compiled")
    }
    var scanner = LiteralScanner(bytes: source[..<end], position: open + 1)
    let literals = try scanner.literals()
    guard literals.map(\.text) == old else {
      throw Refusal(
        reason: literals.isEmpty
          ? "the row is not written on the line of the call" : "the file has changed since it was compiled")
    }
    let text = try new.map { (text) throws(Refusal) in try LiteralEdit.literal(text) }.joined(separator: ", ")
    let range = (literals.first?.range.lowerBound ?? open + 1)..<(literals.last?.range.upperBound ?? open + 1)
    var rest = Array(source[range.upperBound...])
    if !added.isEmpty {
      scanner.position = range.upperBound
      let table = try scanner.table()
      let entries = (table.isEmpty ? "" : ", ") + added.joined(separator: ", ")
      rest.insert(contentsOf: entries.utf8, at: table.end - range.upperBound)
      if table.isEmpty, let colon = table.colon { rest.remove(at: colon - range.upperBound) }
    }
    return Array(source[..<range.lowerBound]) + Array(text.utf8) + rest
  }

  private static func literal(_ text: String) throws(Refusal) -> String {
    var literal = "\""
    for character in text {
      if character == "\"" || character == "\\" { literal += "\\" }
      if DisplayWidth.isInvisible(character) { throw Refusal(reason: "a value holds a control character") }
      literal.append(character)
    }
    return literal + "\""
  }
}

/// Reads string literals, plain or raw, one after the other.
private struct LiteralScanner {
  let bytes: ArraySlice<UInt8>
  var position: Int

  mutating func literals() throws(LiteralEdit.Refusal) -> [(text: String, range: Range<Int>)] {
    var literals: [(text: String, range: Range<Int>)] = []
    repeat {
      skipSpaces()
      let start = position
      while take(UInt8(ascii: "#")) {}
      let pounds = position - start
      guard peek == UInt8(ascii: "\"") else {
        position = start
        return literals
      }
      literals.append((try text(pounds: pounds), start..<position))
      skipSpaces()
    } while take(UInt8(ascii: ","))
    return literals
  }

  /// Finds the dictionary literal that is the next argument: the place of its `]`, and of the colon of an empty one.
  mutating func table() throws(LiteralEdit.Refusal) -> (end: Int, isEmpty: Bool, colon: Int?) {
    let refusal = LiteralEdit.Refusal(reason: "the table is not written on the line of the call")
    skipSpaces()
    guard take(UInt8(ascii: ",")) else { throw refusal }
    skipSpaces()
    guard take(UInt8(ascii: "[")) else { throw refusal }
    let start = position
    var depth = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        _ = try text(pounds: 0)
        continue
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]") where depth == 0:
        let content = bytes[start..<position].filter { $0 != UInt8(ascii: " ") }
        let isEmpty = content == [UInt8(ascii: ":")]
        return (position, isEmpty, isEmpty ? bytes[start..<position].firstIndex(of: UInt8(ascii: ":")) : nil)
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
    }
    throw refusal
  }

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }
  private mutating func skipSpaces() {
    while take(UInt8(ascii: " ")) {}
  }
  /// Consumes the number signs of a raw string's delimiter, if all of them follow.
  private mutating func takePounds(_ count: Int) -> Bool {
    guard bytes[position...].prefix(count).count(where: { $0 == UInt8(ascii: "#") }) == count else { return false }
    position += count
    return true
  }

  private mutating func text(pounds: Int) throws(LiteralEdit.Refusal) -> String {
    position += 1
    if bytes[position...].starts(with: "\"\"".utf8) {
      throw LiteralEdit.Refusal(reason: "the row is a literal of several lines")
    }
    var text: [UInt8] = []
    while let byte = peek {
      position += 1
      if byte == UInt8(ascii: "\""), takePounds(pounds) { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), takePounds(pounds) else {
        text.append(byte)
        continue
      }
      guard let next = peek, "\"\\'".utf8.contains(next) else {
        throw LiteralEdit.Refusal(reason: "the literal holds more than plain text")
      }
      position += 1
      text.append(next)
    }
    throw LiteralEdit.Refusal(reason: "the row is not written on the line of the call")
  }
}
