import Marbles

/// Splits lines of a spec into tokens. It is given one line at a time, because only it knows whether a bracket is still
/// open at the end of a line.
struct Lexer {
  let text: SpecText
  private(set) var tokens: [Token] = []
  /// The brackets that are open, the outermost first.
  private(set) var open: [Token] = []
  private var line: [Character] = []
  private var row = 0
  private(set) var position = 0
  private var nesting = 0
  /// The column at which a comment begins, by line.
  private(set) var comments: [Int: Int] = [:]

  init(_ text: SpecText) { self.text = text }

  static let deepest = 60
  private static let closers: [String: String] = ["(": ")", "[": "]", "{": "}"]
  /// A symbol: its text, and the characters after its first one.
  private struct Sign {
    let text: String
    let rest: [Character]
    init(_ text: String) {
      self.text = text
      rest = Array(text.dropFirst())
    }
  }
  /// The symbols by their first character, the longest first.
  private static let signs: [Character: [Sign]] = Dictionary(
    grouping: [
      "...", "..<", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "->",
      "+", "-", "*", "/", "%", "<", ">", "!", "?", ":", ".", ",", "=", "\\", "(", ")", "[", "]", "{", "}", ";",
    ], by: { $0.first! }
  ).mapValues { $0.map { Sign($0) } }

  /// The symbol at the position, the longest that is there.
  private func sign() -> Sign? {
    guard let signs = Lexer.signs[line[position]] else { return nil }
    for sign in signs where isNext(sign.rest) { return sign }
    return nil
  }
  /// Whether some characters follow the one at the position.
  private func isNext(_ rest: [Character]) -> Bool {
    if position + rest.count >= line.count { return false }
    var place = position
    for character in rest {
      place += 1
      if line[place] != character { return false }
    }
    return true
  }

  /// Reads the rest of a line, from a column.
  mutating func read(line row: Int, from column: Int) throws(SpecProblem) {
    enter(line: row, at: column)
    while try readToken() {}
  }

  /// Moves to a place without reading.
  mutating func enter(line row: Int, at column: Int) {
    self.row = row
    position = column
    line = text.lines[row]
  }

  /// The tokens that have been read, and the end of the text after them.
  func finished() throws(SpecProblem) -> [Token] {
    if let bracket = open.last {
      throw text.problem("\(bracket.shown) is never closed", at: bracket.span, fix: fixOfOpenBracket)
    }
    let last = tokens.last?.span ?? Span(row, position..<position)
    return tokens + [
      Token(kind: .end, span: Span(last.line, last.columns.upperBound..<last.columns.upperBound), isAttached: false)
    ]
  }

  /// The fix for a bracket that is open at the end: the next line is not indented, so it does not belong to the
  /// pipeline.
  private var fixOfOpenBracket: String? {
    guard let next = text.lines.dropFirst(row + 1).first(where: { line in line.contains { $0 != " " } }),
      let first = next.first
    else { return nil }
    return " #>=!".contains(first) || next.contains(":") ? nil : "indent the lines inside it"
  }

  private var next: Character? { position < line.count ? line[position] : nil }
  private func peek(_ offset: Int) -> Character? { position + offset < line.count ? line[position + offset] : nil }

  /// Reads one token. Returns `false` at the end of the line.
  mutating func readToken() throws(SpecProblem) -> Bool {
    while next == " " { position += 1 }
    guard let character = next else { return false }
    let start = position
    if character == "#" {
      comments[row] = position
      position = line.count
      return false
    }
    let kind: Token.Kind =
      switch character {
      case "\"": .text(try readText())
      case "$": try readPositional()
      case "`": .name(try readQuotedName())
      case let digit where digit.isASCIIDigit: try readNumber()
      case let letter where letter.startsName: .name(readName())
      default: .symbol(try readSymbol())
      }
    add(kind, from: start)
    return true
  }

  private mutating func add(_ kind: Token.Kind, from start: Int) {
    let isAttached = tokens.last.map { $0.span.line == row && $0.span.columns.upperBound == start } ?? false
    tokens.append(Token(kind: kind, span: Span(row, start..<position), isAttached: isAttached))
    if case .symbol(let symbol) = kind, symbol == "(" || symbol == "[" || symbol == "{" {
      open.append(tokens[tokens.count - 1])
    }
  }

