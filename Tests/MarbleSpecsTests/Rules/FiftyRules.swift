import Gallery
import Testing

@testable import MarbleSpecs
@testable import Marbles

/// A requirement from an issue tracker or a document, in words of this project, and its rule.
struct FiftyRule: Sendable, CustomTestStringConvertible {
  /// The repository and the number of the issue, or the name of the document.
  let source: String
  let address: String
  let requirement: String
  /// The rule without its exclamation mark; `nil` if no sentence says it.
  var rule: String?
  var frame = ""
  /// The streams of a run in which the rule holds. The pipeline is the last of them.
  var holds = ""
  /// The streams of a run that breaks it.
  var breaks = ""
  /// The reason for which it cannot be said.
  var why: String?

  init(
    _ source: String, _ address: String, _ requirement: String, _ rule: String, frame: String, holds: String,
    breaks: String
  ) {
    (self.source, self.address, self.requirement, self.rule) = (source, address, requirement, rule)
    (self.frame, self.holds, self.breaks) = (frame, holds, breaks)
  }
  init(_ source: String, _ address: String, _ requirement: String, why: String) {
    (self.source, self.address, self.requirement, self.why) = (source, address, requirement, why)
  }

  /// A small spec in which the rule holds.
  var spec: String? { rule.map { spec(holds, $0) } }
  /// A small spec with the same rule that is broken.
  var broken: String? { rule.map { spec(breaks, "\($0), but is broken") } }

  private func spec(_ streams: String, _ rule: String) -> String {
    let last = streams.split(separator: "\n").last { $0.hasPrefix("hot ") || $0.hasPrefix("let ") } ?? ""
    let name = last.dropFirst(4).prefix { $0 != ":" && $0 != " " }
    return "frame: \(frame)\n\(streams)\n> \(name)\n! \(rule)"
  }

  var testDescription: String { source }
  static let all = first + second + unsayable
}

struct FiftyRules {
  /// The verdict on the only rule of a spec, and what `marble check` reports.
  private func judged(_ spec: String) throws -> (verdict: RuleOutcome.Verdict?, failures: [String]) {
    let executed = try ExecutedSpec(SpecText(spec, file: "rule.marble"))
    return (executed.outcomes.first?.rules.first?.verdict.verdict, SpecCheck(executed).failures)
  }

  @Test(arguments: FiftyRule.all) func holdsAndIsBroken(_ row: FiftyRule) throws {
    guard let spec = row.spec, let broken = row.broken else {
      #expect(row.why != nil)
      return
    }
    let held = try judged(spec)
    #expect(held.verdict == .held && held.failures == [], "\(row.source): \(held.failures)")
    let other = try judged(broken)
    #expect(other.verdict == .broken && other.failures == [], "\(row.source): \(other.failures)")
    // Without the words that allow it, the break is a failure.
    #expect(try judged(broken.replacing(", but is broken", with: "")).failures.count == 1, "\(row.source)")
  }

  @Test func fortyFiveOfFiftyCanBeSaid() {
    #expect(FiftyRule.all.count == 50)
    #expect(FiftyRule.all.count { $0.rule != nil } == 45)
    #expect(Set(FiftyRule.all.map(\.requirement)).count == 50)
  }

  /// The page has a row for each of them.
  @Test func thePageIsCurrent() throws {
    let page = try Gallery.text("FiftyRules.md")
    for row in FiftyRule.all {
      let cell = row.rule.map { "`\($0)`" } ?? row.why ?? ""
      let line = "| \(row.requirement) | \(cell) | [\(row.source)](\(row.address)) |"
      #expect(page.contains(line), "Diagrams/FiftyRules.md has no line:\n\(line)")
    }
    #expect(page.split(separator: "\n").count { $0.hasPrefix("| ") && $0.hasSuffix(") |") } == FiftyRule.all.count)
  }
}

extension FiftyRule {
  /// No sentence says these.
  static let unsayable: [FiftyRule] = [
    FiftyRule(
      "pieforproviders/pieforproviders#2485", "https://github.com/pieforproviders/pieforproviders/issues/2485",
      "The 95th percentile of the response times has a limit.",
      why: "A rule judges each trial; a percentile needs the lengths of all trials together."),
    FiftyRule(
      "HeavyG2005/AuthenticationService#43", "https://github.com/HeavyG2005/AuthenticationService/issues/43",
      "After five failed logins the account is locked.",
      why:
        "A number of events cannot start a trial: a rule starts with each event. With `let fifth = failed.dropFirst(4)` "
        + "it can be said for the first time only, because a login that succeeds resets the count."),
    FiftyRule(
      "RFC 6455, 5.5.3", "https://www.rfc-editor.org/rfc/rfc6455#section-5.5.3",
      "A pong carries the same data as the ping that it answers.",
      why:
        "The value of an answer cannot be compared with the value of its trigger. For a few known values one rule for "
        + "each does: `each ping 'a' is followed by pong 'a'`."),
    FiftyRule(
      "RFC 9110, 10.2.3", "https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3",
      "A client waits as long as Retry-After says before it sends the request again.",
      why: "The time is in the event; the limit of a rule is written in the rule."),
    FiftyRule(
      "flapjack/flapjack#689", "https://github.com/flapjack/flapjack/issues/689",
      "An alert is sent if a check has failed twice, more than 30 seconds apart, without a success in between.",
      why: "The trigger is itself a pattern of three events; rules are not nested."),
  ]
}
