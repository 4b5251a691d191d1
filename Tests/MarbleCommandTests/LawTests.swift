import Testing
import VirtualTime

@testable import MarbleCommandLine
@testable import MarbleSpecs

/// Laws in specs: `== pipeline` below a pipeline.
struct LawTests {
  /// All inputs of up to six frames, as the command tries them.
  static func spec(_ text: String) throws -> ExecutedSpec { try ExecutedSpec(SpecText(text, file: "a.marble")) }
  /// All inputs of up to four frames, where two values make 1 + 4 * (1 + 3 + 9 + 27): as good for what does not depend
  /// on their number.
  static func small(_ text: String) throws -> ExecutedSpec {
    let file = try SpecFile(SpecText(text, file: "a.marble"))
    var outcomes = try ExecutedSpec(file, isTraced: false, triesLaws: false).outcomes
    for (index, block) in file.blocks.enumerated() {
      outcomes[index].law = try LawOutcome(of: file, block, enough: 200)
    }
    return ExecutedSpec(file, outcomes)
  }
  static func failures(_ text: String) throws -> [String] { SpecCheck(try small(text)).failures }
  static func law(_ text: String) throws -> LawOutcome? { try small(text).outcomes[0].law }

  /// With two values there are 1 + 4 * (1 + 3 + 9 + 27 + 81 + 243) rows of up to six frames.
  @Test func aLawHolds() throws {
    let text = "a: -1-2-|\n> a.delay(for: 1).delay(for: 2)\n== a.delay(for: 3)"
    let spec = try Self.spec(text)
    #expect(SpecCheck(spec).failures == [])
    let law = try #require(spec.outcomes[0].law)
    #expect(law.holds && law.tried == 1_457 && law.count == 1_457 && law.frames == 6)
    #expect(law.chosen > 30 && law.sentence == "the same for every input that was tried")
  }

