extension SwiftExpression {
  // MARK: Closures

  /// The closure that a name stands for, or a closure that only calls it, as `{ request($0) }`: it is written at each
  /// use, because a declaration of its own would need types.
  func named(_ value: Expression) -> Expression? {
    if case .functionName(let name) = value.kind { return functions[name] }
    guard case .closure(let closure) = value.kind, closure.names == nil,
      case .call(let callee, let arguments) = closure.body.kind, let function = functions[callee.originName]
    else { return nil }
    let places = arguments.map { if case .positional(let place) = $0.value.kind { place } else { -1 } }
    return places == Array(0...max(0, closure.highest)) ? function : nil
  }

  func names(of closure: Closure) -> String? {
    closure.names.map { names in names.map { renamed[$0] ?? $0 }.joined(separator: ", ") + " in" }
  }

  func closure(_ closure: Closure, takes count: Int, failing target: SwiftFailure? = nil) -> String {
    // Swift derives the number of parameters from the highest `$`, and requires all of them: the others are `_`.
    let used = closure.highest + 1
    let isShort = closure.names == nil && used < count
    var inside = self
    inside.parameters = isShort ? (0..<used).map { parameter($0, of: used) } : []
    let all = inside.parameters + [String](repeating: "_", count: isShort ? count - used : 0)
    let names = isShort ? all.joined(separator: ", ") + " in" : names(of: closure)
    let statements =
      closure.body.isEmptyOrigin
      ? [inside.typed(closure.body, failure: target)]
      : shape(closure.body).isStream && target != nil
        ? [inside.converted(closure.body, to: target)] : inside.statements(closure.body)
    if statements.count == 1 { return "{ " + (names.map { $0 + " " } ?? "") + statements[0] + " }" }
    let pad = "\n" + String(repeating: " ", count: indent + 2)
    return "{" + (names.map { " " + $0 } ?? "") + statements.map { pad + $0 }.joined() + "\n"
      + String(repeating: " ", count: indent) + "}"
  }

  /// A name without another meaning.
  private func parameter(_ index: Int, of count: Int) -> String {
    var name = count == 1 ? "value" : "value\(index + 1)"
    while names[name] != nil || renamed[name] != nil || renamed.values.contains(name) || functions[name] != nil {
      name += "_"
    }
    return name
  }

  /// The body of a closure. If the spec throws inside an expression, Swift needs statements.
  func statements(_ body: Expression) -> [String] {
    if case .throwing(let operand) = body.kind { return ["throw " + failure(operand)] }
    if case .literal(.nil) = body.kind { return ["nil as Int?"] }
    if case .binding(let name, let value, let rest) = body.kind {
      var inside = self
      inside.names[name] = shape(value)
      return ["let \(name) = \(code(value))"] + inside.returned(rest)
    }
    guard case .ternary(let condition, let yes, let no) = body.kind else { return [code(body)] }
    if yes.isThrowing { return ["if \(code(condition)) { \(statements(yes)[0]) }"] + returned(no) }
    if no.isThrowing { return ["guard \(code(condition)) else { \(statements(no)[0]) }"] + returned(yes) }
    if yes.needsStatements || no.needsStatements {
      return ["if \(code(condition)) { \(returned(yes).joined(separator: "; ")) }"] + returned(no)
    }
    return [code(body)]
  }
  func returned(_ body: Expression) -> [String] {
    var statements = statements(body)
    if statements.count == 1, !body.isThrowing { statements[0] = "return " + statements[0] }
    return statements
  }
}
