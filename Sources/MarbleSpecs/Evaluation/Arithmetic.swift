// The operators between values. An operation that would stop a Swift program is a problem with its place in the spec.
extension Evaluator {
  func binary(
    _ symbol: String, _ left: Expression, _ right: Expression, _ span: Span, _ scope: Scope?
  ) throws -> Value {
    switch symbol {
    case "&&": return .bool(try bool(left, "'&&'", scope) ? try bool(right, "'&&'", scope) : false)
    case "||": return .bool(try bool(left, "'||'", scope) ? true : try bool(right, "'||'", scope))
    case "??":
      let value = try value(left, scope)
      context.decisions?.add(.isNil, left.span, value == .nil)
      return value == .nil ? try self.value(right, scope) : value
    default: break
    }
    let values = Evaluator.adapted((left, try value(left, scope)), (right, try value(right, scope)))
    return try combined(symbol, values.0, values.1, span)
  }

  /// The two operands, an integer literal beside a decimal as a decimal.
  private static func adapted(_ left: (Expression, Value), _ right: (Expression, Value)) -> (Value, Value) {
    switch (left.1, right.1) {
    case (.integer(let number), .decimal) where left.0.isLiteral: (.decimal(Double(number)), right.1)
    case (.decimal, .integer(let number)) where right.0.isLiteral: (left.1, .decimal(Double(number)))
    default: (left.1, right.1)
    }
  }

  /// The result of a binary operator.
  func combined(_ symbol: String, _ left: Value, _ right: Value, _ span: Span) throws -> Value {
    switch symbol {
    case "==", "!=":
      guard left.canEqual(right) else { throw mismatch(symbol, "two values of one type", left, right, span) }
      try takeSteps(left.size, at: span)
      return .bool((left == right) == (symbol == "=="))
    case "<", "<=", ">", ">=": return .bool(try ordered(symbol, left, right, span))
    case "&&", "||":
      guard case .bool(let one) = left, case .bool(let other) = right else {
        throw mismatch(symbol, "true or false on both sides", left, right, span)
      }
      return .bool(symbol == "&&" ? one && other : one || other)
    case "...", "..<": return try range(symbol, left, right, span)
    default: return try arithmetic(symbol, left, right, span)
    }
  }

  private func arithmetic(_ symbol: String, _ left: Value, _ right: Value, _ span: Span) throws -> Value {
    switch (left, right) {
    case (.integer(let one), .integer(let other)): return .integer(try integer(symbol, one, other, (left, right), span))
    case (.decimal(let one), .decimal(let other)): return .decimal(try decimal(symbol, one, other, span))
    case (.string(let one), .string(let other)) where symbol == "+": return try checked(.string(one + other), span)
    case (.array(let one), .array(let other)) where symbol == "+":
      return try checked(.list(one.elements + other.elements), span)
    case (.duration(let one), .duration(let other)) where symbol == "+" || symbol == "-":
      return .duration(try integer(symbol, one, other, (left, right), span))
    case (.duration(let one), .integer(let other)) where symbol == "*" || symbol == "/":
      return .duration(try integer(symbol, one, other, (left, right), span))
    case (.integer, .decimal), (.decimal, .integer):
      throw mismatch(
        symbol, "two integers or two decimals", left, right, span, fix: "Double(…) makes a decimal of an integer")
    case (.string(let text), _) where symbol == "+" && text.utf8.count <= 40:
      throw mismatch(
        symbol, "two numbers or two strings", left, right, span, fix: "a value in a text is written \"\(text)\\($0)\"")
    default:
      throw mismatch(symbol, symbol == "+" ? "two numbers or two strings" : "two numbers", left, right, span)
    }
  }

  /// The result of two integers, or of the nanoseconds of durations. A message shows the operands as they are written.
  private func integer(
    _ symbol: String, _ left: Int64, _ right: Int64, _ operands: (Value, Value), _ span: Span
  ) throws -> Int64 {
    let result: (partialValue: Int64, overflow: Bool)
    switch symbol {
    case "+": result = left.addingReportingOverflow(right)
    case "-": result = left.subtractingReportingOverflow(right)
    case "*": result = left.multipliedReportingOverflow(by: right)
    default:
      if right == 0 { throw problem("division by zero: \(operands.0.shown) \(symbol) \(operands.1.shown)", at: span) }
      context.decisions?.add(.exactness, span, right == -1 || left % right == 0)
      result =
        symbol == "/" ? left.dividedReportingOverflow(by: right) : left.remainderReportingOverflow(dividingBy: right)
    }
    if result.overflow {
      throw problem("overflow: \(operands.0.shown) \(symbol) \(operands.1.shown) does not fit", at: span)
    }
    return result.partialValue
  }

  private func decimal(_ symbol: String, _ left: Double, _ right: Double, _ span: Span) throws -> Double {
    if right == 0, symbol == "/" { throw problem("division by zero: \(left) / \(right)", at: span) }
    let result: Double
    switch symbol {
    case "+": result = left + right
    case "-": result = left - right
    case "*": result = left * right
    case "/": result = left / right
    default: throw mismatch(symbol, "two integers", .decimal(left), .decimal(right), span)
    }
    if !result.isFinite { throw problem("overflow: \(left) \(symbol) \(right) does not fit", at: span) }
    return result
  }

  private func ordered(_ symbol: String, _ left: Value, _ right: Value, _ span: Span) throws -> Bool {
    guard let isLess = left.isLess(than: right), let isGreater = right.isLess(than: left) else {
      throw mismatch(symbol, "two numbers, two strings or two durations", left, right, span)
    }
    switch symbol {
    case "<": return isLess
    case ">": return isGreater
    case "<=": return !isGreater
    default: return !isLess
    }
  }

  private func range(_ symbol: String, _ left: Value, _ right: Value, _ span: Span) throws -> Value {
    guard case .integer(let lower) = left, case .integer(let upper) = right else {
      throw mismatch(symbol, "two integers", left, right, span)
    }
    if upper < lower { throw problem("the range \(lower)\(symbol)\(upper) goes backwards", at: span) }
    if upper == .max, symbol == "..." {
      throw problem("overflow: the range \(lower)...\(upper) does not fit", at: span)
    }
    return .member("..<", left, .integer(symbol == "..." ? upper + 1 : upper))
  }

  /// `1...`
  func halfOpen(_ lower: Value, _ span: Span) throws -> Value {
    if case .integer = lower { return .member("...", lower) }
    throw problem("'...' needs an integer, got \(lower.shown)", at: span)
  }

  func prefixed(_ symbol: String, _ operand: Value, _ span: Span) throws -> Value {
    switch (symbol, operand) {
    case ("...", .integer), ("..<", .integer): return try range(symbol, .integer(0), operand, span)
    case ("...", _), ("..<", _): throw problem("'\(symbol)' needs an integer, got \(operand.shown)", at: span)
    case ("!", .bool(let bool)): return .bool(!bool)
    case ("-", .integer(let number)): return .integer(try integer("-", 0, number, (.integer(0), operand), span))
    case ("-", .decimal(let number)): return .decimal(-number)
    case ("-", .duration(let nanoseconds)): return .duration(0 &- nanoseconds)
    default:
      throw problem("'\(symbol)' needs \(symbol == "!" ? "true or false" : "a number"), got \(operand.shown)", at: span)
    }
  }

  private func mismatch(
    _ symbol: String, _ needs: String, _ left: Value, _ right: Value, _ span: Span, fix: String? = nil
  ) -> Interruption {
    problem("'\(symbol)' needs \(needs), got \(left.shown) and \(right.shown)", at: span, fix: fix)
  }
}
