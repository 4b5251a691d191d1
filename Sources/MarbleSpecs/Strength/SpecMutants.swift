import Marbles
import VirtualTime

/// Wrong neighbors of the pipelines of a spec, and which of them its rows notice.
package struct SpecMutants: Sendable {
  package enum MutantVerdict: Sendable {
    /// The rows of the spec are different for it.
    case caught
    /// The rows are the same for it. These lines are the shortest input on which it does something else, with what the
    /// pipeline sends for it.
    case missed([String])
    /// It sends the same for this number of inputs.
    case same(Int)
  }
  package struct Mutant: Sendable {
    /// The line of the spec as it is, and with the change.
    let original: String
    package let line: String
    package let place: String
    package let verdict: MutantVerdict
  }

  package let mutants: [Mutant]
  /// The number of actions that the search took: see ``MutantSearch``.
  let work: Int
  package var caught: Int { mutants.count { if case .caught = $0.verdict { true } else { false } } }
  /// The number of those that can be caught.
  package var different: Int { mutants.count { if case .same = $0.verdict { false } else { true } } }

  /// The largest number of actions of a run, and of mutants of one spec.
  private static let (limit, most) = (20_000, 300)
  /// The most work for all mutants of a spec, for one of them, and the least for one of many: see ``MutantSearch``.
  private static let (work, workOfOne, leastWork) = (1_000_000, 100_000, 2_000)

  /// - Parameter spec: A spec whose rows are as expected.
  package init(of spec: ExecutedSpec) {
    var file = spec.file
    file.limit = min(file.limit ?? Self.limit, Self.limit)
    var changes: [(change: MutantChange, file: SpecFile)] = []
    var known: Set<[[Character]]> = []
    for change in MutantChange.all(of: file).prefix(Self.most) {
      guard let mutant = change.file(of: file), known.insert(mutant.text.lines).inserted else { continue }
      changes.append((change, mutant))
    }
    let old = ExecutedSpec(file, spec.outcomes)
    var searches: [Int: MutantSearch] = [:]
    var left = Self.work, done = 0
    mutants = changes.enumerated().map { number, change in
      let share = min(Self.workOfOne, max(Self.leastWork, left / (changes.count - number)))
      var work = share
      let verdict = Self.verdict(on: change.file, of: old, &searches, &work)
      left = max(0, left - (share - work))
      done += share - work
      return Mutant(
        original: String(file.text.lines[change.change.span.line]),
        line: String(change.file.text.lines[change.change.span.line]),
        place: file.text.place(of: change.change.span).description, verdict: verdict)
    }
    work = searches.values.reduce(done) { $0 + $1.work }
  }

  private static func verdict(
    on mutant: SpecFile, of spec: ExecutedSpec, _ searches: inout [Int: MutantSearch], _ work: inout Int
  ) -> MutantVerdict {
    var mutant = mutant
    // A small change that takes ten times as many actions does not end.
    let actions = spec.outcomes.map(\.actions).max() ?? 0
    mutant.limit = min(spec.file.limit ?? limit, max(1_000, actions * 10))
    guard let run = try? ExecutedSpec(mutant, triesLaws: false, after: spec),
      SpecCheck(run, checksUse: false).found.isEmpty
    else { return .caught }
    var tried = 0
    let names = SpecNames(spec.file), others = SpecNames(mutant)
    for (index, (block, other)) in zip(spec.file.blocks, mutant.blocks).enumerated() {
      func texts(_ names: SpecNames, _ block: SpecFile.Block) -> [[String]] {
        [block.pipeline.lines] + names.definitions(usedBy: block).compactMap { $0.pipeline?.lines }
      }
      // The change is in another pipeline.
      if texts(names, block) == texts(others, other) { continue }
      let search = searches[index] ?? MutantSearch(spec.file, block, after: spec.outcomes[index].actions)
      searches[index] = search
      if let row = search.row(on: mutant, other, work: &work, tried: &tried) { return .missed(row) }
    }
    return .same(tried)
  }
}
