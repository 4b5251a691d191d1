/// The failure type of a stream in Swift.
enum SwiftFailure: Int {
  case never
  /// The failure type that the tests declare.
  case failed
  /// `any Error`, after an operator whose name begins with `try`.
  case any

  /// The failure type of streams that an operator joins. If they differ, it is the type that the tests declare.
  static func joined(_ failures: [SwiftFailure]) -> SwiftFailure {
    Set(failures).count > 1 ? .failed : failures.first ?? .never
  }

  /// The operator that converts a stream's failure type to another one.
  func conversion(to target: SwiftFailure) -> String {
    switch (self, target) {
    case (.never, .failed): ".setFailureType(to: Failed.self)"
    case (.any, .failed): ".mapError { Failed(\"\\($0)\") }"
    default: ""
    }
  }
}

/// The shape of an expression in Swift. In a spec all streams have one failure type; in Swift they differ.
indirect enum SwiftShape {
  /// A value that is none of the following.
  case value
  case failure
  /// A value that represents an event of a stream with a failure type.
  case event(SwiftFailure)
  case stream(SwiftFailure, of: SwiftShape)

  var failure: SwiftFailure? { if case .stream(let failure, _) = self { failure } else { nil } }
  var element: SwiftShape { if case .stream(_, let element) = self { element } else { .value } }
  var isStream: Bool { failure != nil }
  var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// The facts of the table about operators, by name.
enum SwiftOperators {
  /// The operators that send the values of their upstream, or of another stream.
  static let keeping = names(.keepsValues)
  /// The operators whose streams must have one failure type.
  static let joining = names(.joins)
  /// The operators that take a stream with the failure type `Never` beside one that can fail.
  static let lenient = names(.isLenient)
  /// The operators that create an inner stream for each value.
  static let flattening = names(.flattens)
  /// The operators whose result cannot fail.
  static let curing = names(.cures)
  /// The operators whose values contain the failure of the stream.
  static let telling = names(.tells)
  /// The operators that send their arguments, too, or the values of these.
  static let adding = names(.adds)
  /// The operators whose other streams have the types of the upstream.
  static let alike = names(.isAlike)
  /// The operators with a closure that receives failures.
  static let handling = Set(
    OperatorTable.shared.rows.filter { $0.parameters.contains { $0.receives == .failure || $0.receives == .failures } }
      .map(\.name))

  private static func names(_ typing: OperatorFacts.Typing) -> Set<String> {
    Set(OperatorTable.shared.rows.filter { $0.facts.typing.contains(typing) }.map(\.name))
  }

  static func output(of name: String) -> OperatorFacts.Output {
    OperatorTable.shared.facts(of: name).first?.output ?? .unknown
  }
  static func failure(of name: String) -> OperatorFacts.FailureType {
    OperatorTable.shared.facts(of: name).first?.failure ?? .upstream
  }

  /// The name without `try`.
  static func plain(_ name: String) -> String {
    guard name.hasPrefix("try"), let first = name.dropFirst(3).first else { return name }
    return first.lowercased() + name.dropFirst(4)
  }
}

extension SwiftExpression {
  func shape(_ expression: Expression) -> SwiftShape {
    switch expression.kind {
    case .name(let name): return names[name] ?? .value
    case .positional(let index): return positional.indices.contains(index) ? positional[index] : .value
    case .unwrap(let operand): return shape(operand)
    case .ternary(_, let yes, let no):
      let shapes = [yes, no].filter { if case .throwing = $0.kind { false } else { true } }.map(shape)
      let failures = shapes.compactMap(\.failure)
      return failures.isEmpty ? shapes.first ?? .value : .stream(.joined(failures), of: shapes[0].element)
    case .array(let elements): return elements.first.map(shape) ?? .value
    case .member(let base, "publisher", _, _): return .stream(.never, of: shape(base))
    case .member(let base, let name, _, _) where OperatorTable.shared.isLabel(name): return shape(base)
    case .binding(let name, let value, let rest):
      var inside = self
      inside.names[name] = shape(value)
      return inside.shape(rest)
    case .call(let callee, let arguments):
      guard case .member(let base, let name, _, _) = callee.kind, !base.isSpace(of: name) else {
        return origin(callee, arguments)
      }
      return result(of: name, on: base, arguments)
    default: return .value
    }
  }

  private func origin(_ callee: Expression, _ arguments: [Argument]) -> SwiftShape {
    let name = callee.originName, output = SwiftOperators.output(of: name)
    if let function = functions[name] { return given(function, arguments.map { shape($0.value) }) }
    if Members.functionNames.contains(name) { return .value }
    if output == .created { return arguments.first.map { given($0.value, []) } ?? .value }
    if SwiftOperators.failure(of: name) == .given { return .stream(.failed, of: .value) }
    let failures = SwiftOperators.joining.contains(name) ? arguments.compactMap { shape($0.value).failure } : []
    return .stream(
      .joined(failures), of: output == .argument ? arguments.first.map { shape($0.value) } ?? .value : .value)
  }

  /// The shape of a closure's result for parameters of some shapes; the result of a key path is a value.
  private func given(_ closure: Expression, _ shapes: [SwiftShape]) -> SwiftShape {
    if case .functionName(let name) = closure.kind, let function = functions[name] { return given(function, shapes) }
    return if case .closure(let closure) = closure.kind { inside(closure, shapes).shape(closure.body) } else { .value }
  }

  private func result(of name: String, on base: Expression, _ arguments: [Argument]) -> SwiftShape {
    let upstream = shape(base), plain = SwiftOperators.plain(name)
    guard let failure = upstream.failure else { return .value }
    if case .array = base.kind { return .stream(failure, of: .value) }
    let element = SwiftOperators.keeping.contains(plain) ? upstream.element : .value
    let kind = SwiftOperators.failure(of: name)
    if plain != name || kind == .any { return .stream(.any, of: element) }
    if SwiftOperators.telling.contains(name) { return .stream(.never, of: .event(failure == .any ? .failed : failure)) }
    if SwiftOperators.curing.contains(name) { return .stream(.never, of: element) }
    let sides = self.sides(of: name, on: upstream, arguments)
    if kind == .given { return .stream(.failed, of: element) }
    if kind == .other { return .stream(sides.first?.failure ?? .never, of: element) }
    if OperatorTable.shared.facts(of: name).contains(where: \.makesGroups) {
      return .stream(failure, of: .stream(failure, of: upstream.element))
    }
    switch SwiftOperators.output(of: name) {
    case .results: return .stream(failure, of: arguments.first.map { given($0.value, [upstream.element]) } ?? .value)
    case .inner:
      return .stream(
        .joined([failure, upstream.element.failure ?? failure].withoutNever), of: upstream.element.element)
    case .unpacked:
      if case .event(let failure) = upstream.element { return .stream(failure, of: .value) }
      return .stream(canFail ? .failed : .never, of: .value)
    default: break
    }
    let failures =
      SwiftOperators.joining.contains(name) ? ([failure] + sides.compactMap(\.failure)).withoutNever : [failure]
    return .stream(
      .joined(failures), of: SwiftOperators.flattening.contains(name) ? sides.first?.element ?? .value : element)
  }

  /// The shapes of the other streams of an operator: its arguments, and the results of its closures.
  func sides(of name: String, on upstream: SwiftShape, _ arguments: [Argument]) -> [SwiftShape] {
    OperatorTable.shared.forms(of: name, on: .stream).bound(to: arguments)?.pairs.flatMap { parameter, arguments in
      arguments.map { $0.value.isFunction ? given($0.value, shapes(for: parameter, on: upstream)) : shape($0.value) }
    }.filter(\.isStream) ?? []
  }

  /// The shapes of the parameters of an operator's closure.
  func shapes(for parameter: ParameterInfo, on upstream: SwiftShape) -> [SwiftShape] {
    switch parameter.receives {
    case .values: [upstream.element, upstream.element]
    case .result: [.value, upstream.element]
    case .failure: [.failure]
    case .failures: [.stream(.never, of: .failure)]
    case .signals: [.stream(.never, of: .value)]
    }
  }

  /// The writer for the inside of a closure with parameters of some shapes.
  func inside(_ closure: Closure, _ shapes: [SwiftShape]) -> SwiftExpression {
    var inside = self
    guard let names = closure.names else {
      inside.positional = closure.highest > 0 && shapes.count == 1 ? [] : shapes
      return inside
    }
    for (index, name) in names.enumerated() {
      inside.names[name] = shapes.indices.contains(index) ? shapes[index] : .value
    }
    return inside
  }
}

extension [SwiftFailure] {
  /// The failure types without `never`, unless all are `never`.
  fileprivate var withoutNever: [SwiftFailure] {
    let failing = filter { $0 != .never }
    return failing.isEmpty ? [.never] : failing
  }
}

extension Expression {
  /// The name that a callee ends with.
  var plainName: String {
    switch kind {
    case .name(let name), .member(_, let name, _, _): name
    default: ""
    }
  }
  /// The name of an origin that is called, with its namespace.
  var originName: String {
    if case .member(let base, let name, _, _) = kind, case .name(let space) = base.kind {
      "\(space).\(name)"
    } else {
      plainName
    }
  }
  /// Whether the expression is only the namespace of a member, as in `Timer.publish`.
  func isSpace(of member: String) -> Bool {
    if case .name(let space) = kind {
      !OperatorTable.shared.forms(of: "\(space).\(member)", on: .nothing).isEmpty
    } else {
      false
    }
  }
}
