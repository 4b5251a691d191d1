import Marbles
import Testing

@testable import MarbleSpecs

/// The reasons of operators are points of coverage, so each of them has an input that leads to it.
struct ReasonReachTests {
  /// For each operator with reasons to drop values: its sample, alone, on the shortest inputs and all chosen ones. Forty
  /// short ones are enough, but for the values of three streams of which one has finished.
  @Test func eachReasonOfAnOperatorIsReachedByItsSample() throws {
    var reached = 0
    for row in OperatorTable.shared.rows where row.receiver == .stream && !row.facts.reasons.isEmpty {
      let coverage = try SpecCoverage(
        try SpecFile(SpecText(row.sample, file: "sample")), most: row.name == "combineLatest" ? 700 : 40)
      for gap in coverage.gaps where gap.input == nil {
        // Its closure throws in the sample before it has decided anything.
        guard case .loss(_, let kind) = gap.point.key, row.name != "tryMax" else { continue }
        Issue.record("\(row.signature), \(kind): no input shows that \(gap.point.sentence), in \(row.sample)")
      }
      reached += coverage.shown + coverage.reachable
    }
    #expect(reached > 150)
  }
}
