import Foundation
import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// The rows that `marble check --mutants` proposes, and what they cost.
struct MutantRowTests {
  private func mutants(_ text: String) throws -> SpecMutants {
    SpecMutants(of: try ExecutedSpec(SpecText(text, file: "a.marble"), triesLaws: false))
  }
  private func rows(_ mutants: SpecMutants, of line: String) -> [String] {
    mutants.mutants.compactMap {
      if $0.line == line, case .missed(let row) = $0.verdict { row.joined(separator: "\n") } else { nil }
    }
  }

  /// Two values show that a part has two of them. `y` has its meaning below the row that is proposed, and is in no row
  /// of the source.
  @Test func aSymbolOfTheOutcomeKeepsItsMeaning() throws {
    let mutants = try mutants(
      "a: -1-|\nb: 12|\n\n> a.collect(2)\n=  ---(x|)\n  x = [1]\n\n> b.collect()\n=  --(y|)\n  y = [1, 2]\n")
    #expect(rows(mutants, of: "> a.collect(3)") == ["a: 12\n> a.collect(2)\n= -y\n  y = [1, 2]"])
  }

  /// A source without an end and a timer without an end are no row: the check would never be over. With a shorter
  /// period a value at the boundary of two periods tells them apart, and the stream ends after it.
  @Test func aRowEnds() throws {
    let mutants = try mutants("a: -1|\n\n> a.window(every: 4).flatMap { w in w.count() }\n=  --(1|)\n")
    let row = try #require(rows(mutants, of: "> a.window(every: 3).flatMap { w in w.count() }").first)
    #expect(try SpecCheck(ExecutedSpec(SpecText(row, file: "row"))).failures == [], "\(row)")
    #expect(mutants.work < 1_500_000, "\(mutants.work)")
  }

  /// Of random specs, each proposed row holds, and is different for the changed pipeline. `MUTANT_ROWS=200` tries that
  /// many.
  @Test func aRandomProposalHoldsAndNotices() throws {
    var proposed = 0
    for seed in 0..<UInt64(Self.count) {
      let text = Self.spec(seed)
      guard let spec = try? ExecutedSpec(SpecText(text, file: "a.marble"), triesLaws: false),
        let row = SpecUpdate(spec).updated(),
        let updated = try? ExecutedSpec(row, triesLaws: false)
      else { continue }
      for mutant in SpecMutants(of: updated).mutants {
        guard case .missed(let lines) = mutant.verdict else { continue }
        proposed += 1
        let text = lines.joined(separator: "\n")
        #expect(try SpecCheck(ExecutedSpec(SpecText(text, file: "row"))).failures == [], "\(seed): \(text)")
        let changed = lines.map { $0 == mutant.original ? mutant.line : $0 }.joined(separator: "\n")
        guard let run = try? ExecutedSpec(SpecText(changed, file: "row")) else { continue }
        #expect(!SpecCheck(run, checksUse: false).failures.isEmpty, "\(seed): \(changed)")
      }
    }
    #expect(proposed > Self.count, "\(proposed)")
  }
  private static let count = ProcessInfo.processInfo.environment["MUTANT_ROWS"].flatMap { Int($0) } ?? 4

  /// A source of up to six frames, and one or two operators.
  private static func spec(_ seed: UInt64) -> String {
    var dice = SplitMixSequence(seed: seed)
    let calls = [
      ".debounce(for: 2)", ".delay(for: 1)", ".collect(2)", ".filter { $0 > 2 }", ".throttle(for: 2, latest: true)",
      ".scan(0) { $0 + $1 }",
      ".window(every: 3).flatMap { w in w.count() }", ".removeDuplicates()", ".retry(1)", ".merge(with: b)",
      ".prefix(2)", ".pairwise()",
    ]
    var row = ""
    for _ in 0..<5 { row += ["-", "-", "1", "2", "3"].randomElement(using: &dice) ?? "-" }
    let chain = (0..<Int.random(in: 1...2, using: &dice)).map { _ in calls.randomElement(using: &dice) ?? "" }.joined()
    return "a: \(row)|\nb: --2-|\n> a\(chain)\n= -|"
  }
}
