import Marbles

// Mistakes of those who know another language: they are looked for where something else was expected.
extension ExpressionParser {
  /// The problem of a form that other languages have, at the token that was not expected.
  var foreignForm: SpecProblem? {
    arrow(at: position) ?? arrow(at: position + 1) ?? foreignOperator ?? wordAsOperator ?? spaceBeforeUnit
      ?? labelWithEqualsSign
      ?? labelWithoutColon ?? replacedByShell
  }
  /// The fix for a token that was not expected, if nothing else is known about it.
  var fixOfUnexpected: String? {
    if next.isSymbol(","),
      !tokens[..<position].contains(where: { $0.isSymbol("(") || $0.isSymbol("[") || $0.isSymbol("{") })
    {
      return "each pipeline has a line of its own, which begins with '>'"
    }
    guard position > 0 else { return next.isSymbol(">") ? "a pipeline begins with one '>'" : nil }
    let last = tokens[position - 1]
    if next.isSymbol("("), !next.isAttached, case .name = last.kind { return "write '(' without a space before it" }
    if last.isSymbol("("), case .symbol(let symbol) = next.kind, ["<", ">", "<=", ">=", "==", "!="].contains(symbol) {
      return Suggestion.closureForm
    }
    return nil
  }
  private static let foreignOperators = [
    "**": "write a product, as in $0 * $0", "++": "write $0 + 1", "<>": "write !=", "===": "write ==",
    "!==": "write !=",
    "+=": "a closure returns the new value, as in $0 + 1", "-=": "a closure returns the new value, as in $0 - 1",
    "*=": "a closure returns the new value, as in $0 * 2", "//": "write /", ">>": Suggestion.chainForm,
    "|>": Suggestion.chainForm,
    "=~": "write ==",
  ]
  /// The problem of `**`, of which each sign is a token.
  private var foreignOperator: SpecProblem? {
    for index in [position, position + 1] where index > 0 && tokens.indices.contains(index) && tokens[index].isAttached
    {
      guard case .symbol(let one) = tokens[index - 1].kind, case .symbol(let other) = tokens[index].kind else {
        continue
      }
      guard let fix = ExpressionParser.foreignOperators[one + other] else { continue }
      return text.problem(
        "there is no operator '\(one + other)'", at: tokens[index - 1].span.through(tokens[index].span), fix: fix)
    }
    return nil
  }
  private static let wordOperators = [
    "and": "&&", "AND": "&&", "or": "||", "OR": "||", "not": "!", "NOT": "!", "is": "==", "instanceof": "==",
    "equals": "==", "eq": "==",
    "mod": "%",
    "div": "/",
    "x": "*", "times": "*", "plus": "+", "minus": "-",
  ]
  /// The problem of `$0 and $1`, and of `not $0`.
  private var wordAsOperator: SpecProblem? {
    for token in (position > 0 ? [tokens[position - 1]] : []) + [next] {
      guard case .name(let word) = token.kind else { continue }
      if Suggestion.functionWords.contains(word) {
        return text.problem("'\(word)' means nothing here", at: token.span, fix: Suggestion.closureForm)
      }
      if isInBraces, ["is", "as", "instanceof"].contains(word), asksForType(behind: token) {
        return text.problem(
          "a closure does not ask for types", at: token.span,
          fix: "all values of a stream have one type; remove '\(word)' and the type")
      }
      if isInBraces, let sign = ExpressionParser.wordOperators[word], token.span == next.span || sign == "!" {
        return text.problem("there is no operator '\(word)'", at: token.span, fix: "write \(sign)")
      }
    }
    return nil
  }
  /// Whether the name of a type follows a word: `$0 is Int`.
  private func asksForType(behind word: Token) -> Bool {
    guard let index = tokens.firstIndex(where: { $0.span == word.span }), tokens.indices.contains(index + 1),
      case .name(let type) = tokens[index + 1].kind
    else { return false }
    return type.first?.isUppercase == true || ["int", "string", "number", "bool", "boolean", "double"].contains(type)
  }
  /// The problem of `debounce(for 3)`.
  private var labelWithoutColon: SpecProblem? {
    guard position > 1, case .name(let label) = tokens[position - 1].kind, next.beginsOperand,
      next.span.line == last.line
    else { return nil }
    guard tokens[position - 2].isSymbol("(") || tokens[position - 2].isSymbol(","), !isInBraces else { return nil }
    return text.problem("a label ends in ':'", at: tokens[position - 1].span, fix: "write \(label): …")
  }
  /// The problem of `x => x > 1` and `x -> x`, as other languages write a closure.
  func arrow(at index: Int) -> SpecProblem? {
    guard tokens.indices.contains(index) else { return nil }
    let token = tokens[index]
    if token.isSymbol("->") {
      let isInside = tokens[..<index].contains {
        $0.isSymbol("{") || $0.isSymbol("(") || $0.isSymbol("\\") || $0.isSymbol("=")
      }
      if isInside || index == 0 { return arrowProblem("->", at: token.span) }
      return text.problem("'->' means nothing here", at: token.span, fix: Suggestion.chainForm)
    }
    guard token.isSymbol("="), tokens.indices.contains(index + 1), tokens[index + 1].isAttached else { return nil }
    guard tokens[index + 1].isSymbol(">") else { return nil }
    if let pipe = tokens[..<index].last(where: { if case .name("pipe") = $0.kind { true } else { false } }) {
      return text.pipeProblem(at: pipe.span)
    }
    return arrowProblem("=>", at: token.span.through(tokens[index + 1].span))
  }
  private func arrowProblem(_ arrow: String, at span: Span) -> SpecProblem {
    text.problem("'\(arrow)' means nothing here", at: span, fix: Suggestion.closureForm)
  }
  /// Whether the innermost open bracket is the brace of a closure.
  private var isInBraces: Bool {
    var depth = 0
    for token in tokens[..<position].reversed() {
      guard case .symbol(let symbol) = token.kind else { continue }
      if [")", "]", "}"].contains(symbol) { depth += 1 }
      if ["(", "[", "{"].contains(symbol) {
        if depth == 0 { return symbol == "{" }
        depth -= 1
      }
    }
    return false
  }
  /// The problem of `delay = 3`, and of `{ $0 = 3 }`.
  var labelWithEqualsSign: SpecProblem? {
    guard position > 0, next.isSymbol("=") else { return nil }
    if isInBraces { return text.problem("'=' does not compare", at: next.span, fix: "write == to compare") }
    guard case .name(let label) = tokens[position - 1].kind else { return nil }
    return text.problem("a label ends in ':'", at: next.span, fix: "write \(label): …")
  }
  /// The problem of a `$0` that the shell has replaced by its own path.
  var replacedByShell: SpecProblem? {
    guard text.isOfArguments, next.isSymbol("/") else { return nil }
    return text.problem("expected a value, found '/'", at: next.span, fix: SpecText.quotesForShell)
  }
  /// The problem of `300 ms`.
  var spaceBeforeUnit: SpecProblem? {
    guard position > 0, case .name(let word) = next.kind else { return nil }
    let number = tokens[position - 1]
    if ["frame", "frames"].contains(word), case .integer(let count) = number.kind {
      return text.problem(
        "a number without a unit counts frames", at: number.span.through(next.span), fix: "write \(count)")
    }
    guard let unit = DurationText.anyUnit(word) else { return nil }
    switch number.kind {
    case .integer, .decimal: break
    default: return nil
    }
    guard number.span.line == next.span.line else { return nil }
    let written = String(text.lines[number.span.line][number.span.columns])
    return text.problem("a duration has no space", at: number.span.through(next.span), fix: "write \(written)\(unit)")
  }
}
