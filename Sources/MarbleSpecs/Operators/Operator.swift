import Pipes
import VirtualTime

typealias SpecPublisher = AnyPublisher<Carried, SpecFailure>

/// A row of the operator table: all facts about an operator that the interpreter, the help, completion and suggestions use.
package struct Operator: Sendable {
  /// The receiver of an operator.
  package enum Receiver: String, Sendable {
    case stream
    /// A value, as in `[1, 2].publisher`.
    case value
    /// None: the call begins a pipeline.
    case nothing
  }

  package let name: String
  package let receiver: Receiver
  /// The heading under which it is shown. The table sets it.
  package internal(set) var family = ""
  /// Its effect, in one sentence.
  package let sentence: String
  /// A spec that shows the operator: source lines and a pipeline.
  package let sample: String
  package let parameters: [ParameterInfo]
  /// The other facts.
  package let facts: OperatorFacts
  /// Whether the stream sends nothing before it is connected.
  var isConnectable = false
  /// The labels of the streams, if the operator creates several.
  var outputs: [String] = []
  let build: @Sendable (Stage) throws -> [MadeStream]

  /// Whether the operator creates several streams.
  package var makesSeveral: Bool { !outputs.isEmpty }
  /// The name with the labels, as in `debounce(for:)`.
  package var signature: String {
    if receiver == .value { return name }
    return "\(name)("
      + parameters.filter { $0.label != "scheduler" && $0.kind != .implied }.map { ($0.label.isEmpty ? "_" : $0.label) + ":" }.joined()
      + ")"
  }

  /// The time after a value during which the operator sends nothing, in nanoseconds; `nil` if it has no such time.
  func window(_ stage: Stage) throws -> Int64? {
    guard let label = facts.window, let index = parameters.firstIndex(where: { $0.label == label }),
      let argument = stage.bound[index].first
    else { return nil }
    return try stage.duration(try stage.value(argument), at: argument.value.span).nanoseconds
  }

  /// The arguments for each parameter; `nil` if they do not match.
  package func bind(_ arguments: [Argument]) -> [[Argument]]? {
    var bound = [[Argument]](repeating: [], count: parameters.count)
    var index = 0
    for argument in arguments {
      while index < parameters.count, !parameters[index].takes(argument, isFirst: bound[index].isEmpty) {
        guard parameters[index].isOptional || !bound[index].isEmpty else { return nil }
        index += 1
      }
      guard index < parameters.count else { return nil }
      bound[index].append(argument)
      if !parameters[index].isVariadic || bound[index].count == parameters[index].most { index += 1 }
    }
    let isComplete = parameters.indices.allSatisfy { !bound[$0].isEmpty || parameters[$0].isOptional }
    return isComplete ? bound : nil
  }
}

extension Operator {
  /// A call with placeholders for its arguments, for forms that have the same labels.
  package var example: String {
    var parameters = parameters.filter { $0.kind != .scheduler && $0.kind != .implied }
    var closure = ""
    if let last = parameters.last, last.label.isEmpty, last.isClosure {
      parameters.removeLast()
      closure = " { … }"
    }
    let arguments = parameters.map { ($0.label.isEmpty ? "" : $0.label + ": ") + $0.placeholder }.joined(separator: ", ")
    return "\(name)" + (arguments.isEmpty && !closure.isEmpty ? "" : "(\(arguments))") + closure
  }
}

extension [Operator] {
  /// The fix `write delay(for:)`, with all forms of the operator.
  var howToWrite: String {
    let signatures = map(\.signature)
    return "write " + (signatures.uniqued.count == count ? signatures : map(\.example).uniqued).joined(separator: " or ")
  }
}

/// A stream that an operator has created.
struct MadeStream {
  var publisher: SpecPublisher
  /// Connects the stream; `nil` if it needs no connection.
  var connect: (() -> AnyCancellable)?
}

/// The declaration of a parameter.
package struct ParameterInfo: Sendable {
  package enum Kind: Hashable, Sendable {
    case value, integer, duration, stream, scheduler, demand, range, subject
    /// An argument that cannot be written: the interpreter supplies it.
    case implied
    /// A closure with a number of parameters. If it can throw, it may contain `throw`.
    case closure(takes: Int, canThrow: Bool)
    /// One of these cases.
    case choice([String])
  }

  package var label: String
  package var kind: Kind
  var isOptional = false
  var isVariadic = false
  /// The largest number of arguments, if the parameter is variadic.
  var most = Int.max
  /// Whether the parameter is a closure that returns streams.
  package internal(set) var givesStream = false
  /// The parameters of a closure.
  package enum Received: Sendable {
    /// One or several values.
    case values
    /// The result so far, and a value.
    case result
    /// A failure, or a stream of failures.
    case failure, failures
    /// A stream of signals.
    case signals
  }
  package internal(set) var receives = Received.values
  /// Whether the parameter is a closure that returns a failure.
  package internal(set) var givesFailure = false

  func takes(_ argument: Argument, isFirst: Bool) -> Bool {
    if kind == .implied { return false }
    if argument.value.isFunction, !isClosure { return false }
    if case .implicit = argument.value.kind, kind == .integer { return false }
    return argument.isTrailing ? isFirst : argument.label == (isFirst ? label : "")
  }

  package var isClosure: Bool { if case .closure = kind { true } else { false } }

  /// The placeholder of the argument in a call that is shown.
  var placeholder: String {
    switch kind {
    case .value: "value"
    case .integer: "integer"
    case .duration: "300ms"
    case .stream: "stream"
    case .scheduler: "scheduler"
    case .demand: ".max(1)"
    case .range: "1...3"
    case .subject: "PassthroughSubject()"
    case .implied: ""
    case .closure: "{ … }"
    case .choice(let names): ".\(names[0])"
    }
  }

  /// The expected argument, as messages name it.
  var expected: String {
    switch kind {
    case .value: "a value"
    case .integer: "an integer"
    case .duration: "a duration such as 300ms"
    case .stream: "a stream"
    case .scheduler: "scheduler"
    case .demand: ".max(1), .unlimited or .none"
    case .range: "a range such as 1...3"
    case .subject: "a subject such as PassthroughSubject()"
    case .implied: "nothing"
    case .closure: "a closure such as { $0 }"
    case .choice(let names): names.map { ".\($0)" }.joined(separator: " or ")
    }
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
  var scheduler: SpecScheduler { context.scheduler.named(call.name) }

  func problem(_ message: String, at span: Span, fix: String? = nil) -> Interruption {
    evaluator.problem("\(call.name): \(message)", at: span, fix: fix)
  }
  func value(_ argument: Argument) throws -> Value {
    try named { try evaluator.value(argument.value, call.scope) }
  }

  func publisher(_ value: Value, at span: Span) throws -> SpecPublisher {
    if case .stream(let stream) = value { return stream.publisher }
    throw problem("expected a stream, got \(value.shown)", at: span)
  }

  /// Runs a body. The messages of its problems begin with the name of the operator.
  func named<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch Interruption.problem(var problem) {
      if !problem.message.hasPrefix("\(call.name): ") { problem.message = "\(call.name): \(problem.message)" }
      throw Interruption.problem(problem)
    }
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
protocol RunContext: EvaluationContext {
  var scheduler: SpecScheduler { get }
  /// One frame, in nanoseconds.
  var frame: Int64 { get }
  var hasStopped: Bool { get }
  /// Returns a stream that an operator passes to its closure, traced with a name of its own.
  func stream(_ publisher: SpecPublisher, named name: String, of call: StreamCall) -> SpecStream
  /// Ends the run with a problem. Only the first problem is reported.
  func stop(_ problem: SpecProblem)
}
