import Marbles

// Lines that are not what the language has at their place, with the form that was probably meant.
extension SpecParser {
  /// The problem of `x = 1` without spaces before it.
  func meaningInFirstColumn(_ name: String, _ span: Span) -> SpecProblem {
    let key = name.count == 1 || name.first == "'" ? name : "'\(name)'"
    let isName = name.first?.startsName == true
    return text.problem(
      "a meaning is written on an indented line", at: span,
      fix: "put spaces before it, as in '  \(key) = …'"
        + (isName ? "; 'let \(name) = …' names a stream, a value or a closure" : ""))
  }

  /// The problem of a line that is a row of marbles without a name.
  var rowWithoutName: SpecProblem? {
    guard !line.contains(":"), line.contains("|") || line[0] == "-" && line.count > 2 && line[1] != " " else {
      return nil
    }
    do throws(NotationError) { _ = try Lane(parsing: String(line), as: .cold, frame: file.frame) } catch { return nil }
    let name = ["a", "b", "c", "d", "e", "f"].first { names[$0] == nil } ?? "g"
    return problem("a row needs a name", 0..<line.count, fix: "write '\(name): \(String(line))'")
  }
  /// A fix for the probable mistake in a line that begins with no known word.
  var fixOfUnknownLine: String? {
    if line.starts(with: "```") || line.starts(with: "~~~") { return "Markdown is read from files *.md" }
    guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(where: { $0 == " " || $0.isSymbol }) else {
      return nil
    }
    return SpecParser.rule
  }
  static let rule = "a name is one word of the letters a to z, digits and '_', and does not begin with a digit"

  /// The problem of a line that begins with a sign of another language.
  var foreignLine: SpecProblem? {
    for sign in ["//", "-- ", "; ", "/*", "<!--", "% "] where line.starts(with: sign) {
      return problem("a comment begins with '#'", 0..<sign.filter { $0 != " " }.count, fix: "write # …")
    }
    for sign in ["< ", "$ ", "\u{BB} ", "- > "] where line.starts(with: sign) {
      return problem("a pipeline begins with '>'", 0..<1, fix: "write '> \(String(line.dropFirst(sign.count)))'")
    }
    if file.blocks.isEmpty { return nil }
    if let sign = ["->", "\u{2192}"].first(where: line.starts(with:)) {
      return problem(
        "an expected row begins with '='", 0..<sign.count,
        fix: "write '= \(String(line.dropFirst(sign.count).drop { $0 == " " }))'")
    }
    if line.starts(with: "|>") || line.starts(with: ".") {
      return problem(
        "a line that continues a pipeline is indented", 0..<1, fix: "write '  .map { … }', with spaces before it")
    }
    return nil
  }

  /// The words with which other tools begin an expected row, and those that only other languages have before a name.
  private static let words: (expected: Set<String>, variable: Set<String>, function: Set<String>, source: Set<String>) =
    (
      ["expect", "expected", "result", "output", "out", "actual", "outcome", "assert", "want"],
      ["const", "var", "val", "auto"],
      ["func", "def", "function", "fun", "fn"],
      ["source", "stream", "input", "observable", "signal", "publisher", "flow"]
    )
  private static let aliases = [
    "subscribe": "subs", "start": "from", "starts": "from", "begin": "from", "subscriber": "from",
    "unsubscribe": "from",
    "subscription": "subs", "subscriptions": "subs", "sub": "subs", "requests": "demand", "request": "demand",
    "connection": "connect",
  ]
  /// Whether a source was probably meant as an expected row.
  fileprivate static func isExpectation(_ name: String) -> Bool { words.expected.contains(name.lowercased()) }

