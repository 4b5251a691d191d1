import Marbles

/// Writes the expressions of a spec as Swift, with explicit schedulers, durations and failures.
struct SwiftExpression {
  /// The name of the closure's parameter for the test.
  let test: String
  /// The indentation of the statement that contains the expression, in spaces.
  var indent = 4
  /// Whether the sources of the spec may fail.
  var canFail = false
  /// Whether some failure is another value than a text.
  var failsOddly = false
  /// The shapes of names, and of `$0` and so on.
  var names: [String: SwiftShape] = [:]
  var positional: [SwiftShape] = []
  /// The names for `$0` and so on in a closure that uses fewer values than it takes; empty elsewhere.
  var parameters: [String] = []
  /// The streams that are declared as cold. If their values have one type, they have one type, too.
  var coldNames: Set<String> = []
  /// The types of the values of named streams.
  var outputs: [String: String] = [:]
  /// The new names of streams whose names mean something else in Swift.
  var renamed: [String: String] = [:]
  /// The expected type of the expression, if it is known.
  var hint: String?
  /// The closures that have a name.
  var functions: [String: Expression] = [:]
  /// The names of durations.
  var durations: Set<String> = []
  var refusals = Refusals()

  /// The parts that cannot be written in Swift.
  final class Refusals { var all: [(message: String, span: Span)] = [] }
  func refuse(_ message: String, _ span: Span) { refusals.all.append((message, span)) }

