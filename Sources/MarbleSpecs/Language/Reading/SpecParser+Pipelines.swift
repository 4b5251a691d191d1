import Marbles

extension SpecParser {
  mutating func readPipeline(from column: Int) throws(SpecProblem) -> SpecFile.Pipeline {
    var lexer = Lexer(text)
    let start = row
    try lexer.read(line: row, from: column)
    var rests = [code(of: row, from: column, lexer)]
    while let next = continuation(of: lexer) {
      row = next
      try lexer.read(line: row, from: 0)
      rests.append(code(of: row, from: 0, lexer))
    }
    let last = row
    row += 1
    for (line, comment) in lexer.comments { file.text.comments[line] = comment }
    rests = rests.enumerated().filter { $0 == 0 || !$1.columns.isEmpty }.map(\.1)
    // The lines below the first keep their indentation relative to one another.
    let indent = rests.dropFirst().map(\.columns.lowerBound).min() ?? 0
    let lines = rests.enumerated().map { index, rest in
      String(repeating: " ", count: index == 0 ? 0 : rest.columns.lowerBound - indent)
        + String(text.lines[rest.line][rest.columns])
    }
    if lexer.tokens.isEmpty {
      throw text.problem("expected a pipeline such as typed.debounce(for: 300ms)", at: Span(start, column..<column + 1))
    }
    if let first = lexer.tokens.first, first.isSymbol(".") {
      throw text.problem("a pipeline begins with a stream", at: first.span, fix: "write its name before '.'")
    }
    let functions = names.filter { $0.value.function != nil }.keys
    let expression = try ExpressionParser.parse(
      text, try lexer.finished(), as: "a pipeline", functions: Set(functions), table)
    return SpecFile.Pipeline(
      expression: expression, span: Span(start, column..<max(column + 1, rests[0].columns.upperBound)), lines: lines,
      last: last)
  }

  /// The next line of a pipeline. Comments may be between the lines; while a bracket is open, empty lines may, too.
  private func continuation(of lexer: Lexer) -> Int? {
    let isOpen = !lexer.open.isEmpty
    for next in text.lines.indices[(row + 1)...] {
      let line = text.lines[next]
      guard let first = line.first(where: { $0 != " " }) else {
        if isOpen { continue } else { return nil }
      }
      if first == "#" { continue }
      if line[0] == " " { return isOpen || first == "." ? next : nil }
      return isOpen && ")]}".contains(first) ? next : nil
    }
    return nil
  }

  /// The code of a line of a pipeline, without the comment after it.
  private func code(of row: Int, from column: Int, _ lexer: Lexer) -> Span {
    let line = text.lines[row]
    var end = lexer.comments[row] ?? line.count
    while end > column, line[end - 1] == " " { end -= 1 }
    let start = line[column..<end].firstIndex { $0 != " " } ?? end
    return Span(row, start..<end)
  }

  mutating func readBlock() throws(SpecProblem) {
    let pipeline = try readPipeline(from: 1)
    try checker.checkPipeline(pipeline.expression)
    file.blocks.append(SpecFile.Block(pipeline: pipeline))
    strict = StrictRules()
    owner = .block
  }

  mutating func readDerived(_ words: inout LineReader) throws(SpecProblem) {
    let span = words.nameSpan
    guard let name = words.readName() else { throw text.problem("expected a name after 'let'", at: span) }
    guard words.accept("=") else {
      throw text.problem("expected '=' after 'let \(name)'", at: words.wordSpan, fix: fixOfLet(name, words))
    }
    if isRow(words.restSpan, withEnd: true) {
      throw text.problem(
        "a source has no 'let'", at: words.restSpan, fix: "write '\(name): \(String(line[words.restSpan.columns]))'")
    }
    let pipeline = try readPipeline(from: words.position)
    let known = try checker.known(pipeline.expression)
    try define(name, span, known)
    file.definitions.append(
      .derived(SpecFile.Derived(name: name, span: span, pipeline: pipeline, isStream: known.isStream)))
    owner = .other
  }

  /// Reads `from`, `demand` or `=`. A word that the subscriber already has begins the next subscriber, and so does any
  /// word after its `=`.
  mutating func readRow(as keyword: String, from column: Int) throws(SpecProblem) {
    guard let block = file.blocks.indices.last else {
      // A stream that only has a name is not run.
      let last = file.definitions.last.flatMap {
        if case .derived(let derived) = $0, derived.isStream { derived.name } else { nil }
      }
      throw problem("'\(keyword)' belongs to a pipeline", 0..<keyword.count, fix: "write '> \(last ?? "…")' above it")
    }
    let rest = LineReader(text, row, at: column).rowSpan
    if keyword == "=", line.dropFirst().first == ">" {
      throw problem("a line cannot begin with '=>'", 0..<2, fix: "an expected row begins with '=', as in '= -1-2-|'")
    }
    if keyword != "=", rest.columns.isEmpty { throw problem("expected a row after '\(keyword)'", 0..<keyword.count) }
    if let problem = foreignRow(of: keyword, rest) { throw problem }
    let lane = try readLane(rest, as: keyword == "from" ? .window : keyword == "demand" ? .demand : .expectation)
    var rows = file.blocks[block].subscribers.last ?? SpecFile.SubscriberRows()
    let isNext =
      switch keyword {
      case "from": rows.from != nil || rows.expected != nil
      case "demand": rows.demand != nil || rows.expected != nil
      default: rows.expected != nil
      }
    if isNext || file.blocks[block].subscribers.isEmpty {
      rows = SpecFile.SubscriberRows()
      file.blocks[block].subscribers.append(rows)
    }
    switch keyword {
    case "from": rows.from = lane
    case "demand": rows.demand = lane
    default: rows.expected = lane
    }
    file.blocks[block].subscribers[file.blocks[block].subscribers.count - 1] = rows
    owner = .block
    row += 1
  }

  mutating func readRule() throws(SpecProblem) {
    guard let block = file.blocks.indices.last else {
      throw problem("a rule belongs to a pipeline", 0..<1, fix: "write '> …' above it")
    }
    var parser = RuleParser(text, row, file, names, table, guesses: guesses)
    let rule = try parser.parse()
    try strict.add(rule, text)
    file.blocks[block].rules.append(rule)
    owner = .block
    row += 1
  }
}
