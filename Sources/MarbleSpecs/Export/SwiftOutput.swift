import Marbles

// The types of values, where Swift needs them.

extension SwiftExpression {
  /// The Swift type of the values of a stream; `nil` if it is not obvious.
  func output(_ expression: Expression) -> String? {
    switch expression.kind {
    case .name(let name): return outputs[name]
    case .member(let base, "publisher", _, _):
      if case .array(let elements) = base.kind { return elements.lazy.compactMap(literalType).first }
      return nil
    case .ternary(_, let yes, let no): return output(yes) ?? output(no)
    case .member(let base, let name, _, _) where OperatorTable.shared.isLabel(name): return output(base)
    case .call(let callee, let arguments):
      guard case .member(let base, let name, _, _) = callee.kind, !base.isSpace(of: name) else {
        switch SwiftOperators.output(of: callee.originName) {
        case .argument: return arguments.first.flatMap { literalType($0.value) }
        case .integers: return "Int"
        case .created: return arguments.first.flatMap { output(ofClosure: $0.value) }
        default: return nil
        }
      }
      return output(of: SwiftOperators.plain(name), on: base, arguments)
    default: return nil
    }
  }

  private func output(of name: String, on base: Expression, _ arguments: [Argument]) -> String? {
    let kind = SwiftOperators.output(of: name)
    switch kind {
    case .integers: return "Int"
    case .bools: return "Bool"
    case .arrays: return output(base).map { "[\($0)]" }
    case .results: return arguments.first.flatMap { closureBody($0.value) }.flatMap(literalType)
    default: break
    }
    if SwiftOperators.flattening.contains(name) { return arguments.last.flatMap { output(ofClosure: $0.value) } }
    guard SwiftOperators.keeping.contains(name) else { return nil }
    let type =
      output(base) ?? (SwiftOperators.adding.contains(name) ? arguments.lazy.compactMap { added($0.value) }.first : nil)
    return kind == .present && type?.last == "?" ? type.map { String($0.dropLast()) } : type
  }

  /// The type of the values that an argument adds.
  private func added(_ argument: Expression) -> String? {
    output(ofClosure: argument) ?? output(argument) ?? literalType(argument)
  }

  private func closureBody(_ expression: Expression) -> Expression? {
    if case .closure(let closure) = expression.kind { closure.body } else { nil }
  }
  private func output(ofClosure expression: Expression) -> String? { closureBody(expression).flatMap { output($0) } }

  /// The type of a literal, or of a value that is created in the expression.
  private func literalType(_ expression: Expression) -> String? {
    switch expression.kind {
    case .literal(let value): SwiftValue.type(value)
    case .interpolation: "String"
    case .array(let elements): elements.lazy.compactMap(literalType).first.map { "[\($0)]" }
    case .prefix("!", _): "Bool"
    case .binary(let sign, let left, let right, _):
      ["==", "!=", "<", "<=", ">", ">=", "&&", "||"].contains(sign) ? "Bool" : literalType(left) ?? literalType(right)
    default: nil
    }
  }

  /// The type of the values of an untyped stream that an expression implies: the type of the values that they are
  /// joined with, compared with or added to.
  func usage(of name: String, in expression: Expression) -> String? {
    if case .call(let callee, let arguments) = expression.kind,
      case .member(let base, let operation, _, _) = callee.kind
    {
      let roots = [base.root] + arguments.map(\.value.root)
      if roots.contains(name), SwiftOperators.keeping.contains(operation), let type = output(expression) { return type }
      if base.root == name,
        let type = arguments.lazy.compactMap({ closureBody($0.value) }).compactMap({ operand($0) }).first
      {
        return type
      }
    }
    return expression.kind.children.lazy.compactMap { usage(of: name, in: $0) }.first
  }

  /// The type of the value that `$0` is compared with or added to.
  private func operand(_ body: Expression) -> String? {
    if case .binary(_, let left, let right, _) = body.kind { return literalType(right) ?? literalType(left) }
    return body.kind.children.lazy.compactMap(operand).first
  }
}

