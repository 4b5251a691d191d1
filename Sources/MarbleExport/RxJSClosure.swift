import MarbleRuns
import MarbleSpecs
import Marbles

/// Writes the expressions of specs in JavaScript, as far as both languages have them. A part is `nil` if JavaScript has
/// nothing like it.
struct RxJSExpressions {
  /// Writes a call that creates or changes a stream.
  let stream: (Expression, RxJSExpressions) -> String?
  /// The names that mean something around an expression, and those of them that are streams.
  var names: Set<String>
  var streams: Set<String>
  /// The names for `$0`, `$1` … in the innermost closure.
  var positional: [String] = []

  private static let letters = ["x", "y", "z", "u", "v", "w", "p", "q", "r", "s", "t"]
  private static let reserved: Set<String> = [
    "new", "delete", "typeof", "function", "class", "var", "const", "default", "export", "import", "void", "with",
    "yield", "await",
    "debugger", "enum",
    "this", "null", "interface", "package", "instanceof",
  ]
  static func name(_ name: String) -> String { reserved.contains(name) ? name + "_" : name }

  func text(of expression: Expression) -> String? {
    switch expression.kind {
    case .literal(let value): literal(value)
    case .interpolation(let parts): template(parts)
    case .name(let name): RxJSExpressions.name(name)
    case .functionName(let name): RxJSExpressions.name(name)
    case .positional(let index): positional.indices.contains(index) ? positional[index] : nil
    case .array(let elements): list(elements).map { "[\($0)]" }
    case .tuple(let elements): list(elements.map(\.value)).map { "[\($0)]" }
    case .prefix(let sign, let operand) where sign == "-" || sign == "!": text(of: operand, above: 9).map { sign + $0 }
    case .binary(let sign, let left, let right, _): binary(sign, left, right)
    case .ternary(let condition, let yes, let no):
      if let condition = text(of: condition, above: 1), let yes = text(of: yes, above: 1), let no = text(of: no) {
        "\(condition) ? \(yes) : \(no)"
      } else {
        nil
      }
    case .member(let base, let name, _, let isOptional): member(base, name, isOptional)
    case .call, .implicit: stream(expression, self) ?? method(expression)
    case .index(let base, let index):
      if let base = text(of: base, above: 9), let index = text(of: index) { "\(base)[\(index)]" } else { nil }
    case .closure(let closure): function(closure)
    default: nil
    }
  }

  private func list(_ parts: [Expression]) -> String? {
    var texts: [String] = []
    for part in parts {
      guard let text = text(of: part) else { return nil }
      texts.append(text)
    }
    return texts.joined(separator: ", ")
  }

