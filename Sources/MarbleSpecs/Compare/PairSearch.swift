import MarbleRuns
import Marbles
import Pipes
import VirtualTime

/// The search for inputs on which two pipelines over the same streams differ: that of a law, and of a comparison.
///
/// Each input runs once on both, in parts that may run beside each other; the findings do not depend on their order. A
/// run in which a closure decides in a new way, or on an input that is shown, is repeated with the causes of its events.
package struct PairSearch: Sendable {
  /// Calls a body with each number below a count, in any order, on any threads.
  package typealias Runner = @Sendable (Int, @escaping @Sendable (Int) -> Void) -> Void
  package static let inOrder: Runner = { count, body in for part in 0..<count { body(part) } }
  /// The number of inputs of a part.
  package static let length = 200

  package let inputs: InputSearch
  /// The largest number of frames whose inputs can be listed. With more there are none but the shortest inputs.
  package var mostFrames = Int.max
  /// The largest number of short inputs that are tried.
  package var mostShort = Int.max
  var origins = ProblemOrigins(nil)

  /// The largest number of short inputs whose operators are watched: what these do not reach, the chosen ones have to.
  private static let mostTraced = 150

  init(_ inputs: InputSearch) { self.inputs = inputs }

  /// The numbers of inputs that are tried: short ones, and all.
  package var short: Int { min(mostShort, inputs.short.count) }
  package var count: Int { short + inputs.chosen.count }
  private func lanes(_ number: Int) -> [Lane] { inputs.lanes(number < short ? number : number - count + inputs.count) }

  /// Tries the inputs.
  ///
  /// - Parameters:
  ///   - stopsAtFirst: Whether nothing matters but the first input on which the pipelines differ.
  ///   - coverage: The coverage of other runs; `nil` if nobody asks for the behavior that no input shows.
  package func findings(
    stopsAtFirst: Bool = false, after coverage: RunCoverage? = RunCoverage(), _ run: Runner = PairSearch.inOrder
  ) -> PairFindings {
    let map = coverage.map { _ in inputs.subject.map }
    let all = Findings(coverage)
    run((count + Self.length - 1) / Self.length) { part in
      let numbers = part * Self.length..<min((part + 1) * Self.length, count)
      if stopsAtFirst, all.with({ $0.findings.isDecided(before: numbers.lowerBound) }) { return }
      let seen = map.map { _ in RunCoverage() }
      let findings = findings(on: numbers, stopsAtFirst, seen, map)
      all.with {
        $0.findings.add(findings)
        if let seen { $0.coverage?.add(seen) }
      }
    }
    return all.with { all in
      if let map, let coverage = all.coverage, all.findings.isSame,
        all.findings.tried + all.findings.triedChosen == count
      {
        all.findings.gaps =
          map.points(of: coverage, ofRows: false).filter { !$0.isReached }.map(\.point.behavior) + inputs.chosen.tooLong
      }
      return all.findings
    }
  }

  /// The findings of the parts that are over.
  private final class Findings: Sendable {
    private let state: Guarded<(findings: PairFindings, coverage: RunCoverage?)>
    init(_ coverage: RunCoverage?) { state = Guarded((PairFindings(), coverage)) }
    func with<R>(_ body: (inout (findings: PairFindings, coverage: RunCoverage?)) -> R) -> R { state.with(body) }
  }

  private func findings(on numbers: Range<Int>, _ stopsAtFirst: Bool, _ seen: RunCoverage?, _ map: CoverageMap?)
    -> PairFindings
  {
    var findings = PairFindings()
    // Whether the next run is traced: an operator has not shown all that it can do.
    var needsTrace = true
    for number in numbers {
      let isChosen = number >= short, lanes = lanes(number)
      let seen = findings.isSame ? seen : nil
      do throws(SpecProblem) {
        var isTraced = seen != nil && needsTrace && (isChosen || number < Self.mostTraced)
        let additions = seen?.decisions.additions ?? 0
        let outcomes = try inputs.subject.outcomes(on: lanes, isTraced: isTraced, seen)
        if let seen, !isTraced, seen.decisions.additions > additions {
          // A closure went another way, so it may have made other operators.
          _ = try inputs.subject.outcomes(on: lanes, isTraced: true, seen)
          isTraced = true
        }
        if isTraced, let seen, let map {
          needsTrace = map.points(of: seen, ofRows: false).contains { !$0.isReached && !$0.point.isDecision }
        }
        findings.add(number, PairDifference(outcomes[0], outcomes[1]), isChosen: isChosen)
        if stopsAtFirst, !findings.isSame { break }
      } catch {
        if !isChosen {
          findings.add(origins.moved(error), at: number)
          break
        }
        // A chosen input is left out if the pipelines cannot run on it.
        findings.add(number, nil, isChosen: true)
        findings.leftOut += 1
      }
    }
    return findings
  }

  /// The problem of a pipeline on one of the first inputs, if it cannot run on it.
  func probe() -> SpecProblem? {
    for number in 0..<min(short, 1_000) {
      do throws(SpecProblem) {
        _ = try inputs.subject.outcomes(on: lanes(number))
      } catch {
        return origins.moved(error)
      }
    }
    return nil
  }

  /// The first input on which the pipelines differ; `nil` if they send the same on all.
  package func firstDifference() throws(SpecProblem) -> Int? {
    let findings = findings(stopsAtFirst: true, after: nil)
    if let (input, problem) = findings.problem, input < findings.first ?? .max { throw problem }
    return findings.first
  }

  // MARK: For people

  /// The rows of an input: what does not matter for the difference is left out of a chosen one.
  func shownLanes(_ number: Int) -> [Lane] {
    if number < short { return lanes(number) }
    let way = try? inputs.subject.difference(on: lanes(number))
    return inputs.subject.shrunk(lanes(number), keeping: way)
  }
  /// The rows of an input, each with the name of its stream: `a: 1-2|`.
  package func rows(_ number: Int) -> [String] {
    zip(inputs.subject.streams, shownLanes(number)).map { "\($0): \($1)" }
  }
  /// The values in the short rows, as literals.
  package var values: [String] {
    (inputs.symbols.first ?? []).map { inputs.subject.file.table.meaning(of: $0).description }
  }
  package var pipelines: [String] { inputs.subject.file.blocks.map(\.pipeline.lines.oneLine) }
}

