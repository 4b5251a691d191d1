// What Embedded Swift lacks, for the language.

/// An error that is a failure of the language: without casts each says so itself.
protocol SpecError: Error { var asFailure: SpecFailure { get } }
extension SpecFailure: SpecError { var asFailure: SpecFailure { self } }
extension Never: SpecError { var asFailure: SpecFailure { .bare } }
extension Thrown: SpecError {
  var asFailure: SpecFailure {
    if let box = self as? Boxed<SpecFailure> { return box.error }
    if let box = self as? Boxed<Publishers.SingleValueError> {
      return SpecFailure(.string(box.error == .noValue ? "noValue" : "severalValues"))
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