  /// The problem of `frame = 100ms`.
  func headerWithoutColon(_ name: String, _ words: LineReader) -> SpecProblem {
    let rest = String(line[words.restSpan.columns].drop { $0 == "=" || $0 == " " })
    return text.problem(
      "expected ':' after '\(name)'", at: words.wordSpan, fix: "write '\(name): \(rest.isEmpty ? "…" : rest)'")
  }
  /// The problem of a line that begins with a word without a ':' after it.
  func withoutColon(_ name: String, _ span: Span, _ words: LineReader) -> SpecProblem {
    if words.next == "." {
      return problem("a line cannot begin with '\(name)'", span.columns, fix: "a pipeline begins with '>'")
    }
    let rest = line[words.restSpan.columns], row = Array(rest.drop { $0 == "=" || $0 == " " })
    let columns = Span(self.row, words.restSpan.columns.upperBound - row.count..<words.restSpan.columns.upperBound)
    if isRow(columns, withEnd: words.next == "="), SpecParser.isExpectation(name) {
      return text.problem("an expected row begins with '='", at: span, fix: "write '= \(String(row))'")
    }
    if words.next == "=", isRow(columns, withEnd: true) {
      return text.problem("a row of marbles follows ':'", at: words.wordSpan, fix: "write '\(name): \(String(row))'")
    }
    if words.next == "=" { return meaningInFirstColumn(name, span) }
    // `a -> -1-2-|`, `a; -1-2-|`
    for sign in ["->", "=>", ";", "\u{2192}", "~"] where rest.starts(with: sign) {
      let marbles = Array(rest.dropFirst(sign.count).drop { $0 == " " })
      let columns = Span(
        self.row, words.restSpan.columns.upperBound - marbles.count..<words.restSpan.columns.upperBound)
      guard isRow(columns, withEnd: true) else { continue }
      return text.problem(
        "a row of marbles follows ':'", at: words.wordSpan, fix: "write '\(name): \(String(marbles))'")
    }
    if let rule = ruleWithoutSign(name, String(rest)) { return rule }
    if words.next == "(", name.hasPrefix("expect") {
      let fix = "an expected row is written below a pipeline: '> a', and in the next line '= -1-2-|'"
      return text.problem("a spec has no '\(name)'", at: span, fix: fix)
    }
    let alias = SpecParser.aliases[name.lowercased()], fix = alias == nil ? fixWithoutColon(name, words) : nil
    let meant = alias ?? (fix == nil ? Suggestion.nearest(to: name, among: SpecWord.allCases.map(\.rawValue)) : nil)
    return text.problem("expected ':' after '\(name)'", at: words.wordSpan, fix: fix, meant: meant)
  }
  /// `nil` if the name is near to a word of specs.
  private func fixWithoutColon(_ name: String, _ words: LineReader) -> String? {
    let forms = SpecParser.words
    if forms.variable.contains(name) { return "write let x = …" }
    if forms.function.contains(name) { return "write let f = { x in … }" }
    if name == "import" || name == "using" || name == "include" { return "a spec needs no imports; remove the line" }
    if forms.source.contains(name.lowercased()), line.contains(":") {
      return "a source is written 'a: -1-2-|' or 'hot a: -1-2-|'"
    }
    if !file.blocks.isEmpty, !table.forms(of: name, on: .stream).isEmpty {
      return "a line that continues a pipeline is indented: '  .\(name) …'"
    }
    if Suggestion.nearest(to: name, among: SpecWord.allCases.map(\.rawValue)) != nil { return nil }
    if line[words.wordSpan.columns].contains(":") { return SpecParser.rule }
    return "a source is written 'a: -1-2-|', a pipeline '> a.map { $0 * 2 }'"
  }
  /// The fix of a `let` whose name no '=' follows.
  func fixOfLet(_ name: String, _ words: LineReader) -> String? {
    let rest = line[words.restSpan.columns]
    if rest.first == "(" { return "a closure names its values inside: let \(name) = { x in … }" }
    guard rest.first == ":" else { return nil }
    if rest.contains("=") { return "a 'let' has no type: let \(name) = …" }
    return "a source has no 'let': \(name): \(String(rest.dropFirst().drop { $0 == " " }))"
  }

