import Marbles

extension RuleParser {
  /// Reads the rest of `always` or `never`, in the language of closures.
  func readCondition(_ rule: inout SpecFile.Rule) throws(SpecProblem) {
    let isNegated = words[0].text == "never"
    var lexer = Lexer(text)
    try lexer.read(line: span.line, from: words[0].span.columns.upperBound)
    var tokens = try lexer.finished()
    let end = tokens.removeLast()
    var sentence = RuleSentence(.condition(isNegated: isNegated, isAtEnd: false))
    if tokens.dropLast(words: ",", "but", "is", "broken") { sentence.expectsBreak = true }
    if tokens.dropLast(words: ",", "or", "open", "at", "the", "end") { sentence.allowsOpen = true }
    if tokens.dropLast(words: ",", "if", "any") { sentence.allowsNone = true }
    if tokens.dropLast(words: "at", "the", "end") { sentence.shape = .condition(isNegated: isNegated, isAtEnd: true) }
    guard let first = tokens.first, let last = tokens.last else {
      throw text.problem(
        "expected a condition after '\(words[0].text)'", at: end.span, fix: "write 'always total >= 0'")
    }
    for index in tokens.indices where tokens[index].isSymbol("=") { tokens[index].kind = .symbol("==") }
    let functions = names.filter { $0.value.function != nil }.keys
    let condition = try ExpressionParser.parse(
      text, tokens + [end], as: "a condition", functions: Set(functions), table)
    rule.subjects = condition.names.filter { $0 == SpecFile.Rule.result || names[$0]?.isStream == true }.uniqued
    try SpecChecker(text: text, names: names, table: table).checkCondition(condition, of: rule.subjects)
    if rule.subjects.isEmpty {
      throw text.problem(
        "the condition names no stream", at: condition.span, fix: "the name of a stream means its latest value")
    }
    sentence.condition = String(text.lines[span.line][first.span.columns.lowerBound..<last.span.columns.upperBound])
    rule.condition = condition
    rule.sentence = sentence
  }
}

extension [Token] {
  /// Removes words from the end. Returns whether they are there.
  fileprivate mutating func dropLast(words: String...) -> Bool {
    guard count > words.count,
      Swift.zip(suffix(words.count), words).allSatisfy({ $0.kind == .name($1) || $0.isSymbol($1) })
    else { return false }
    removeLast(words.count)
    return true
  }
}

extension SpecChecker {
  /// Checks the condition of a rule, in which the names of streams are values.
  func checkCondition(_ expression: Expression, of streams: [String]) throws(SpecProblem) {
    var place = Place()
    for name in streams { place.locals[name] = .unknown }
    if try shape(expression, place) == .stream {
      throw text.problem("a condition is a value, not a stream", at: expression.span, kind: .vagueRule)
    }
  }
}
