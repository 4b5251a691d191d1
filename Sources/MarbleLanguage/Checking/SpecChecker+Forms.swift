extension Expression {
  /// The number of values that a closure takes.
  var taken: Int {
    switch kind {
    case .closure(let closure): closure.names?.count ?? closure.highest + 1
    case .operatorName: 2
    default: 1
    }
  }
  /// The operator that a pipeline ends with.
  var operatorName: String {
    if case .call(let callee, _) = kind, case .member(_, let name, _, _) = callee.kind { name } else { "" }
  }
  /// Whether the expression is certainly no stream.
  var isComposite: Bool {
    switch kind {
    case .array, .tuple, .interpolation, .implicit, .binary, .prefix, .postfix: true
    default: false
    }
  }
}

extension ParameterInfo {
  var canThrow: Bool {
    if case .closure(_, let canThrow) = kind { canThrow } else { false }
  }
}

extension String {
  /// A signature in the form of a call: `count()`, `delay(for: …)`.
  var replacingLabels: String {
    guard let open = firstIndex(of: "("), self[open...] != "()" else { return self }
    let labels = self[index(after: open)...].dropLast().split(separator: ":")
    return self[...open] + labels.map { $0 == "_" ? "…" : "\($0): …" }.joined(separator: ", ") + ")"
  }
}
