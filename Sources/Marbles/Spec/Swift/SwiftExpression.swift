/// Writes the expressions of a spec as Swift: the same, with schedulers, durations and failures spelled out.
struct SwiftExpression {
  /// What the test is called inside its closure.
  let test: String
  /// How far the statement is indented that the expression is a part of.
  var indent = 4

  /// The code of an expression that stands beside an operator which binds so tightly.
  func code(_ expression: Expression, above power: Int = -1) -> String {
    let code = plain(expression)
    return expression.power <= power ? "(\(code))" : code
  }

  private func plain(_ expression: Expression) -> String {
    switch expression.kind {
    case .literal(let value): return SwiftValue.code(value)
    case .interpolation(let parts): return "\"" + parts.map(piece).joined() + "\""
    case .name("scheduler"): return "\(test).scheduler"
    case .name(let name), .operatorName(let name): return name
    case .positional(let index): return "$\(index)"
    case .array(let elements): return "[" + elements.map { code($0) }.joined(separator: ", ") + "]"
    case .tuple(let elements): return "(" + elements.map(labelled).joined(separator: ", ") + ")"
    case .prefix(let sign, let operand): return sign + code(operand, above: 9)
    case .binary(let sign, let left, let right, _):
      let power = expression.power
      let space = sign.hasPrefix("..") ? "" : " "
      return code(left, above: power - 1) + space + sign + space + code(right, above: sign == "??" ? power - 1 : power)
    case .ternary(let condition, let yes, let no): return "\(code(condition, above: 1)) ? \(code(yes)) : \(code(no))"
    case .member(let base, let name, _, let isOptional): return code(base, above: 9) + (isOptional ? "?." : ".") + name
    case .call(let callee, let arguments): return call(callee, arguments)
    case .index(let base, let index): return "\(code(base, above: 9))[\(code(index))]"
    case .implicit(let name, let arguments): return implicit(name, arguments)
    case .closure(let closure): return self.closure(closure)
    case .keyPath(let names): return "\\." + names.joined(separator: ".")
    case .unwrap(let operand): return code(operand, above: 9) + "!"
    case .throwing(let operand): return "throw " + failure(operand)
    }
  }

  private func piece(_ part: Expression) -> String {
    if case .literal(.text(let text)) = part.kind { return String(Value.quoted(text).dropFirst().dropLast()) }
    return "\\(\(code(part)))"
  }
  private func labelled(_ argument: Argument) -> String {
    (argument.label.isEmpty ? "" : argument.label + ": ") + code(argument.value)
  }

  /// What is thrown.
  private func failure(_ value: Expression) -> String {
    if case .literal(.text) = value.kind { return "Failed(\(code(value)))" }
    if case .interpolation = value.kind { return "Failed(\(code(value)))" }
    return "Failed(\"\\(\(code(value)))\")"
  }

  // MARK: Calls

  private func call(_ callee: Expression, _ arguments: [Argument]) -> String {
    guard case .member(let base, let name, _, let isOptional) = callee.kind else { return origin(code(callee), arguments) }
    if case .name(let space) = base.kind, !OperatorTable.shared.forms(of: "\(space).\(name)", on: .nothing).isEmpty {
      return origin("\(space).\(name)", arguments)
    }
    return code(base, above: 9) + (isOptional ? "?." : ".") + name + written(arguments, of: name, on: .stream)
  }

  /// What begins a stream. Some have other names where there is no spec.
  private func origin(_ name: String, _ arguments: [Argument]) -> String {
    var swift = name
    if name == "Timer.publish" {
      swift = "Publishers.interval"
    } else if name.first?.isLowercase == true, !OperatorTable.shared.forms(of: name, on: .nothing).isEmpty {
      swift = "Publishers.\(name)"
    }
    var arguments = arguments
    if name == "Timer.publish" || name == "Fail", !arguments.isEmpty { arguments[0].label = name == "Fail" ? "error" : "" }
    if name == "Fail", case .literal(.text)? = arguments.first?.value.kind { return "Fail(error: Failed(\(code(arguments[0].value))))" }
    return swift + written(arguments, of: name, on: .nothing)
  }

  /// The arguments in their brackets, with the scheduler where the operator needs one.
  private func written(_ arguments: [Argument], of name: String, on receiver: Operator.Receiver) -> String {
    let form = OperatorTable.shared.forms(of: name, on: receiver).first { $0.bind(relabelled(arguments, of: name)) != nil }
    var plain = arguments.filter { !$0.isTrailing }.map(labelled)
    if let form, let bound = form.bind(relabelled(arguments, of: name)) {
      plain = zip(form.parameters, bound).flatMap { parameter, arguments in
        if parameter.kind == .scheduler { return ["\(parameter.label): \(test).scheduler"] }
        return arguments.filter { !$0.isTrailing }.map { argument in
          (argument.label.isEmpty || name == "Timer.publish" ? "" : argument.label + ": ")
            + (parameter.kind == .duration ? duration(argument.value) : code(argument.value))
        }
      }
    }
    // A failure is written as a text, which alone would be a string.
    let trailing = arguments.filter(\.isTrailing).map { " " + (name == "mapError" ? failing($0.value) : code($0.value)) }.joined()
    return plain.isEmpty && !trailing.isEmpty ? trailing : "(" + plain.joined(separator: ", ") + ")" + trailing
  }

