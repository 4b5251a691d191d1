import Marbles
import VirtualTime

extension LawOutcome {
  /// Tries a law: on the rows of the spec, on all inputs up to a length, and on inputs that are chosen. It ends with the
  /// first input on which the pipelines differ. Returns `nil` if the pipeline has no law.
  ///
  /// - Parameter enough: The largest number of short inputs.
  init?(
    of file: SpecFile, _ block: SpecFile.Block, _ given: ChosenValues.Given = .init(), enough: Int = 3_000,
    inParts run: PairSearch.Runner = PairSearch.inOrder
  ) throws(SpecProblem) {
    guard let law = block.law else { return nil }
    var subject = PairSubject(file, [block.pipeline, law.pipeline], like: block, varying: law.streams)
    let values = subject.sources.map { file.values(of: $0) }
    let symbols = subject.symbols(of: values)
    let coverage = RunCoverage()
    let own = try subject.outcomes(on: nil, isTraced: true, coverage)
    let search = PairSearch(InputSearch(subject, symbols: symbols, own: values, given: given, atMost: enough))
    let findings = search.findings(stopsAtFirst: true, after: coverage, run)
    count = search.short
    frames = search.inputs.short.frames
    tried = count
    if let (input, problem) = findings.problem, input < findings.first ?? .max {
      var problem = problem
      problem.message += ", if the law has the input " + search.rows(input).joined(separator: " and ")
      throw problem
    }
    if let first = findings.first, first < count {
      tried = first + 1
      difference = try Counterexample(.short, subject, search.inputs.lanes(first))
    } else if PairDifference(own[0], own[1]) != nil {
      difference = try Counterexample(.own, subject, nil)
    } else if let first = findings.first {
      difference = try Counterexample(
        .chosen, search.inputs.subject, search.inputs.subject.shrunk(search.inputs.lanes(first)))
    } else {
      chosen = findings.triedChosen - findings.leftOut
      let gaps = findings.gaps
      wrongExceptions = law.exceptions.filter { one in !gaps.contains { $0.isNamed(by: one.text) } }
      self.gaps = gaps.filter { gap in !law.exceptions.contains { gap.isNamed(by: $0.text) } }
    }
  }
}

extension LawOutcome.Counterexample {
  /// - Parameter lanes: The rows of the streams that vary; `nil` for the rows of the spec.
  fileprivate init?(_ origin: Origin, _ subject: PairSubject, _ lanes: [Lane]?) throws(SpecProblem) {
    let outcomes = try subject.outcomes(on: lanes)
    guard let way = PairDifference(outcomes[0], outcomes[1]) else { return nil }
    let pairs = zip(outcomes[0].recordings, outcomes[1].recordings)
    (first, second) = pairs.first { $0 != $1 } ?? (outcomes[0].recordings[0], outcomes[1].recordings[0])
    rows =
      lanes.map { zip(subject.streams, $0).map { (name: $0, lane: $1) } }
      ?? subject.sources.flatMap { source in source.rows.map { (name: source.name, lane: $0.lane) } }
    self.origin = origin
    self.way = way
    file = try subject.file(showing: lanes)
  }
}
