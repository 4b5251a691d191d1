/// Checks a pipeline before it runs: names, operators, labels and closures.
struct SpecChecker {
  let text: SpecText
  /// The streams that have a name here.
  let streams: [String]
  let table = OperatorTable.shared

  /// What is known of an expression before the run.
  private enum Shape { case stream, value, unknown }

  /// Where an expression stands.
  private struct Place {
    var locals: [String] = []
    /// The operator whose closure this is.
    var name = ""
    var canThrow = false
  }

  func checkPipeline(_ expression: Expression) throws(SpecProblem) {
    if try shape(expression, Place()) == .value {
      throw text.problem("the pipeline gives a value, not a stream", at: expression.span, fix: "Just(…) makes a stream of a value")
    }
  }

  private func shape(_ expression: Expression, _ place: Place) throws(SpecProblem) -> Shape {
    switch expression.kind {
    case .literal: return .value
    case .positional: return .unknown
    case .name(let name): return try name == "scheduler" ? .value : shape(ofName: name, expression.span, place)
    case .call(let callee, let arguments): return try call(callee, arguments, place)
    case .member(let base, let name, let span, _): return try member(base, name, span, nil, place)
    case .ternary(let condition, let yes, let no):
      _ = try shape(condition, place)
      let (one, other) = (try shape(yes, place), try shape(no, place))
      return one == .stream || other == .stream ? .stream : .unknown
    case .throwing(let operand):
      if !place.canThrow {
        let name = "try" + place.name.prefix(1).uppercased() + place.name.dropFirst()
        let fix = table.forms(of: name).isEmpty ? "'throw' stands only in closures of operators that begin with 'try'" : "use \(name)"
        throw text.problem(
          place.name.isEmpty ? "nothing can be thrown here" : "\(place.name): the closure cannot throw", at: expression.span, fix: fix)
      }
      _ = try shape(operand, place)
      return .unknown
    case .closure(let closure):
      return try shape(closure.body, Place(locals: place.locals + (closure.names ?? []), name: place.name, canThrow: place.canThrow))
    case .unwrap, .binary, .index, .prefix, .array, .tuple, .interpolation, .implicit, .keyPath, .operatorName:
      for child in expression.kind.children { _ = try shape(child, place) }
      return expression.isComposite ? .value : .unknown
    }
  }

  private func shape(ofName name: String, _ span: Span, _ place: Place) throws(SpecProblem) -> Shape {
    if place.locals.contains(name) { return .unknown }
    if streams.contains(name) { return .stream }
    if !table.forms(of: name, on: .nothing).isEmpty || Members.functionNames.contains(name) {
      throw text.problem("'\(name)' needs parentheses", at: span, fix: "write \(name)(…)")
    }
    throw text.problem("there is no stream '\(name)'", at: span, fix: Suggestion.fix(for: name, amongFew: place.locals + streams))
  }

  // MARK: Calls

  private func call(_ callee: Expression, _ arguments: [Argument], _ place: Place) throws(SpecProblem) -> Shape {
    switch callee.kind {
    case .member(let base, let name, let span, _):
      if case .name(let space) = base.kind, !place.locals.contains(space), !streams.contains(space) {
        let full = "\(space).\(name)"
        let forms = table.forms(of: full, on: .nothing)
        if !forms.isEmpty { return try checkArguments(arguments, forms, full, span, place) }
        let known = table.names(on: .nothing).filter { $0.hasPrefix(space + ".") }
        if !known.isEmpty { throw text.problem("there is no '\(full)'", at: span, fix: "there is \(known.joined(separator: " and "))") }
      }
      return try member(base, name, span, arguments, place)
    case .name(let name):
      let forms = table.forms(of: name, on: .nothing)
      if !forms.isEmpty { return try checkArguments(arguments, forms, name, callee.span, place) }
      if Members.functionNames.contains(name) {
        for argument in arguments { _ = try shape(argument.value, place) }
        return .value
      }
      if streams.contains(name) || place.locals.contains(name) { throw text.problem("'\(name)' cannot be called", at: callee.span) }
      let known = table.names(on: .nothing) + Members.functionNames.sorted()
      throw text.problem("there is no '\(name)(…)'", at: callee.span, fix: Suggestion.fix(for: name, among: known))
    default:
      throw text.problem("only a name can be called", at: callee.span)
    }
  }

