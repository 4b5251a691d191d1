import Marbles

/// Reads the words of one line.
struct LineReader {
  let line: [Character]
  let row: Int
  private(set) var position: Int

  init(_ text: SpecText, _ row: Int, at position: Int) {
    line = text.lines[row]
    self.row = row
    self.position = position
    skip()
  }

  /// The character at the present place.
  var next: Character? { position < line.count ? line[position] : nil }

  private mutating func skip() { while next == " " { position += 1 } }
  /// The text from here to the end of the line, without spaces at the end.
  var restSpan: Span {
    var end = line.count
    while end > position, line[end - 1] == " " { end -= 1 }
    return Span(row, position..<end)
  }
  /// The text from here to the end of the line or to the comment at its end, without spaces at the end.
  var rowSpan: Span {
    var end = RowComment.start(in: line, from: position) ?? line.count
    while end > position, line[end - 1] == " " { end -= 1 }
    return Span(row, position..<end)
  }
  /// The text from here to the next space.
  var wordSpan: Span {
    var end = position
    while end < line.count, line[end] != " " { end += 1 }
    return Span(row, position..<end)
  }

  /// The name that begins here, or else all characters up to the next space.
  var nameSpan: Span {
    let end = position + line[position...].prefix { $0.startsName || $0.isASCIIDigit }.count
    return end > position ? Span(row, position..<end) : wordSpan
  }

  mutating func readName() -> String? {
    guard let first = next, first.startsName else { return nil }
    let start = position
    while let character = next, character.startsName || character.isASCIIDigit { position += 1 }
    defer { skip() }
    return String(line[start..<position])
  }
  mutating func accept(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    skip()
    return true
  }
}

