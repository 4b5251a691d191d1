extension ExpressionParser {
  mutating func primary() throws(SpecProblem) -> Expression {
    let start = next.span
    let token = next
    switch token.kind {
    case .integer(let number): return try literal(.integer(number), start)
    case .decimal(let number): return try literal(.decimal(number), start)
    case .duration(let nanoseconds): return try literal(.duration(nanoseconds), start)
    case .text(let parts):
      _ = advance()
      return try interpolated(parts, start)
    case .name(let name):
      _ = advance()
      if functions.contains(name), !(next.isSymbol("(") && next.isAttached) {
        return try make(.functionName(name), from: start)
      }
      return try make(constant(name).map { .literal($0) } ?? .name(name), from: start)
    case .positional(let index):
      return try positional(index, start)
    case .symbol("("), .symbol("["), .symbol("{"):
      return try bracketed()
    case .symbol("."):
      _ = advance()
      let name = try memberName()
      let hasArguments = next.isSymbol("(") && next.isAttached || next.isSymbol("{") && takesTrailing
      let arguments = hasArguments ? try callArguments() : []
      return try make(.implicit(name, arguments), from: start)
    case .symbol("\\"):
      return try keyPath()
    default:
      throw unexpected("a value")
    }
  }
  private mutating func literal(_ value: Value, _ start: Span) throws(SpecProblem) -> Expression {
    _ = advance()
    return try make(.literal(value), from: start)
  }
  private func constant(_ name: String) -> Value? {
    switch name {
    case "true": .bool(true)
    case "false": .bool(false)
    case "nil": .nil
    default: nil
    }
  }

  private mutating func positional(_ index: Int, _ start: Span) throws(SpecProblem) -> Expression {
    guard let innermost = closures.last else {
      throw text.problem("'$\(index)' is outside a closure", at: start, fix: "a closure has braces, as in { $0 * 2 }")
    }
    guard let highest = innermost else {
      throw text.problem(
        "'$\(index)' is in a closure that names its values", at: start, fix: "use the names before 'in'")
    }
    closures[closures.count - 1] = max(highest, index)
    _ = advance()
    return try make(.positional(index), from: start)
  }

  private mutating func bracketed() throws(SpecProblem) -> Expression {
    let start = next.span
    if next.isSymbol("{") { return try closure() }
    if accept("[") {
      let outer = takesTrailing
      takesTrailing = true
      defer { takesTrailing = outer }
      var elements: [Expression] = []
      while !next.isSymbol("]") {
        elements.append(try expression())
        if !accept(",") { break }
      }
      try expect("]")
      return try make(.array(elements), from: start)
    }
    let elements = try arguments()
    if elements.count == 1, elements[0].label.isEmpty { return elements[0].value }
    if elements.count == 1 { throw text.problem("a tuple has at least two elements", at: start.through(last)) }
    return try make(.tuple(elements), from: start)
  }

  private mutating func keyPath() throws(SpecProblem) -> Expression {
    let start = advance().span
    var names: [String] = []
    while accept(".") { names.append(try memberName()) }
    if names.isEmpty { throw unexpected("'.' and a name") }
    return try make(.keyPath(names), from: start)
  }

  /// The name of a type that converts a value, such as `String`.
  func typeName(of expression: Expression) -> String? {
    if case .name(let name) = expression.kind, table.functions.contains(name), name.first?.isUppercase == true {
      name
    } else {
      nil
    }
  }
}
