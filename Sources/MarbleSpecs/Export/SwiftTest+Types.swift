import Marbles
import VirtualTime

extension Expression {
  /// Whether the expression fails, or handles failures.
  var canFail: Bool {
    subexpressions.contains { part in
      switch part.kind {
      case .throwing, .implicit("customError", _): true
      case .name(let name), .member(_, let name, _, _): SwiftOperators.failure(of: name) == .given
      case .call(_, let arguments): arguments.contains { $0.label == "customError" }
      default: false
      }
    }
  }

  /// The number of nested closures in the expression.
  var closureDepth: Int {
    let deepest = kind.children.lazy.map(\.closureDepth).max() ?? 0
    if case .closure = kind { return deepest + 1 }
    return deepest
  }
  /// Whether closures in the expression use parts of values.
  var takesTextsApart: Bool {
    subexpressions.contains { if case .closure(let closure) = $0.kind { closure.body.asksForParts } else { false } }
  }
  var asksForParts: Bool {
    subexpressions.contains {
      if case .member(_, let name, _, _) = $0.kind { Members.parts.contains(name) } else { false }
    }
  }
  /// Whether the expression has a failure that is not text.
  var failsOddly: Bool {
    switch kind {
    case .throwing(let value):
      // A parameter of a closure may have any type.
      switch value.kind {
      case .name, .positional: return true
      default: return value.isOddFailure
      }
    case .call(let callee, let arguments):
      let failures =
        SwiftOperators.failure(of: callee.plainName) == .given
        ? arguments : arguments.filter { $0.label == "customError" }
      if failures.contains(where: { $0.value.isOddFailure }) { return true }
    default: break
    }
    return kind.children.contains(where: \.failsOddly)
  }
  var isOddFailure: Bool {
    switch kind {
    case .closure(let closure): closure.body.isOddFailure
    case .literal(.string), .interpolation, .name, .positional: false
    case .binary(_, let left, let right, _): left.isOddFailure || right.isOddFailure
    default: true
    }
  }
}

extension SpecOutcome.Events {
  var values: [Value] { entries.compactMap { if case .value(let value) = $0.event { value } else { nil } } }
}
