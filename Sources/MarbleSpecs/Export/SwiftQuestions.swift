// Properties of an expression that the Swift writer needs.

extension Expression {
  /// Whether the expression is a stream without values, which does not determine its output type.
  var isEmptyOrigin: Bool {
    if case .call(let callee, _) = kind, case .name(let name) = callee.kind {
      SwiftOperators.output(of: name) == .nothing
    } else {
      false
    }
  }
  /// Whether the expression ignores all values of a stream.
  var isSilent: Bool {
    guard case .call(let callee, _) = kind, case .member(let base, let name, _, _) = callee.kind else { return false }
    return SwiftOperators.output(of: name) == .nothing || SwiftOperators.keeping.contains(name) && base.isSilent
  }
  var isText: Bool {
    switch kind {
    case .literal(.string), .interpolation: true
    default: false
    }
  }
  /// Whether the expression contains a duration.
  var hasDuration: Bool {
    switch kind {
    case .literal(.duration): true
    case .implicit(let name, _): ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(name)
    default: kind.children.contains(where: \.hasDuration)
    }
  }
  /// Whether a closure, or an operator that is passed as one, calculates with integers.
  var calculates: Bool {
    subexpressions.contains { part in
      switch part.kind {
      case .closure(let closure): closure.body.hasInteger
      case .call(_, let arguments):
        // `scan(0, +)`, `mergeScan(0) { … }`
        arguments.contains { $0.value.isComputation } && arguments.contains { $0.value.hasInteger }
      default: false
      }
    }
  }
  private var isComputation: Bool {
    switch kind {
    case .operatorName, .closure: true
    default: false
    }
  }
  /// Whether the expression has an integer.
  var hasInteger: Bool {
    subexpressions.contains { part in
      switch part.kind {
      case .literal(.integer), .prefix("-", _): true
      default: false
      }
    }
  }
  /// Whether the expression is a closure that uses its parameters.
  var usesItsValue: Bool {
    guard case .closure(let closure) = kind else { return isFunction }
    return closure.highest >= 0 || closure.names?.contains(where: closure.body.names.contains) ?? false
  }
  func isOne(of names: Set<String>) -> Bool {
    if case .name(let name) = kind { names.contains(name) } else { false }
  }
}
