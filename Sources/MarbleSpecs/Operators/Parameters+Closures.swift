import Pipes

// Closures as parameters: the values that they take, and the conversion of their result.

/// The conversion of the value that a closure returns. The fallback is the result after a problem, until the run ends.
struct ClosureResult<Read>: @unchecked Sendable {
  // Unchecked: the fallbacks are constants.
  var fallback: Read
  var givesStream = false
  /// Converts the returned value; it is given the causes of the values that the closure received, too.
  var read: @Sendable (Stage, Value, CausingEvents?, Span) throws -> Read
}

extension ClosureResult<Carried> {
  static var value: ClosureResult {
    ClosureResult(fallback: Carried(.nil)) { _, value, causes, _ in Carried(value, causes) }
  }
}
extension ClosureResult<Carried?> {
  static var optional: ClosureResult {
    ClosureResult(fallback: nil) { _, value, causes, _ in value == .nil ? nil : Carried(value, causes) }
  }
}
extension ClosureResult<Bool> {
  static var bool: ClosureResult {
    ClosureResult(fallback: false) { stage, value, _, span in
      if case .bool(let bool) = value { return bool }
      throw stage.problem("the closure must give true or false, got \(value.shown)", at: span)
    }
  }
}
extension ClosureResult<SpecPublisher> {
  static var stream: ClosureResult {
    ClosureResult(fallback: .never, givesStream: true) { stage, value, causes, span in
      guard case .stream(let stream) = value else {
        throw stage.problem("the closure must give a stream, got \(value.shown)", at: span)
      }
      return causes?.mark(stream.publisher) ?? stream.publisher
    }
  }
}

extension Stage {
  fileprivate func apply<Read>(_ argument: Argument, _ values: [Carried], _ result: ClosureResult<Read>) throws -> Read
  {
    let value = try evaluator.apply(argument.value, to: values.map(\.value), call.scope)
    values.last?.causes?.tracer?.answer(value)
    return try result.read(self, value, .computed(from: values), argument.value.span)
  }
}

extension ParameterInfo {
  fileprivate static func closure<Read>(_ label: String, takes: Int, canThrow: Bool, _ result: ClosureResult<Read>)
    -> ParameterInfo
  {
    ParameterInfo(label: label, kind: .closure(takes: takes, canThrow: canThrow), givesStream: result.givesStream)
  }
}

/// A closure without parameters.
func producer<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<() -> Read> {
  Parameter(info: .closure(label, takes: 0, canThrow: false, result)) { stage, arguments in
    { stage.attempt(or: result.fallback) { try stage.apply(arguments[0], [], result) } }
  }
}

func closure<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<(Carried) -> Read> {
  Parameter(info: .closure(label, takes: 1, canThrow: false, result)) { stage, arguments in
    { value in stage.attempt(or: result.fallback) { try stage.apply(arguments[0], [value], result) } }
  }
}

/// A closure of one value that may throw.
func throwing<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<(Carried) throws -> Read> {
  Parameter(info: .closure(label, takes: 1, canThrow: true, result)) { stage, arguments in
    { value in try stage.attemptThrowing { try stage.apply(arguments[0], [value], result) } }
  }
}

/// A closure that returns a stream for a stream with a name.
func answering(_ label: String, to name: String) -> Parameter<(SpecPublisher) -> SpecPublisher> {
  let inner = closure(.stream, label)
  return Parameter(info: inner.info) { stage, arguments in
    let make = try inner.convert(stage, arguments)
    return { make(Carried(.stream(stage.context.stream($0, named: name, of: stage.call)))) }
  }
}

/// A closure of two values.
func closure2<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<(Carried, Carried) -> Read> {
  Parameter(info: .closure(label, takes: 2, canThrow: false, result)) { stage, arguments in
    { one, other in stage.attempt(or: result.fallback) { try stage.apply(arguments[0], [one, other], result) } }
  }
}

/// A closure of three values.
func closure3<Read>(_ result: ClosureResult<Read>) -> Parameter<(Carried, Carried, Carried) -> Read> {
  Parameter(info: .closure("", takes: 3, canThrow: false, result)) { stage, arguments in
    { a, b, c in stage.attempt(or: result.fallback) { try stage.apply(arguments[0], [a, b, c], result) } }
  }
}

/// A closure of four values.
func closure4<Read>(_ result: ClosureResult<Read>) -> Parameter<(Carried, Carried, Carried, Carried) -> Read> {
  Parameter(info: .closure("", takes: 4, canThrow: false, result)) { stage, arguments in
    { a, b, c, d in stage.attempt(or: result.fallback) { try stage.apply(arguments[0], [a, b, c, d], result) } }
  }
}

/// A closure of two values that may throw.
func throwing2<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<
  (Carried, Carried) throws -> Read
> {
  Parameter(info: .closure(label, takes: 2, canThrow: true, result)) { stage, arguments in
    { one, other in try stage.attemptThrowing { try stage.apply(arguments[0], [one, other], result) } }
  }
}

/// The order of values. It is not an argument of the call; a row whose operator requires `Comparable` in Swift needs
/// it.
var ownOrder: Parameter<(Carried, Carried) -> Bool> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    { one, other in
      stage.attempt(or: false) {
        if let isLess = one.value.isLess(than: other.value) { return isLess }
        throw stage.problem("\(one.value.shown) and \(other.value.shown) cannot be ordered", at: stage.call.span)
      }
    }
  }
}

/// The conversion of a value to the stream that it is. It is not an argument of the call; a row whose upstream sends
/// streams needs it.
var ownStream: Parameter<(Carried) -> SpecPublisher> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    { value in
      stage.attempt(or: .never) {
        let publisher = try stage.publisher(value.value, at: stage.call.span)
        return CausingEvents.computed(from: CollectionOfOne(value))?.mark(publisher) ?? publisher
      }
    }
  }
}