/// The comment after a row of marbles.
package enum RowComment {
  /// The column at which the comment begins: a `#` between two spaces that is followed by more than silence, because
  /// only silence may follow a failure.
  package static func start(in line: [Character], from first: Int) -> Int? {
    var depth = 0
    var position = first
    while position < line.count {
      switch line[position] {
      case "'": position = endOfQuote(in: line, from: position)
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "#" where depth == 0 && isComment(line, position, from: first): return position
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Whether a `#` in a table begins a comment and is not a key.
  package static func isComment(inTable line: [Character], at position: Int) -> Bool {
    line[position] == "#" && line[(position + 1)...].first { $0 != " " } != "="
  }

  private static func endOfQuote(in line: [Character], from start: Int) -> Int {
    var position = start + 1
    while position < line.count, line[position] != "'" { position += line[position] == "\\" ? 2 : 1 }
    return position
  }
  private static func isComment(_ line: [Character], _ position: Int, from first: Int) -> Bool {
    guard position == first || line[position - 1] == " ", position + 1 < line.count, line[position + 1] == " " else {
      return false
    }
    return !line[(position + 1)...].split(separator: " ").allSatisfy { word in
      let codes = word.map { $0.unicodeScalars.first?.value ?? 0 }
      return word.allSatisfy { $0 == "-" } || DurationText.prefix(of: codes, at: 0)?.end == codes.count
    }
  }
}

/// Reads the entries of one line of a table: `a = 1   b = "two"`.
struct TableReader {
  private let text: SpecText
  private let row: Int
  private var position = 0
  private var isBehindEntry = false

  private let table: OperatorTable

  init(_ text: SpecText, _ row: Int, _ table: OperatorTable) {
    self.text = text
    self.row = row
    self.table = table
  }

  private var line: [Character] { text.lines[row] }
  /// The columns of the key at the beginning of the line, if a '=' follows.
  var keyOfMeaning: Range<Int>? {
    var reader = self
    let start = position
    guard (try? reader.readKey()) != nil else { return nil }
    let end = reader.position
    return line[end...].first { $0 != " " } == "=" ? start..<end : nil
  }
  private func problem(_ message: String, _ columns: Range<Int>, fix: String? = nil) -> SpecProblem {
    text.problem(message, at: Span(row, columns), fix: fix)
  }

  mutating func next() throws(SpecProblem) -> SymbolTable.Entry? {
    while position < line.count, line[position] == " " { position += 1 }
    guard position < line.count, !RowComment.isComment(inTable: line, at: position) else { return nil }
    let start = position
    if line[start] == ",", isBehindEntry {
      throw problem(
        "there is a ',' between two meanings", start..<start + 1, fix: "separate them by spaces: a = 1   b = 2")
    }
    if line[start] == "=", !isBehindEntry, line[(start + 1)...].first(where: { $0 != " " }) != "=" {
      throw problem(
        "an expected row begins in the first column", start..<start + 1, fix: "remove the spaces before '='")
    }
    let key = try readKey(), isFirst = !isBehindEntry
    isBehindEntry = true
    let span = Span(row, start..<position)
    while position < line.count, line[position] == " " { position += 1 }
    guard position < line.count, line[position] == "=" else {
      throw problem(
        "expected a table such as a = 1 after the spaces", start..<max(position, start + 1),
        fix: fixOfEntry(from: start, isFirst: isFirst))
    }
    if line[position...].starts(with: ["=", ">"]) || line[position...].starts(with: ["=", "="]) {
      let value = String(line[(position + 2)...].drop { $0 == " " })
      throw problem(
        "expected a table such as a = 1 after the spaces", start..<max(position, start + 1),
        fix: "write \(String(line[start..<position]))= \(value.isEmpty ? "…" : value)")
    }
    var lexer = Lexer(text)
    lexer.enter(line: row, at: position + 1)
    let expression = try readLiteral(&lexer)
    position = lexer.position
    return SymbolTable.Entry(key: key, value: try table.literal(expression, text), expression: expression, span: span)
  }

  /// The fix for an entry without '=' after its key.
  private func fixOfEntry(from start: Int, isFirst: Bool) -> String {
    if let word = longKey(from: start) { return "a symbol of several characters is quoted: '\(word)' = …" }
    let rest = line[position...]
    let key = String(line[start..<max(position, start + 1)].filter { $0 != " " })
    if let sign = [":=", ":", "->", "\u{2192}"].first(where: { rest.starts(with: $0) }) {
      return "write \(key) = \(String(rest.dropFirst(sign.count).drop { $0 == " " }))"
    }
    return isFirst ? "a pipeline goes on with '.'" : "a meaning is one plain value; a string has quotes"
  }

  /// The word that begins there, if it has several characters and a '=' follows it.
  private func longKey(from start: Int) -> String? {
    let word = line[start...].prefix { $0 != " " && $0 != "=" }
    let rest = line[word.endIndex...].drop { $0 == " " }
    return word.count > 1 && word.allSatisfy { $0.isLetter || $0.isNumber } && rest.first == "=" ? String(word) : nil
  }

  private mutating func readKey() throws(SpecProblem) -> SymbolTable.Key {
    let start = position
    let first = line[start]
    position += 1
    if first == "#" { return .failure }
    if first == "\"", let end = line[position...].firstIndex(of: "\""),
      line[(end + 1)...].first(where: { $0 != " " }) == "="
    {
      let name = String(line[position..<end])
      throw problem(
        "a symbol has no double quotes", start..<end + 1, fix: "write \(name.count == 1 ? name : "'\(name)'") = …")
    }
    guard first == "'" else {
      let key = Symbol(String(first))
      if key.notation != key.text {
        throw problem(
          "'\(first)' has a meaning of its own in marbles", start..<position, fix: "quote it: \(key.notation)")
      }
      return .symbol(key)
    }
    var end = position
    while end < line.count, line[end] != "'" { end += line[end] == "\\" ? 2 : 1 }
    position = min(end + 1, line.count)
    guard let lane = try? Lane(parsing: String(line[start..<position]), as: .actions),
      case .value(let symbol)? = lane.moments.first?.marks.first?.kind
    else { throw problem("the quoted symbol is not closed", start..<position, fix: "write ' at its end") }
    return .symbol(symbol)
  }

  /// Reads one literal and stops: the next token is the next key.
  private func readLiteral(_ lexer: inout Lexer) throws(SpecProblem) -> Expression {
    let start = lexer.position
    let first = line[start...].firstIndex { $0 != " " } ?? line.count
    let head = line[first...].prefix { $0.startsName || $0.isASCIIDigit }
    let isCall =
      head.first?.startsName == true && line[head.endIndex...].first == "(" && !table.functions.contains(String(head))
    if isCall || first < line.count && line[first] == "{" {
      throw problem(TableReader.plain, first..<max(head.endIndex, first + 1), fix: TableReader.plainFix)
    }
    var isComplete = false
    while !isComplete {
      guard try lexer.readToken(), let last = lexer.tokens.last else {
        if let open = lexer.open.first { throw text.problem("\(open.shown) is never closed", at: open.span) }
        throw problem("expected a value after '='", start - 1..<start)
      }
      isComplete = lexer.open.isEmpty && !last.isSymbol("-") && !last.isSymbol(".")
      if isComplete, case .name = last.kind, lexer.tokens.count > 1, lexer.position < line.count,
        line[lexer.position] == "("
      {
        isComplete = false
      }
    }
    return try ExpressionParser.parse(text, try lexer.finished(), as: "a value", table)
  }

  static let plain = "a table holds plain values such as 1, \"a\" or [1, 2]"
  private static let plainFix = "a value of a type of its own is a string or a tuple here, as in (1, \"Ada\")"
}
