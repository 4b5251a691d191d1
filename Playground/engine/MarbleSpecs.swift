// What Embedded Swift lacks, for the language.

/// An error that is a failure of the language: without casts each says so itself.
protocol SpecError: Error { var asFailure: SpecFailure { get } }
extension SpecFailure: SpecError { var asFailure: SpecFailure { self } }
extension Never: SpecError { var asFailure: SpecFailure { .bare } }
extension Thrown: SpecError {
  var asFailure: SpecFailure {
    if let box = self as? Boxed<SpecFailure> { return box.error }
    if let box = self as? Boxed<Publishers.SingleValueError> {
      return SpecFailure(.text(box.error == .noValue ? "noValue" : "severalValues"))
    }
    return .bare
  }
}

extension Stage {
  func named<T>(_ body: () throws(Interruption) -> T) throws(Interruption) -> T {
    do { return try body() } catch {
      guard case .problem(var problem) = error else { throw error }
      if !problem.message.hasPrefix("\(call.name): ") { problem.message = "\(call.name): \(problem.message)" }
      throw Interruption.problem(problem)
    }
  }
  func attemptThrowing<T>(_ body: () throws(Interruption) -> T) throws(Thrown) -> T {
    if context.hasStopped { throw thrown(SpecFailure.bare) }
    do { return try named(body) } catch {
      switch error {
      case .failure(let value): throw thrown(SpecFailure(value))
      case .problem(let problem):
        context.stop(problem)
        throw thrown(SpecFailure.bare)
      }
    }
  }
}
func throwing<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<(Value) throws(Thrown) -> Read> {
  Parameter(info: .closure(label, takes: 1, canThrow: true, result)) { stage, arguments throws(Interruption) in
    let closure: (Value) throws(Thrown) -> Read = { value throws(Thrown) in
      try stage.attemptThrowing { () throws(Interruption) in try stage.apply(arguments[0], [value], result) }
    }
    return closure
  }
}
func throwing2<Read>(_ result: ClosureResult<Read>, _ label: String = "") -> Parameter<(Value, Value) throws(Thrown) -> Read> {
  Parameter(info: .closure(label, takes: 2, canThrow: true, result)) { stage, arguments throws(Interruption) in
    let closure: (Value, Value) throws(Thrown) -> Read = { one, other throws(Thrown) in
      try stage.attemptThrowing { () throws(Interruption) in try stage.apply(arguments[0], [one, other], result) }
    }
    return closure
  }
}
