/// Reads the arguments of a call in Swift: string literals, plain or raw, in brackets or not, and a table.
struct LiteralScanner {
  struct Literal {
    let text: String
    let range: Range<Int>
    /// The range with the brackets around it.
    let argument: Range<Int>
  }
  /// A dictionary literal.
  enum Table {
    /// The index of the colon in `[:]`.
    case empty(colon: Int)
    /// The end of the last entry, or of the comma behind it.
    case entries(end: Int, endsInComma: Bool)
  }

  let bytes: [UInt8]
  private(set) var position: Int
  /// The end of the literals, with a comma behind the last if no argument follows it.
  private(set) var end: Int

  init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
    end = position
  }

  static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...255:
      true
    default: false
    }
  }

  /// Reads the literals at the beginning of the arguments. The position is then at the next argument, or at the
  /// parenthesis that closes the call.
  mutating func literals() throws(RowRefusal) -> [Literal] {
    var literals: [Literal] = []
    while true {
      skipTrivia()
      let start = position
      var depth = 0
      while take(UInt8(ascii: "(")) {
        depth += 1
        skipTrivia()
      }
      let first = position
      while take(UInt8(ascii: "#")) {}
      guard peek == UInt8(ascii: "\"") else {
        position = start
        return literals
      }
      let text = try text(pounds: position - first)
      let range = first..<position
      var argument = start..<position
      skipTrivia()
      while depth > 0, take(UInt8(ascii: ")")) {
        depth -= 1
        argument = start..<position
        skipTrivia()
      }
      guard peek != nil else { throw .openLiteral }
      guard depth == 0, peek == UInt8(ascii: ",") || peek == UInt8(ascii: ")") else {
        position = start
        throw .computed(self.argument() ?? text)
      }
      literals.append(Literal(text: text, range: range, argument: argument))
      end = argument.upperBound
      guard take(UInt8(ascii: ",")) else { return literals }
      let behind = position
      skipTrivia()
      if peek == UInt8(ascii: ")") { end = behind }
    }
  }

  /// The beginning of the argument at the position; `nil` if there is none, or if it has a label.
  func argument() -> String? {
    var rest = self, depth = 0
    while let byte = rest.peek {
      if byte == UInt8(ascii: "\"") {
        guard (try? rest.text(pounds: 0)) != nil else { break }
        continue
      }
      if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")") { break }
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      rest.position += 1
    }
    let text = bytes[position..<rest.position]
    let label = text.prefix { Self.isName($0) }
    if text.isEmpty || !label.isEmpty && text.dropFirst(label.count).first == UInt8(ascii: ":") { return nil }
    let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }
    let line = words.joined(separator: " ")
    return line.count > 40 ? line.prefix(40) + "…" : line
  }

  /// Reads the dictionary literal that is the next argument.
  mutating func table() throws(RowRefusal) -> Table {
    let start = position
    guard take(UInt8(ascii: "[")) else { throw .noTable(argument() ?? "") }
    var depth = 0, last = position, colon: Int?, endsInComma = false, count = 0
    while true {
      skipTrivia()
      guard let byte = peek else { throw .openLiteral }
      if byte == UInt8(ascii: "]"), depth == 0 { break }
      count += 1
      if byte == UInt8(ascii: ":") { colon = position }
      endsInComma = byte == UInt8(ascii: ",") && depth == 0
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") { try skipText() } else { position += 1 }
      last = position
    }
    position += 1
    skipTrivia()
    guard peek == UInt8(ascii: ",") || peek == UInt8(ascii: ")") else {
      position = start
      throw .noTable(argument() ?? "")
    }
    if count == 1, let colon { return .empty(colon: colon) }
    return .entries(end: last, endsInComma: endsInComma)
  }
  /// Skips a literal, or a number sign that begins something else.
  private mutating func skipText() throws(RowRefusal) {
    let start = position
    while take(UInt8(ascii: "#")) {}
    guard peek == UInt8(ascii: "\"") else { return }
    do throws(RowRefusal) { _ = try text(pounds: position - start) } catch {
      // Other literals of the table may be written as one likes.
      if case .openLiteral = error { throw error }
      throw .noTable("a literal with more than plain text")
    }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }
  /// Skips spaces, line breaks and comments, which may be nested.
  private mutating func skipTrivia() {
    while let byte = peek {
      if " \t\r\n".utf8.contains(byte) {
        position += 1
      } else if bytes[position...].starts(with: "//".utf8) {
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if bytes[position...].starts(with: "/*".utf8) {
        skipComment()
      } else {
        return
      }
    }
  }
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let rest = bytes[position...]
      if rest.starts(with: "/*".utf8) {
        depth += 1
        position += 2
      } else if rest.starts(with: "*/".utf8) {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }
  /// Consumes the number signs of a raw string's delimiter, if all of them follow.
  private mutating func takePounds(_ count: Int) -> Bool {
    guard bytes[position...].prefix(count).count(where: { $0 == UInt8(ascii: "#") }) == count else { return false }
    position += count
    return true
  }

  private mutating func text(pounds: Int) throws(RowRefusal) -> String {
    position += 1
    // Two quotes are an empty literal, three begin one of several lines.
    if bytes[position...].starts(with: "\"\"".utf8) { throw .severalLines }
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\n") {
      position += 1
      if byte == UInt8(ascii: "\""), takePounds(pounds) { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), takePounds(pounds) else {
        text.append(byte)
        continue
      }
      guard let next = peek, "\"\\'".utf8.contains(next) else {
        throw peek == UInt8(ascii: "(") ? .interpolation : .escape
      }
      position += 1
      text.append(next)
    }
    throw .openLiteral
  }
}