  private func literal(_ value: Value) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .decimal(let number): "\(number)"
    case .bool(let bool): bool ? "true" : "false"
    case .string(let text): JSONText.string(text).description
    case .nil: "null"
    case .duration(let nanoseconds): RxJSExpressions.milliseconds(nanoseconds)
    default: nil
    }
  }

  /// A time in milliseconds, which is how RxJS counts.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return String(whole) }
    var digits = String(rest)
    digits = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  private func template(_ parts: [Expression]) -> String? {
    var all = ""
    for part in parts {
      if case .literal(.string(let text)) = part.kind {
        for character in text {
          all += character == "`" || character == "\\" || character == "$" ? "\\\(character)" : String(character)
        }
      } else if let text = text(of: part) {
        all += "${\(text)}"
      } else {
        return nil
      }
    }
    return "`\(all)`"
  }

  /// Whether an expression is certainly a stream.
  func isStream(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name): streams.contains(name)
    case .positional(let index): positional.indices.contains(index) && streams.contains(positional[index])
    case .call, .member: stream(expression, self) != nil
    default: false
    }
  }

  // MARK: Operators

  private static func power(of expression: Expression) -> Int {
    switch expression.kind {
    case .binary(let sign, _, _, _): ExpressionParser.power(sign)?.power ?? 0
    case .ternary, .closure, .throwing: 1
    default: 10
    }
  }
  /// The text of an operand, in brackets if it binds less than its operator.
  private func text(of expression: Expression, above power: Int) -> String? {
    text(of: expression).map { RxJSExpressions.power(of: expression) <= power ? "(\($0))" : $0 }
  }
  private func binary(_ sign: String, _ left: Expression, _ right: Expression) -> String? {
    let power = ExpressionParser.power(sign)?.power ?? 0
    // JavaScript does not let '??' stand beside '||' without brackets.
    let bound = sign == "??" ? 9 : power
    guard let left = text(of: left, above: sign == "??" ? 9 : power - 1), let right = text(of: right, above: bound)
    else { return nil }
    switch sign {
    case "==": return "\(left) === \(right)"
    case "!=": return "\(left) !== \(right)"
    // A quotient of integers is an integer here, and not in JavaScript.
    case "/", "...", "..<": return nil
    default: return "\(left) \(sign) \(right)"
    }
  }

  // MARK: Members

  private func member(_ base: Expression, _ name: String, _ isOptional: Bool) -> String? {
    if let made = stream(Expression(.member(base, name, at: base.span, isOptional: isOptional), base.span), self) {
      return made
    }
    guard let base = text(of: base, above: 9) else { return nil }
    if Int(name) != nil { return "\(base)[\(name)]" }
    switch name {
    case "count": return "\(base).length"
    case "isEmpty": return "\(base).length === 0"
    case "key": return "\(base).key"
    case "first": return "\(base)[0]"
    default: return nil
    }
  }
  private static let methods = [
    "uppercased": "toUpperCase", "lowercased": "toLowerCase", "hasPrefix": "startsWith", "hasSuffix": "endsWith",
    "contains": "includes",
    "joined": "join", "map": "map", "filter": "filter",
  ]
  private func method(_ call: Expression) -> String? {
    guard case .call(let callee, let arguments) = call.kind, case .member(let base, let name, _, false) = callee.kind,
      let other = RxJSExpressions.methods[name], let base = text(of: base, above: 9),
      let list = list(arguments.map(\.value))
    else { return nil }
    return "\(base).\(other)(\(name == "joined" && list.isEmpty ? "\"\"" : list))"
  }

  // MARK: Closures

  /// `x => x * 2`; a closure that takes the parts of one value receives an array of them. The values may be streams.
  func function(_ closure: Closure, takes: Int = 1, ofStreams: Bool = false) -> String? {
    var inner = self
    let count = max(closure.names?.count ?? 0, closure.highest + 1)
    var parameters = closure.names ?? []
    if closure.names == nil {
      parameters = Array(RxJSExpressions.letters.filter { !names.contains($0) }.prefix(max(count, 0)))
      guard parameters.count == count else { return nil }
      inner.positional = parameters
    } else {
      inner.positional = []
    }
    inner.names.formUnion(parameters)
    inner.streams.subtract(parameters)
    if ofStreams { inner.streams.formUnion(parameters) }
    var unused = 0
    parameters = parameters.map { name in
      if name != "_" { return RxJSExpressions.name(name) }
      unused += 1
      return String(repeating: "_", count: unused)
    }
    let list = parameters.joined(separator: ", ")
    let head = count > takes ? (takes == 1 ? "([\(list)])" : nil) : count == 1 ? list : "(\(list))"
    guard let head, let body = inner.body(closure.body) else { return nil }
    return "\(head) => \(body)"
  }

  /// The body of a function. JavaScript throws in a statement, not in an expression.
  private func body(_ expression: Expression) -> String? {
    switch expression.kind {
    case .throwing(let error): return text(of: error).map { "{ throw \($0); }" }
    case .ternary(let condition, let yes, let no):
      guard let condition = text(of: condition) else { return nil }
      if case .throwing(let error) = yes.kind {
        guard let error = text(of: error), let no = text(of: no) else { return nil }
        return "{ if (\(condition)) throw \(error); return \(no); }"
      }
      if case .throwing(let error) = no.kind {
        guard let error = text(of: error), let yes = text(of: yes) else { return nil }
        return "{ if (\(condition)) return \(yes); throw \(error); }"
      }
      return text(of: expression)
    default: return text(of: expression)
    }
  }
}
