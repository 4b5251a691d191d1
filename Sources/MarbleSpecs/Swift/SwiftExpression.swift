/// Writes the expressions of a spec as Swift: the same, with schedulers, durations and failures spelled out.
struct SwiftExpression {
  /// The name of the test inside its closure.
  let test: String
  /// How far the statement is indented that the expression is a part of.
  var indent = 4
  /// Whether the sources of the spec may fail.
  var canFail = false
  /// Whether something fails with anything but a text.
  var failsOddly = false
  /// The meanings of names, and of `$0` and so on.
  var names: [String: SwiftShape] = [:]
  var positional: [SwiftShape] = []
  /// The streams that are declared as cold: all of them are of one type, if their values are.
  var coldNames: Set<String> = []
  /// The types of the values of the streams that have a name.
  var outputs: [String: String] = [:]
  /// The new names of streams whose names have another meaning in Swift.
  var renamed: [String: String] = [:]
  /// The expected type of the expression, if it is known.
  var hint: String?
  /// The closures that have a name, and the names of durations.
  var functions: [String: Expression] = [:]
  var durations: Set<String> = []
  let refusals = Refusals()

  /// The parts that cannot be written in Swift.
  final class Refusals { var all: [(message: String, span: Span)] = [] }
  func refuse(_ message: String, _ span: Span) { refusals.all.append((message, span)) }

  /// The code of an expression that stands beside an operator which binds so tightly.
  func code(_ expression: Expression, above power: Int = -1) -> String {
    let code = plain(expression)
    return expression.power <= power ? "(\(code))" : code
  }

  func plain(_ expression: Expression) -> String {
    switch expression.kind {
    case .literal(let value): return SwiftValue.code(value)
    case .interpolation(let parts): return "\"" + parts.map(piece).joined() + "\""
    case .name("scheduler"): return "\(test).scheduler"
    case .name, .positional: return shape(expression).isFailure ? text(ofFailure: expression) : bare(expression)
    case .operatorName(let name): return name
    case .array(let elements):
      let target = SwiftFailure.joined(elements.compactMap { shape($0).failure })
      return "[" + elements.map { alike($0, elements, target) }.joined(separator: ", ") + "]"
    case .tuple(let elements): return "(" + elements.map(labelled).joined(separator: ", ") + ")"
    case .prefix(let sign, let operand): return sign + code(operand, above: 9)
    case .binary(let sign, let left, let right, _):
      if sign.hasSuffix("="), [left, right].contains(where: \.isText) {
        let sides = [left, right].map { shape($0).isFailure ? bare($0) : code($0, above: expression.power) }
        return sides[0] + " \(sign) " + sides[1]
      }
      if sign == "/", left.hasDuration { refuse("in Swift a duration cannot be divided; write the quotient", expression.span) }
      let power = expression.power
      let space = sign.hasPrefix("..") ? "" : " "
      return code(left, above: power - 1) + space + sign + space + code(right, above: sign == "??" ? power - 1 : power)
    case .ternary(let condition, let yes, let no):
      let target = shape(expression).failure ?? .never
      return "\(code(condition, above: 1)) ? \(alike(yes, [yes, no], target)) : \(alike(no, [yes, no], target))"
    case .member(let base, "publisher", _, _):
      if case .array(let elements) = base.kind, elements.isEmpty { return "([] as [\(hint ?? "Int")]).publisher" }
      return code(base, above: 9) + ".publisher"
    case .member(let base, "magnitude", _, isOptional: false): return "abs(\(code(base)))"
    case .member(let base, let name, _, let isOptional): return code(base, above: 9) + (isOptional ? "?." : ".") + name
    case .call(let callee, let arguments): return call(expression, callee, arguments)
    case .index(let base, let index): return "\(code(base, above: 9))[\(code(index))]"
    case .implicit("customError", let arguments): return ".customError " + failing(arguments)
    case .implicit(let name, let arguments): return implicit(name, arguments)
    case .closure(let closure): return inside(closure, []).closure(closure, takes: 1)
    case .keyPath(let names): return "\\." + names.joined(separator: ".")
    case .initializer(let name): return name + ".init"
    case .functionName(let name): return function(named: name, expression.span)
    case .binding: return "{ " + statements(expression).joined(separator: "; ") + " }()"
    case .postfix(let sign, let operand): return code(operand, above: 9) + sign
    case .unwrap(let operand): return code(operand, above: 9) + "!"
    case .throwing:
      refuse("in Swift a throw is a statement; it can be a branch of '?' at the top of the closure", expression.span)
      return ""
    }
  }

