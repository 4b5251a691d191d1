@testable import Marbles
import TestFolder
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The rules of a spec: the sentences, their mistakes, and their verdicts.
@Suite struct RuleSpecTests {
  private static let streams = """
    frame: 100ms
    hot ask: -a---b-------|
    cold other: -#
    let found = ask.filter { $0 == "a" }.delay(for: 200ms)
    > found

    """
  /// The texts of what `check` reports for one rule. The rule is in line 6.
  private func failures(_ rule: String) throws -> [String] {
    SpecCheck(try ExecutedSpec(SpecText(Self.streams + "! " + rule, file: "s.marble"))).failures
  }

  // a comes at 100 ms and is answered at 300 ms; b comes at 500 ms and is not answered; ask and found finish at 1.3 s
  // and 1.5 s.
  @Test(arguments: TextTable("rule-sentences.txt").rows) func aRuleIsJudgedOrExplained(_ row: TextTable.Row) throws {
    if row.isMistake { return isExplained(row.input, row.said[0], row.said.count > 1 ? row.said[1] : "") }
    let found = try failures(row.input)
    if row.said == ["it holds"] { return #expect(found == []) }
    #expect(found.count == 1 && found[0].hasPrefix("s.marble:6: \(row.said[0])\n"), "\(found)")
  }
  @Test func noRuleIsExplained() { isExplained("", "expected a rule after '!'", "each ask is followed by found") }

  /// A value whose symbol has quotes in a row, and one without, are both in quotes in a rule.
  @Test func aValueWithALongName() throws {
    for rule in ["each a 'ten' is followed by this 'ten'", "each a 'x' is followed by this 'ten' within 2ms"] {
      let spec = "a: -x-'ten'-|\n  x = 1   'ten' = 10\n> a\n! \(rule)"
      #expect(SpecCheck(try ExecutedSpec(SpecText(spec, file: "s"))).failures == [], "\(rule)")
    }
    #expect(
      SpecErrorTests.problem(in: "a: -'ten'-|\n> a\n! at most 1 a 'six'")?.contains(
        "a never sends 'six'; it sends 'ten'") == true)
  }

