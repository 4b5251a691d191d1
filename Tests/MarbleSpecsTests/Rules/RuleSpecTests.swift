import Marbles
import Testing

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
  @Test(
    arguments: [
      "each ask 'a' is followed by found within 200ms", "each ask 'a' is followed by this within 2",
      "no found within 200ms after ask",
      "at most 1 found within 1h", "at most 2 ask", "at most 1 found after each ask", "at least 1 found",
      "found only after ask",
      "never more found than ask", "as many found as ask 'a'", "found finishes within 200ms after ask finishes",
      "found ends within 2 frames after ask ends", "never two equal ask in a row", "always found == \"a\"",
      "never ask = \"x\"",
      "always ask == \"b\" at the end", "never found = ask at the end", "always found <= ask",
      "no found after ask finishes",
      "each ask is followed by found within 400ms, or by the next ask, but is broken",
      "each ask is followed by found, unless found ends",
      "never two equal in a row, if any",
    ])
  func holds(rule: String) throws { #expect(try failures(rule) == []) }

  @Test(
    arguments: [
      ("each ask is followed by found within 300ms", "rule broken for ask b at 500ms: no found until 800ms"),
      ("each ask is followed by found", "rule broken for ask b at 500ms: no found before found ended at 1500ms"),
      ("no found within 201ms after ask", "rule broken for ask a at 100ms: found at 300ms"),
      ("at most 1 ask within 401ms", "rule broken by ask b at 500ms: more than 1 since 100ms"),
      ("at most 1 ask", "rule broken by ask b at 500ms: more than 1"),
      ("at most 0 found after each ask", "rule broken for ask a at 100ms: found at 300ms"),
      ("at least 2 found", "rule broken at the end: only 1 found"),
      ("ask only after found", "rule broken by ask a at 100ms: there was no found before it"),
      ("never more ask than found", "rule broken by ask a at 100ms: 1 ask, 0 found"),
      ("as many found as ask", "rule broken at the end: 1 found, 2 ask"),
      ("always ask == \"a\"", "rule broken at 500ms: ask is \"b\""),
      ("never found < ask", "rule broken at 500ms: found is \"a\", ask is \"b\""),
      ("never two equal found in a row", "the rule was never put to the test"),
      ("at most 1 found, but is broken", "the rule held once"),
    ])
  func fails(rule: String, head: String) throws {
    let found = try failures(rule)
    #expect(found.count == 1 && found[0].hasPrefix("s.marble:6: \(head)\n"), "\(found)")
  }

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
          it held 1 of 2 times
        """
      ])
  }

  @Test(
    arguments: [
      ("", "expected a rule after '!'", "each ask is followed by found"),
      ("each", "expected a stream after 'each'", "each A is followed by B within 300ms"),
      ("each aks is followed by found", "there is no stream 'aks'", "did you mean 'ask'?"),
      (
        "each ask is folowed by found", "expected 'is followed by' after 'each ask', got 'folowed'",
        "each A is followed by B"
      ),
      ("each ask 'x' is followed by found", "ask never sends 'x'", "it sends a, b"),
      ("each other is followed by found", "the rule can never be put to the test: other sends no values", ""),
      (
        "found fails within 3 after ask fails", "the rule can never be put to the test: ask never fails",
        "its row has no '#'"
      ),
      ("no found within 300 ms after ask", "no space between a number and its unit", "write 300ms"),
      ("no found within 3sec after ask", "expected a length of time such as 300ms, got '3sec'", "write 3s"),
      ("no found within 0 after ask", "the length of time must be longer than zero", ""),
      ("at last 3 found", "expected 'most' after 'at', got 'last'", "at most 3 B within 1s"),
      ("at most x found", "expected a number after 'at most'", ""),
      ("ech ask is followed by found", "this is not a rule", "marble help rules"),
      ("every ask is followed by found", "this is not a rule", "write 'each ask is followed by found'"),
      ("ask is followed by found", "expected 'each' before 'ask'", "write 'each ask is followed by …'"),
      ("each ask is followed by found, maybe", "expected another part of the rule after ','", "unless"),
      ("found only after ask, unless other", "nothing waits in this rule", ""),
      ("each ask is followed by found in 300ms", "expected 'within' before a time, got 'in'", "write 'within 300ms'"),
      ("at most 3 found per 1s", "expected 'within' before a time, got 'per'", "write 'within 1s'"),
      ("no found for 300ms after ask", "expected 'within' before a time, got 'for'", "write 'within 300ms'"),
      (
        "exactly 2 found", "a rule cannot begin with 'exactly'",
        "write two rules: 'at most 2 found' and 'at least 2 found'"
      ),
      (
        "never found within 300ms after ask", "'never' is followed by a condition",
        "write 'no found within 300ms after ask'"
      ),
      ("no found", "expected 'after' after 'no found'", "write 'at most 0 found', or 'no found after …'"),
      ("always 1 > 2", "the condition names no stream", "its latest value"),
      ("always", "expected a condition after 'always'", "always total >= 0"),
      ("always foud > 2", "there is no stream 'foud'", "did you mean 'found'?"),
      (
        "no found within 300ms after ask\n! each ask is followed by found within 200ms",
        "this contradicts the rule in line 6", ""
      ),
    ])
  func mistakes(rule: String, message: String, fix: String) {
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
    var dice = Dice(seed: seed)
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
