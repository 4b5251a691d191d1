import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// Mistakes of people who know another notation, another library or only English, and the form that the message names.
struct TypingMistakeTests {
  /// Lines and calls with a mistake, and a part of the message: the form to write.
  static let mistakes: [(spec: String, form: String)] = [
    ("a: a 10 ms b\n> a", "write 10ms"), ("a: -1-|\n> a\nexpect: -1-|", "write '= -1-|'"),
    ("a: -1-|\n> a\nexpected: -1-|", "write '= -1-|'"),
    ("a: -1-|\n> a.throttleFirst(for: 3)", "write throttle(for: 300ms, leading: true, trailing: false)"),
    ("a: -1-|\n> a.throttleLatest(3)", "latest: true"),
    ("a: -1-|\n> a.interval(2)", "write interval(300ms), with no stream before it"),
    ("a: -1-|\n> a.timer(2)", "delaySubscription"),
    ("a: -1-|\n> a.toList()", "write collect()"), ("a: -1-|\n> a.toArray()", "write collect()"),
    ("a: -1-|\n> a.onErrorReturn(1)", "write replaceError(with: 0)"),
    ("a: -1-|\n> a.recover { _ in a }", "write catch { _ in b }"),
    ("a: -1-|\n> a.mapNotNull { $0 }", "write compactMap { $0 }"),
    ("a: -1-|\n> a.filterNotNull()", "write compactMap { $0 }"),
    ("a: -1-|\n> a.collectLatest { _ in a }", "write switchMap { x in b }"),
    ("a: -1-|\n> a.flatMapConcat { _ in a }", "write concatMap { x in b }"),
    ("a: -1-|\n> a.stateIn(scope)", "write prepend(0).removeDuplicates().share(replay: 1)"),
    ("a: -1-|\n> a.conflate()", "write buffer(size: 1"),
    ("a: -1-|\n> a.runningFold(0) { $0 + $1 }", "write scan(0, +).prepend(0)"),
    ("a: -1-|\n> a.where { $0 > 1 }", "write filter { $0 > 1 }"),
    ("a: -1-|\n> a.select { $0 }", "write map { $0 * 2 }"),
    ("a: -1-|\n> a.selectMany { a }", "write flatMap { x in b }"),
    ("a: -1-|\n> a.skipWhile { $0 < 2 }", "write drop(while: { $0 < 2 })"),
    ("a: -1-|\n> a.aggregate(0) { $0 + $1 }", "write reduce(0, +)"),
    ("a: -1-|\n> a.onEach { $0 }", "it does not affect timing; remove it"), ("a: -1-|\n> a.debug()", "remove it"),
    ("a: -1-|\n> a.map { $0 is Int }", "all values of a stream have one type; remove 'is' and the type"),
    ("a: -1-|\n> a.map { $0 as String }", "remove 'as' and the type"),
    ("a: -1-|\n> a.map { $0 instanceof Int }", "remove 'instanceof' and the type"),
    ("a: -1-|\n> a.map { $0.toString() }", "write \"\\($0)\""), ("a: -1-|\n> a.map { String.valueOf($0) }", "String"),
    ("a: -1-|\n> a.map { $0.length }", "count"), ("a: -1-|\n> a.map { $0.size() }", "count"),
    ("a: -1-|\n> a.map { $0 ** 2 }", "write a product"),
    ("a: -1-|\n> a.map { $0 and 1 }", "write &&"), ("a: -1-|\n> a.map { x => x }", "{ x in x > 1 }"),
    ("a: -1-|\n> a.map(lambda x: x)", "{ x in x > 1 }"),
    ("a: -1-|\n> a.delay(3s)", "for:"), ("a: -1-|\n> a.debounce(300 ms)", "300ms"),
    ("a: -1-|\n> a.merge(b)", "write merge(with: b)"),
    ("a = -1-|\n> a", "write 'a: -1-|'"), ("a: \"-1-|\"\n> a", "write -1-|"), ("let a = -1-|\n> a", "write 'a: -1-|'"),
    ("a: -1-|\na.map { $0 }", "a pipeline begins with '>'"),
    ("a: -1-|\n> a\n-> -1-|", "write '= -1-|'"), ("a: -1-|\n> a\nresult = -1-|", "write '= -1-|'"),
    ("a: -1-|\n> a\n! each a is followed by this within 0", ""),
  ]
  @Test(arguments: mistakes) func aMistakeGetsItsForm(_ row: (spec: String, form: String)) throws {
    let problem = SpecErrorTests.problem(in: row.spec)
    if row.form.isEmpty { return #expect(problem == nil, "\(problem ?? "")") }
    #expect(try #require(problem, "\(row.spec)").contains(row.form), "\(problem ?? "")")
  }

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
    #expect(try verdict("a.map { $0 }", "each a is followed by this within 0ms") == [.held])
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