  @Test func theReportHasTheRowsAndTheBrackets() throws {
    #expect(
      try failures("each ask is followed by found within 300ms") == [
        """
        s.marble:6: rule broken for ask b at 500ms: no found until 800ms
          ask    -a---b-------|
          found  ---a-----------|
          rule    [-+][--x         each ask is followed by found within 300ms
          it was obeyed 1 of 2 times
        """
      ])
  }

  private func isExplained(_ rule: String, _ message: String, _ fix: String) {
    do throws(SpecProblem) {
      _ = try SpecFile(SpecText(Self.streams + "! " + rule, file: "s.marble"))
      Issue.record("'\(rule)' was read")
    } catch {
      #expect(error.message.contains(message) && (fix.isEmpty || error.fix?.contains(fix) == true), "\(rule): \(error)")
    }
  }

  /// A rule about answers, as the test of random rules knows it: a silence and an answer that is due before its end
  /// contradict each other.
  private struct AnswerRule {
    var isSilence: Bool
    /// In frames; `nil` is without an end.
    var time: Int?
    var text: String {
      let within = time.map { " within \($0)" } ?? ""
      return isSilence ? "! no found\(within) after ask" : "! each ask is followed by found\(within)"
    }
    func contradicts(_ other: AnswerRule) -> Bool {
      if isSilence == other.isSilence { return false }
      let (silence, answer) = isSilence ? (self, other) : (other, self)
      guard let end = silence.time else { return true }
      return answer.time.map { $0 < end } ?? false
    }
  }

  /// The first of random rules that contradicts one of those before it is the one that is reported, with a rule that it
  /// contradicts.
  @Test(arguments: 0..<60 as Range<UInt64>) func contradictionsOfRandomRules(_ seed: UInt64) {
    var dice = SplitMixSequence(seed: seed)
    let rules = (0..<Int.random(in: 2...7, using: &dice)).map { _ in
      AnswerRule(
        isSilence: Int.random(in: 0..<4, using: &dice) == 0,
        time: Int.random(in: 0..<6, using: &dice) == 0 ? nil : Int.random(in: 1...9, using: &dice))
    }
    let first = rules.indices.first { index in rules[..<index].contains { $0.contradicts(rules[index]) } }
    let head = "hot ask: -a|\nhot found: --b|\n> ask.merge(with: found)\n",
      text = head + rules.map(\.text).joined(separator: "\n")
    do throws(SpecProblem) {
      _ = try SpecFile(SpecText(text, file: "s.marble"))
      #expect(first == nil, "\(text)")
    } catch {
      let named = error.message.split(separator: " ").last.flatMap { Int($0) }.map { $0 - 4 }
      #expect(error.line - 4 == first, "\(error)\n\(text)")
      #expect(
        named.map { $0 >= 0 && $0 < first ?? 0 && rules[$0].contradicts(rules[first ?? 0]) } == true,
        "\(error)\n\(text)")
    }
  }

  @Test func aNumberMayBeAWord() throws {
    let file = try SpecFile(SpecText(Self.streams + "! at most three found within 1s", file: "s.marble"))
    #expect(file.blocks.first?.rules.first?.sentence.words == "at most 3 found within 1s")
  }

  @Test func aRuleNeedsAPipeline() {
    #expect(throws: SpecProblem.self) { try SpecFile(SpecText("a: -1-|\n! at most 1 a\n> a", file: "s")) }
  }

  @Test func theDrawingIsASpecWithTheSameRules() throws {
    let text = Self.streams + "! each ask is followed by found within 300ms, but is broken\n! at most 1 found"
    let spec = try ExecutedSpec(SpecText(text, file: "s"))
    let drawing = TextRenderer.text(of: spec.diagram)
    #expect(drawing.contains("! each ask is followed by found within 300ms, but is broken\n#         [-+][--x "))
    let again = try ExecutedSpec(SpecText(drawing, file: "s"))
    #expect(TextRenderer.text(of: again.diagram) == drawing && SpecCheck(again).failures == [])
  }

  /// An editor runs only the pipelines that changed: a changed rule is a change.
  @Test func aChangedRuleIsJudgedAnew() throws {
    let old = try ExecutedSpec(SpecText(Self.streams + "! at least 1 found", file: "s"))
    let new = try ExecutedSpec(try SpecFile(SpecText(Self.streams + "! at least 2 found", file: "s")), after: old)
    #expect(SpecCheck(old).failures == [] && SpecCheck(new).failures.count == 1)
  }

  /// Each subscriber has a result of its own. The second one comes too late for the answer.
  @Test func thisIsTheResultOfEachSubscriber() throws {
    let text =
      "hot ask: -a-----|\n> ask.delay(for: 2)\nfrom ^\n= ---a-----|\nfrom ---^\n= ---------|\n! each ask is followed by this within 2"
    let failures = SpecCheck(try ExecutedSpec(SpecText(text, file: "s"))).failures
    #expect(failures.count == 1 && failures[0].contains("no this until 3ms"), "\(failures)")
  }

  /// A stream without a subscriber sends nothing, which proves nothing, whatever the rule says.
  @Test(arguments: [
    "no d after a", "each a is followed by d", "always d > 0", "at most 1 d, if any", "at least 1 d, but is broken",
  ])
  func aStreamWithoutASubscriberIsSaid(rule: String) throws {
    let text = "a: -1-2-|\nlet d = a.map { $0 * 2 }\n> a\n! " + rule
    let failures = SpecCheck(try ExecutedSpec(SpecText(text, file: "s"))).failures
    #expect(failures.count == 1 && failures[0].contains("d has no subscriber in this run"), "\(failures)")
  }
}