  func piece(_ part: Expression) -> String {
    if case .literal(.text(let text)) = part.kind { return String(Value.quoted(text).dropFirst().dropLast()) }
    if shape(part).isFailure { return "\\(\(bare(part)))" }
    return "\\(\(code(part)))"
  }
  func labelled(_ argument: Argument) -> String {
    (argument.label.isEmpty ? "" : argument.label + ": ") + code(argument.value)
  }

  /// A name as it is called in Swift.
  func bare(_ expression: Expression) -> String {
    switch expression.kind {
    case .name(let name): renamed[name] ?? name
    case .positional(let index): "$\(index)"
    default: code(expression)
    }
  }
  /// The failure of a stream, where a value is required.
  func text(ofFailure expression: Expression) -> String {
    if failsOddly { refuse("in Swift a failure is a text, and something fails with another value here", expression.span) }
    return bare(expression) + ".description"
  }

  /// A stream as others beside it are: of one type, if it is not obvious that they are.
  private func alike(_ expression: Expression, _ all: [Expression], _ target: SwiftFailure) -> String {
    guard shape(expression).isStream, all.count > 1, !all.allSatisfy({ $0.isOne(of: coldNames) }) else { return code(expression) }
    if expression.isEmptyOrigin {
      // The others say what it would send, if they send anything.
      return (all.allSatisfy(\.isEmptyOrigin) ? typed(expression, failure: target) : code(expression)) + ".eraseToAnyPublisher()"
    }
    return converted(expression, to: target) + ".eraseToAnyPublisher()"
  }

  /// A stream that fails as it should.
  func converted(_ expression: Expression, to target: SwiftFailure?) -> String {
    guard let target, let failure = shape(expression).failure, failure != target else { return code(expression) }
    if expression.isEmptyOrigin { return typed(expression, failure: target) }
    return code(expression, above: 9) + failure.conversion(to: target)
  }

  /// The thrown value.
  func failure(_ value: Expression) -> String {
    if shape(value).isFailure { return bare(value) }
    if case .literal(.text) = value.kind { return "Failed(\(code(value)))" }
    if case .interpolation = value.kind { return "Failed(\(code(value)))" }
    return "Failed(\"\\(\(code(value)))\")"
  }

  // MARK: Calls

  private func call(_ expression: Expression, _ callee: Expression, _ arguments: [Argument]) -> String {
    guard case .member(let base, let name, _, let isOptional) = callee.kind, !base.isSpace(of: name) else {
      return origin(callee, arguments)
    }
    if shape(base).isStream { return chain(expression).joined() }
    let code = code(base, above: 9) + (isOptional ? "?." : ".") + name + written(arguments, of: name, on: .stream, Sides())
    // The results of these functions are no arrays in Swift.
    return name == "reversed" || name == "enumerated" ? "Array(\(code))" : code
  }

  /// A stream and the operators on it, piece by piece.
  func chain(_ expression: Expression) -> [String] {
    guard case .call(let callee, let arguments) = expression.kind, case .member(let base, let name, _, _) = callee.kind,
      !base.isSpace(of: name), shape(base).isStream
    else { return [code(expression, above: 9)] }
    let partners = ["append", "prepend", "merge", "race", "replaceEmpty", "startWith", "endWith", "catch", "onErrorResumeNext"]
    if partners.contains(name), let silent = ([base] + arguments.map(\.value)).first(where: \.isSilent) {
      refuse("behind ignoreOutput() Swift knows no values; write filter { _ in false }", silent.span)
    }
    var sides = sides(beside: shape(base), name, arguments)
    sides.hint = output(expression) ?? hint
    var inner = self
    inner.hint = SwiftOperators.keeping.contains(SwiftOperators.plain(name)) ? sides.hint : nil
    var pieces = base.isEmptyOrigin ? [inner.typed(base, failure: sides.receiver)] : inner.chain(base)
    if let target = sides.receiver, let failure = shape(base).failure, failure != target, !base.isEmptyOrigin {
      pieces.append(failure.conversion(to: target))
    }
    return pieces + ["." + name + written(arguments, of: name, on: .stream, sides)]
  }

  /// How the streams have to fail that an operator joins; nil where they may stay as they are.
  struct Sides {
    var upstream = SwiftShape.value
    var receiver: SwiftFailure?
    var others: SwiftFailure?
    /// The type of the values after the operator, if it is known.
    var hint: String?
  }

