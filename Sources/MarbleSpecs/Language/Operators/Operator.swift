import Marbles

/// A row of the operator table: all facts about an operator that the checker, the help, completion and suggestions use.
/// A run has its implementation.
package struct Operator: Sendable {
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
  package var family = ""
  /// Its effect, in one sentence.
  package let sentence: String
  /// A spec that shows the operator: source lines and a pipeline.
  package let sample: String
  package let parameters: [ParameterInfo]
  /// The names of the operator in Rx, if they differ.
  var rx: [String] = []
  /// A call that does here what the operator of its name does in Rx, with `%` for the argument, if a call with the same
  /// arguments does something else.
  var rxCall: String?
  /// Whether the operator joins streams of one type, so that several arguments of a function of another library may be
  /// its streams.
  var joins = false
  /// Whether the stream sends nothing before it is connected.
  var isConnectable = false
  /// The labels of the streams, if the operator creates several.
  var outputs: [String] = []
  /// Its place in the table: there is its implementation.
  var number = 0

  /// Whether the operator creates several streams.
  var makesSeveral: Bool { !outputs.isEmpty }
  /// The name with the labels, as in `debounce(for:)`.
  package var signature: String {
    if receiver == .value { return name }
    return "\(name)("
      + parameters.filter { $0.label != "scheduler" && $0.kind != .implied }.map {
        ($0.label.isEmpty ? "_" : $0.label) + ":"
      }.joined()
      + ")"
  }

  /// The arguments for each parameter; `nil` if they do not match.
  fileprivate func bind(_ arguments: [Argument]) -> [[Argument]]? {
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
    for index in 0..<parameters.count where bound[index].isEmpty && !parameters[index].isOptional { return nil }
    return bound
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
    let arguments = parameters.map { ($0.label.isEmpty ? "" : $0.label + ": ") + $0.placeholder }.joined(
      separator: ", ")
    return "\(name)" + (arguments.isEmpty && !closure.isEmpty ? "" : "(\(arguments))") + closure
  }
}

extension Sequence<Operator> {
  /// The first form that takes the arguments, with those of each parameter; `nil` if none does.
  func bound(to arguments: [Argument]) -> BoundCall? {
    for form in self { if let bound = form.bind(arguments) { return BoundCall(form: form, arguments: bound) } }
    return nil
  }
}

/// A form of an operator with the arguments for each of its parameters.
struct BoundCall {
  let form: Operator
  let arguments: [[Argument]]
  var pairs: Zip2Sequence<[ParameterInfo], [[Argument]]> { zip(form.parameters, arguments) }
}

extension [Operator] {
  /// The fix `write delay(for:)`, with all forms of the operator.
  var howToWrite: String {
    let signatures = map(\.signature)
    return "write "
      + (signatures.uniqued.count == count ? signatures : map(\.example).uniqued).joined(separator: " or ")
  }
}
