import Pipes

/// The table of all operators. A row is one call of ``row(_:_:_:sample:build:)`` in the file of its family.
///
/// The functions that create rows are not specialized for each row. A pipeline of the interpreter spends its time in interpreted closures,
/// and the copies for 150 types took a third of the compile time of this module for release.
package struct OperatorTable: Sendable {
  /// All rows, by family, in the order in which they are shown.
  package private(set) var rows: [Operator] = []
  private var indices: [String: [Int]] = [:]
  /// The family of the rows that are added next.
  var family = ""
  /// The facts about the operators whose rows are added next.
  private var known: (names: [String], facts: OperatorFacts) = ([], OperatorFacts())

  /// The table without the operators that others add.
  static let standard: OperatorTable = {
    var table = OperatorTable()
    table.addOrigins()
    table.addTransforming()
    table.addFiltering()
    table.addReducing()
    table.addCombining()
    table.addFailing()
    table.addTiming()
    table.addSharing()
    table.addConnecting()
    table.addBeyond()
    return table
  }()
  /// The rows that others have added. They have to be added before the table is first used.
  static let additions = Guarded([Operator]())
  /// The table that is used for reading specs.
  package static let shared: OperatorTable = {
    var table = standard
    for row in additions.with({ $0 }) { table.add(row) }
    return table
  }()

  /// All forms of an operator.
  package func forms(of name: String) -> [Operator] { (indices[name] ?? []).map { rows[$0] } }
  func forms(of name: String, on receiver: Operator.Receiver) -> [Operator] { forms(of: name).filter { $0.receiver == receiver } }
  func names(on receiver: Operator.Receiver) -> [String] { rows.filter { $0.receiver == receiver }.map(\.name) }

  /// The facts about an operator, by its name; one element for each form.
  package func facts(of name: String) -> [OperatorFacts] { forms(of: name).compactMap(\.facts) }

  private mutating func add(_ row: Operator) {
    indices[row.name, default: []].append(rows.count)
    rows.append(row)
  }

  /// Sets the facts of the operators of these names: of all their forms that are added before the next call.
  mutating func about(_ names: String..., facts: OperatorFacts) { known = (names, facts) }
  private func facts(for name: String) -> OperatorFacts? { known.names.contains(name) ? known.facts : nil }

  /// Adds an operator.
  ///
  /// - Parameters:
  ///   - name: The name, as in Pipes.
  ///   - sentence: The effect of the operator, in one sentence.
  ///   - parameters: The parameters. The closure receives each argument in its Swift type.
  ///   - sample: A spec that shows the operator.
  ///   - build: Creates the stream from the upstream and the arguments.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func row<each Bound, Made: Publisher & SendableMetatype>(
    _ name: String, _ sentence: String, _ parameters: repeat Parameter<each Bound>, sample: String,
    build: @escaping @Sendable (SpecPublisher, repeat each Bound) -> Made
  ) where Made.Output: SpecOutput {
    add(
      Operator(
        name: name, receiver: .stream, family: family, sentence: sentence, sample: sample, parameters: infos(repeat each parameters),
        facts: facts(for: name)
      ) { stage in
        let upstream = try stage.publisher(stage.call.upstream ?? .absent, at: stage.call.span)
        var arguments = stage.bound[...]
        return [MadeStream(publisher: build(upstream, repeat try (each parameters).convert(stage, arguments.removeFirst())).adapted)]
      })
  }

  /// Adds an operator with one parameter whose stream waits for a connection.
  mutating func connectable<Bound, Made: ConnectablePublisher & SendableMetatype>(
    _ name: String, _ sentence: String, _ parameter: Parameter<Bound>, sample: String,
    build: @escaping @Sendable (SpecPublisher, Bound) -> Made
  ) where Made.Output: SpecOutput {
    add(
      Operator(
        name: name, receiver: .stream, family: family, sentence: sentence, sample: sample, parameters: [parameter.info],
        facts: facts(for: name), isConnectable: true
      ) { stage in
        let upstream = try stage.publisher(stage.call.upstream ?? .absent, at: stage.call.span)
        let made = build(upstream, try parameter.convert(stage, stage.bound[0]))
        return [MadeStream(publisher: made.adapted) { AnyCancellable(made.connect()) }]
      })
  }

  /// Adds an operator with one parameter that creates several streams.
  mutating func several<Bound>(
    _ name: String, _ sentence: String, _ parameter: Parameter<Bound>, labels: [String], sample: String,
    build: @escaping @Sendable (SpecPublisher, Bound) -> [SpecPublisher]
  ) {
    add(
      Operator(
        name: name, receiver: .stream, family: family, sentence: sentence, sample: sample, parameters: [parameter.info],
        facts: facts(for: name), outputs: labels
      ) { stage in
        let upstream = try stage.publisher(stage.call.upstream ?? .absent, at: stage.call.span)
        return build(upstream, try parameter.convert(stage, stage.bound[0])).map { MadeStream(publisher: $0) }
      })
  }

  /// Whether the stream that an operator creates waits for a connection.
  func makesConnectable(_ name: String) -> Bool { forms(of: name, on: .stream).contains(where: \.isConnectable) }
  /// Whether some operator creates several streams, one of them with this label.
  func isLabel(_ name: String) -> Bool { rows.contains { $0.outputs.contains(name) } }

  /// Adds an origin: a call that begins a pipeline.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func origin<each Bound, Made: Publisher & SendableMetatype>(
    _ name: String, _ sentence: String, _ parameters: repeat Parameter<each Bound>, sample: String,
    build: @escaping @Sendable (repeat each Bound) -> Made
  ) where Made.Output: SpecOutput {
    add(
      Operator(
        name: name, receiver: .nothing, family: family, sentence: sentence, sample: sample, parameters: infos(repeat each parameters),
        facts: facts(for: name)
      ) { stage in
        var arguments = stage.bound[...]
        return [MadeStream(publisher: build(repeat try (each parameters).convert(stage, arguments.removeFirst())).adapted)]
      })
  }

  /// Adds an origin that is a property of a value.
  mutating func property(
    _ name: String, _ sentence: String, sample: String,
    build: @escaping @Sendable (Stage, Value) throws -> SpecPublisher
  ) {
    add(
      Operator(
        name: name, receiver: .value, family: family, sentence: sentence, sample: sample, parameters: [], facts: facts(for: name)
      ) { stage in [MadeStream(publisher: try build(stage, stage.call.upstream ?? .absent))] })
  }

  private func infos<each Bound>(_ parameters: repeat Parameter<each Bound>) -> [ParameterInfo] {
    var infos: [ParameterInfo] = []
    repeat infos.append((each parameters).info)
    return infos
  }
}
