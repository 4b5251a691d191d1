import MarbleRuns
import Marbles

/// The inputs on which the changes of one pipeline are tried, each with what the pipeline itself sends for it.
///
/// Work is counted in actions, so that the outcome is the same on every machine: a run counts as its actions and a
/// number for its beginning.
struct MutantSearch {
  private struct Input {
    var number: Int
    var outcome: SpecOutcome
  }
  private let block: SpecFile.Block
  private let search: InputSearch
  /// The short inputs, the shortest first, and the chosen ones: those on which the pipeline runs and ends. No other
  /// input can be a row.
  private let short: [Input], chosen: [Input]
  /// The work of the pipeline itself on these.
  let work: Int

  /// The work of a beginning, and the most work of the pipeline on the short inputs, and as much on the chosen ones.
  private static let (start, most) = (20, 60_000)
  /// The number of actions after which a run on one input does not end: a multiple of what the rows of the spec take,
  /// within limits.
  private static func limit(after actions: Int) -> Int { min(max(150, actions * 4), 20_000) }

  /// - Parameter actions: The number of actions of the run on the rows of the spec.
  init(_ file: SpecFile, _ block: SpecFile.Block, after actions: Int) {
    let search = InputSearch(file, block, limit: Self.limit(after: actions))
    self.block = block
    self.search = search
    var (short, chosen) = (0, 0)
    self.short = Self.inputs(search, where: false, &short)
    self.chosen = Self.inputs(search, where: true, &chosen)
    work = short + chosen
  }

  private static func inputs(_ search: InputSearch, where isChosen: Bool, _ work: inout Int) -> [Input] {
    var inputs: [Input] = []
    for number in 0..<search.count where search.isChosen(number) == isChosen && work < most {
      let outcome = try? search.subject.outcomes(on: search.lanes(number))[0]
      work += start + (outcome?.actions ?? 0)
      if let outcome, !outcome.isCut, outcome.violations.isEmpty {
        inputs.append(Input(number: number, outcome: outcome))
      }
    }
    return inputs
  }

  /// Looks for an input on which a changed pipeline does something else.
  ///
  /// - Parameters:
  ///   - mutant: The spec with the change.
  ///   - other: The changed pipeline.
  ///   - work: The most work for it; what was done is subtracted.
  ///   - tried: The number of inputs that were tried is added.
  /// - Returns: The lines of a spec with the shortest input, and with what the pipeline sends for it.
  func row(on mutant: SpecFile, _ other: SpecFile.Block, work: inout Int, tried: inout Int) -> [String]? {
    let subject = search.subject
    let changed = PairSubject(mutant, [other.pipeline], like: other, varying: subject.streams, limit: subject.limit)
      .with(
        subject.file.table)
    // The chosen inputs get half of the work, and what the short ones leave.
    var ofShort = work / 2, ofChosen = work - ofShort
    if let row = row(of: short, changed, &ofShort, &tried) {
      work = ofShort + ofChosen
      return row
    }
    work = ofShort + ofChosen
    return row(of: chosen, changed, &work, &tried)
  }

  /// The row for the first of some inputs on which a changed pipeline does something else, as far as the work goes.
  private func row(of inputs: [Input], _ changed: PairSubject, _ work: inout Int, _ tried: inout Int) -> [String]? {
    for input in inputs where work > 0 {
      tried += 1
      let lanes = search.lanes(input.number)
      let outcome = try? changed.outcomes(on: lanes)[0]
      work = max(0, work - Self.start - (outcome?.actions ?? 0))
      // A pipeline that cannot run on an input on which the other one can is noticed.
      if let outcome, PairDifference(input.outcome, outcome) == nil { continue }
      let row = lines(
        on: search.isChosen(input.number) ? PairSubject.shrunk(lanes) { notices(changed, on: $0) } : lanes)
      // Only a row that was run as it is written is proposed.
      if let spec = try? ExecutedSpec(SpecText(row.joined(separator: "\n"), file: "row")), SpecCheck(spec).found.isEmpty
      {
        return row
      }
    }
    return nil
  }

  /// Whether the pipeline runs on some rows and ends, and the changed one does something else.
  private func notices(_ changed: PairSubject, on lanes: [Lane]) -> Bool {
    guard let outcome = try? search.subject.outcomes(on: lanes)[0], !outcome.isCut else { return false }
    guard let other = try? changed.outcomes(on: lanes)[0] else { return true }
    return PairDifference(outcome, other) != nil
  }

  // MARK: The row as a spec

  /// A spec of the pipeline with the rows of an input, and the rows that it sends for them.
  private func lines(on lanes: [Lane]) -> [String] {
    guard let outcome = try? search.subject.outcomes(on: lanes)[0] else { return [] }
    var file = search.subject.file(with: lanes)
    file.blocks = [block]
    let names = Symbolizer(file)
    let sent = outcome.recordings.map { names.lane(of: $0, frame: file.frame) }
    let used = SpecNames(file).definitions(usedBy: block)
    let rows = used.compactMap(\.source).flatMap { source in source.rows.map { (source: source, lane: $0.lane) } }
    // Each symbol of a row that has a meaning keeps it. The meanings in the rows of sources are written below these,
    // the others below the outcome.
    let given = Set(rows.flatMap(\.lane.keys)), received = Set(sent.flatMap(\.keys)).subtracting(given)
    var lines = file.frameText.map { ["frame: \($0)"] } ?? []
    lines += rows.map { $0.source.line($0.lane) } + names.table.lines(of: given)
    for case .derived(let derived) in used { lines += derived.pipeline.lines(after: "let \(derived.name) = ") }
    lines += block.pipeline.lines(after: "> ")
    lines += block.connections.map { "connect \($0.name): \($0.row.lane)" }
    for (number, lane) in sent.enumerated() {
      let rows = block.rowsOfSubscribers[number]
      if let from = rows.from { lines.append("from \(from.lane)") }
      if let demand = rows.demand { lines.append("demand \(demand.lane)") }
      lines.append("= \(lane)")
    }
    return lines + names.table.lines(of: received)
  }
}