  /// The code of an expression beside an operator of a precedence, with brackets if it needs them.
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
      if sign == "/", left.hasDuration {
        refuse("in Swift a duration cannot be divided; write the quotient", expression.span)
      }
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
    if case .literal(.string(let text)) = part.kind { return String(SwiftLiteral.of(text).dropFirst().dropLast()) }
    if shape(part).isFailure { return "\\(\(bare(part)))" }
    return "\\(\(code(part)))"
  }
  func labelled(_ argument: Argument) -> String {
    (argument.label.isEmpty ? "" : argument.label + ": ") + code(argument.value)
  }

  /// The code of a name, which may have another name in Swift.
  func bare(_ expression: Expression) -> String {
    switch expression.kind {
    case .name(let name): renamed[name] ?? name
    case .positional(let index): parameters.indices.contains(index) ? parameters[index] : "$\(index)"
    default: code(expression)
    }
  }
  /// The failure of a stream as a text, where a value is required.
  func text(ofFailure expression: Expression) -> String {
    if failsOddly {
      refuse("in the test a failure is a string, but a stream here fails with another value", expression.span)
    }
    return bare(expression) + ".description"
  }

  /// The code of one of several streams that must have one type; the type is erased unless they obviously have one.
  private func alike(_ expression: Expression, _ all: [Expression], _ target: SwiftFailure) -> String {
    guard shape(expression).isStream, all.count > 1, !all.allSatisfy({ $0.isOne(of: coldNames) }) else {
      return code(expression)
    }
    if expression.isEmptyOrigin {
      // The other streams determine its type, if one of them has values.
      return (all.allSatisfy(\.isEmptyOrigin) ? typed(expression, failure: target) : code(expression))
        + ".eraseToAnyPublisher()"
    }
    return converted(expression, to: target) + ".eraseToAnyPublisher()"
  }

  /// The code of a stream, converted to a failure type.
  func converted(_ expression: Expression, to target: SwiftFailure?) -> String {
    guard let target, let failure = shape(expression).failure, failure != target else { return code(expression) }
    if expression.isEmptyOrigin { return typed(expression, failure: target) }
    return code(expression, above: 9) + failure.conversion(to: target)
  }

  /// The code of a thrown value.
  func failure(_ value: Expression) -> String {
    if shape(value).isFailure { return bare(value) }
    if case .literal(.string) = value.kind { return "Failed(\(code(value)))" }
    if case .interpolation = value.kind { return "Failed(\(code(value)))" }
    return "Failed(\"\\(\(code(value)))\")"
  }

  // MARK: Calls

  private func call(_ expression: Expression, _ callee: Expression, _ arguments: [Argument]) -> String {
    guard case .member(let base, let name, _, let isOptional) = callee.kind, !base.isSpace(of: name) else {
      return origin(callee, arguments)
    }
    if shape(base).isStream { return chain(expression).joined() }
    let code =
      code(base, above: 9) + (isOptional ? "?." : ".") + name + written(arguments, of: name, on: .stream, Sides())
    // The results of these functions are not arrays in Swift.
    return name == "reversed" || name == "enumerated" ? "Array(\(code))" : code
  }

  /// The code of a stream and of each operator on it, one piece for each.
  func chain(_ expression: Expression) -> [String] {
    guard case .call(let callee, let arguments) = expression.kind, case .member(let base, let name, _, _) = callee.kind,
      !base.isSpace(of: name), shape(base).isStream
    else { return [code(expression, above: 9)] }
    if SwiftOperators.adding.contains(name), let silent = ([base] + arguments.map(\.value)).first(where: \.isSilent) {
      refuse("in Swift a stream has no values after ignoreOutput(); write filter { _ in false }", silent.span)
    }
    if SwiftOperators.alike.contains(name), let own = output(base) {
      for argument in arguments where shape(argument.value).isStream {
        guard let other = output(argument.value), other != own else { continue }
        refuse("in Swift both streams have values of one type; here \(own) and \(other)", argument.value.span)
      }
    }
    var sides = sides(beside: shape(base), name, arguments)
    sides.hint = output(expression) ?? hint
    var inner = self
    inner.hint = SwiftOperators.keeping.contains(SwiftOperators.plain(name)) ? sides.hint : nil
    var pieces = base.isEmptyOrigin ? [inner.typed(base, failure: sides.receiver)] : inner.chain(base)
    if let target = sides.receiver, let failure = shape(base).failure, failure != target, !base.isEmptyOrigin {
      pieces.append(failure.conversion(to: target))
    }
    let more =
      OperatorTable.shared.forms(of: name, on: .stream).bound(to: arguments)?.form.facts.swiftMore ?? ""
    return pieces + ["." + name + written(arguments, of: name, on: .stream, sides) + more]
  }

  /// The failure types that the streams of an operator need; `nil` for a stream that needs no conversion.
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
    let usesFailure = SwiftOperators.handling.contains(name) && arguments.contains { $0.value.usesItsValue }
    if failure == .any, usesFailure || SwiftOperators.telling.contains(name) { result.receiver = .failed }
    if arguments.contains(where: { $0.label == "customError" }) { result.receiver = .failed }
    let others = self.sides(of: name, on: upstream, arguments).compactMap(\.failure)
    guard SwiftOperators.joining.contains(name), !others.isEmpty else { return result }
    let all = [failure] + others
    if Set(all).count == 1 { return result }
    let mayDiffer =
      SwiftOperators.lenient.contains(name) && Set(others).count == 1
      && (!SwiftOperators.handling.contains(name) || failure != .never)
    if mayDiffer, all.contains(.never) { return result }
    result.receiver = .failed
    result.others = .failed
    return result
  }

  /// The code of an origin. Some origins have other names in Swift.
  private func origin(_ callee: Expression, _ arguments: [Argument]) -> String {
    let name = callee.originName
    guard let facts = OperatorTable.shared.forms(of: name, on: .nothing).first?.facts else {
      let callee = functions[name].map { code($0, takes: arguments.count) } ?? name
      return callee + written(arguments, of: name, on: .nothing, Sides())
    }
    let swift = facts.swiftName ?? (name.first?.isLowercase == true ? "Publishers.\(name)" : name)
    if facts.failure == .given, let failure = arguments.first {
      return "\(swift)(error: \(self.failure(failure.value)))"
    }
    if facts.output == .argument, case .literal(.nil)? = arguments.first?.value.kind { return "\(swift)(nil as Int?)" }
    return swift + written(arguments, of: name, on: .nothing, Sides())
  }

  /// The code of a stream without values, with explicit types, because nothing else determines them.
  func typed(_ expression: Expression, failure: SwiftFailure? = nil) -> String {
    let code = plain(expression), failure = failure ?? shape(expression).failure
    guard let bracket = code.firstIndex(of: "(") else { return code }
    return code[..<bracket] + "<\(hint ?? "Int"), \(failure == .never ? "Never" : "Failed")>" + code[bracket...]
  }

  /// The arguments in brackets, with the scheduler if the operator needs one.
  private func written(_ arguments: [Argument], of name: String, on receiver: Operator.Receiver, _ sides: Sides)
    -> String
  {
    let bound = OperatorTable.shared.forms(of: name, on: receiver).bound(to: arguments)
    let isMember = receiver == .stream && !sides.upstream.isStream
    // Each argument is written once: one that was written twice on every level would be written as often as two to the
    // power of levels.
    let plain: [String], trailing: [String]
    if let bound, !isMember {
      let pieces = bound.pairs.map { written($0, $1, of: bound.form, arguments, sides) }
      plain = pieces.flatMap(\.plain)
      trailing = pieces.flatMap(\.trailing)
    } else {
      plain = arguments.filter { !$0.isTrailing }.map(labelled)
      trailing = arguments.filter(\.isTrailing).map { code($0.value, takes: Members.ofTwo.contains(name) ? 2 : 1) }
    }
    return plain.isEmpty && !trailing.isEmpty
      ? " " + trailing[0] : "(" + plain.joined(separator: ", ") + ")" + trailing.map { " " + $0 }.joined()
  }

  /// The arguments of one parameter: those inside the brackets, and the trailing closures.
  private func written(
    _ parameter: ParameterInfo, _ bound: [Argument], of form: Operator, _ all: [Argument], _ sides: Sides
  )
    -> (plain: [String], trailing: [String])
  {
    if parameter.kind == .scheduler { return (["\(parameter.label): \(test).scheduler"], []) }
    func code(_ argument: Argument) -> String {
      parameter.kind == .duration ? duration(argument.value) : self.argument(argument, parameter, of: form, all, sides)
    }
    let plain = bound.filter { !$0.isTrailing }.map { argument in
      (argument.label.isEmpty || form.facts.swiftName != nil ? "" : argument.label + ": ") + code(argument)
    }
    return (plain, bound.filter(\.isTrailing).map(code))
  }

  /// The code of a closure with a number of parameters, or of any other argument.
  func code(_ expression: Expression, takes count: Int) -> String {
    switch expression.kind {
    case .closure(let closure): inside(closure, []).closure(closure, takes: count)
    case .functionName(let name): functions[name].map { code($0, takes: count) } ?? code(expression)
    default: code(expression)
    }
  }

  /// The code of an argument, converted to the type that the operator needs.
  private func argument(
    _ argument: Argument, _ parameter: ParameterInfo, of form: Operator, _ all: [Argument], _ sides: Sides
  ) -> String {
    let value = argument.value, typing = form.facts.typing
    if let closure = named(value) {
      return self.argument(
        Argument(label: argument.label, labelSpan: argument.labelSpan, value: closure), parameter, of: form, all, sides)
    }
    guard case .closure(let closure) = value.kind else {
      if typing.contains(.isUniform), all.count > 1, !all.allSatisfy({ $0.value.isOne(of: coldNames) }) {
        return converted(value, to: sides.others ?? shape(value).failure) + ".eraseToAnyPublisher()"
      }
      // If the stream has the types of the upstream, Swift infers them.
      let isEmpty = value.isEmptyOrigin
      return isEmpty
        ? typing.contains(.isAlike) ? code(value) : typed(value, failure: sides.others)
        : converted(value, to: sides.others)
    }
    var taken = 0
    if case .closure(let count, _) = parameter.kind { taken = count }
    var expression = inside(closure, shapes(for: parameter, on: sides.upstream))
    if parameter.givesFailure { return expression.failing(closure, takes: taken) }
    expression.hint = parameter.givesStream && !typing.isDisjoint(with: [.flattens, .adds]) ? sides.hint : nil
    return expression.closure(closure, takes: taken, failing: sides.others)
  }

  /// The code of a closure that returns a failure: the text in it is written as a failure.
  func failing(_ closure: Closure, takes count: Int) -> String {
    let names = names(of: closure) ?? (closure.highest < 0 && count > 0 ? "_ in" : nil)
    var inside = self
    inside.parameters = []
    return "{ " + (names.map { $0 + " " } ?? "") + inside.failure(closure.body) + " }"
  }
  func failing(_ arguments: [Argument]) -> String {
    if case .closure(let closure)? = arguments.first?.value.kind { return failing(closure, takes: 0) }
    return arguments.first.map { code($0.value) } ?? ""
  }

  /// The code of a named closure.
  private func function(named name: String, _ span: Span) -> String {
    if let function = functions[name] { return code(function, takes: 1) }
    refuse("in Swift a closure in a 'let' needs types; write it where it is used", span)
    return name
  }

  /// The code of a duration; a bare number counts frames.
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
        argument.label == "factor"
          ? labelled(argument) : (argument.label.isEmpty ? "" : argument.label + ": ") + duration(argument.value)
      }
    }
    return ".\(name)(\(pieces.joined(separator: ", ")))"
  }
}
