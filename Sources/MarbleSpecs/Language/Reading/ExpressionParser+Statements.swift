// The statements of a closure. They are read as one expression: the statements after an 'if' that returns are its other
// branch.
extension ExpressionParser {
  /// Reads the statements up to the brace that closes the block. A block of one statement needs no 'return'.
  mutating func statements(isOnly: Bool) throws(SpecProblem) -> Expression {
    try enter()
    defer { leave() }
    let start = next.span
    guard case .name(let word) = next.kind else { return try lastValue(isOnly: isOnly) }
    switch word {
    case "let": return try binding(from: start)
    case "if": return try conditional(from: start, isOnly: isOnly)
    case "guard": return try guarded(from: start)
    case "return":
      _ = advance()
      if next.isSymbol("}") || next.isSymbol(";") { throw text.problem("'return' needs a value", at: start) }
      let value = try expression()
      skipSeparators()
      if !next.isSymbol("}") {
        throw text.problem("code after 'return' is never reached", at: next.span, fix: "leave it out")
      }
      return value
    case "var", "for", "while", "repeat", "switch", "func", "do", "defer":
      throw text.problem("'\(word)' is not possible in a closure here", at: start, fix: "use let, if, guard and return")
    default: return try lastValue(isOnly: isOnly)
    }
  }

  private mutating func skipSeparators() { while accept(";") {} }

  /// The value at the end of a block.
  private mutating func lastValue(isOnly: Bool) throws(SpecProblem) -> Expression {
    let value = try expression()
    skipSeparators()
    if next.isSymbol("}") {
      if case .throwing = value.kind { return value }
      if !isOnly {
        throw text.problem(
          "a closure of several statements returns its value", at: value.span, fix: "write return before it")
      }
      return value
    }
    if next.span.line != last.line || last.isSeparator(in: text) {
      throw text.problem("the value is not used", at: value.span, fix: "a closure returns one value")
    }
    throw unexpected("'}', ';' or a new line")
  }

  private mutating func binding(from start: Span) throws(SpecProblem) -> Expression {
    _ = advance()
    guard case .name(let name) = next.kind else { throw unexpected("a name after 'let'") }
    let span = advance().span
    try expect("=")
    let value = try expression()
    if value.isFunction { functions.insert(name) } else { functions.remove(name) }
    let isSeparate = next.span.line != last.line
    if !accept(";"), !isSeparate, !next.isSymbol("}") { throw unexpected("';' or a new line") }
    skipSeparators()
    if next.isSymbol("}") {
      throw text.problem("the closure ends without a value", at: span, fix: "return one after 'let \(name)'")
    }
    let rest = try statements(isOnly: false)
    return try make(.binding(name, value, rest), from: start)
  }

  /// Reads a condition. A brace after it begins the block.
  private mutating func condition() throws(SpecProblem) -> Expression {
    if next.kind == .name("let") || next.kind == .name("var") {
      throw text.problem(
        "a condition cannot bind a name here", at: next.span, fix: "compare with nil, as in if value != nil { … }")
    }
    takesTrailing = false
    let condition = try expression()
    takesTrailing = true
    if next.isSymbol(",") {
      throw text.problem("only one condition is allowed", at: next.span, fix: "join them with &&")
    }
    return condition
  }
  private mutating func block(isOnly: Bool) throws(SpecProblem) -> Expression {
    let outer = functions
    try expect("{")
    if next.isSymbol("}") { throw text.problem("the block is empty", at: next.span, fix: "return a value in it") }
    let body = try statements(isOnly: isOnly)
    try expect("}")
    functions = outer
    return body
  }

  /// Reads `if a { … } else if b { … } else { … }`. Without an `else`, the statements that follow are the other branch.
  private mutating func conditional(from start: Span, isOnly: Bool) throws(SpecProblem) -> Expression {
    try enter()
    defer { leave() }
    _ = advance()
    let condition = try condition()
    let first = position
    var yes = try block(isOnly: isOnly)
    guard next.kind == .name("else") else {
      skipSeparators()
      if next.isSymbol("}") {
        throw text.problem("there is no value if the condition is false", at: start, fix: "write else { … }")
      }
      // The next token makes it one statement of several, whose values are returned.
      let behind = position
      position = first
      yes = try block(isOnly: false)
      position = behind
      let rest = try statements(isOnly: false)
      return try make(.ternary(condition, yes, rest), from: start)
    }
    _ = advance()
    if next.kind == .name("if") {
      let no = try conditional(from: next.span, isOnly: isOnly)
      return try make(.ternary(condition, yes, no), from: start)
    }
    let no = try block(isOnly: isOnly)
    skipSeparators()
    if !next.isSymbol("}") {
      throw text.problem("code here is never reached: both branches return", at: next.span, fix: "leave it out")
    }
    return try make(.ternary(condition, yes, no), from: start)
  }

  private mutating func guarded(from start: Span) throws(SpecProblem) -> Expression {
    _ = advance()
    let condition = try condition()
    guard next.kind == .name("else") else { throw unexpected("'else'") }
    _ = advance()
    let no = try block(isOnly: false)
    skipSeparators()
    if next.isSymbol("}") {
      throw text.problem("the closure ends without a value", at: start, fix: "return one after 'guard'")
    }
    let rest = try statements(isOnly: false)
    return try make(.ternary(condition, rest, no), from: start)
  }
}

extension Span {
  fileprivate func isSeparator(in text: SpecText) -> Bool { text.lines[line][columns] == [";"] }
}
