extension SpecChecker {
  func checkArguments(
    _ arguments: [Argument], _ forms: [Operator], _ name: String, _ span: Span, _ place: Place
  ) throws(SpecProblem) -> Shape {
    guard let bound = forms.bound(to: arguments) else { throw mismatch(arguments, forms, name, span) }
    // A number in the place of a closure or a stream is the argument of another form, without its label.
    let hasLiteral = bound.pairs.contains { parameter, arguments in
      (parameter.isClosure || parameter.kind == .stream)
        && arguments.contains { if case .literal = $0.value.kind { true } else { false } }
    }
    if hasLiteral, let problem = nearMiss(arguments, forms, name, span) { throw problem }
    for (parameter, arguments) in bound.pairs {
      for argument in arguments { try check(argument, parameter, name, place) }
    }
    return bound.form.makesSeveral ? .value : .stream
  }

  private func check(_ argument: Argument, _ parameter: ParameterInfo, _ name: String, _ place: Place)
    throws(SpecProblem)
  {
    let value = argument.value
    switch parameter.kind {
    case .scheduler:
      guard case .name("scheduler") = value.kind else {
        throw text.problem(
          "\(name): expected scheduler", at: value.span,
          fix: "the virtual scheduler is the only one; it may be left out")
      }
    case .closure(let takes, let canThrow):
      try checkClosure(value, takes: takes, name, place)
      let shape = try shape(value, Place(locals: place.locals, name: name, canThrow: canThrow))
      if parameter.givesStream, shape == .value {
        throw text.problem("\(name): the closure must give a stream", at: value.span)
      }
    case let kind:
      let shape = try shape(value, Place(locals: place.locals))
      if kind == .stream, shape == .value {
        if let problem = try arrayOfStreams(argument, name, place) { throw problem }
        throw text.problem("\(name): expected a stream", at: value.span, fix: "Just(…) makes a stream of a value")
      }
      if kind != .stream, kind != .value, shape == .stream {
        throw text.problem("\(name): expected \(parameter.expected), got a stream", at: value.span)
      }
      if case .closure = value.kind {
        throw text.problem("\(name): expected \(parameter.expected), got a closure", at: value.span)
      }
    }
  }

  private func checkClosure(_ value: Expression, takes: Int, _ name: String, _ place: Place) throws(SpecProblem) {
    switch value.kind {
    case _ where value.isFunction && fits(function(value, place), takes: takes): break
    case .closure, .functionName:
      throw text.problem(
        "\(name): the closure takes \(SpecChecker.number(takes)), not \(function(value, place).taken)", at: value.span)
    default:
      let isForeign =
        if case .call(let callee, _) = value.kind, case .name(let word) = callee.kind {
          Suggestion.functionWords.contains(word)
        } else {
          false
        }
      throw text.problem(
        "\(name): expected a closure that takes \(SpecChecker.number(takes))", at: value.span,
        fix: isForeign ? Suggestion.closureForm : "write { … }")
    }
  }
  /// Whether a closure accepts a number of values. A single value may be a tuple, which the closure splits.
  func fits(_ function: Expression, takes: Int) -> Bool {
    switch function.kind {
    case .closure(let closure):
      closure.names != nil
        ? function.taken == takes || takes == 1 && function.taken > 1 : function.taken <= takes || takes == 1
    case .keyPath, .initializer: takes == 1
    case .operatorName: takes == 2
    // A name without known facts.
    default: true
    }
  }
  static func number(_ count: Int) -> String { count == 1 ? "one value" : count == 0 ? "no value" : "\(count) values" }
}
