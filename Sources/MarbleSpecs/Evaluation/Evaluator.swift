/// The reason for which an evaluation has no result.
enum Interruption: Error {
  /// `throw` in a closure: the stream fails with this value.
  case failure(Value)
  /// The spec is wrong: the run stops.
  case problem(SpecProblem)
}

/// The part of a run that the evaluation of expressions needs.
protocol EvaluationContext: AnyObject {
  /// The text that contains the expressions, for messages.
  var text: SpecText { get }
  /// The number of steps that may still be taken.
  var stepsLeft: Int { get set }
  /// The stream of this name, or the value that `let` has named.
  func value(named name: String) throws -> Value?
  /// Records the decisions of closures; `nil` if nobody asks for them.
  var decisions: ClosureDecisions? { get }
  /// The stream, or the streams, that an operator or an origin creates; `nil` if there is no such operator.
  func apply(_ call: StreamCall) throws -> Value?
}

extension EvaluationContext {
  var decisions: ClosureDecisions? { nil }
}

/// A run, or a recorded one, whose rules have conditions.
protocol RuleContext: EvaluationContext {
  /// Ends with a problem. Only the first problem is reported.
  func stop(_ problem: SpecProblem)
}

extension RuleContext {
  func holds(_ condition: Expression, _ names: [String], _ values: [Value]) -> Bool {
    do {
      return try Evaluator(context: self).bool(condition, "a rule", Scope(names: names, values: values, parent: nil))
    } catch Interruption.problem(let problem) {
      stop(problem)
    } catch {
      stop(text.problem("nothing can be thrown here", at: condition.span))
    }
    return true
  }
}

/// A call in a pipeline: `upstream.name(arguments)`, or an origin if there is no upstream.
struct StreamCall {
  var upstream: Value?
  var name: String
  /// The place of the receiver.
  var base: Span?
  /// The place of the name.
  var span: Span
  var arguments: [Argument]
  var scope: Scope?
}

/// Evaluates expressions.
struct Evaluator {
  let context: any EvaluationContext

  func problem(_ message: String, at span: Span, fix: String? = nil) -> Interruption {
    .problem(context.text.problem(message, at: span, fix: fix))
  }

  func value(_ expression: Expression, _ scope: Scope?) throws -> Value {
    try takeSteps(1, at: expression.span)
    switch expression.kind {
    case .literal(let value): return value
    case .name(let name): return try named(name, expression.span, scope)
    case .positional(let index): return try positional(index, expression.span, scope)
    case .binary(let symbol, let left, let right, let span): return try binary(symbol, left, right, span, scope)
    case .prefix(let symbol, let operand): return try prefixed(symbol, try value(operand, scope), expression.span)
    case .ternary(let condition, let yes, let no):
      return try value(try bool(condition, "'?'", scope) ? yes : no, scope)
    case .interpolation(let parts): return try interpolated(parts, expression.span, scope)
    case .array(let elements): return try checked(.list(try values(elements, scope)), expression.span)
    case .tuple(let elements):
      let items = Value.Items(try values(elements.map(\.value), scope), labels: elements.map(\.label))
      return try checked(.tuple(items), expression.span)
    case .implicit(let name, let arguments):
      return try checked(.member(name, Value.Items(try values(arguments.map(\.value), scope))), expression.span)
    case .member(let base, let name, let span, let isOptional):
      return try member(base, name, span, isOptional: isOptional, nil, scope)
    case .call(let callee, let arguments): return try call(callee, arguments, scope)
    case .index(let base, let index): return try indexed(base, index, scope)
    case .unwrap(let operand):
      let value = try value(operand, scope)
      if value == .nil { throw problem("the value before '!' is nil", at: expression.span) }
      return value
    case .throwing(let operand): throw Interruption.failure(try value(operand, scope))
    case .binding(let name, let bound, let rest):
      let bound = try bound.isFunction ? .function(SpecFunction(bound, scope)) : value(bound, scope)
      return try value(rest, Scope(names: [name], values: [bound], parent: scope))
    case .postfix(_, let lower): return try halfOpen(try value(lower, scope), expression.span)
    case .closure, .keyPath, .operatorName, .functionName, .initializer:
      throw problem("a function cannot be used here", at: expression.span)
    }
  }

