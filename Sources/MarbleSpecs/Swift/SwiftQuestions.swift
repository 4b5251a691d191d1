// The questions of the Swift writer about an expression.

extension Expression {
  /// Whether it is a stream without values, which does not say what it would send.
  var isEmptyOrigin: Bool {
    if case .call(let callee, _) = kind, case .name(let name) = callee.kind { name == "Empty" || name == "Fail" } else { false }
  }
  /// Whether it ignores all values of a stream.
  var isSilent: Bool {
    guard case .call(let callee, _) = kind, case .member(let base, let name, _, _) = callee.kind else { return false }
    return name == "ignoreOutput" || SwiftOperators.keeping.contains(name) && base.isSilent
  }
  var isText: Bool {
    switch kind {
    case .literal(.text), .interpolation: true
    default: false
    }
  }
  /// Whether a length of time is written in it.
  var hasDuration: Bool {
    switch kind {
    case .literal(.duration): true
    case .implicit(let name, _): ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(name)
    default: kind.children.contains(where: \.hasDuration)
    }
  }
  /// Whether it is a closure that looks at what it gets.
  var usesItsValue: Bool {
    guard case .closure(let closure) = kind else { return isFunction }
    return closure.highest >= 0 || closure.names?.contains(where: closure.body.mentions) ?? false
  }
  func mentions(_ name: String) -> Bool {
    if case .name(name) = kind { true } else { kind.children.contains { $0.mentions(name) } }
  }
  func isOne(of names: Set<String>) -> Bool {
    if case .name(let name) = kind { names.contains(name) } else { false }
  }
}
