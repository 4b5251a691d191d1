import Pipes

/// An operator of your own for specs: a row of the operator table.
///
///     let settled = SpecOperator(
///       "settled", "Sends a value when no other value has arrived for a while, unless it equals the previous one.", .duration("for"),
///       .scheduler,
///       example: "typed: -a-b----b---|\n> typed.settled(for: 3)"
///     ) { upstream, time, scheduler in upstream.settled(for: time, scheduler: scheduler) }
///
/// `MarbleTool.main(adding:)` of the module `MarbleCommandLine` creates a command with the operator: it runs in specs,
/// and `operators`, `explain`, suggestions, `swift` and editors treat it as any other operator.
public struct SpecOperator: Sendable {
  /// The name of the operator, as in Swift.
  public let name: String
  let row: OperatorRow
  /// The module that a test has to import for the operator.
  let module: String?

  /// Creates an operator.
  ///
  /// - Parameters:
  ///   - name: The name, as in Swift.
  ///   - sentence: One sentence that says what the operator does.
  ///   - parameters: The parameters, in their order. Each arrives in the closure in its type.
  ///   - example: A spec that shows the operator: sources and a pipeline.
  ///   - module: The module that `marble swift` writes as an import, if a test needs one.
  ///   - sendsOnlyItsValues: Whether each value that the operator sends is one that it has received. Then pictures show
  ///     where it drops a value. They cannot know that of any other operator.
  ///   - reason: The reason for which the operator drops a value when it arrives, as a clause with "it" for the value,
  ///     such as `it equals the previous one`. Without a clause, `explain` says only that the value is dropped.
  ///   - build: Makes the stream from the upstream and the arguments.
  public init<each Bound, Made: Publisher>(
    _ name: String, _ sentence: String, _ parameters: repeat SpecParameter<each Bound>, example: String,
    module: String? = nil, sendsOnlyItsValues: Bool = false, reason: String? = nil,
    build: @escaping @Sendable (AnyPublisher<SpecValue, SpecFailure>, repeat each Bound) -> Made
  ) where Made.Output: SpecConvertible {
    self.name = name
    self.module = module
    var infos: [ParameterInfo] = []
    repeat infos.append((each parameters).base.info)
    let facts = OperatorFacts(
      memory: sendsOnlyItsValues ? .some : .unknown, losses: .init(atOnce: reason),
      losesWithoutDemand: sendsOnlyItsValues, typing: sendsOnlyItsValues ? .keepsValues : [])
    let making: any Making = Build { stage in
      let upstream = try stage.publisher(stage.call.upstream ?? .nil, at: stage.call.span).own
      var arguments = stage.bound[...]
      return build(upstream, repeat try (each parameters).base.convert(stage, arguments.removeFirst()))
    }
    let form = Operator(
      name: name, receiver: .stream, family: "Your own", sentence: sentence, sample: example, parameters: infos)
    row = OperatorRow(form, facts) { stage in [MadeStream(publisher: try making.publisher(stage))] }
  }
}

/// Creates the stream of a stage.
private protocol Making: Sendable {
  func publisher(_ stage: Stage) throws -> SpecPublisher
}

private struct Build<Made: Publisher>: Making, @unchecked Sendable where Made.Output: SpecConvertible {
  // Unchecked: the closure captures only sendable values and the type of a publisher; of an opaque type the compiler
  // cannot know that.
  let make: (Stage) throws -> Made
  func publisher(_ stage: Stage) throws -> SpecPublisher { try make(stage).map { $0.specValue.carried }.adapted }
}

extension SpecOperator {
  /// The reason for which operators cannot be added.
  package struct Problem: Error, Hashable, Sendable {
    package var message: String
  }

  /// Adds operators to the table. It has to be called before a spec is read.
  package static func add(_ operators: [SpecOperator]) throws(Problem) {
    var known = OperatorRow.standard.map(\.form)
    for own in operators {
      if let problem = own.problem(beside: known) { throw Problem(message: problem) }
      known.append(own.row.form)
    }
    OperatorRow.additions.with { $0 += operators.map(\.row) }
    modules.with { all in
      for own in operators { if let module = own.module { all[own.name] = module } }
    }
  }

  /// The examples of the operators that were added.
  package static var examples: [SpecText] {
    OperatorRow.additions.with { rows in rows.map { SpecText($0.form.sample, file: "the example of '\($0.form.name)'") }
    }
  }

  /// The modules to be imported, by the names of operators.
  private static let modules = Guarded([String: String]())

  /// The modules that have to be imported for operators in Swift code.
  package static func modules(for code: String) -> [String] {
    modules.with { all in
      all.filter { code.contains(".\($0.key)(") || code.contains(".\($0.key) {") }.values.sorted().uniqued
    }
  }

  /// The reason for which the operator cannot be added to some others; `nil` if it can.
  private func problem(beside known: [Operator]) -> String? {
    if !name.isIdentifier { return "'\(name)' cannot be the name of an operator: write letters, digits and '_'" }
    if let label = row.form.parameters.map(\.label).first(where: { !$0.isEmpty && !$0.isIdentifier }) {
      return "the operator '\(name)' cannot have an argument '\(label):': write letters, digits and '_'"
    }
    if let closure = row.form.parameters.dropLast().first(where: { $0.isClosure && $0.label.isEmpty }),
      closure.isClosure
    {
      return "the operator '\(name)' has a closure without a label that is not its last argument: give it a label"
    }
    if known.contains(where: { $0.name == name && $0.family != row.form.family }) || Members.names.contains(name) {
      return "there is a '\(name)' already: give your operator another name"
    }
    if known.contains(where: { $0.signature == row.form.signature }) {
      return "two operators are called '\(row.form.signature)': give one of them another name or other labels"
    }
    return nil
  }
}

extension String {
  /// Whether it may be a name in Swift and in a spec: ASCII letters, digits and `_`, no digit first.
  fileprivate var isIdentifier: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