  private func sides(beside upstream: SwiftShape, _ name: String, _ arguments: [Argument]) -> Sides {
    var result = Sides(upstream: upstream)
    guard let failure = upstream.failure else { return result }
    let usesFailure = ["catch", "tryCatch", "mapError", "retry"].contains(name) && arguments.contains { $0.value.usesItsValue }
    if failure == .any, usesFailure || SwiftOperators.telling.contains(name) { result.receiver = .failed }
    if arguments.contains(where: { $0.label == "customError" }) { result.receiver = .failed }
    let others = self.sides(of: name, on: upstream, arguments).compactMap(\.failure)
    guard SwiftOperators.joining.contains(name), !others.isEmpty else { return result }
    let all = [failure] + others
    if Set(all).count == 1 { return result }
    let mayDiffer = SwiftOperators.lenient.contains(name) && Set(others).count == 1 && (name != "retry" || failure != .never)
    if mayDiffer, all.contains(.never) { return result }
    result.receiver = .failed
    result.others = .failed
    return result
  }

  /// The origins of streams. Some have other names where there is no spec.
  private func origin(_ callee: Expression, _ arguments: [Argument]) -> String {
    var name = callee.plainName
    if case .member(let base, _, _, _) = callee.kind, case .name(let space) = base.kind { name = "\(space).\(name)" }
    var swift = name
    if name == "Timer.publish" {
      swift = "Publishers.interval"
    } else if name.first?.isLowercase == true, !OperatorTable.shared.forms(of: name, on: .nothing).isEmpty {
      swift = "Publishers.\(name)"
    }
    var arguments = arguments
    if name == "Timer.publish", !arguments.isEmpty { arguments[0].label = "" }
    if name == "Fail", let failure = arguments.first { return "Fail(error: \(self.failure(failure.value)))" }
    if name == "Just", case .literal(.absent)? = arguments.first?.value.kind { return "Just(nil as Int?)" }
    return swift + written(arguments, of: name, on: .nothing, Sides())
  }

  /// A stream without values, with its types: nothing else says what it would send.
  func typed(_ expression: Expression, failure: SwiftFailure? = nil) -> String {
    let code = plain(expression), failure = failure ?? shape(expression).failure
    guard let bracket = code.firstIndex(of: "(") else { return code }
    return code[..<bracket] + "<\(hint ?? "Int"), \(failure == .never ? "Never" : "Failed")>" + code[bracket...]
  }

  /// The arguments in their brackets, with the scheduler where the operator needs one.
  private func written(_ arguments: [Argument], of name: String, on receiver: Operator.Receiver, _ sides: Sides) -> String {
    let form = OperatorTable.shared.forms(of: name, on: receiver).first { $0.bind(relabelled(arguments, of: name)) != nil }
    let isMember = receiver == .stream && !sides.upstream.isStream
    let two = ["reduce", "sorted", "scan"].contains(name) ? 2 : 1
    var plain = arguments.filter { !$0.isTrailing }.map(labelled),
      trailing = arguments.filter(\.isTrailing).map { code($0.value, takes: two) }
    if let form, !isMember, let bound = form.bind(relabelled(arguments, of: name)) {
      let pieces = zip(form.parameters, bound).map { written($0, $1, of: name, arguments, sides) }
      plain = pieces.flatMap(\.plain)
      trailing = pieces.flatMap(\.trailing)
    }
    return plain.isEmpty && !trailing.isEmpty
      ? " " + trailing[0] : "(" + plain.joined(separator: ", ") + ")" + trailing.map { " " + $0 }.joined()
  }

  /// The arguments of one parameter, and those among them that stand behind the brackets.
  private func written(_ parameter: ParameterInfo, _ bound: [Argument], of name: String, _ all: [Argument], _ sides: Sides)
    -> (plain: [String], trailing: [String])
  {
    if parameter.kind == .scheduler { return (["\(parameter.label): \(test).scheduler"], []) }
    var taken = 0
    if case .closure(let count, _) = parameter.kind { taken = count }
    func code(_ argument: Argument) -> String {
      parameter.kind == .duration ? duration(argument.value) : self.argument(argument, of: name, all, sides, takes: taken)
    }
    let plain = bound.filter { !$0.isTrailing }.map { argument in
      (argument.label.isEmpty || name == "Timer.publish" ? "" : argument.label + ": ") + code(argument)
    }
    return (plain, bound.filter(\.isTrailing).map(code))
  }

  /// A closure that takes so many values, or any other argument.
  func code(_ expression: Expression, takes count: Int) -> String {
    switch expression.kind {
    case .closure(let closure): inside(closure, []).closure(closure, takes: count)
    case .functionName(let name): functions[name].map { code($0, takes: count) } ?? code(expression)
    default: code(expression)
    }
  }