  private func problem(_ message: String, _ columns: Range<Int>, fix: String? = nil) -> SpecProblem {
    text.problem(message, at: Span(row, columns), fix: fix)
  }

  // MARK: The kinds of tokens

  private mutating func readSymbol() throws(SpecProblem) -> String {
    if line[position] == "/", peek(1) == "/" { throw problem("a comment begins with '#'", position..<position + 2) }
    guard let sign = sign() else {
      let character = line[position]
      if character == "'", ["cold(", "hot("].contains(where: String(line[..<position]).hasSuffix) {
        throw problem(
          "a source is not created by a call", position - 1..<position,
          fix: "write a row of its own, such as cold a: -1-2-|")
      }
      if character == "'" {
        let inside = line[(position + 1)...].firstIndex(of: "'").map { String(line[position + 1..<$0]) }
        throw problem(
          "a string does not start with a single quote", position..<position + 1, fix: "write \"\(inside ?? "…")\"")
      }
      if character == "&", String(line[..<position]).hasSuffix(".store(in: ") {
        throw problem("a spec has no 'store'", position - 10..<position - 5, fix: Suggestion.notInSpecs["store"])
      }
      if character.isWhitespace { throw problem("only plain spaces are allowed here", position..<position + 1) }
      if let (name, meant) = Symbol.lookalike(String(character)), meant == "-" {
        throw problem("this is \(name)", position..<position + 1, fix: "use a hyphen")
      }
      if character == "|", tokens.last?.isSymbol("{") == true {
        throw problem("'|' means nothing here", position..<position + 1, fix: Suggestion.closureForm)
      }
      throw problem("'\(character)' means nothing here", position..<position + 1, fix: Lexer.plain(for: character))
    }
    position += 1 + sign.rest.count
    if sign.text == ")" || sign.text == "]" || sign.text == "}" { try close(sign.text) }
    return sign.text
  }