  /// The words with which other tools begin a rule, and those with which a rule begins.
  private static let rules: (before: Set<String>, first: Set<String>) = (
    ["rule", "rules", "assert", "require", "check", "ensure", "verify", "property", "invariant", "must", "should"],
    ["each", "every", "no", "at", "as", "never", "always", "this", "exactly"]
  )
  /// The problem of `assert this > 0` and of `at most 2 this` without `!`; `nil` if it is no rule.
  func ruleWithoutSign(_ name: String, _ rest: String) -> SpecProblem? {
    let isBefore = SpecParser.rules.before.contains(name.lowercased())
    guard !file.blocks.isEmpty, isBefore || SpecParser.rules.first.contains(name) else { return nil }
    let sentence = isBefore ? String(rest.drop { $0 == ":" || $0 == " " }) : String(line)
    let one = SpecText(lines: [Array("! " + sentence)], file: text.file, firstLine: 1, indent: 0)
    var parser = RuleParser(one, 0, file, names, table)
    var form = "'! \(sentence)'"
    do throws(SpecProblem) { _ = try parser.parse() } catch {
      guard let rule = parser.meaning?.rule else { return nil }
      form = "'! " + rule
    }
    return problem("a rule begins with '!'", 0..<name.count, fix: "write \(form)")
  }

  /// The problem of a line with a name that is no source: `rule: at most 2 this`, `pipeline: a.delay(for: 2)`, and of
  /// `a := -1-|`.
  func notASource(named name: String, _ span: Span, _ row: Span) -> SpecProblem? {
    let rest = String(line[row.columns])
    if let rule = ruleWithoutSign(name, rest), !isRow(row, withEnd: true) { return rule }
    if ["pipeline", "stream", "expression", "run", "test", "pipe"].contains(name.lowercased()), rest.contains("("),
      rest.contains(".")
    {
      return text.problem("a pipeline begins with '>'", at: span, fix: "write '> \(rest)'")
    }
    let marbles = Span(row.line, row.columns.lowerBound + 1..<max(row.columns.upperBound, row.columns.lowerBound + 1))
    if rest.first == "=", line[row.columns.lowerBound - 1] == ":", isRow(marbles, withEnd: true) {
      let written = String(rest.dropFirst().drop { $0 == " " })
      return text.problem("a row of marbles follows ':', without '='", at: span, fix: "write '\(name): \(written)'")
    }
    return nil
  }

  /// The problem of `expect: -1-|` below a pipeline, which would be one more source.
  func expectation(named name: String, _ span: Span, _ row: Span) -> SpecProblem? {
    guard !file.blocks.isEmpty,
      ["expect", "expected", "expects", "assert", "want", "should"].contains(name.lowercased()),
      isRow(row, withEnd: false)
    else { return nil }
    return text.problem("an expected row begins with '='", at: span, fix: "write '= \(String(line[row.columns]))'")
  }

  /// The problem of `a 10 ms b`: in a row a number before a separate unit is a sequence of values.
  func unitApart(in row: Span) -> SpecProblem? {
    let line = text.lines[row.line]
    var words: [(text: String, columns: Range<Int>)] = []
    var column = row.columns.lowerBound
    while column < row.columns.upperBound {
      let start = column
      while column < row.columns.upperBound, line[column] != " " { column += 1 }
      if column > start { words.append((String(line[start..<column]), start..<column)) }
      column += 1
    }
    for (word, next) in zip(words, words.dropFirst()) where ["ms", "us", "ns"].contains(next.text) {
      guard word.text.allSatisfy(\.isASCIIDigit) else { continue }
      return text.problem(
        "no space between a number and its unit", at: Span(row.line, word.columns.lowerBound..<next.columns.upperBound),
        fix: "write \(word.text)\(next.text)")
    }
    return nil
  }

