/// Checks a pipeline before it runs: names, operators, labels and closures.
struct SpecChecker {
  let text: SpecText
  /// The names of this scope.
  let names: [String: Known]
  let table: OperatorTable
  /// Whether a name that is missing is looked for in the lines below and among the names. Each such look takes as long
  /// as the spec is.
  let guesses: Bool
  /// The problems of calls behind which other calls were checked.
  private let found = Problems()

  private final class Problems { var all: [SpecProblem] = [] }

  init(text: SpecText, names: [String: Known], table: OperatorTable, guesses: Bool = true) {
    self.text = text
    self.names = names
    self.table = table
    self.guesses = guesses
  }

  /// Checks something; throws its problem together with those that were found before.
  private func collecting<Result>(_ check: () throws(SpecProblem) -> Result) throws(SpecProblem) -> Result {
    let result: Result
    do throws(SpecProblem) { result = try check() } catch {
      let all = found.all + error.all
      var first = all[0]
      first.others = Array(all.dropFirst())
      throw first
    }
    guard var first = found.all.first else { return result }
    first.others = Array(found.all.dropFirst())
    throw first
  }

  /// The facts about an expression before the run.
  enum Shape { case stream, value, unknown }

  /// The facts about a name: its shape, and the number of its levels, names in it replaced by their values.
  struct Known {
    var shape: Shape
    var levels = 0
    /// The closure, if the name is the name of a closure.
    var function: Expression?
    var isConnectable = false
    var isStream: Bool { shape == .stream }

    static let stream = Known(shape: .stream)
    static let unknown = Known(shape: .unknown)
  }

  /// The surroundings of an expression.
  struct Place {
    /// The names of the enclosing closures.
    var locals: [String: Known] = [:]
    /// The operator whose argument the closure is.
    var name = ""
    var canThrow = false
    var isInClosure = false

    /// The surroundings inside a closure.
    func inside(_ closure: Closure) -> Place {
      var inside = self
      inside.isInClosure = true
      for name in closure.names ?? [] { inside.locals[name] = .unknown }
      return inside
    }
  }

  func checkPipeline(_ expression: Expression) throws(SpecProblem) {
    try collecting { () throws(SpecProblem) in
      if try shape(expression, Place()) == .value {
        throw text.problem(
          "the pipeline is a value, not a stream", at: expression.span,
          fix: try joining(expression) ?? "Just(…) makes a stream of a value")
      }
      _ = try levels(of: expression)
    }
  }

  /// The expression that `let` names.
  func known(_ expression: Expression) throws(SpecProblem) -> Known {
    try collecting { () throws(SpecProblem) in try known(expression, Place(), levels: try levels(of: expression)) }
  }
  private func known(_ expression: Expression, _ place: Place, levels: Int) throws(SpecProblem) -> Known {
    var known = Known(shape: expression.isFunction ? .unknown : try shape(expression, place), levels: levels)
    if expression.isFunction {
      _ = try shape(expression, place)
      known.function = function(expression, place)
    }
    known.isConnectable = table.makesConnectable(expression.operatorName)
    return known
  }
  /// The closure itself, if the expression is only a name for it.
  func function(_ expression: Expression, _ place: Place) -> Expression {
    guard case .functionName(let name) = expression.kind else { return expression }
    return (place.locals[name] ?? names[name])?.function ?? expression
  }

  /// The number of levels of an expression, names in it replaced by their values. It is bounded, so that neither
  /// creating nor running the pipeline runs out of stack.
  private func levels(of expression: Expression) throws(SpecProblem) -> Int {
    let levels = Levels(names).count(expression)
    if levels > SpecChecker.deepest {
      throw text.problem(
        "the pipeline is too long: with the streams that it uses it has \(levels) levels, at most \(SpecChecker.deepest) can run",
        at: expression.span)
    }
    return levels
  }
  /// The largest number of levels. A call of an operator has two.
  static let deepest = 2_000