  private func failing(_ closure: Expression) -> String {
    guard case .closure(let closure) = closure.kind else { return code(closure) }
    return "{ " + (closure.names.map { $0.joined(separator: ", ") + " in " } ?? "") + failure(closure.body) + " }"
  }

  private func relabelled(_ arguments: [Argument], of name: String) -> [Argument] {
    guard name == "Timer.publish", var first = arguments.first else { return arguments }
    first.label = "every"
    return [first] + arguments.dropFirst()
  }

  /// A length of time where one is due: a bare number is frames.
  private func duration(_ expression: Expression) -> String {
    switch expression.kind {
    case .literal(.integer(let frames)): "\(test).frames(\(frames))"
    case .literal(.duration(let nanoseconds)): SwiftValue.duration(nanoseconds)
    default: code(expression)
    }
  }

  private func implicit(_ name: String, _ arguments: [Argument]) -> String {
    if arguments.isEmpty { return ".\(name)" }
    var pieces = arguments.map(labelled)
    if name.hasPrefix("byTime") {
      let rest = arguments.drop { if case .name("scheduler") = $0.value.kind { true } else { false } }
      pieces = ["\(test).scheduler"] + rest.enumerated().map { $0 == 0 ? duration($1.value) : code($1.value) }
    }
    return ".\(name)(\(pieces.joined(separator: ", ")))"
  }

  // MARK: Closures

  private func closure(_ closure: Closure) -> String {
    let names = closure.names.map { $0.joined(separator: ", ") + " in" }
    let statements = statements(closure.body)
    if statements.count == 1 { return "{ " + (names.map { $0 + " " } ?? "") + statements[0] + " }" }
    let pad = "\n" + String(repeating: " ", count: indent + 2)
    return "{" + (names.map { " " + $0 } ?? "") + statements.map { pad + $0 }.joined() + "\n" + String(repeating: " ", count: indent) + "}"
  }

  /// The body of a closure: where the spec throws inside of an expression, Swift needs statements.
  private func statements(_ body: Expression) -> [String] {
    switch body.kind {
    case .ternary(let condition, let yes, let no):
      if case .throwing = yes.kind { return ["if \(code(condition)) { \(code(yes)) }"] + returned(no) }
      if case .throwing = no.kind { return ["guard \(code(condition)) else { \(code(no)) }"] + returned(yes) }
      return [code(body)]
    default: return [code(body)]
    }
  }
  private func returned(_ body: Expression) -> [String] {
    var statements = statements(body)
    if statements.count == 1, !statements[0].hasPrefix("throw ") { statements[0] = "return " + statements[0] }
    return statements
  }
}

extension Expression {
  /// How tightly it holds together: operators by their precedence, anything else more tightly.
  fileprivate var power: Int {
    switch kind {
    case .binary(let sign, _, _, _): ExpressionParser.power(sign)?.power ?? 10
    case .ternary: 1
    case .throwing: 0
    case .prefix: 9
    case .literal(.integer(let number)): number < 0 ? 9 : 10
    case .literal(.decimal(let number)): number < 0 ? 9 : 10
    default: 10
    }
  }
}

/// Writes values as Swift.
enum SwiftValue {
  static func code(_ value: Value) -> String {
    switch value {
    case .duration(let nanoseconds): "VirtualInstant.Stride" + duration(nanoseconds)
    case .array(let items): "[" + items.elements.map(code).joined(separator: ", ") + "]"
    case .tuple(let items): "(" + listed(items) + ")"
    case .member("..<", let items): items.elements.map(code).joined(separator: "..<")
    case .member(let name, let items): "." + name + (items.elements.isEmpty ? "" : "(" + listed(items) + ")")
    default: value.description
    }
  }
  private static func listed(_ items: Value.Items) -> String {
    items.elements.indices.map { index in
      let label = items.labels.indices.contains(index) && !items.labels[index].isEmpty ? items.labels[index] + ": " : ""
      return label + code(items.elements[index])
    }.joined(separator: ", ")
  }

  /// `.milliseconds(300)`
  static func duration(_ nanoseconds: Int64) -> String {
    let units: [(String, Int64)] = [("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1000), ("nanoseconds", 1)]
    let unit = units.first { nanoseconds % $0.1 == 0 }!
    return ".\(unit.0)(\(nanoseconds / unit.1))"
  }

  /// The type of a value in Swift; nil if the spec does not tell.
  static func type(_ value: Value) -> String? {
    switch value {
    case .integer: "Int"
    case .decimal: "Double"
    case .text: "String"
    case .truth: "Bool"
    case .duration: "VirtualInstant.Stride"
    case .array(let items): items.elements.lazy.compactMap(type).first.map { "[\($0)]" }
    default: nil
    }
  }
}
