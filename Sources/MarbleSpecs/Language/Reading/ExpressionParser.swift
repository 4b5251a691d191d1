/// Reads expressions by precedence climbing.
struct ExpressionParser {
  let text: SpecText
  let tokens: [Token]
  var position = 0
  private(set) var nesting = 0
  /// The closures around the present place: the highest number after a `$` in each, or `nil` in a closure that names
  /// its parameters.
  var closures: [Int?] = []
  /// The names of functions at the present place.
  var functions: Set<String> = []
  /// Whether a brace after a name begins a trailing closure. After the condition of an `if` it begins the block
  /// instead.
  var takesTrailing = true

  /// The operators, for the mend of a mistake.
  let table: OperatorTable

  init(_ text: SpecText, _ tokens: [Token], _ table: OperatorTable) {
    self.text = text
    self.tokens = tokens
    self.table = table
  }

  /// Creates a parser for code inside a string that another parser reads.
  init(_ text: SpecText, _ tokens: [Token], inside outer: ExpressionParser) {
    self.init(text, tokens, outer.table)
    closures = outer.closures
    nesting = outer.nesting
    functions = outer.functions
  }

  static func parse(
    _ text: SpecText, _ tokens: [Token], as what: String, functions: Set<String> = [], _ table: OperatorTable
  ) throws(SpecProblem) -> Expression {
    var parser = ExpressionParser(text, tokens, table)
    parser.functions = functions
    if parser.next.kind == .end { throw parser.unexpected(what) }
    let expression = try parser.expression()
    if parser.next.kind != .end { throw parser.unexpected("an operator or the end") }
    return expression
  }

  var next: Token { tokens[position] }
  var last: Span { tokens[max(0, position - 1)].span }

  mutating func advance() -> Token {
    defer { if position < tokens.count - 1 { position += 1 } }
    return tokens[position]
  }
  mutating func accept(_ symbol: String) -> Bool {
    guard next.isSymbol(symbol) else { return false }
    _ = advance()
    return true
  }
  mutating func expect(_ symbol: String) throws(SpecProblem) { if !accept(symbol) { throw unexpected("'\(symbol)'") } }
  func unexpected(_ expected: String) -> SpecProblem {
    if let problem = foreignForm { return problem }
    return text.problem("expected \(expected), found \(next.shown)", at: next.span, fix: fixOfUnexpected)
  }
  func make(_ kind: Expression.Kind, from start: Span) throws(SpecProblem) -> Expression {
    let expression = Expression(kind, start.through(last))
    if expression.depth > Expression.deepest { throw text.problem("the expression has too many levels", at: start) }
    return expression
  }

  // MARK: Operators between operands

  /// The precedence of an operator, and whether it associates to the right.
  static func power(_ symbol: String) -> (power: Int, isRight: Bool)? {
    switch symbol {
    case "?": (1, true)
    case "||": (2, false)
    case "&&": (3, false)
    case "==", "!=", "<", "<=", ">", ">=": (4, false)
    case "??": (5, true)
    case "...", "..<": (6, false)
    case "+", "-": (7, false)
    case "*", "/", "%": (8, false)
    default: nil
    }
  }
  /// Enters a nested level; throws if there are too many.
  mutating func enter() throws(SpecProblem) {
    nesting += 1
    if nesting > Lexer.deepest { throw text.problem("the expression is nested too deeply", at: next.span) }
  }
  mutating func leave() { nesting -= 1 }

