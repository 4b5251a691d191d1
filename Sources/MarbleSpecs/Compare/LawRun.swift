import MarbleRuns
import Marbles
import VirtualTime

/// The runs of the two pipelines of a law: on the rows of the spec, on all inputs up to a length, and on inputs that
/// are chosen.
struct LawRun {
  private let file: SpecFile
  private let law: SpecFile.Law
  private let given: ChosenValues.Given
  /// The symbols of each stream that varies.
  private var symbols: [[Symbol]] = []
  private let subject: PairSubject
  private let space: InputSpace

  /// Creates the runs; `nil` if the pipeline has no law.
  ///
  /// - Parameter enough: The largest number of short inputs.
  init?(of file: SpecFile, _ block: SpecFile.Block, _ given: ChosenValues.Given = .init(), enough: Int = 3_000) {
    guard let law = block.law else { return nil }
    (self.file, self.law, self.given) = (file, law, given)
    var subject = PairSubject(file, [block.pipeline, law.pipeline], like: block, varying: law.streams)
    for source in subject.sources {
      var signs: [Symbol] = []
      for value in PairValues.values(in: file.values(of: source), for: subject.expressions) {
        signs.append(subject.symbol(of: value))
      }
      symbols.append(signs)
    }
    self.subject = subject
    let most = symbols.map(\.count).max() ?? 1
    let frames = InputSpace.frames(symbols: most, streams: law.streams.count, atMost: enough)
    space = InputSpace(frames: frames, symbols: most, streams: law.streams.count)
  }

  /// Runs both pipelines on the inputs, up to the first on which they differ; the shortest is looked for first.
  func outcome() throws(SpecProblem) -> LawOutcome {
    var outcome = LawOutcome()
    (outcome.count, outcome.frames, outcome.table) = (space.count, space.frames, subject.file.table)
    let coverage = PairCoverage(subject)
    let own = try coverage.outcomes(on: nil, isChosen: true)
    for input in 0..<space.count {
      let lanes = space.lanes(input, frame: file.frame, symbols)
      outcome.tried += 1
      let outcomes = try run(lanes) { () throws(SpecProblem) in try coverage.outcomes(on: lanes, isChosen: false) }
      if let found = counterexample(outcomes, .short, lanes) {
        outcome.difference = found
        return outcome
      }
    }
    if var found = counterexample(own, .own, []) {
      found.rows = subject.sources.flatMap { source in source.rows.map { (name: source.name, lane: $0.lane) } }
      outcome.difference = found
      return outcome
    }
    let values = subject.sources.map { file.values(of: $0) }
    let chosen = ChosenInputs(subject, own: values, given: given)
    let last = PairCoverage(chosen.subject, after: coverage)
    outcome.table = chosen.subject.file.table
    for lanes in chosen.inputs {
      // An input on which a pipeline cannot run is left out.
      guard let outcomes = try? last.outcomes(on: lanes, isChosen: true) else { continue }
      outcome.chosen += 1
      guard counterexample(outcomes, .chosen, lanes) != nil else { continue }
      let shrunk = chosen.subject.shrunk(lanes)
      outcome.difference = counterexample(try chosen.subject.outcomes(on: shrunk), .chosen, shrunk)
      return outcome
    }
    let gaps = last.gaps.map(\.behavior) + chosen.tooLong
    outcome.wrongExceptions = law.exceptions.filter { one in !gaps.contains { $0.isNamed(by: one.text) } }
    outcome.gaps = gaps.filter { gap in !law.exceptions.contains { gap.isNamed(by: $0.text) } }
    return outcome
  }

  /// The difference of two outcomes with its input; `nil` if there is none.
  private func counterexample(
    _ outcomes: [SpecOutcome], _ origin: LawOutcome.Counterexample.Origin, _ lanes: [Lane]
  ) -> LawOutcome.Counterexample? {
    guard let way = PairDifference(outcomes[0], outcomes[1]) else { return nil }
    let pairs = zip(outcomes[0].recordings, outcomes[1].recordings)
    let (one, other) = pairs.first { $0 != $1 } ?? (outcomes[0].recordings[0], outcomes[1].recordings[0])
    return LawOutcome.Counterexample(
      origin: origin, way: way, rows: zip(law.streams, lanes).map { (name: $0, lane: $1) }, first: one, second: other)
  }

  /// Runs a body; its problem names the input.
  private func run(_ lanes: [Lane], _ body: () throws(SpecProblem) -> [SpecOutcome]) throws(SpecProblem)
    -> [SpecOutcome]
  {
    do throws(SpecProblem) {
      return try body()
    } catch {
      var problem = error
      problem.message +=
        ", if the law has the input " + zip(law.streams, lanes).map { "\($0): \($1)" }.joined(separator: " and ")
      throw problem
    }
  }
}
