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

// Streams that are joined in another way.
extension SpecChecker {
  /// The advice for two streams with a sign between them, as in `a + b`.
  func joining(_ expression: Expression) throws(SpecProblem) -> String? {
    guard case .binary(_, let left, let right, _) = expression.kind, try shape(left, Place()) == .stream,
      try shape(right, Place()) == .stream, left.span.line == right.span.line
    else { return nil }
    let line = text.lines[left.span.line], one = String(line[left.span.columns]),
      other = String(line[right.span.columns])
    return
      "streams are joined by operators: \(one).merge(with: \(other)), \(one).combineLatest(\(other)) or \(one).zip(\(other))"
  }

  /// The problem of `merge(with: [b])`; `nil` if the argument is no array of streams.
  func arrayOfStreams(_ argument: Argument, _ name: String, _ place: Place) throws(SpecProblem) -> SpecProblem? {
    let value = argument.value
    guard case .array(let items) = value.kind, !items.isEmpty else { return nil }
    for item in items where try shape(item, Place(locals: place.locals)) != .stream { return nil }
    let list = text.lines[value.span.line][value.span.columns]
    let label = argument.label.isEmpty ? "" : argument.label + ": "
    return text.problem(
      "\(name): expected streams, got an array of them", at: value.span,
      fix: "write \(name)(\(label)\(String(list.dropFirst().dropLast())))")
  }
}
