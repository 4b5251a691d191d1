// Closures, and the code inside strings.
extension ExpressionParser {
  mutating func interpolated(_ parts: [Token.Part], _ start: Span) throws(SpecProblem) -> Expression {
    if parts.isEmpty { return try make(.literal(.string("")), from: start) }
    if parts.count == 1, case .literal(let literal) = parts[0] {
      return try make(.literal(.string(literal)), from: start)
    }
    var expressions: [Expression] = []
    for part in parts {
      switch part {
      case .literal(let literal):
        expressions.append(try make(.literal(.string(literal)), from: start))
      case .code(let tokens):
        var inner = ExpressionParser(text, tokens, inside: self)
        let value = try inner.expression()
        if inner.next.kind != .end { throw inner.unexpected("')'") }
        closures = inner.closures
        expressions.append(value)
      }
    }
    return try make(.interpolation(expressions), from: start)
  }

  mutating func closure() throws(SpecProblem) -> Expression {
    let start = next.span
    let outer = (functions, takesTrailing)
    try expect("{")
    takesTrailing = true
    let names = try closureNames()
    if accept("}") {
      (functions, takesTrailing) = outer
      let nothing = Expression(.literal(.nil), start)
      return try make(.closure(Closure(names: names, highest: -1, body: nothing, isEmpty: true)), from: start)
    }
    functions.subtract(names ?? [])
    closures.append(names == nil ? -1 : nil)
    let body = try statements(isOnly: true)
    let highest = closures.removeLast() ?? -1
    try expect("}")
    (functions, takesTrailing) = outer
    return try make(.closure(Closure(names: names, highest: highest, body: body)), from: start)
  }

  /// Reads `a, b in`, with or without parentheses; `nil` if the closure does not begin so.
  private mutating func closureNames() throws(SpecProblem) -> [String]? {
    let start = position
    let hasParentheses = accept("(")
    var names: [String] = []
    while case .name(let name) = next.kind, name != "in" {
      names.append(name)
      _ = advance()
      if !accept(",") { break }
    }
    let isIn =
      (!hasParentheses || accept(")")) && next.kind == .name("in")
      && !tokens[min(position + 1, tokens.count - 1)].isSymbol(":")
    let isList = isIn && (!names.isEmpty || hasParentheses)
    guard isList else {
      position = start
      // An 'in:' is a label, as in output(in:).
      let head = tokens[start...].prefix { !$0.isSymbol("{") && !$0.isSymbol("}") }
      if let end = head.firstIndex(where: { $0.kind == .name("in") }), !tokens[end + 1].isSymbol(":") {
        let span = tokens[start].span.through(tokens[max(start, end - 1)].span)
        if case .positional = tokens[max(start, end - 1)].kind {
          throw text.problem("there is no operator 'in'", at: tokens[end].span, fix: "write [1, 2].contains($0)")
        }
        throw text.problem(
          "expected the names of the closure's values before 'in'", at: span,
          fix: "write names alone, such as { x in … }")
      }
      return nil
    }
    _ = advance()
    for (index, name) in names.enumerated() where name != "_" && names[..<index].contains(name) {
      throw text.problem("the closure names two values '\(name)'", at: tokens[start].span.through(last))
    }
    return names
  }
}