  private static let operatorNames: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
  ]

  mutating func expression(above minimum: Int = 0) throws(SpecProblem) -> Expression {
    try enter()
    defer { leave() }
    let start = next.span
    if next.kind == .name("throw") {
      _ = advance()
      let operand = try expression()
      return try make(.throwing(operand), from: start)
    }
    var left = try unary()
    while case .symbol(let symbol) = next.kind, let (power, isRight) = ExpressionParser.power(symbol), power > minimum {
      // At the beginning of a line '-3' is a value of its own.
      if symbol == "-", next.span.line != last.line, tokens[position + 1].isAttached { break }
      let sign = advance()
      if symbol == "...", !next.beginsOperand {
        left = try make(.postfix(symbol, left), from: start)
        continue
      }
      if symbol == "?" {
        let yes = try expression()
        try expect(":")
        let no = try expression()
        left = try make(.ternary(left, yes, no), from: start)
        continue
      }
      let right = try expression(above: isRight ? power - 1 : power)
      left = try make(.binary(symbol, left, right, at: sign.span), from: start)
      if power == 4, case .symbol(let other) = next.kind, ExpressionParser.power(other)?.power == 4 {
        throw text.problem("comparisons cannot be chained", at: next.span, fix: "join them with &&")
      }
    }
    return left
  }

  private mutating func unary() throws(SpecProblem) -> Expression {
    let start = next.span
    var signs: [String] = []
    while case .symbol(let sign) = next.kind, ["-", "!", "...", "..<"].contains(sign) {
      signs.append(sign)
      _ = advance()
      if signs.count > 8 { throw text.problem("too many signs", at: start) }
    }
    var operand = try postfix()
    for sign in signs.reversed() {
      operand = try make(sign == "-" ? operand.negated ?? .prefix("-", operand) : .prefix(sign, operand), from: start)
    }
    return operand
  }

  // MARK: Postfixes of an operand

  private mutating func postfix() throws(SpecProblem) -> Expression {
    let start = next.span
    var operand = try primary()
    while case .symbol(let symbol) = next.kind {
      switch symbol {
      case ".", "?.":
        _ = advance()
        let span = next.span
        let name = try memberName()
        let isInitializer = name == "init" && typeName(of: operand) != nil && symbol == "."
        if isInitializer, next.isSymbol("(") { continue }
        let kind =
          isInitializer
          ? .initializer(typeName(of: operand) ?? "")
          : Expression.Kind.member(operand, name, at: span, isOptional: symbol == "?.")
        operand = try make(kind, from: start)
      case "(" where next.isAttached && operand.canBeCalled, "{" where operand.canBeCalled && takesTrailing:
        let arguments = try callArguments()
        operand = try make(.call(operand, arguments), from: start)
      case "[" where next.isAttached:
        _ = advance()
        let index = try expression()
        try expect("]")
        operand = try make(.index(operand, index), from: start)
      case "!" where next.isAttached:
        _ = advance()
        operand = try make(.unwrap(operand), from: start)
      default:
        return operand
      }
    }
    return operand
  }

  mutating func memberName() throws(SpecProblem) -> String {
    switch next.kind {
    case .name(let name):
      _ = advance()
      return name
    case .integer(let index):
      _ = advance()
      return String(index)
    default:
      throw unexpected("a name after '.'")
    }
  }

  mutating func callArguments() throws(SpecProblem) -> [Argument] {
    var found = next.isSymbol("(") ? try arguments() : []
    if next.isSymbol("{"), takesTrailing {
      let span = next.span
      found.append(Argument(label: "", labelSpan: span, value: try closure(), isTrailing: true))
    }
    return found
  }

  mutating func arguments() throws(SpecProblem) -> [Argument] {
    try expect("(")
    let outer = takesTrailing
    takesTrailing = true
    defer { takesTrailing = outer }
    var found: [Argument] = []
    while !next.isSymbol(")") {
      let span = next.span
      var label = ""
      if case .name(let name) = next.kind, position + 1 < tokens.count, tokens[position + 1].isSymbol(":") {
        label = name
        position += 2
      }
      found.append(Argument(label: label, labelSpan: span, value: try argument()))
      if !accept(",") { break }
    }
    try expect(")")
    return found
  }

  /// Reads an expression, or an operator as a closure.
  private mutating func argument() throws(SpecProblem) -> Expression {
    if case .symbol(let symbol) = next.kind, ExpressionParser.operatorNames.contains(symbol),
      tokens[position + 1].isSymbol(",") || tokens[position + 1].isSymbol(")")
    {
      let span = advance().span
      return try make(.operatorName(symbol), from: span)
    }
    return try expression()
  }
}

extension Expression {
  /// Whether brackets or a closure after the expression can be its arguments.
  fileprivate var canBeCalled: Bool {
    switch kind {
    case .name, .member: true
    default: false
    }
  }
  /// A number literal with the opposite sign.
  fileprivate var negated: Kind? {
    switch kind {
    case .literal(.integer(let number)): .literal(.integer(0 - number))
    case .literal(.decimal(let number)): .literal(.decimal(-number))
    case .literal(.duration(let nanoseconds)): .literal(.duration(-nanoseconds))
    default: nil
    }
  }
}
