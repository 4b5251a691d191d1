import Pipes
import VirtualTime

/// A stream that an operator has created.
struct MadeStream {
  var publisher: SpecPublisher
  /// Connects the stream; `nil` if it needs no connection.
  var connect: (() -> AnyCancellable)?
}

extension Operator {
  /// The time after a value during which the operator sends nothing, in nanoseconds; `nil` if it has no such time.
  func window(_ stage: Stage) throws -> Int64? {
    guard let label = facts.window, let index = parameters.firstIndex(where: { $0.label == label }),
      let argument = stage.bound[index].first
    else { return nil }
    return try stage.duration(try stage.value(argument), at: argument.value.span).nanoseconds
  }
}

/// A parameter of an operator, with the type of the argument in its row.
struct Parameter<Bound>: Sendable {
  var info: ParameterInfo
  /// The converted arguments; there are none if the parameter is optional and was omitted.
  let convert: @Sendable (Stage, [Argument]) throws -> Bound

  /// The parameter, as a closure that receives something else than values.
  func of(_ received: ParameterInfo.Received) -> Parameter {
    var parameter = self
    parameter.info.receives = received
    return parameter
  }
  /// The parameter, as a closure that returns a failure.
  var givingFailure: Parameter {
    var parameter = self
    parameter.info.givesFailure = true
    return parameter
  }
}

/// A call of an operator in a run.
struct Stage {
  let context: any RunContext
  let call: StreamCall
  var bound: [[Argument]] = []

  var evaluator: Evaluator { Evaluator(context: context) }
  /// The scheduler of the run. It is always free for an operator that does not name it.
  func scheduler(isNamed: Bool) -> SpecScheduler { context.scheduler.named(call.name, mayBeBusy: isNamed) }

  func problem(_ message: String, at span: Span, fix: String? = nil) -> Interruption {
    .problem(about(evaluator.context.text.problem("\(call.name): \(message)", at: span, fix: fix)))
  }
  func value(_ argument: Argument) throws -> Value { try named { try evaluator.value(argument.value, call.scope) } }
  /// The value of an argument as a row takes it; a value for which the conversion returns `nil` is a problem.
  func value<T>(_ argument: Argument, as expected: String, _ convert: (Value) throws -> T?) throws -> T {
    let value = try value(argument)
    if let converted = try convert(value) { return converted }
    throw problem("expected \(expected), got \(value.shown)", at: argument.value.span)
  }

  func publisher(_ value: Value, at span: Span) throws -> SpecPublisher {
    if case .stream(let stream) = value { return stream.publisher }
    throw problem("expected a stream, got \(value.shown)", at: span)
  }

  /// Runs a body. The messages of its problems begin with the name of the operator.
  func named<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch Interruption.problem(var problem) {
      if problem.subject != call.name { problem.message = "\(call.name): \(problem.message)" }
      throw Interruption.problem(about(problem))
    }
  }
  /// The problem, whose message begins with the name of the operator.
  private func about(_ problem: SpecProblem) -> SpecProblem {
    var problem = problem
    problem.subject = call.name
    return problem
  }

  /// Runs a body inside the stream. A problem stops the run; until then the result is the fallback.
  func attempt<T>(or fallback: T, _ body: () throws -> T) -> T {
    do { return try attemptThrowing(body) } catch {
      // A `throw` where nothing can fail is found before the run.
      return fallback
    }
  }
  /// Runs a body that may throw inside the stream. An error fails the stream; a problem stops the run.
  func attemptThrowing<T>(_ body: () throws -> T) throws -> T {
    do {
      if context.hasStopped { throw SpecFailure.bare }
      return try named(body)
    } catch Interruption.failure(let value) {
      throw SpecFailure(value)
    } catch Interruption.problem(let problem) {
      context.stop(problem)
      throw SpecFailure.bare
    }
  }
}

/// The run that a stage belongs to.
protocol RunContext: RuleContext {
  var scheduler: SpecScheduler { get }
  /// One frame, in nanoseconds.
  var frame: Int64 { get }
  var hasStopped: Bool { get }
  /// Returns a stream that an operator passes to its closure, traced with a name of its own.
  func stream(_ publisher: SpecPublisher, named name: String, of call: StreamCall) -> SpecStream
}
