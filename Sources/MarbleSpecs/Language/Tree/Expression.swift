/// A parsed expression, with its place in the text.
package struct Expression: Sendable {
  package indirect enum Kind: Sendable {
    case literal(Value)
    /// A string with interpolations.
    case interpolation([Expression])
    case name(String)
    case positional(Int)
    case array([Expression])
    case tuple([Argument])
    case prefix(String, Expression)
    case binary(String, Expression, Expression, at: Span)
    case ternary(Expression, Expression, Expression)
    /// `base.name`, or `base?.name`, which is `nil` if the base is `nil`.
    case member(Expression, String, at: Span, isOptional: Bool)
    case call(Expression, [Argument])
    case index(Expression, Expression)
    /// `.name` without a base.
    case implicit(String, [Argument])
    case closure(Closure)
    /// `\.name.name`
    case keyPath([String])
    /// An operator as a closure, such as `+`.
    case operatorName(String)
    /// A closure that `let` has named, as a closure.
    case functionName(String)
    /// `String.init` as a closure.
    case initializer(String)
    /// `let name = value` in a closure, and what follows it.
    case binding(String, Expression, Expression)
    /// `1...`
    case postfix(String, Expression)
    case unwrap(Expression)
    case throwing(Expression)
  }

  package let kind: Kind
  package let span: Span
  /// The number of nested levels. It is bounded, so that a traversal never runs out of stack.
  let depth: Int

  static let deepest = 250

  init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
    depth = 1 + (kind.children.lazy.map(\.depth).max() ?? 0)
  }
}

/// An argument of a call or an element of a tuple.
package struct Argument: Sendable {
  var label: String
  var labelSpan: Span
  package var value: Expression
  /// Whether the argument is a trailing closure, which matches any label.
  var isTrailing = false
}

/// `{ $0 * 2 }`, or `{ a, b in a + b }`.
package struct Closure: Sendable {
  /// The names before `in`; `nil` if there is no `in`.
  let names: [String]?
  /// The highest number after a `$`; -1 if there is none.
  let highest: Int
  let body: Expression
  /// Whether the closure is empty, which is a mistake. The name of the operator is checked before.
  var isEmpty = false
}

extension Expression {
  /// Whether the expression is allowed only where a closure is expected.
  var isFunction: Bool {
    switch kind {
    case .closure, .keyPath, .operatorName, .functionName, .initializer: true
    default: false
    }
  }
}

extension Expression.Kind {
  package var children: [Expression] {
    switch self {
    case .literal, .name, .positional, .keyPath, .operatorName, .functionName, .initializer: []
    case .interpolation(let parts), .array(let parts): parts
    case .tuple(let arguments), .implicit(_, let arguments): arguments.map(\.value)
    case .prefix(_, let one), .postfix(_, let one), .member(let one, _, _, _), .unwrap(let one), .throwing(let one):
      [one]
    case .binary(_, let left, let right, _), .index(let left, let right), .binding(_, let left, let right):
      [left, right]
    case .ternary(let condition, let yes, let no): [condition, yes, no]
    case .call(let callee, let arguments): [callee] + arguments.map(\.value)
    case .closure(let closure): [closure.body]
    }
  }
}

extension Expression {
  /// The expression and all that it consists of, each before its parts.
  package var subexpressions: [Expression] {
    var all: [Expression] = []
    func add(_ expression: Expression) {
      all.append(expression)
      for child in expression.kind.children { add(child) }
    }
    add(self)
    return all
  }
  var isLiteral: Bool {
    if case .literal = kind { true } else { false }
  }
}
