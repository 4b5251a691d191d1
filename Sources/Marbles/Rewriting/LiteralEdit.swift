/// Replaces the string literals of a call in a source text.
///
/// Comments, spaces and line breaks between the arguments stay as they are, and so does a literal whose text is right.
struct LiteralEdit {
  /// The line of the call, counted from 1.
  let line: Int
  /// The column of the opening parenthesis of the call, counted from 1 in UTF-8 bytes.
  let column: Int
  let old: [String]
  let new: [String]
  /// The entries that the table of the call gets, such as `"c": 20`. The table is a dictionary literal after the row.
  var added: [String] = []

  private typealias Part = (range: Range<Int>, bytes: [UInt8])

  /// Returns the source with the new literals.
  func applied(to source: [UInt8]) throws(RowRefusal) -> [UInt8] {
    let open = try self.open(in: source)
    var scanner = LiteralScanner(bytes: source, position: open + 1)
    let literals = try scanner.literals()
    guard literals.map(\.text) == old else {
      // The next argument has no label, so it is a row that is not a literal.
      if literals.count < old.count, let rest = scanner.argument() { throw .computed(rest) }
      throw .otherRows(literals.map(\.text))
    }
    var parts = try replaced(literals, open + 1, scanner.end)
    if !added.isEmpty { parts.append(try extended(&scanner)) }
    var (result, done): ([UInt8], Int) = ([], 0)
    for part in parts {
      result += source[done..<part.range.lowerBound] + part.bytes
      done = part.range.upperBound
    }
    return result + source[done...]
  }

  /// The index of the parenthesis of the call.
  private func open(in source: [UInt8]) throws(RowRefusal) -> Int {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) else { throw .noLine(line) }
      start = end + 1
    }
    let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
    let open = start + column - 1
    guard column > 0, open < end, source[open] == UInt8(ascii: "(") else { throw .noCall(line: line) }
    let name = source[start..<open].reversed().drop { $0 == UInt8(ascii: " ") }.prefix { LiteralScanner.isName($0) }
    let text = String(decoding: name.reversed(), as: UTF8.self)
    if text.isEmpty { throw .noCall(line: line) }
    if text != "toBe" { throw .helper(text) }
    return open
  }

  /// The literals that change. New ones are inserted behind the last, and superfluous ones are removed.
  private func replaced(_ literals: [LiteralScanner.Literal], _ start: Int, _ end: Int) throws(RowRefusal) -> [Part] {
    var parts: [Part] = []
    for (index, text) in new.enumerated() where index < old.count && old[index] != text {
      parts.append((literals[index].range, Array(try LiteralEdit.literal(text).utf8)))
    }
    let last = literals.prefix(new.count).last?.argument.upperBound
    if new.count > old.count {
      let rest = try new[old.count...].map { (text) throws(RowRefusal) in try LiteralEdit.literal(text) }
      let place = last ?? start
      parts.append((place..<place, Array(((last == nil ? "" : ", ") + rest.joined(separator: ", ")).utf8)))
    } else if new.count < old.count {
      let lost = last.map { $0..<literals[old.count - 1].argument.upperBound }
      parts.append((lost ?? literals[0].argument.lowerBound..<end, []))
    }
    return parts
  }

  /// The new entries of the table.
  private func extended(_ scanner: inout LiteralScanner) throws(RowRefusal) -> Part {
    let table = try scanner.table()
    let entries = added.joined(separator: ", ")
    switch table {
    case .empty(let colon): return (colon..<colon + 1, Array(entries.utf8))
    case .entries(let end, let endsInComma):
      return (end..<end, Array((endsInComma ? " \(entries)," : ", \(entries)").utf8))
    }
  }

  private static func literal(_ text: String) throws(RowRefusal) -> String {
    var literal = "\""
    for character in text {
      if character == "\"" || character == "\\" { literal += "\\" }
      if DisplayWidth.isInvisible(character) { throw .controlCharacter }
      literal.append(character)
    }
    return literal + "\""
  }
}
