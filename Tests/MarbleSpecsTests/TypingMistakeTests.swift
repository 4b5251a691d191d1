@testable import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// Mistakes of people who know another notation, another library or only English, and the form that the message names.
struct TypingMistakeTests {
  /// Two mistakes are told both, and what only follows from the first is not told.
  @Test(arguments: [
    ("a: -1-|\n> a.mapp { $0 }\n= -1-|||\n", ["2:5: unknown operator", "3:7: "]),
    ("a: -1-|\n> a.mapp { $0 }.dealy(for: 2)\n", ["2:5: unknown operator 'mapp'", "2:17: "]),
    ("a: -1-|\n> a.delay(fr: 2).map { $0 }.debounce(4)\n", ["2:11: ", "2:38: "]),
    ("a: -1||\nb: -2-|\n> a.mapp { $0 }\n> b.mapp { $0 }\n", ["1:7: ", "4:5: "]),
    ("let d = a.map\n> d.delay(for: 2)\n! at least 0 d\n", ["1:9: "]),
    ("a: -1-|\n> a\n! alway this > 1\n! at mast 1 this\n", ["3:3: ", "4:6: "]),
    ("frame = 3\na -1-|\n> a\n", ["1:7: ", "2:3: "]),
  ]) func twoMistakes(_ spec: String, _ places: [String]) throws {
    do throws(SpecProblem) {
      _ = try SpecFile(SpecText(spec, file: "a.marble"))
      Issue.record("\(spec) is a spec")
    } catch {
      let told = error.all.map { "\($0.line):\($0.column): \($0.message)" }
      #expect(told.count == places.count && zip(told, places).allSatisfy { $0.hasPrefix($1) }, "\(told)")
      #expect(error.description.split(separator: "\n").count { $0.hasPrefix("a.marble:") } == places.count)
    }
  }

  /// `from` as RxJS writes it, and zero as a time for an answer.
  @Test func rowsOfRxJSCanBeCopied() throws {
    let spec = try ExecutedSpec(SpecText("a: -1-2-3-|\n> a\nfrom ----!\n= -1-2-\n", file: "a.marble"))
    #expect(SpecCheck(spec).failures == [])
  }
  @Test func zeroIsATimeForAnAnswer() throws {
    func verdict(_ pipeline: String, _ rule: String) throws -> [RuleOutcome.Verdict] {
      try ExecutedSpec(SpecText("hot a: -1-2-|\n> \(pipeline)\n! \(rule)\n", file: "a.marble")).outcomes[0].rules.map(
        \.verdict.verdict)
    }
    for zero in ["0ms", "0"] {
      #expect(try verdict("a.map { $0 }", "each a is followed by this within \(zero)") == [.held])
    }
    #expect(try verdict("a.delay(for: 1)", "each a is followed by this within 0ms") == [.broken])
    #expect(
      SpecErrorTests.problem(in: "a: -1-|\n> a\n! no a within 0ms after a")?.contains("could never be broken") == true)
  }

  /// A rule about some values says nothing of the others.
  @Test func neverTwoEqualOfAValue() throws {
    func verdict(_ row: String, _ rule: String) throws -> [RuleOutcome.Verdict] {
      try ExecutedSpec(SpecText("a: \(row)\n> a\n! \(rule)\n", file: "a.marble")).outcomes[0].rules.map(
        \.verdict.verdict)
    }
    #expect(try verdict("-1-2-2-1-|", "never two equal a '1' in a row") == [.held])
    #expect(try verdict("-2-1-1-|", "never two equal a '1' in a row") == [.broken])
    #expect(try verdict("-1-2-2-1-|", "never two equal a in a row") == [.broken])
  }

  /// The verdicts on each subscriber are below their own rule, also if it is written twice.
  @Test func verdictsAreBelowTheirRule() throws {
    let spec = "hot a: -1-2-3-|\n> a\nfrom ^\nfrom ----^\n! at least 3 this\n! at most 3 this\n! at least 3 this\n"
    let outcome = try ExecutedSpec(SpecText(spec, file: "a.marble")).outcomes[0]
    #expect(outcome.rules.map(\.verdict.verdict) == [.held, .broken, .held, .held, .held, .broken])
    #expect(outcome.rules.map(\.verdict.subscriber) == [0, 1, 0, 1, 0, 1])
    #expect(outcome.rules.map(\.verdict.number) == [0, 0, 1, 1, 2, 2])
  }

  /// The mend of an editor is what was meant, without the labels that the text has already.
  @Test(arguments: [
    ("typed: -1-|\n> typd", "typed"), ("a: -1-|\n> a.dbounce(for: 3)", "debounce"),
    ("tittle: Pauses\na: -1-|\n> a", "title"), ("a: -1-|\n> a\n! eech a is followed by this", "each"),
    ("a: -1-|\n> a.throttle(for: 2, latst: true)", "latest:"), ("a: -1\u{2212}|\n> a", "-"),
  ])
  func theMendIsWhatWasMeant(_ text: String, _ meant: String) throws {
    let problem = #expect(throws: SpecProblem.self) { try SpecFile(SpecText(text, file: "a.marble")) }
    #expect(problem?.mend?.text == meant, "\(problem?.description ?? "")")
    #expect(problem?.meant == meant)
  }

  /// For any name: the question is the fix if there is no other, and the mend replaces the marked part.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func aNameThatWasMeant(_ seed: UInt64) {
    var random = SplitMixSequence(seed: seed)
    let name = String((0..<1 + random.below(9)).map { _ in Array("abc'd ")[random.below(6)] })
    let text = SpecText("0123456789", file: "a"), start = random.below(5), end = start + 1 + random.below(5)
    let fix = random.isOne(in: 2) ? "another" : nil, labels = random.isOne(in: 2) ? "(with:)" : ""
    let problem = text.problem("wrong", at: Span(0, start..<end), fix: fix, meant: name + labels)
    #expect(problem.fix == fix ?? "did you mean '\(name)\(labels)'?")
    #expect(problem.mend?.text == name && problem.mend?.columns == start..<end)
  }
}