/// The inputs on which two pipelines differ.
package struct PairFindings: Sendable {
  /// The number of short inputs that were tried, and of those on which the pipelines differ.
  package private(set) var tried = 0
  package private(set) var differing = 0
  /// The same of the chosen inputs, and the number of those on which a pipeline cannot run.
  package private(set) var triedChosen = 0
  package private(set) var differingChosen = 0
  var leftOut = 0
  /// The number of the shortest input for each way in which they differ.
  private var shortest: [PairDifference: Int] = [:]
  /// The problem of the first input on which a pipeline cannot run.
  package private(set) var problem: (input: Int, problem: SpecProblem)?
  /// The behaviors of operators, and the decisions of closures, that no input shows. Only where all inputs were tried
  /// and the pipelines do not differ.
  package internal(set) var gaps: [Behavior] = []

  var isSame: Bool { shortest.isEmpty }
  /// The number of the first input on which they differ.
  var first: Int? { shortest.values.min() }
  func isDecided(before input: Int) -> Bool { min(first ?? .max, problem?.input ?? .max) < input }

  mutating func add(_ input: Int, _ difference: PairDifference?, isChosen: Bool) {
    if isChosen { triedChosen += 1 } else { tried += 1 }
    guard let difference else { return }
    if isChosen { differingChosen += 1 } else { differing += 1 }
    shortest[difference] = min(shortest[difference] ?? .max, input)
  }
  mutating func add(_ problem: SpecProblem, at input: Int) {
    if input < self.problem?.input ?? .max { self.problem = (input, problem) }
  }
  /// Adds the findings of another part. The order of the parts does not matter.
  mutating func add(_ other: PairFindings) {
    tried += other.tried
    differing += other.differing
    triedChosen += other.triedChosen
    differingChosen += other.differingChosen
    leftOut += other.leftOut
    for (way, input) in other.shortest { shortest[way] = min(shortest[way] ?? .max, input) }
    if let (input, problem) = other.problem { add(problem, at: input) }
  }

  /// The ways in which the pipelines differ, each with the number of its shortest input: first the ways in which values
  /// differ, then the ways in which the end alone does, and the shortest input first.
  package var ways: [(difference: PairDifference, input: Int)] {
    shortest.map { (difference: $0.key, input: $0.value) }.sorted {
      ($0.difference.isOfEnd ? 1 : 0, $0.input) < ($1.difference.isOfEnd ? 1 : 0, $1.input)
    }
  }
}

extension Expression {
  /// The durations that are written in the expression, in nanoseconds.
  var durations: [Int64] {
    subexpressions.compactMap { if case .literal(.duration(let length)) = $0.kind { length } else { nil } }
  }
}