  func shape(_ expression: Expression, _ place: Place) throws(SpecProblem) -> Shape {
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
        let fix =
          table.forms(of: name).isEmpty
          ? "'throw' is allowed only in closures of operators that begin with 'try'" : "use \(name)"
        throw text.problem(
          place.name.isEmpty ? "nothing can be thrown here" : "\(place.name): the closure cannot throw",
          at: expression.span, fix: fix)
      }
      _ = try shape(operand, place)
      return .unknown
    case .closure(let closure):
      if closure.isEmpty {
        throw text.problem("the closure is empty", at: expression.span, fix: "write a value, such as { $0 }")
      }
      return try shape(closure.body, place.inside(closure))
    case .binding(let name, let value, let rest):
      var inside = place
      inside.locals[name] = try known(value, place, levels: 0)
      return try shape(rest, inside)
    case .functionName, .initializer, .keyPath, .operatorName: return .unknown
    case .unwrap, .binary, .index, .prefix, .postfix, .array, .tuple, .interpolation, .implicit:
      for child in expression.kind.children { _ = try shape(child, place) }
      return expression.isComposite ? .value : .unknown
    }
  }

  private func shape(ofName name: String, _ span: Span, _ place: Place) throws(SpecProblem) -> Shape {
    if let known = place.locals[name] ?? names[name] { return known.shape }
    if !table.forms(of: name, on: .nothing).isEmpty || table.functions.contains(name) {
      throw text.problem("'\(name)' needs parentheses", at: span, fix: "write \(name)(…)")
    }
    guard guesses else { throw text.problem("there is no name '\(name)'", at: span, kind: .unknownName) }
    if let fix = text.habit(name, isInClosure: place.isInClosure) {
      throw text.problem("there is no name '\(name)'", at: span, fix: fix, kind: .unknownName)
    }
    if let fix = text.fix(forNameDeclaredBelow: name, at: span) {
      throw text.problem("there is no name '\(name)' yet", at: span, fix: fix, kind: .unknownName)
    }
    let nearest = Suggestion.nearest(to: name, among: known(place))
    let form = nearest == nil ? form(of: name, []) : nil
    let what = place.isInClosure ? "name" : "stream"
    if place.isInClosure, place.locals.isEmpty, nearest == nil, form == nil {
      throw text.problem(
        "there is no name '\(name)'", at: span, fix: "the first value is $0, or { \(name) in … } names it",
        kind: .unknownName)
    }
    throw text.problem(
      "there is no \(what) '\(name)'", at: span,
      fix: form ?? Suggestion.list(of: known(place), unlessNear: name), meant: nearest,
      kind: place.isInClosure ? .unknownName : .unknownStream)
  }

  private func known(_ place: Place) -> [String] { place.locals.keys.sorted() + names.keys.sorted() }

  // MARK: Calls

  private func call(_ callee: Expression, _ arguments: [Argument], _ place: Place) throws(SpecProblem) -> Shape {
    switch callee.kind {
    case .member(let base, let name, let span, _):
      if case .name(let space) = base.kind, place.locals[space] == nil, names[space] == nil {
        let full = "\(space).\(name)"
        let forms = table.forms(of: full, on: .nothing)
        if !forms.isEmpty { return try checkArguments(arguments, forms, full, span, place) }
        let known = table.names(on: .nothing).filter { $0.hasPrefix(space + ".") }
        if let form = form(of: name, arguments), !known.isEmpty || space.first?.isUppercase == true {
          throw text.problem("there is no '\(full)'", at: span, fix: form)
        }
        if !known.isEmpty {
          throw text.problem("there is no '\(full)'", at: span, fix: "there is \(known.joined(separator: " and "))")
        }
      }
      return try member(base, name, span, arguments, place)
    case .name(let name):
      if let known = place.locals[name] ?? names[name] {
        return try callFunction(known, name, callee.span, arguments, place)
      }
      let forms = table.forms(of: name, on: .nothing)
      if !forms.isEmpty { return try checkArguments(arguments, forms, name, callee.span, place) }
      if table.functions.contains(name) {
        for argument in arguments { _ = try shape(argument.value, place) }
        return .value
      }
      let known = table.names(on: .nothing) + table.functions.sorted()
      let fix = Suggestion.functions[name].map { "write \($0)" } ?? form(of: name, arguments)
      throw text.problem(
        "there is no '\(name)(…)'", at: callee.span, fix: fix,
        meant: fix == nil ? table.meant(by: name, among: known) : nil)
    default:
      throw text.problem("only a name can be called", at: callee.span)
    }
  }

  /// The form in a spec of a stream that a function or a type of another library creates.
  private func form(of name: String, _ arguments: [Argument]) -> String? {
    var takesValues = false
    if arguments.count == 1, case .array = arguments[0].value.kind { takesValues = true }
    let written = arguments.map { argument in
      let line = text.lines[argument.value.span.line]
      return String(line[argument.value.span.columns.clamped(to: line.indices)])
    }
    return Suggestion.form(of: name, written, takesValues: takesValues, in: table)
  }

  /// Checks a call of a closure that 'let' has named.
  private func callFunction(
    _ known: Known, _ name: String, _ span: Span, _ arguments: [Argument], _ place: Place
  ) throws(SpecProblem) -> Shape {
    guard let function = known.function else { throw text.problem("'\(name)' cannot be called", at: span) }
    if let label = arguments.first(where: { !$0.label.isEmpty }) {
      throw text.problem(
        "\(name): there is no argument '\(label.label):'", at: label.labelSpan, fix: "a closure has no labels")
    }
    for argument in arguments {
      if argument.value.isFunction {
        throw text.problem("\(name): expected a value, got a closure", at: argument.value.span)
      }
      _ = try shape(argument.value, place)
    }
    if !fits(function, takes: arguments.count) {
      throw text.problem(
        "\(name): the closure takes \(SpecChecker.number(function.taken)), not \(arguments.count)", at: span)
    }
    return .unknown
  }

  /// Checks a member. A member of a stream is an operator; a member of anything else may be an operator or a member of
  /// a value.
  private func member(_ base: Expression, _ name: String, _ span: Span, _ arguments: [Argument]?, _ place: Place)
    throws(SpecProblem)
    -> Shape
  {
    let receiver: Shape
    do throws(SpecProblem) { receiver = try shape(base, place) } catch {
      // The calls behind a wrong call are checked, too, as far as it is certainly an operator.
      let forms = table.forms(of: name, on: .stream)
      let isOnStream = !forms.isEmpty || error.kind == .unknownOperator
      guard let arguments, !place.isInClosure, case .call = base.kind, isOnStream else { throw error }
      found.all += error.all
      return try forms.isEmpty
        ? throwing(unknownOperator(name, span)) : checkArguments(arguments, forms, name, span, place)
    }
    if arguments == nil, !table.forms(of: name, on: .value).isEmpty { return .stream }
    let forms = table.forms(of: name, on: .stream)
    if receiver == .stream {
      if forms.isEmpty {
        if name == "pipe" { throw text.pipeProblem(at: span) }
        if let reason = Suggestion.notInSpecs[name] {
          throw text.problem("a spec has no '\(name)'", at: span, fix: reason)
        }
        throw unknownOperator(name, span)
      }
      guard let arguments else {
        let needed = forms[0].parameters.filter { !$0.isOptional && $0.kind != .implied && $0.kind != .scheduler }
        if needed.count == 1, needed[0].isClosure, needed[0].label.isEmpty {
          throw text.problem("'\(name)' needs a closure", at: span, fix: "write \(forms[0].example)")
        }
        throw text.problem("'\(name)' needs parentheses", at: span, fix: "write \(forms[0].signature.replacingLabels)")
      }
      return try checkArguments(arguments, forms, name, span, place)
    }
    if arguments == nil, case .name(let name) = base.kind, (place.locals[name] ?? names[name])?.function != nil {
      throw text.problem("'\(name)' is a closure", at: base.span, fix: "call it, as in \(name)(…)")
    }
    if forms.isEmpty, !table.members.contains(name), let ours = Suggestion.members[name] {
      throw text.problem("no value has a member '\(name)'", at: span, fix: "write \(ours)")
    }
    let isMember = table.members.contains(name) || arguments == nil
    if forms.isEmpty, !isMember {
      let known = table.names(on: .stream) + table.members.sorted()
      throw text.problem(
        "no stream and no value has a member '\(name)'", at: span, meant: table.meant(by: name, among: known))
    }
    let canThrow = place.canThrow || forms.contains { $0.parameters.contains(where: \.canThrow) }
    for argument in arguments ?? [] {
      _ = try shape(argument.value, Place(locals: place.locals, name: name, canThrow: canThrow))
    }
    return isMember ? .unknown : .stream
  }

  private func unknownOperator(_ name: String, _ span: Span) -> SpecProblem {
    let meant = table.meant(by: name, among: table.names(on: .stream))
    return text.problem(
      "unknown operator '\(name)'", at: span, fix: meant == nil ? "'marble operators' lists all" : nil, meant: meant,
      kind: .unknownOperator)
  }
  private func throwing(_ problem: SpecProblem) throws(SpecProblem) -> Shape { throw problem }
}