extension Expression {
  /// The name of the stream that the values come from, if the operators between do not change them.
  fileprivate var root: String? {
    switch kind {
    case .name(let name): name
    case .call(let callee, _):
      if case .member(let base, let name, _, _) = callee.kind, SwiftOperators.keeping.contains(name) {
        base.root
      } else {
        nil
      }
    default: nil
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
    case .member("failure", let items) where items.elements.count == 1: ".failure(\(failure(items.elements[0])))"
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

  /// The failure of a stream, which is a string in Swift.
  static func failure(_ value: Value) -> String {
    if case .string = value { code(value) } else { SwiftLiteral.of(value.description) }
  }

  /// `.milliseconds(300)`
  static func duration(_ nanoseconds: Int64) -> String {
    let units: [(String, Int64)] = [
      ("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1000), ("nanoseconds", 1),
    ]
    let unit = units.first { nanoseconds % $0.1 == 0 }!
    return ".\(unit.0)(\(nanoseconds / unit.1))"
  }

  /// The type of a value in Swift; `nil` if the value does not determine it.
  static func type(_ value: Value) -> String? { type(of: [value]) }

  /// The type of several values; `nil` if they do not determine it. `failure` is the failure type of streams.
  static func type(of values: [Value], failure: String = "Never") -> String? {
    let present = values.filter { $0 != .nil }
    guard let first = present.first else { return nil }
    let mark = present.count < values.count ? "?" : ""
    func column(_ index: Int) -> String? {
      let elements = present.compactMap(\.items).compactMap {
        $0.elements.indices.contains(index) ? $0.elements[index] : nil
      }
      return type(of: elements, failure: failure) ?? "Int"
    }
    switch first {
    case .integer: return (present.contains { if case .decimal = $0 { true } else { false } } ? "Double" : "Int") + mark
    case .decimal: return "Double" + mark
    case .string: return "String" + mark
    case .bool: return "Bool" + mark
    case .duration: return "VirtualInstant.Stride" + mark
    case .array:
      return type(of: present.flatMap { $0.items?.elements ?? [] }, failure: failure).map { "[\($0)]\(mark)" }
    case .tuple(let items):
      let columns = items.elements.indices.map { index in
        (items.labels.indices.contains(index) && !items.labels[index].isEmpty ? items.labels[index] + ": " : "")
          + (column(index) ?? "Int")
      }
      return "(" + columns.joined(separator: ", ") + ")" + mark
    case .member(let name, _) where ["value", "finished", "failure", "success"].contains(name):
      let kind =
        present.contains { if case .member("success", _) = $0 { true } else { false } } ? "Result" : "Subscribers.Event"
      let sent = present.compactMap { if case .member("value", let items) = $0 { items } else { nil } }
      let made = present.compactMap { if case .member("success", let items) = $0 { items } else { nil } }
      return "\(kind)<\(type(of: (sent + made).flatMap(\.elements), failure: failure) ?? "Int"), \(failure)>\(mark)"
    default: return nil
    }
  }
}

extension Value {
  fileprivate var items: Items? {
    switch self {
    case .array(let items), .tuple(let items), .member(_, let items): items
    default: nil
    }
  }
  /// Whether a literal does not determine its type by itself.
  var isVague: Bool {
    switch self {
    case .nil, .member: true
    case .array(let items): items.elements.isEmpty || items.elements.contains(where: \.isVague)
    case .tuple(let items): items.elements.contains(where: \.isVague)
    default: false
    }
  }
  /// Whether Swift has another type for the value, or one that is not `Equatable`.
  var isIncomparable: Bool {
    switch self {
    case .stream, .function, .member("..<", _), .member("...", _): true
    default: items?.elements.contains(where: \.isIncomparable) ?? false
    }
  }
  /// Whether the value contains a tuple inside another value, which Swift does not compare.
  var hidesTuple: Bool {
    switch self {
    case .array(let items), .member(_, let items), .tuple(let items):
      items.elements.contains { if case .tuple = $0 { true } else { $0.hidesTuple } }
    default: false
    }
  }
}
