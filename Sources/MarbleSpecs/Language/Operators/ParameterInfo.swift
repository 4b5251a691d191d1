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
  var givesStream = false
  /// The parameters of a closure.
  enum Received: Sendable {
    /// One or several values.
    case values
    /// The result so far, and a value.
    case result
    case failure, failures
    /// A stream of signals.
    case signals
  }
  var receives = Received.values
  /// The arguments that are durations, by the name of their case, if the parameter is a choice.
  package var durations: [String: [Int]] = [:]
  /// Whether the parameter is a closure that returns a failure.
  var givesFailure = false

  func takes(_ argument: Argument, isFirst: Bool) -> Bool {
    if kind == .implied { return false }
    if argument.value.isFunction, !isClosure { return false }
    if case .implicit = argument.value.kind, kind == .integer { return false }
    return argument.isTrailing ? isFirst : argument.label == (isFirst ? label : "")
  }

  var isClosure: Bool { if case .closure = kind { true } else { false } }

  /// The placeholder of the argument in a call that is shown.
  var placeholder: String { words.placeholder }
  /// The expected argument, as messages name it.
  var expected: String { words.expected }
  private var words: (placeholder: String, expected: String) {
    switch kind {
    case .value: ("value", "a value")
    case .integer: ("integer", "an integer")
    case .duration: ("300ms", "a duration such as 300ms")
    case .stream: ("stream", "a stream")
    case .scheduler: ("scheduler", "scheduler")
    case .demand: (".max(1)", ".max(1), .unlimited or .none")
    case .range: ("1...3", "a range such as 1...3")
    case .subject: ("PassthroughSubject()", "a subject such as PassthroughSubject()")
    case .implied: ("", "nothing")
    case .closure: ("{ … }", "a closure such as { $0 }")
    case .choice(let names): (".\(names[0])", names.map { ".\($0)" }.joined(separator: " or "))
    }
  }
}
