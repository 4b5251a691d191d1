import Gallery
import Testing
import VirtualTime

@testable import MarbleCommandLine
@testable import MarbleSpecs

/// `marble check --coverage` and `--mutants`.
struct StrengthTests {
  static let spec = "a: -1-2----|\n\n> a.debounce(for: 3).filter { $0 > 1 }\n=  ------2-|\n"

  func run(_ text: String, _ options: String...) throws -> MarbleTool.Result {
    let folder = try MarbleToolTests.Folder(["a.marble": text])
    var result = MarbleTool.run(["check", folder.path + "/a.marble"] + options)
    (result.output, result.errors) = (
      result.output.replacing(folder.path + "/", with: ""), result.errors.replacing(folder.path + "/", with: "")
    )
    return result
  }

  /// 1 is replaced, 2 is sent and is greater than 1. The shortest rows with a value that a completion finds pending are
  /// `1|` and `1#`, and the shortest for which the condition is false sends 1 alone.
  @Test func whatTheRowsDoNotExercise() throws {
    let result = try run(Self.spec, "--coverage")
    #expect(
      result.output == """
        1 spec checked: all as expected
        a.marble:3: not exercised: debounce drops a value: the stream completed before its pause was over
            a: 1|
        a.marble:3: not exercised: debounce drops a value: the stream failed before its pause was over
            a: 1#
        a.marble:3: not exercised: `$0 > 1` is false
            a: 1
        5 of 8 behaviors are exercised: 62 %

        """)
    #expect(result.code == 0)
  }

  /// The rows that were missing, each as the same pipeline on a source of its own. 1 alone is dropped by the filter,
  /// and 3 ms pass before.
  @Test func theRowsThatWereMissingMakeItComplete() throws {
    let calls = ".debounce(for: 3).filter { $0 > 1 }"
    let more = "b: 1|\nc: 1#\nd: 1----|\n> b\(calls)\n= -|\n> c\(calls)\n= -#\n> d\(calls)\n= -----|\n"
    let sources = more.prefix(while: { $0 != ">" }), rest = more.dropFirst(sources.count)
    let text = "a: -1-2----|\n\(sources)\n> a\(calls)\n=  ------2-|\n\(rest)"
    let result = try run(text, "--coverage")
    #expect(result.output == "1 spec checked: all as expected\n8 of 8 behaviors are exercised: 100 %\n")
    // The same calls are one pipeline, so each change of it is made once.
    let mutants = try run(text, "--mutants", "--format", "json").output,
      alone = try run(Self.spec, "--mutants", "--format", "json").output
    let count = { (text: String) in text.firstMatch(of: /"all": ([0-9]+)/).map { String($0.output.1) } }
    #expect(count(mutants) == count(alone) && count(alone) != nil)
  }

  /// `$0 > 4` is reached only by a sum of 11: a condition that no row has reached is a point all the same.
  @Test func aConditionThatWasNeverReached() throws {
    let spec = "a: -7-6-|\n> a.scan(0) { $0 + $1 }.map { $0 != 11 || $0 > 4 ? 1 : 0 }\n= -1-1-|\n"
    let result = try run(spec, "--coverage")
    #expect(result.output.contains("not exercised: `$0 > 4` is true\n"), "\(result.output)")
  }
  /// The points of a spec depend on its pipelines, not on its rows.
  @Test func thePointsComeFromTheText() throws {
    let pipelines = [
      "a.map { $0 != 3 || $0 > 4 ? 1 : 0 }", "a.filter { $0 > 2 && $0 != 5 }.map { $0 % 2 == 0 ? $0 : 9 }",
      "a.flatMap { $0 > 3 ? [$0, 1].publisher.filter { $0 > 4 } : [2].publisher }", "a.removeDuplicates().scan(0, +)",
      "a.filter { $0 > 8 }.map { $0 > 2 ? 1 : 2 }.debounce(for: 2)",
    ]
    var random = SplitMixSequence(seed: 76)
    for pipeline in pipelines {
      var all: Set<Int> = []
      for _ in 0..<8 {
        var row = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          row += "-" + (Bool.random(using: &random) ? String(Int.random(in: 1...9, using: &random)) : "")
        }
        let coverage = try SpecCoverage(
          try SpecFile(SpecText("a: \(row)-\n> \(pipeline)\n= -\n", file: "a")), most: 5)
        all.insert(coverage.shown + coverage.gaps.count)
      }
      #expect(all.count == 1, "\(pipeline): \(all.sorted())")
    }
  }
  /// Two closures of the same text are two: one that has shown something says nothing of the other.
  @Test func closuresOfEqualText() throws {
    let result = try run("a: -1-3-|\n> a.drop(while: { $0 < 2 }).drop(while: { $0 < 2 })\n= ---3-|\n", "--coverage")
    #expect(result.output.contains("the second `$0 < 2` is true"), "\(result.output)")
    #expect(!result.output.contains("the first `$0 < 2` is true"), "\(result.output)")
  }

  /// Changes that people make: two stages in another order, a comparison that is negated, another text, another error.
  @Test(arguments: [
    ("> a.filter { $0 > 1 }.prefix(2)", "> a.prefix(2).filter { $0 > 1 }"),
    ("> a.filter { $0 > 1 }", "> a.filter { $0 <= 1 }"),
    ("> a.filter { $0 < 1 }", "> a.filter { $0 >= 1 }"), ("> a.map { \"v\\($0)\" }", "> a.map { \"v\\($0)x\" }"),
    ("> a.append(Fail(\"no\"))", "> a.append(Fail(\"nox\"))"), ("> a.filter { !($0 > 1) }", "> a.filter { $0 > 1 }"),
    ("> a.tryMap { $0 > 1 ? throw \"big\" : $0 }", "> a.tryMap { $0 > 1 ? throw \"bigx\" : $0 }"),
  ])
  func aChangeThatIsTried(_ line: String, _ changed: String) throws {
    let file = try SpecFile(SpecText("a: -1-2-|\n\(line)\n= -1-2-|\n", file: "a"))
    let tried = MutantChange.all(of: file).compactMap { $0.file(of: file).map { String($0.text.lines[1]) } }
    #expect(tried.contains(changed), "\(tried)")
  }

  /// Each wrong neighbor that the row does not notice has a row that does, and that row tells both apart.
  @Test func theChangesThatTheRowsDoNotNotice() throws {
    let result = try run(Self.spec, "--mutants")
    #expect(result.output.contains("a.marble:3: not noticed: > a.debounce(for: 3)\n"), "\(result.output)")
    let strong = try run("a: -12----1---|\n\n> a.debounce(for: 3).filter { $0 > 1 }\n=  -----2----|\n", "--mutants")
    #expect(!strong.output.contains("not noticed: > a.debounce(for: 4)"), "\(strong.output)")
  }

  /// The rows that are proposed are specs, and they notice what they are proposed for.
  @Test func aProposedRowNotices() throws {
    let spec = try ExecutedSpec(SpecText(Self.spec, file: "a"), triesLaws: false)
    let mutants = SpecMutants(of: spec)
    #expect(mutants.mutants.count > 8 && mutants.caught > 3)
    var missed = 0
    for mutant in mutants.mutants {
      guard case .missed(let lines) = mutant.verdict else { continue }
      missed += 1
      let text = lines.joined(separator: "\n")
      #expect(SpecCheck(try ExecutedSpec(SpecText(text, file: "new"))).failures == [], "\(text)")
      let changed = lines.map { $0.hasPrefix("> ") ? mutant.line : $0 }.joined(separator: "\n")
      let isNoticed =
        (try? ExecutedSpec(SpecText(changed, file: "new"))).map { !SpecCheck($0, checksUse: false).failures.isEmpty }
        ?? true
      #expect(isNoticed, "\(changed)")
    }
    #expect(missed > 0)
  }

  @Test func theOutcomeAsData() throws {
    let result = try run(Self.spec, "--coverage", "--format", "json")
    for part in ["\"kind\": \"coverage\"", "\"percent\": 62", "\"good\": 5", "\"all\": 8", "\"input\": [\"a: 1|\"]"] {
      #expect(result.output.contains(part), "\(part)\n\(result.output)")
    }
    #expect(result.output.hasPrefix("{"))
    #expect(try run(Self.spec, "--mutants", "--format", "json").output.contains("\"kind\": \"mutants\""))
  }

  @Test func aLimitForFolders() throws {
    let low = try run(Self.spec, "--coverage", "--at-least", "90")
    #expect(low.code == 1 && low.errors == "Error: 62 % is less than '--at-least 90'.\n")
    #expect(try run(Self.spec, "--coverage", "--at-least", "62").code == 0)
  }

  @Test(arguments: [
    (["--coverage", "--mutants"], "use one of the two"), (["--at-least", "90"], "'--at-least' is for"),
    (["--coverage", "--at-least", "many"], "a number from 0 to 100"),
    (["--mutants", "--update"], "use '--update' or '--review' before it"),
  ])
  func aWrongCall(_ options: [String], _ message: String) throws {
    let result = MarbleTool.run(["check", "a.marble"] + options)
    #expect(result.code == 64 && result.errors.contains(message), "\(result.errors)")
  }

  /// A number in a pipeline that an operator cannot take is a problem, not a trap, also where a mutant has it.
  @Test func aReplaySubjectOfNothing() throws {
    let text = "a: -1-|\nlet m = a.multicast(subject: ReplaySubject(bufferSize: %))\n> m\n= -1-|\nconnect m: ^\n"
    #expect(try run(text.replacing("%", with: "0")).code == 65)
    #expect(try run(text.replacing("%", with: "1"), "--mutants").code == 0)
  }
}