  /// An argument as the operator needs it.
  private func argument(_ argument: Argument, of name: String, _ all: [Argument], _ sides: Sides, takes taken: Int) -> String {
    let value = argument.value
    if case .functionName(let function) = value.kind, let closure = functions[function] {
      return self.argument(
        Argument(label: argument.label, labelSpan: argument.labelSpan, value: closure), of: name, all, sides, takes: taken)
    }
    guard case .closure(let closure) = value.kind else {
      if name == "race", all.count > 1, !all.allSatisfy({ $0.value.isOne(of: coldNames) }) {
        return converted(value, to: sides.others ?? shape(value).failure) + ".eraseToAnyPublisher()"
      }
      // If the values keep the type of the upstream, Swift knows it.
      let isKnown = ["append", "prepend", "merge", "race", "sequenceEqual"].contains(name)
      return value.isEmptyOrigin ? isKnown ? code(value) : typed(value, failure: sides.others) : converted(value, to: sides.others)
    }
    var expression = inside(closure, values(of: name, argument, on: sides.upstream))
    if name == "mapError" { return expression.failing(closure, takes: 1) }
    if argument.label == "customError" { return expression.failing(closure, takes: 0) }
    expression.hint = SwiftOperators.flattening.contains(name) || SwiftOperators.plain(name) == "catch" ? sides.hint : nil
    return expression.closure(closure, takes: taken, failing: sides.others)
  }

  /// A failure is written as a text, which alone would be a string.
  func failing(_ closure: Closure, takes count: Int) -> String {
    let names = names(of: closure) ?? (closure.highest < 0 && count > 0 ? "_ in" : nil)
    return "{ " + (names.map { $0 + " " } ?? "") + failure(closure.body) + " }"
  }
  func failing(_ arguments: [Argument]) -> String {
    if case .closure(let closure)? = arguments.first?.value.kind { return failing(closure, takes: 0) }
    return arguments.first.map { code($0.value) } ?? ""
  }

  /// A function that has a name is written where it is used: alone it would need types.
  private func function(named name: String, _ span: Span) -> String {
    if let function = functions[name] { return code(function, takes: 1) }
    refuse("in Swift a closure in a 'let' needs types; write it where it is used", span)
    return name
  }

  private func relabelled(_ arguments: [Argument], of name: String) -> [Argument] {
    guard name == "Timer.publish", var first = arguments.first else { return arguments }
    first.label = "every"
    return [first] + arguments.dropFirst()
  }

  /// A length of time where one is due: a bare number is frames.
  private func duration(_ expression: Expression) -> String {
    switch expression.kind {
    case .literal(.duration(let nanoseconds)): SwiftValue.duration(nanoseconds)
    case .name(let name) where durations.contains(name): code(expression)
    default: expression.hasDuration ? code(expression) : "\(test).frames(\(code(expression)))"
    }
  }

  private func implicit(_ name: String, _ arguments: [Argument]) -> String {
    if arguments.isEmpty { return ".\(name)" }
    var pieces = arguments.map(labelled)
    if name.hasPrefix("byTime") {
      let rest = arguments.drop { if case .name("scheduler") = $0.value.kind { true } else { false } }
      pieces = ["\(test).scheduler"] + rest.enumerated().map { $0 == 0 ? duration($1.value) : code($1.value) }
    } else if ["constant", "linear", "exponential"].contains(name) {
      pieces = arguments.map { argument in
        argument.label == "factor" ? labelled(argument) : (argument.label.isEmpty ? "" : argument.label + ": ") + duration(argument.value)
      }
    }
    return ".\(name)(\(pieces.joined(separator: ", ")))"
  }
}

extension Expression {
  var isThrowing: Bool { if case .throwing = kind { true } else { false } }
  /// Whether it is written as several statements.
  var needsStatements: Bool {
    switch kind {
    case .binding, .throwing: true
    case .ternary(_, let yes, let no): yes.needsStatements || no.needsStatements
    default: false
    }
  }
  /// How tightly it holds together: operators by their precedence, anything else more tightly.
  fileprivate var power: Int {
    switch kind {
    case .binary(let sign, _, _, _): ExpressionParser.power(sign)?.power ?? 10
    case .postfix: 6
    case .ternary: 1
    case .throwing: 0
    case .prefix: 9
    case .literal(.integer(let number)): number < 0 ? 9 : 10
    case .literal(.decimal(let number)): number < 0 ? 9 : 10
    default: 10
    }
  }
}