  /// The plain characters for one that an editor or a page has put in their place.
  private static func plain(for character: Character) -> String? {
    switch character {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}":
      "write \"…\" with straight quotes"
    case "\u{D7}", "\u{B7}", "\u{2217}": "write *"
    case "\u{F7}", "\u{2215}": "write /"
    case "\u{2265}": "write >="
    case "\u{2264}": "write <="
    case "\u{2260}": "write !="
    case "\u{2026}": "write ..."
    case "|": Suggestion.chainForm
    case "&": "write &&"
    case "\u{2192}", "\u{21D2}": Suggestion.closureForm
    default: nil
    }
  }

  private mutating func close(_ closer: String) throws(SpecProblem) {
    let here = position - 1..<position
    guard let opener = open.popLast(), case .symbol(let symbol) = opener.kind else {
      throw problem("'\(closer)' has no opening bracket", here)
    }
    if Lexer.closers[symbol] != closer {
      throw problem(
        "'\(closer)' does not match '\(symbol)'", here, fix: "write '\(Lexer.closers[symbol] ?? "")' before it")
    }
  }

  private mutating func readName() -> String {
    let start = position
    while let character = next, character.startsName || character.isASCIIDigit { position += 1 }
    return String(line[start..<position])
  }

  private mutating func readQuotedName() throws(SpecProblem) -> String {
    let start = position
    position += 1
    let name = readName()
    guard next == "`", !name.isEmpty else { throw problem("a name in backquotes is not closed", start..<position) }
    position += 1
    return name
  }

  private mutating func readPositional() throws(SpecProblem) -> Token.Kind {
    let start = position
    position += 1
    let digits = readDigits()
    guard let index = Int(digits), index < 10 else {
      throw problem("'$' takes a digit", start..<max(position, start + 1), fix: "the first value of a closure is $0")
    }
    return .positional(index)
  }

  private mutating func readDigits() -> String {
    let start = position
    while let character = next, character.isASCIIDigit || (character == "_" && position > start) { position += 1 }
    return String(line[start..<position].filter { $0 != "_" })
  }

  private mutating func readNumber() throws(SpecProblem) -> Token.Kind {
    let start = position
    let codes = line[position...].prefix(40).map { $0.unicodeScalars.first?.value ?? 0 }
    // After a dot digits are the number of an element, as in $0.0.1.
    let isElement = tokens.last?.isSymbol(".") == true && tokens.last?.span.columns.upperBound == start
    if !isElement, let prefix = DurationText.prefix(of: codes, at: 0), peek(prefix.end)?.startsName != true {
      position += prefix.end
      return .duration(try duration(prefix, codes, start..<position))
    }
    var digits = readDigits()
    var isDecimal = false
    if !isElement, next == ".", peek(1)?.isASCIIDigit == true {
      position += 1
      isDecimal = true
      digits += "." + readDigits()
    }
    if !isElement, let exponent = readExponent() {
      isDecimal = true
      digits += exponent
    }
    if next?.startsName == true {
      let unit = readName()
      let number = String(line[start..<position - unit.count])
      let fix = DurationText.unit(for: unit).map { "write \(number)\($0)" } ?? "the units are ns, us, ms, s, m and h"
      throw problem("'\(unit)' is not a unit of time", position - unit.count..<position, fix: fix)
    }
    if isDecimal, let number = Double(digits), number.isFinite { return .decimal(number) }
    if !isDecimal, let number = Int64(digits) { return .integer(number) }
    throw problem("the number is too large", start..<position)
  }

  /// `e300`, `e-05`
  private mutating func readExponent() -> String? {
    guard next == "e" else { return nil }
    let sign = peek(1) == "-" || peek(1) == "+" ? String(peek(1)!) : ""
    guard peek(1 + sign.count)?.isASCIIDigit == true else { return nil }
    position += 1 + sign.count
    return "e" + sign + readDigits()
  }

  private func duration(_ prefix: DurationText.Prefix, _ codes: [UInt32], _ columns: Range<Int>) throws(SpecProblem)
    -> Int64
  {
    switch DurationText.value(of: prefix, in: codes) {
    case .nanoseconds(let nanoseconds): return nanoseconds
    case .tooLong: throw problem("the duration is too long", columns)
    case .notWhole: throw problem("the duration is not a whole number of nanoseconds", columns)
    }
  }

  // MARK: Strings

  private mutating func readText() throws(SpecProblem) -> [Token.Part] {
    let start = position
    position += 1
    var parts: [Token.Part] = []
    var literal = ""
    while let character = next {
      position += 1
      switch character {
      case "\"":
        return literal.isEmpty ? parts : parts + [.literal(literal)]
      case "\\" where next == "(":
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.code(try readInterpolation()))
      case "\\":
        literal.unicodeScalars.append(try readEscape())
      default:
        literal.append(character)
      }
    }
    throw problem("the string is not closed", start..<line.count, fix: "write \" at its end")
  }

  private mutating func readInterpolation() throws(SpecProblem) -> [Token] {
    var inner = self
    inner.tokens = []
    inner.open = []
    inner.nesting = nesting + 1
    let start = position
    guard nesting < 8 else { throw problem("too many strings inside strings", start..<start + 1) }
    _ = try inner.readToken()
    while !inner.open.isEmpty {
      guard try inner.readToken() else {
        throw problem("'\\(' is not closed", start - 1..<start + 1, fix: "write ) at its end")
      }
    }
    position = inner.position
    inner.tokens.removeFirst()
    inner.tokens.removeLast()
    return try inner.finished()
  }

  private mutating func readEscape() throws(SpecProblem) -> Unicode.Scalar {
    let start = position - 1
    guard let character = next else {
      throw problem("the string is not closed", start..<line.count, fix: "write \" at its end")
    }
    position += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\"": return "\""
    case "'": return "'"
    case "\\": return "\\"
    case "u" where next == "{":
      let digits = line[(position + 1)...].prefix { $0.isHexDigit && $0.isASCII }
      position += 1 + digits.count
      if next == "}", digits.count <= 8, let number = UInt32(String(digits), radix: 16),
        let scalar = Unicode.Scalar(number)
      {
        position += 1
        return scalar
      }
      throw problem("'\\u{…}' takes the hexadecimal number of a character", start..<min(position + 1, line.count))
    default:
      throw problem("'\\\(character)' is not an escape", start..<position, fix: "write \\\\ for one backslash")
    }
  }
}
