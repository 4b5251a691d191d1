import Pipes

/// Collects the rows of a family.
@resultBuilder enum OperatorRows {
  static func buildExpression(_ row: OperatorRow) -> [OperatorRow] { [row] }
  static func buildExpression(_ rows: [OperatorRow]) -> [OperatorRow] { rows }
  static func buildBlock(_ parts: [OperatorRow]...) -> [OperatorRow] { parts.flatMap(\.self) }
}

/// The kinds of rows.
///
/// The functions that create rows are not specialized for each row. A pipeline of the interpreter spends its time in
/// interpreted closures, and the copies for 150 types took a third of the compile time of this module for release.
extension OperatorTable {
  /// The row of an operator.
  ///
  /// - Parameters:
  ///   - name: The name, as in Pipes.
  ///   - sentence: The effect of the operator, in one sentence.
  ///   - facts: The other facts about the operator.
  ///   - parameters: The parameters. The closure receives each argument in its Swift type.
  ///   - sample: A spec that shows the operator.
  ///   - build: Creates the stream from the upstream and the arguments.
  @_semantics("optimize.sil.specialize.generic.never")
  static func row<each Bound, Made: Publisher & SendableMetatype>(
    _ name: String, _ sentence: String, facts: OperatorFacts, _ parameters: repeat Parameter<each Bound>,
    sample: String, build: @escaping @Sendable (SpecPublisher, repeat each Bound) -> Made
  ) -> OperatorRow where Made.Output: SpecOutput {
    OperatorRow(
      Operator(
        name: name, receiver: .stream, sentence: sentence, sample: sample, parameters: infos(repeat each parameters)),
      facts
    ) { stage in
      let upstream = try stage.publisher(stage.call.upstream ?? .nil, at: stage.call.span)
      var arguments = stage.bound[...]
      return [
        MadeStream(
          publisher: build(upstream, repeat try (each parameters).convert(stage, arguments.removeFirst())).adapted)
      ]
    }
  }

  /// The row of an operator with one parameter whose stream waits for a connection.
  static func connectable<Bound, Made: ConnectablePublisher & SendableMetatype>(
    _ name: String, _ sentence: String, facts: OperatorFacts, _ parameter: Parameter<Bound>, sample: String,
    build: @escaping @Sendable (SpecPublisher, Bound) -> Made
  ) -> OperatorRow where Made.Output: SpecOutput {
    OperatorRow(
      Operator(
        name: name, receiver: .stream, sentence: sentence, sample: sample, parameters: [parameter.info],
        isConnectable: true), facts
    ) { stage in
      let upstream = try stage.publisher(stage.call.upstream ?? .nil, at: stage.call.span)
      let made = build(upstream, try parameter.convert(stage, stage.bound[0]))
      return [MadeStream(publisher: made.adapted) { AnyCancellable(made.connect()) }]
    }
  }

  /// The row of an operator with one parameter that creates several streams.
  static func several<Bound>(
    _ name: String, _ sentence: String, facts: OperatorFacts, _ parameter: Parameter<Bound>, labels: [String],
    sample: String, build: @escaping @Sendable (SpecPublisher, Bound) -> [SpecPublisher]
  ) -> OperatorRow {
    OperatorRow(
      Operator(
        name: name, receiver: .stream, sentence: sentence, sample: sample, parameters: [parameter.info], outputs: labels
      ), facts
    ) { stage in
      let upstream = try stage.publisher(stage.call.upstream ?? .nil, at: stage.call.span)
      return build(upstream, try parameter.convert(stage, stage.bound[0])).map { MadeStream(publisher: $0) }
    }
  }

  /// The row of an origin: a call that begins a pipeline.
  @_semantics("optimize.sil.specialize.generic.never")
  static func origin<each Bound, Made: Publisher & SendableMetatype>(
    _ name: String, _ sentence: String, facts: OperatorFacts, _ parameters: repeat Parameter<each Bound>,
    sample: String, build: @escaping @Sendable (repeat each Bound) -> Made
  ) -> OperatorRow where Made.Output: SpecOutput {
    OperatorRow(
      Operator(
        name: name, receiver: .nothing, sentence: sentence, sample: sample, parameters: infos(repeat each parameters)),
      facts
    ) { stage in
      var arguments = stage.bound[...]
      return [
        MadeStream(publisher: build(repeat try (each parameters).convert(stage, arguments.removeFirst())).adapted)
      ]
    }
  }

  /// The row of an origin that is a property of a value.
  static func property(
    _ name: String, _ sentence: String, facts: OperatorFacts, sample: String,
    build: @escaping @Sendable (Stage, Value) throws -> SpecPublisher
  ) -> OperatorRow {
    OperatorRow(
      Operator(name: name, receiver: .value, sentence: sentence, sample: sample, parameters: []), facts
    ) { stage in [MadeStream(publisher: try build(stage, stage.call.upstream ?? .nil))] }
  }

  /// The row of a method of an array of streams.
  static func streams<Made: Publisher & SendableMetatype>(
    _ name: String, _ sentence: String, facts: OperatorFacts, sample: String,
    build: @escaping @Sendable ([SpecPublisher]) -> Made
  ) -> OperatorRow where Made.Output: SpecOutput {
    property(name, sentence, facts: facts, sample: sample) { stage, value in
      guard case .array(let items) = value else {
        throw stage.problem("expected an array of streams, got \(value.shown)", at: stage.call.span)
      }
      return build(try items.elements.map { try stage.publisher($0, at: stage.call.span) }).adapted
    }
  }

  private static func infos<each Bound>(_ parameters: repeat Parameter<each Bound>) -> [ParameterInfo] {
    var infos: [ParameterInfo] = []
    repeat infos.append((each parameters).info)
    return infos
  }
}