  /// Three closures are alike. A clause without a number is about none of them; the first one is shown by a row.
  @Test func aClauseIsAboutOneOfThoseAlike() throws {
    let law = "a: -1-2-3-|\n> a.drop(while: { $0 < 5 }).drop(while: { $0 < 5 })\n== a.drop(while: { $0 < 5 })\n"
    let vague = try Self.failures(law + "== never `$0 < 5` is true\n")
    #expect(
      vague.count == 2 && vague[0].contains("write which one, as in '== never the second `$0 < 5` is true'"), "\(vague)"
    )
    #expect(try Self.failures(law + "== never the second `$0 < 5` is true\n") == [])
    let shown = try Self.failures(law + "== never the second `$0 < 5` is true\n== never the first `$0 < 5` is true\n")
    #expect(shown.count == 1 && shown[0].contains("the law has an input that shows this"), "\(shown)")
  }

  /// The empty row is the first input, and `1` the second.
  @Test func theShortestInputOnWhichTheyDiffer() throws {
    let spec = try Self.spec("a: -1-2-|\n> a.delay(for: 1)\n== a.delay(for: 2)")
    #expect(
      SpecCheck(spec).failures == [
        """
        a.marble:3: a.delay(for: 1) and a.delay(for: 2) differ on input 2 of the 1,457 inputs of up to 6 frames
          a   1--
          >   -1-
          ==  --1
               ^^
          They send the same values at different times.
        """
      ])
  }

  /// The rows of two sources: at one instant the first of them comes first.
  @Test func twoSourcesVary() throws {
    let law = try #require(try Self.law("a: -1-\nb: --2-|\n> a.merge(with: b)\n== b.merge(with: a)"))
    let difference = try #require(law.difference)
    #expect(difference.rows.map { "\($0.name): \($0.lane)" } == ["a: 1", "b: 2"])
    #expect(difference.way == .order)
    #expect(try Self.law("a: -1-\nb: --1-|\n> a.append(b)\n== a.append(b).append(Empty())")?.holds == true)
  }

  /// The values at which a closure decides are tried, too: with 1 and 2 alone both would be equal.
  @Test func theValuesThatClosuresCompareWith() throws {
    let failures = try Self.failures("a: -1-2-|\n> a.filter { $0 > 3 }\n== a.filter { $0 > 4 }")
    #expect(failures.count == 1 && failures[0].contains("\n  a   4\n  >   4\n  ==  -\n"), "\(failures)")
  }

  /// 12 has no symbol of its own.
  @Test func aValueWithoutASymbol() throws {
    let failures = try Self.failures("a: -1-2-|\n> a.filter { $0 > 11 }\n== a.filter { $0 > 12 }")
    #expect(failures.count == 1 && failures[0].contains("\n  q = 12\n"), "\(failures)")
  }

  @Test func namedStreamsDemandAndWindows() throws {
    #expect(
      try Self.failures("a: -1-2-|\nlet twice = a.map { $0 * 2 }\n> twice\n== a.map { $0 + $0 }\nsubs a: ^----!") == [])
    // Without demand nothing arrives; with one request one value.
    #expect(
      try Self.failures(
        "hot a: -1-2-|\n> a\ndemand 1\n== a.prefix(1).append(Empty(completeImmediately: false)).merge(with: a.ignoreOutput())"
      ).count == 1)
    #expect(try Self.failures("a: -1-2-|\n> a.filter { _ in false }\nfrom ^---!\n== a.ignoreOutput()") == [])
  }

  /// Below the law the next pipeline, rules and rows are read as ever, and a law may continue in further lines.
  @Test func aLawAmongOtherLines() throws {
    let text =
      "a: -1-2-|\n> a.map { $0 + 1 }\n=  -2-3-|\n== a\n    .map { $0 + 2 }\n    # a comment\n    .map { $0 - 1 }\n! at least 1 this\n> a.first()\n== a.prefix(1)"
    #expect(try Self.failures(text) == [])
    let file = try SpecFile(SpecText(text, file: "a.marble"))
    #expect(file.blocks.map { $0.law?.pipeline.lines.count } == [3, 1])
  }

  /// A time and a count that no row is long enough for are not tried, so the law is not said to hold. Others have rows
  /// of their own.
  @Test func aTimeOrACountThatIsTooLong() throws {
    for law in ["debounce(for: 2000000)", "prefix(5000)"] {
      let failures = try Self.failures("a: -1-2-|\n> a.\(law)\n== a.\(law).map { $0 }")
      let gap = law.hasPrefix("prefix") ? "5,000 values arrive" : "a time of 2,000,000 frames passes"
      #expect(
        failures.count == 1 && failures[0].contains("the law is undecided: no input shows that\n  \(gap)\n"),
        "\(failures)")
    }
    for time in ["30", "300ms"] {
      #expect(try Self.failures("a: -1-2-|\n> a.debounce(for: \(time))\n== a.debounce(for: \(time))") == [])
    }
    #expect(try Self.failures("a: -1-2-|\n> a.debounce(for: 30)\n== a.debounce(for: 31)").count == 1)
  }

  // MARK: Beyond the short rows with the values of the spec

  /// A constant that is false for -1 only, a count, an error, a tie: each refutes a law that all short rows of 1 and 2
  /// keep.
  @Test(arguments: [
    ("filter { $0 >= 0 }", "  a   p\n  >   -\n  ==  p\n"),
    ("prefix(20)", "They send the same values and complete differently."),
    ("throttle(for: 1, latest: true)", "  a   (12)\n"), ("retry(1, if: { $0 == \"busy\" })", "#'busy'"),
  ])
  func aLawThatOneInputRefutes(_ call: String, _ part: String) throws {
    let failures = try Self.failures("a: -1-2-|\n> a.\(call)\n== a")
    #expect(failures.count == 1 && failures[0].contains(part), "\(failures)")
    #expect(
      failures[0].contains("differ on an input that is chosen for a value, an error, a count or a time in them\n"),
      "\(failures)")
  }

  /// The spec's own row is an input, and its error is one.
  @Test func theRowOfTheSpecRefutesItsLaw() throws {
    let text = "a: -1-#'busy'\n> a.catch { e in e == \"busy\" ? Just(9) : Fail(e) }\n== a"
    #expect(try Self.failures(text).first?.contains("differ on the rows of the spec\n") == true)
    #expect(try Self.law("a: 12121212121212121212-|\n> a.prefix(12)\n== a")?.holds == false)
  }

  // MARK: Gaps

  /// The second one never gets a repetition. That is a gap, until the spec says so; and what an input shows is not said
  /// to be impossible.
  @Test func aGapIsUndecidedUntilItIsNamed() throws {
    let text = "a: -1-1-|\n> a.removeDuplicates().removeDuplicates()\n== a.removeDuplicates()\n"
    let gap = "the second `removeDuplicates()` drops a value: it equals the previous value"
    let key = "the second `removeDuplicates()` drops: arrival"
    let failures = try Self.failures(text)
    #expect(failures.count == 1)
    #expect(failures[0].hasPrefix("a.marble:3: the law is undecided: no input shows that\n  \(gap)\n"), "\(failures)")
    #expect(failures[0].hasSuffix("\n  == never \(key)"), "\(failures)")
    #expect(try Self.law(text)?.sentence.contains("but none shows that \(gap)") == true)
    #expect(try Self.failures(text + "== never \(key)") == [])
    let first = key.replacing("second", with: "first")
    let wrong = try Self.failures(text + "== never \(key)\n== never \(first)")
    #expect(wrong.count == 1 && wrong[0].hasSuffix("remove the line '== never \(first)'"), "\(wrong)")
    let drawn = MarbleTool.run(["render", "-e"] + (text + "== never \(key)").split(separator: "\n").map(String.init))
      .output
    #expect(drawn.contains("\n== never \(key)\n"), "\(drawn)")
    #expect(
      MarbleTool.run(["render", "-e", "a: -1|", "> a", "== never x"]).errors.contains("'== never' belongs to a law"))
  }

  /// Version 0.3 wrote the clause with its reason. The reason may be written better since then; of an operator that
  /// drops values in several ways it is needed, because it says in which one.
  @Test func aClauseWithItsReason() throws {
    let text = "a: -1-1-|\n> a.removeDuplicates().removeDuplicates()\n== a.removeDuplicates()\n"
    for reason in ["it equals the previous value", "it equals the value before"] {
      let clause = "== never the second `removeDuplicates()` drops a value: \(reason)"
      #expect(try Self.failures(text + clause) == [], "\(reason)")
    }
    let other = try Self.failures(text + "== never the first `removeDuplicates()` drops a value: it is old")
    #expect(other.contains { $0.contains("the law has an input that shows this") }, "\(other)")
    let several = "a: -1-2-|\n> a.prefix(0).debounce(for: 2)\n== a.prefix(0)\n"
    let sentences = try #require(try Self.law(several)).gaps.map(\.sentence)
    #expect(sentences.count > 1)
    #expect(try Self.failures(several + sentences.map { "== never \($0)\n" }.joined()) == [])
    #expect(try Self.failures(several + "== never debounce drops a value: it was too late").count == 2)
  }

  /// A key names one gap and no other one, and with the keys of all gaps a law holds.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func theKeysOfAllGaps(_ seed: UInt64) throws {
    var random = SplitMixSequence(seed: seed)
    let calls = [
      "removeDuplicates()", "filter { $0 > 9 }", "debounce(for: 2)", "throttle(for: 2, latest: true)", "prefix(0)",
      "concatMap { Just($0) }", "drop(while: { $0 < 5 })", "compactMap { $0 > 2 ? $0 : nil }", "sample(every: 2)",
      "prefix(5000)", "buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)",
    ]
    // No value comes through, so that all operators have gaps.
    let pipeline = "a.prefix(0)" + (0..<3).map { _ in "." + calls[random.below(calls.count)] }.joined()
    let text = "limit: 300\na: -1-2-|\n> \(pipeline)\n== \(pipeline)\n"
    let gaps = try #require(try Self.law(text)).gaps
    for gap in gaps {
      #expect(gaps.filter { $0.isNamed(by: gap.key) } == [gap], "\(pipeline): \(gap.key)")
      #expect(gaps.contains { $0.isNamed(by: gap.sentence) })
    }
    let failures = try Self.failures(text + gaps.map { "== never \($0.key)\n" }.joined())
    #expect(failures == [], "\(pipeline)")
  }

  /// A closure that no value reaches, and a decision of which one outcome is missing.
  @Test func decisionsOfClosuresAreGaps() throws {
    let called = try Self.failures("a: -1-2-|\n> a.prefix(0).map { $0 + 1 }\n== a.prefix(0)")
    #expect(called.count == 1 && called[0].contains("\n  `{ $0 + 1 }` is called\n"), "\(called)")
    let even = try Self.failures("a: -1-2-|\n> a.map { $0 * 2 }.filter { $0 % 2 == 0 }\n== a.map { $0 * 2 }")
    #expect(even.count == 1 && even[0].contains("\n  `$0 % 2 == 0` is false\n"), "\(even)")
    // A condition that does not depend on a value decides nothing.
    #expect(try Self.failures("a: -1-2-|\n> a.filter { _ in 1 < 2 }\n== a") == [])
  }

  /// Values and errors that somebody names are inputs, too.
  @Test func valuesAndErrorsCanBeNamed() throws {
    let file = try MarbleToolTests.Folder([
      "a.marble": "a: -1-2-|\n> a.filter { $0 * 7 % 1000 != 993 }\n=  -1-2-|\n== a\n"
    ])
    let path = file.path + "/a.marble"
    #expect(MarbleTool.run(["check", path, "--values", "999"]).output.contains("differ on an input that is chosen"))
    let error = try MarbleToolTests.Folder([
      "a.marble": "a: -1-2-|\n> a.catch { e in e.count == 77 ? Just(9) : Fail(e) }\n=  -1-2-|\n== a\n"
    ])
    let name = String(repeating: "x", count: 77)
    #expect(MarbleTool.run(["check", error.path + "/a.marble"]).output.contains("`e.count == 77` is true"))
    #expect(MarbleTool.run(["check", error.path + "/a.marble", "--errors", "down, \(name)"]).output.contains(name))
    #expect(MarbleTool.run(["check", path, "--values", "1, ("]).code == 64)
  }

  /// A timer that sends nothing is no difference; values without end are one. A run without end is one of 300 actions
  /// here.
  @Test func aTimerThatSendsNothing() throws {
    let law = try #require(try Self.law("limit: 300\na: -1-2-|\n> a.sample(every: 2)\n== a.audit(for: 2)"))
    #expect(law.difference.map { $0.way != .endless } ?? true, "\(law.sentence)")
    #expect(
      try Self.law("limit: 300\na: -1-2-|\n> a.sample(every: 2)\n== a.sample(every: 2).map { $0 }")?.holds == true)
    #expect(try Self.law("limit: 300\na: -1-2-|\n> a.merge(with: interval(1))\n== a")?.difference?.way == .endless)
  }

  @Test(arguments: [
    ("== a\n> Just(1)", "a.marble:1:1: error: a law belongs to a pipeline; write '> …' above it\n== a\n^~"),
    ("a: -1-\n> a\n==", "a.marble:3:3: error: expected a pipeline such as typed.debounce(for: 300ms)\n==\n  ^"),
    (
      "a: -1-\n> a\n== a\n== a",
      "a.marble:4:1: error: the pipeline has a law already, in line 3; write the pipeline again above this one\n== a\n^~"
    ),
    (
      "a: -1-\n> a\n== -1-",
      "a.marble:3:4: error: a pipeline follows '=='; an expected row begins with one '='\n== -1-\n   ^~~"
    ),
    (
      "a: -1-\nb: -1-\n> a\n== a.merge(with: b)",
      "a.marble:4:4: error: the pipeline above does not use the source 'b'; a law is about the same sources in both pipelines\n== a.merge(with: b)\n   ^~~~~~~~~~~~~~~~"
    ),
    (
      "> Just(1)\n== Just(1)",
      "a.marble:2:4: error: the law has no source whose row can vary; declare one, as in 'a: -1-2-|', and use it in both pipelines\n== Just(1)\n   ^~~~~~~"
    ),
    ("a: -1-\n> a\n== c", "a.marble:3:4: error: there is no stream 'c'; there is 'a'\n== c\n   ^"),
    (
      "a: 1234567\n> a\n== a",
      "a.marble:1:4: error: the row of 'a' has 7 different values, too many for a law to try all rows of them; write at most 6\na: 1234567\n   ^~~~~~~"
    ),
  ])
  func badInputIsExplained(_ text: String, _ message: String) {
    do {
      _ = try ExecutedSpec(SpecText(text, file: "a.marble"))
      Issue.record("it ran")
    } catch {
      #expect(error.description == message)
    }
  }

  /// The drawing of a law is a spec again, with the number of inputs as a comment.
  @Test func theDrawingHasTheLaw() throws {
    let text = "a: -1-|\n> a.first()\n== a.prefix(1)"
    let drawn = MarbleTool.run(["render", "-e"] + text.split(separator: "\n").map(String.init)).output
    // With one value and 2, which candidates add: 1,457 inputs.
    #expect(drawn.contains("\n== a.prefix(1)\n# the same for every input"), "\(drawn)")
    #expect(try Self.failures(drawn) == [])
  }
}
