import Foundation
import Gallery
import TestFolder
import Testing

@testable import MarbleSpecs
@testable import Marbles

/// A requirement from an issue tracker or a document, in words of this project, and its rule: a row of
/// `Diagrams/FiftyRules.md`.
struct FiftyRule: Sendable, CustomTestStringConvertible {
  /// The repository and the number of the issue, or the name of the document.
  let testDescription: String
  let requirement: String
  /// The rule without its exclamation mark; `nil` if no sentence says it, and the page has the reason.
  let rule: String?
  /// A small spec in which the rule holds, and one in which it is broken. They are in `fifty-rules.txt`.
  let spec: String, broken: String

  init(_ row: Substring, _ runs: [String: TextTable.Row]) {
    let cells = row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    requirement = cells[0]
    rule = cells[1].hasPrefix("`") ? String(cells[1].dropFirst().dropLast()) : nil
    testDescription = cells[2].dropFirst().components(separatedBy: "](")[0]
    let run = runs[testDescription].map { $0.input.components(separatedBy: "\n") } ?? []
    spec = Self.spec(run.dropFirst(), rule ?? "")
    broken = Self.spec(run.dropFirst().prefix(1) + (runs[testDescription]?.said ?? []), "\(rule ?? ""), but is broken")
  }
  /// The pipeline is the last stream.
  private static func spec(_ lines: some BidirectionalCollection<String>, _ rule: String) -> String {
    let last = lines.last { $0.hasPrefix("hot ") || $0.hasPrefix("let ") } ?? ""
    let name = last.dropFirst(4).prefix { $0 != ":" && $0 != " " }
    return lines.joined(separator: "\n") + "\n> \(name)\n! \(rule)"
  }

  static let runs = TextTable("fifty-rules.txt").rows
  static let all: [FiftyRule] = {
    let byName = Dictionary(uniqueKeysWithValues: FiftyRule.runs.map { (String($0.input.prefix { $0 != "\n" }), $0) })
    let page = (try? Gallery.text("FiftyRules.md")) ?? ""
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix(") |") }
    return rows.map { FiftyRule($0, byName) }
  }()
}

struct FiftyRules {
  /// The verdict on the only rule of a spec, and what `marble check` reports.
  private func judged(_ spec: String) throws -> (verdict: RuleOutcome.Verdict?, failures: [String]) {
    let executed = try ExecutedSpec(SpecText(spec, file: "rule.marble"))
    return (executed.outcomes.first?.rules.first?.verdict.verdict, SpecCheck(executed).failures)
  }

  @Test(arguments: FiftyRule.all) func holdsAndIsBroken(_ row: FiftyRule) throws {
    if row.rule == nil { return }
    let held = try judged(row.spec)
    #expect(held.verdict == .held && held.failures == [], "\(row.testDescription): \(held.failures)")
    let other = try judged(row.broken)
    #expect(other.verdict == .broken && other.failures == [], "\(row.testDescription): \(other.failures)")
    // Without the words that allow it, the break is a failure.
    #expect(try judged(row.broken.replacing(", but is broken", with: "")).failures.count == 1, "\(row.testDescription)")
  }

  @Test func fortyFiveOfFiftyCanBeSaid() {
    #expect(FiftyRule.all.count == 50 && Set(FiftyRule.all.map(\.requirement)).count == 50)
    let said = FiftyRule.all.filter { $0.rule != nil }.map(\.testDescription)
    #expect(said.count == 45)
    #expect(said.sorted() == FiftyRule.runs.map { String($0.input.prefix { $0 != "\n" }) }.sorted())
  }
}