  func takeSteps(_ count: Int, at span: Span) throws {
    context.stepsLeft -= count
    if context.stepsLeft < 0 {
      throw problem(
        "the run takes too many steps", at: span, fix: "'limit: 2000000' at the top of the file allows more")
    }
  }

  /// Returns the value, or throws if it is too large.
  func checked(_ value: Value, _ span: Span) throws -> Value {
    try takeSteps(value.size, at: span)
    if value.size > Value.largest { throw problem("the value grows too large", at: span) }
    if value.depth > Value.deepest { throw problem("the value is nested too deeply", at: span) }
    return value
  }

  func values(_ expressions: [Expression], _ scope: Scope?) throws -> [Value] {
    var values: [Value] = []
    for expression in expressions { values.append(try value(expression, scope)) }
    return values
  }

  /// The value of a name: the parameter of a closure, or else the name in the spec.
  private func meaning(of name: String, _ scope: Scope?) throws -> Value? {
    if let value = scope?.value(named: name) { return value }
    return try context.value(named: name)
  }

  func bool(_ expression: Expression, _ what: String, _ scope: Scope?) throws -> Bool {
    let value = try value(expression, scope)
    if case .bool(let bool) = value {
      context.decisions?.add(.bool, expression.span, bool)
      return bool
    }
    throw problem("\(what) needs true or false, got \(value.shown)", at: expression.span)
  }

  // MARK: Names

  private func named(_ name: String, _ span: Span, _ scope: Scope?) throws -> Value {
    if let value = scope?.value(named: name) { return value }
    if name == "scheduler" { return .member("scheduler") }
    if let value = try context.value(named: name) { return value }
    throw problem("unknown name '\(name)'", at: span)
  }

  private func positional(_ index: Int, _ span: Span, _ scope: Scope?) throws -> Value {
    var scope = scope
    while let current = scope, !current.names.isEmpty { scope = current.parent }
    guard let values = scope?.values, index < values.count else {
      throw problem("there is no value for '$\(index)'", at: span)
    }
    return values[index]
  }

  private func interpolated(_ parts: [Expression], _ span: Span, _ scope: Scope?) throws -> Value {
    var text = ""
    for part in parts {
      let value = try value(part, scope)
      if case .string(let piece) = value { text += piece } else { text += value.description }
      try takeSteps(value.size, at: span)
      if text.utf8.count > Value.largest * 16 { throw problem("the value grows too large", at: span) }
    }
    return .string(text)
  }

  // MARK: Calls and members

  private func call(_ callee: Expression, _ arguments: [Argument], _ scope: Scope?) throws -> Value {
    switch callee.kind {
    case .member(let base, let name, let span, let isOptional):
      if case .name(let space) = base.kind, scope?.value(named: space) == nil, try context.value(named: space) == nil,
        let made = try context.apply(
          StreamCall(name: "\(space).\(name)", base: base.span, span: span, arguments: arguments, scope: scope))
      {
        return made
      }
      return try member(base, name, span, isOptional: isOptional, arguments, scope)
    case .name(let name):
      if case .function(let named)? = try meaning(of: name, scope) {
        return try apply(named.expression, to: try values(arguments.map(\.value), scope), named.scope)
      }
      let call = StreamCall(name: name, span: callee.span, arguments: arguments, scope: scope)
      if let made = try context.apply(call) { return made }
      return try function(name, callee.span, arguments, scope)
    default:
      throw problem("only a name can be called", at: callee.span)
    }
  }