  /// Whether a part of the line can be read as a row of marbles, and looks like one.
  func isRow(_ span: Span, withEnd: Bool) -> Bool {
    let row = text.lines[span.line][span.columns]
    guard row.contains("|") || !withEnd && row.contains("-"), !row.contains("\""), !row.contains("'") else {
      return false
    }
    do throws(NotationError) { _ = try Lane(parsing: String(row), as: .expectation, frame: file.frame) } catch {
      return false
    }
    return true
  }
  /// The row inside of quotes around a whole row. A single quote may also be that of a value, but no source has one
  /// that looks like a row.
  func rowInQuotes(_ span: Span, _ role: Lane.Role) -> String? {
    let row = text.lines[span.line][span.columns]
    guard row.count > 2, let quote = row.first, quote == row.last,
      quote == "\"" || quote == "'" && (role == .cold || role == .hot)
    else { return nil }
    let inside = String(row.dropFirst().dropLast())
    guard !inside.contains(quote), inside.contains("-"), inside.contains("|") else { return nil }
    return inside
  }

  /// The problem of a row with a sign before it that only sources have, and of a subscriber that never subscribes.
  func foreignRow(of keyword: String, _ rest: Span) -> SpecProblem? {
    let row = line[rest.columns], after = String(row.dropFirst().drop { $0 == " " })
    let first = Span(rest.line, rest.columns.lowerBound..<rest.columns.lowerBound + 1)
    if keyword == "=" {
      // A stream may send ':' at time zero.
      let isSign = row.first == ":" && (rest.columns.lowerBound == 1 || row.dropFirst().starts(with: " -"))
      return isSign ? text.problem("an expected row has no ':'", at: first, fix: "write '= \(after)'") : nil
    }
    if let sign = row.first, sign == ":" || sign == "=" {
      return text.problem("'\(keyword)' has no '\(sign)'", at: first, fix: "write '\(keyword) \(after)'")
    }
    if keyword == "demand",
      ["unlimited", "infinite", "inf", "infinity", "all", "max", "\u{221E}"].contains(String(row).lowercased())
    {
      return text.problem("unlimited demand is a '*'", at: rest, fix: "write 'demand *'")
    }
    if keyword == "from", !row.contains("^"), row.allSatisfy({ $0.isNumber || $0.isLetter || "-@ ".contains($0) }) {
      return text.problem(
        "the subscriber never subscribes", at: rest, fix: "write '^' where it subscribes, as in 'from --^'")
    }
    return nil
  }

  /// The problem of a pipeline or a meaning that is written behind a row, or of a line break that the shell has not
  /// made.
  func anotherLine(in row: Span, at column: Int) -> SpecProblem? {
    let line = text.lines[row.line], rest = line[min(column, line.count)...]
    let isTry = text.isOfArguments
    if rest.starts(with: "\\n") {
      let fix = isTry ? "give it as an argument of its own: 'a: -1-2-|' '> a.delay(for: 2)'" : "begin a new line there"
      return text.problem("'\\n' does not begin a new line", at: Span(row.line, column..<column + 2), fix: fix)
    }
    guard column > 0, line[column - 1] == " " else { return nil }
    if rest.starts(with: "//") {
      return text.problem("a comment begins with '#'", at: Span(row.line, column..<column + 2), fix: "write # …")
    }
    if rest.first == ">" {
      let fix =
        isTry ? "give it as an argument of its own: 'a: -1-2-|' '> a.delay(for: 2)'" : "begin a new line with '>'"
      return text.problem("a pipeline is a line of its own", at: Span(row.line, column..<column + 1), fix: fix)
    }
    let key = rest.prefix { $0 != " " && $0 != "=" }, after = rest.dropFirst(key.count).drop { $0 == " " }
    if !key.isEmpty, after.first == "=" {
      return text.problem(
        "meanings are written below the row", at: Span(row.line, column..<column + key.count),
        fix: "write '  \(String(key)) = …' on an indented line")
    }
    return nil
  }
}

extension SpecFile.Source {
  /// Whether the name is one that other test kits have for an expected row.
  var isNamedAsExpectation: Bool { SpecParser.isExpectation(name) }
}