  /// A member of a stream is an operator; of anything else it may be one, or belong to a value.
  private func member(_ base: Expression, _ name: String, _ span: Span, _ arguments: [Argument]?, _ place: Place) throws(SpecProblem)
    -> Shape
  {
    let receiver = try shape(base, place)
    if arguments == nil, !table.forms(of: name, on: .value).isEmpty { return .stream }
    let forms = table.forms(of: name, on: .stream)
    if receiver == .stream {
      if forms.isEmpty {
        if let reason = Suggestion.notInSpecs[name] { throw text.problem("a spec has no '\(name)'", at: span, fix: reason) }
        throw text.problem("unknown operator '\(name)'", at: span, fix: Suggestion.fix(for: name, among: table.names(on: .stream)))
      }
      guard let arguments else {
        throw text.problem("'\(name)' needs parentheses", at: span, fix: "write \(forms[0].signature.replacingLabels)")
      }
      return try checkArguments(arguments, forms, name, span, place)
    }
    let isMember = Members.names.contains(name) || arguments == nil
    if forms.isEmpty, !isMember {
      let known = table.names(on: .stream) + Members.names.sorted()
      throw text.problem("neither a stream nor a value has '\(name)'", at: span, fix: Suggestion.fix(for: name, among: known))
    }
    let canThrow = place.canThrow || forms.contains { $0.parameters.contains(where: \.canThrow) }
    for argument in arguments ?? [] {
      _ = try shape(argument.value, Place(locals: place.locals, name: name, canThrow: canThrow))
    }
    return isMember ? .unknown : .stream
  }

  private func checkArguments(
    _ arguments: [Argument], _ forms: [Operator], _ name: String, _ span: Span, _ place: Place
  ) throws(SpecProblem) -> Shape {
    guard let form = forms.first(where: { $0.bind(arguments) != nil }), let bound = form.bind(arguments) else {
      throw mismatch(arguments, forms, name, span)
    }
    for (parameter, arguments) in zip(form.parameters, bound) {
      for argument in arguments { try check(argument, parameter, name, place) }
    }
    return .stream
  }

  private func check(_ argument: Argument, _ parameter: ParameterInfo, _ name: String, _ place: Place) throws(SpecProblem) {
    let value = argument.value
    switch parameter.kind {
    case .scheduler:
      guard case .name("scheduler") = value.kind else {
        throw text.problem("\(name): expected scheduler", at: value.span, fix: "the virtual scheduler is the only one; it may be left out")
      }
    case .closure(let takes, let canThrow):
      try checkClosure(value, takes: takes, name)
      let shape = try shape(value, Place(locals: place.locals, name: name, canThrow: canThrow))
      if parameter.givesStream, shape == .value { throw text.problem("\(name): the closure must give a stream", at: value.span) }
    case let kind:
      let shape = try shape(value, Place(locals: place.locals))
      if kind == .stream, shape == .value {
        throw text.problem("\(name): expected a stream", at: value.span, fix: "Just(…) makes a stream of a value")
      }
      if kind != .stream, kind != .value, shape == .stream {
        throw text.problem("\(name): expected \(parameter.expected), got a stream", at: value.span)
      }
      if case .closure = value.kind { throw text.problem("\(name): expected \(parameter.expected), got a closure", at: value.span) }
    }
  }

  private func checkClosure(_ value: Expression, takes: Int, _ name: String) throws(SpecProblem) {
    let wanted = takes == 1 ? "one value" : takes == 0 ? "no value" : "\(takes) values"
    switch value.kind {
    case .closure(let closure):
      // One value may be a tuple, which the closure then takes apart.
      let count = closure.names?.count ?? closure.highest + 1
      let fits = closure.names != nil ? count == takes || takes == 1 && count > 1 : count <= takes || takes == 1
      if !fits { throw text.problem("\(name): the closure takes \(wanted), not \(count)", at: value.span) }
    case .keyPath where takes == 1, .operatorName where takes == 2: break
    default:
      throw text.problem("\(name): expected a closure that takes \(wanted)", at: value.span, fix: "write { … }")
    }
  }

  /// Says why no form fits.
  private func mismatch(_ arguments: [Argument], _ forms: [Operator], _ name: String, _ span: Span) -> SpecProblem {
    let fix = forms.howToWrite
    let labels = forms.flatMap(\.parameters).map(\.label).filter { !$0.isEmpty }
    if let wrong = arguments.first(where: { !$0.label.isEmpty && !labels.contains($0.label) }) {
      let nearest = Suggestion.fix(for: wrong.label + ":", among: labels.map { $0 + ":" })
      return text.problem("\(name): there is no argument '\(wrong.label):'", at: wrong.labelSpan, fix: nearest ?? fix)
    }
    if forms.count == 1, let missing = forms[0].parameters.first(where: { !$0.isOptional }), arguments.isEmpty {
      return text.problem("\(name): expected \(missing.expected)", at: span, fix: fix)
    }
    return text.problem("\(name): these arguments do not fit", at: span, fix: fix)
  }
}

extension Expression {
  /// Whether it surely is no stream.
  fileprivate var isComposite: Bool {
    switch kind {
    case .array, .tuple, .interpolation, .implicit, .binary, .prefix: true
    default: false
    }
  }
}

extension ParameterInfo {
  fileprivate var canThrow: Bool {
    if case .closure(_, let canThrow) = kind { canThrow } else { false }
  }
}

extension String {
  /// A signature as it is called: `count()`, `delay(for: …)`.
  fileprivate var replacingLabels: String {
    guard let open = firstIndex(of: "("), self[open...] != "()" else { return self }
    let labels = self[index(after: open)...].dropLast().split(separator: ":")
    return self[...open] + labels.map { $0 == "_" ? "…" : "\($0): …" }.joined(separator: ", ") + ")"
  }
}