  /// Evaluates a property if there are no arguments, else a method.
  private func member(
    _ base: Expression, _ name: String, _ span: Span, isOptional: Bool, _ arguments: [Argument]?, _ scope: Scope?
  ) throws -> Value {
    let receiver = try value(base, scope)
    if isOptional {
      context.decisions?.add(.isNil, base.span, receiver == .nil)
      if receiver == .nil { return .nil }
    }
    if case .stream(let stream) = receiver, name == "key", arguments == nil, let key = stream.key { return key }
    if receiver.isStream || name == "publisher" || receiver.isStreams {
      let call = StreamCall(
        upstream: receiver, name: name, base: base.span, span: span, arguments: arguments ?? [], scope: scope)
      if let made = try context.apply(call) { return made }
      if !receiver.isStreams { throw problem("a stream has no '\(name)'", at: span) }
    }
    return try memberOfValue(
      MemberCall(evaluator: self, receiver: receiver, span: span, arguments: arguments ?? [], scope: scope), name,
      arguments != nil)
  }

  private func indexed(_ base: Expression, _ index: Expression, _ scope: Scope?) throws -> Value {
    let receiver = try value(base, scope)
    let position = try value(index, scope)
    guard case .array(let items) = receiver, case .integer(let number) = position else {
      throw problem("'[…]' needs an array and an integer, got \(receiver.shown) and \(position.shown)", at: index.span)
    }
    guard number >= 0, number < items.elements.count else {
      throw problem("there is no element \(number): the array has \(items.elements.count)", at: index.span)
    }
    return items.elements[Int(number)]
  }
}

// MARK: Closures

extension Evaluator {
  /// The result of a closure, a key path or an operator for some values.
  func apply(_ function: Expression, to values: [Value], _ scope: Scope?) throws -> Value {
    switch function.kind {
    case .closure(let closure):
      let arguments = try arguments(of: closure, values, function.span)
      context.decisions?.add(.call, function.span, true)
      return decided(
        try value(closure.body, Scope(names: closure.names ?? [], values: arguments, parent: scope)), closure.body.span)
    case .operatorName(let symbol):
      guard values.count == 2 else { throw problem("'\(symbol)' takes 2 values, got 1", at: function.span) }
      context.decisions?.add(.call, function.span, true)
      return decided(try combined(symbol, values[0], values[1], function.span), function.span)
    case .functionName(let name):
      guard case .function(let named)? = try meaning(of: name, scope) else {
        throw problem("'\(name)' is not a function", at: function.span)
      }
      return try apply(named.expression, to: values, named.scope)
    case .initializer(let name):
      let arguments = values.map {
        Argument(label: "", labelSpan: function.span, value: Expression(.literal($0), function.span))
      }
      return try self.function(name, function.span, arguments, scope)
    case .keyPath(let names):
      var result = values[0]
      for name in names where name != "self" {
        result = try memberOfValue(
          MemberCall(evaluator: self, receiver: result, span: function.span, arguments: [], scope: scope), name, false)
      }
      context.decisions?.add(.call, function.span, true)
      return decided(result, function.span)
    default:
      throw problem("a closure is needed here", at: function.span, fix: "write { $0 … }")
    }
  }

  /// The result of a closure, recorded if it decides something.
  private func decided(_ result: Value, _ span: Span) -> Value {
    guard let decisions = context.decisions else { return result }
    if case .bool(let bool) = result { decisions.add(.bool, span, bool) }
    return result
  }

  /// The values for the parameters of a closure. A single tuple is split if the closure has a parameter for each
  /// element.
  private func arguments(of closure: Closure, _ values: [Value], _ span: Span) throws -> [Value] {
    let wanted = closure.names?.count ?? closure.highest + 1
    if closure.names != nil ? wanted == values.count : wanted <= values.count { return values }
    if values.count == 1, case .tuple(let items) = values[0] {
      if closure.names != nil ? wanted == items.elements.count : wanted <= items.elements.count {
        return items.elements
      }
      throw problem(
        "the closure takes \(wanted) values, the tuple \(values[0].shown) has \(items.elements.count)", at: span)
    }
    let got = values.map(\.shown).joined(separator: ", ")
    let isShort = closure.names == nil && values.count == 1
    throw problem(
      "the closure takes \(wanted) values, got \(values.count == 1 ? "one" : "\(values.count)"): \(got)", at: span,
      fix: isShort ? "the only value is $0" : nil)
  }
}
