import Marbles
import TestFolder
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The parts of a spec beside streams and calls: rows for each subscription, names for values and closures, statements,
/// comments, connections.
struct LanguageTests {
  /// The events of the subscribers of the first pipeline.
  static func received(_ spec: String) throws -> [String] {
    let executed = try ExecutedSpec(SpecText(spec, file: "a.marble"))
    return executed.diagram.runs[0].subscribers.map(\.received.description)
  }

  /// The events of the first subscriber of the first pipeline, as values and milliseconds: `1@1 |@2`.
  static func told(_ spec: String) throws -> String {
    let executed = try ExecutedSpec(SpecText(spec, file: "a.marble"))
    return executed.outcomes[0].recordings[0].entries.map { entry in
      let event =
        switch entry.event {
        case .value(let value): value.description
        case .finished: "|"
        case .failure(let failure): "#\(failure.value)"
        }
      return "\(event)@\(entry.instant.nanoseconds / 1_000_000)"
    }.joined(separator: " ")
  }

  // MARK: A row for each subscription

  @Test(
    "the first subscription plays the first row, later ones theirs",
    arguments: [
      ("c", ["--#"]), ("c.retry(1)", ["---#'x'"]), ("c.retry(2)", ["----5-|"]), ("c.retry(5)", ["----5-|"]),
    ])
  func rows(_ pipeline: String, _ wanted: [String]) throws {
    #expect(try Self.received("c: --#\nc: -#'x'\nc: -5-|\n> \(pipeline)") == wanted)
  }

  @Test("a source of several rows may stand below a pipeline") func rowsBelowAPipeline() throws {
    let text = "a: -1-|\n> a\n= -1-|\n\n# The second one.\nc: --#\n# Between.\nc: x|\n  x = 7\n\n> c.retry(1)\n= --7|\n"
    let spec = try ExecutedSpec(SpecText(text, file: "a.marble"))
    #expect(SpecCheck(spec).failures == [])
    #expect(spec.file.sources.map(\.rows.count) == [1, 2])
    // Rows with a pipeline between them are two streams.
    for between in ["> c", "let d = c", "> c\n= --#"] {
      #expect(throws: SpecProblem.self) { try SpecFile(SpecText("c: --#\n\(between)\nc: -1|\n> c", file: "a.marble")) }
    }
  }

  @Test("the last row is for all that come later") func lastRow() throws {
    // From 0 --#, from 2 -#'x', from 3 -5-|, and from its end at 6 and at 9 the same again.
    #expect(try Self.told("c: --#\nc: -#'x'\nc: -5-|\n> c.retry(2).append(c).append(c)") == "5@4 5@7 5@10 |@12")
  }

  @Test("each subscriber of one pipeline has its own row; the windows say who") func subscribers() throws {
    let spec = "c: -1-|\nc: -2-|\n> c\nfrom ^\nfrom --^\nfrom ---^\nsubs c: ^--!\nsubs c: --^--!\nsubs c: ---^--!"
    #expect(try Self.received(spec) == ["-1-|", "---2-|", "----2-|"])
    #expect(SpecCheck(try ExecutedSpec(SpecText(spec + "\n= ----2-|", file: "a"))).failures == [])
  }

  @Test("symbols of all rows have meanings, and one type") func rowTables() throws {
    #expect(try Self.received("c: -p#\nc: q|\n  p = 1   q = 2\n> c.retry(1)") == ["-pq|"])
    let problem = SpecErrorTests.problem(in: "c: -1-|\nc: -x-|\n> c")
    #expect(
      problem
        == "a.marble:2:5: error: a stream has values of one type: 'x' is \"x\", '1' is 1; give one of them a meaning in a table\nc: -x-|\n    ^"
    )
  }

  @Test("what is drawn is a spec again, and happens again") func roundTrip() throws {
    for spec in [
      "c: --#\nc: ---#'again'\nc: --5-|\n> c.retry(2)",
      "a: -1-2-|\nlet s = a.multicast(subject: PassthroughSubject())\n> s\nconnect s: -^",
      "a: -1-2-|\nlet few = 2\nlet isFew = { $0 < few }\n> a.filter(isFew)",
    ] {
      let once = try ExecutedSpec(SpecText(spec, file: "a")).diagram.text()
      #expect(try ExecutedSpec(SpecText(once, file: "a")).diagram.text() == once)
    }
  }

  // MARK: Names for values and closures

  @Test(
    "'let' names values and closures",
    arguments: [
      ("let n = 2", "a.prefix(n)", "1@1 2@3 |@3"), ("let pause = 2ms", "a.delay(for: pause)", "1@3 2@5 3@7 |@9"),
      ("let n = 1\nlet m = n * 2", "a.map { $0 * m }", "2@1 4@3 6@5 |@7"),
      ("let isBig = { $0 > 1 }", "a.filter(isBig)", "2@3 3@5 |@7"),
      ("let isBig = { n in n > 1 }", "a.filter { isBig($0) && $0 < 3 }", "2@3 |@7"),
      ("let add = { $0 + $1 }", "a.scan(0, add)", "1@1 3@3 6@5 |@7"),
      ("let add = { a, b in a + b }", "a.map { add($0, 1) }.reduce(0, add)", "9@7 |@7"),
      ("let twice = { $0 * 2 }\nlet four = { twice(twice($0)) }", "a.map(four).prefix(2)", "4@1 8@3 |@3"),
      ("let again = { n in Just(n) }", "a.flatMap(again)", "1@1 2@3 3@5 |@7"),
      ("let size = \\.count", "a.collect().map(size)", "3@7 |@7"),
      ("let text = String.init", "a.map(text).first()", "\"1\"@1 |@1"),
      ("let few = [1, 2]", "few.publisher", "1@0 2@0 |@0"),
      ("let few = [1, 2]", "a.filter { few.contains($0) }", "1@1 2@3 |@7"),
      ("let parts = a.partition { $0 > 1 }", "parts.others", "1@1 |@7"),
      ("let most = 2", "a.map { most in most * 3 }.first()", "3@1 |@1"),
    ])
  func lets(_ definitions: String, _ pipeline: String, _ wanted: String) throws {
    #expect(try Self.told("a: -1-2-3-|\n\(definitions)\n> \(pipeline)") == wanted)
  }

  // MARK: Statements

  @Test("a new line separates statements; '-3' begins one") func lines() throws {
    let spec =
      "a: -1-|\n> a.map { v in\n  let d = v * 2   # twice\n\n  # and back\n  if d > 5 {\n    return d\n  }\n  return\n    -d\n}"
    #expect(try Self.told(spec) == "-2@1 |@3")
    #expect(
      SpecErrorTests.problem(in: "a: -1-|\n> a.map { v in\n  let d = v\n  -2\n}")?
        .contains("a closure of several statements returns its value") == true)
  }

  @Test("a closure that throws in the middle") func throwing() throws {
    let spec = "a: -1-2-|\n> a.tryMap { v in if v > 1 { throw \"big\" } return v }"
    #expect(try Self.received(spec) == ["-1-#'big'"])
    let guarded = "a: -1-2-|\n> a.tryMap { v in guard v < 2 else { throw \"big\" }; return v }"
    #expect(try Self.received(guarded) == ["-1-#'big'"])
  }

  // MARK: Ranges and labels

  @Test(
    "ranges to one side, and a label 'in:'",
    arguments: [
      ("a.output(in: 1...)", "---2-3-|"), ("a.output(in: ...1)", "-1-(2|)"), ("a.output(in: ..<1)", "-(1|)"),
      ("(4...).publisher.prefix(2)", "(45|)"), ("a.flatMap { x in a.output(in: 0..<1) }.prefix(1)", "--(1|)"),
      ("a.flatMap { _ in a.output(in: 0...0).map { n in n } }.prefix(1)", "--(1|)"),
      ("Deferred { a.output(in: 1...) }", "---2-3-|"),
    ])
  func ranges(_ pipeline: String, _ wanted: String) throws {
    #expect(try Self.received("a: -1-2-3-|\n> \(pipeline)") == [wanted])
  }

  @Test("a range without end that everybody wants is stopped") func endless() throws {
    let problem = SpecErrorTests.problem(in: "limit: 1000\n> (1...).publisher")
    #expect(problem?.contains("the run takes too many steps") == true)
    #expect(
      SpecErrorTests.problem(in: "> Just(1).map { _ in (1...).count }")?.contains("the range 1... has no end") == true)
  }

  // MARK: Comments

  @Test("comments behind rows, pipelines and tables change nothing") func comments() throws {
    let plain =
      "frame: 10ms\nlimit: 500\na: -1-x-#\n  x = 2   # = \"broken\"\nhot b: -^-1-|\n> a\n   .map { $0 * 2 }\nfrom ^---!\ndemand 1-1\nsubs a: ^--!\n= -2-y\n  y = 4"
    let commented =
      "frame: 10ms   # slow\nlimit: 500 # few\na: -1-x-# # a failure\n  # its table\n  x = 2  # two\n  # = \"broken\"   # and a failure\n"
      + "hot b: -^-1-|  # hot\n> a # the source\n# between\n   # and indented\n   .map { $0 * 2 }  # twice \"so\" \nfrom ^---!  # leaves\n"
      + "demand 1-1 # two\nsubs a: ^--! # until\n= -2-y  # both\n  y = 4"
    let (one, other) = (try SpecFile(SpecText(plain, file: "a")), try SpecFile(SpecText(commented, file: "a")))
    #expect(try ExecutedSpec(one).diagram.text() == ExecutedSpec(other).diagram.text())
    #expect(one.blocks[0].pipeline.lines == other.blocks[0].pipeline.lines)
  }

  @Test(
    "a failure is no comment", arguments: ["-1-#", "-1- #", "-1- # --", "-1-  # 300ms", "-1-#  ---", "-1-  #'x # y'"])
  func failures(_ row: String) throws {
    let lane = try SpecFile(SpecText("a: \(row)\n> a", file: "a")).sources[0].rows[0].lane
    #expect(lane.moments.last?.marks.last?.isEnd == true)
  }

  @Test("a string keeps its '#'") func strings() throws {
    #expect(try Self.received("> Just(\"# \\(\"#\") #\").map { $0.count }  # five") == ["(5|)"])
    let stages = try ExecutedSpec(
      SpecText("> Just(\"#\") # one\n  # two\n  .map { $0 + \"#\" }", file: "a"), isTraced: true
    ).diagram
    #expect(stages.runs[0].trace?.stages.map(\.call) == ["Just(\"#\")", "map { $0 + \"#\" }"])
  }

  @Test("'check --update' keeps comments") func updates() throws {
    let text = SpecText("a: -1-| # source\n> a # here\n   # between\n   .delay(for: 1)\n= -1-|  # wrong", file: "a")
    let updated = try #require(SpecUpdate(try ExecutedSpec(text)).updated())
    #expect(
      updated.lines.map { String($0) } == [
        "a: -1-| # source", "> a # here", "   # between", "   .delay(for: 1)", "= --1-|  # wrong",
      ])
    let new = SpecText("a: -1-|\n> a # here\n   # between\n   .delay(for: 1) # late", file: "a")
    #expect(SpecUpdate(try ExecutedSpec(new)).edits.applied(to: new.lines).map { String($0) }.last == "=  --1-|")
  }

  // MARK: Connections and subjects

  @Test(
    "nothing comes before the connection",
    arguments: [
      ("PassthroughSubject()", "connect s: --^", ["---1-2-|", "-----2-|"]), ("PassthroughSubject()", "", ["-", "-"]),
      ("PassthroughSubject()", "connect s: --^--!", ["---1", "-"]),
      ("CurrentValueSubject(0)", "connect s: --^", ["0--1-2-|", "----12-|"]),
      ("ReplaySubject(bufferSize: 1)", "connect s: ^", ["-1-2-|", "----2|"]),
    ])
  func connections(_ subject: String, _ line: String, _ wanted: [String]) throws {
    for form in ["multicast(subject: \(subject))", "multicast { \(subject) }"] {
      let spec = "a: -1-2-|\nlet s = a.\(form)\n> s\nfrom ^\nfrom ----^\n\(line)"
      #expect(try Self.received(spec) == wanted, "\(form)")
    }
  }

  @Test("autoconnect connects for the first and leaves with the last") func autoconnect() throws {
    let spec =
      "a: -1-2-3-|\n> a.multicast(subject: PassthroughSubject()).autoconnect()\nfrom ^----!\nfrom --^---!\nsubs a: ^-----!"
    #expect(try Self.received(spec) == ["-1-2", "---2-3"])
    #expect(SpecCheck(try ExecutedSpec(SpecText(spec, file: "a"))).failures == [])
  }

  @Test("buffer fails with an error of its own when it is full") func customError() throws {
    let spec =
      "a: -1-2-3-|\n> a.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { \"full\" })\ndemand ------1"
    #expect(try Self.received(spec) == ["------(1#'full')"])
    #expect(
      SpecErrorTests.problem(in: "a: -1-|\n> a.buffer(size: 1, prefetch: .byRequest, whenFull: .drop)")?
        .contains("expected .dropNewest, .dropOldest or .customError { … }, got .drop") == true)
  }

  @Test("partition makes two streams of one subscription") func partition() throws {
    let spec =
      "a: -1-2-3-|\nlet p = a.partition { $0 > 2 }\n> p.matching.merge(with: p.others.map { $0 * 2 })\nsubs a: ^------!"
    #expect(try Self.told(spec) == "2@1 4@3 3@5 |@7")
    #expect(SpecCheck(try ExecutedSpec(SpecText(spec, file: "a"))).failures == [])
  }

  // MARK: Faults

  @Test("a chain of names is bounded, not a crash", arguments: [1_500, 4_000]) func chains(_ count: Int) throws {
    var spec = "l0: -1-|\n"
    for index in 1...count { spec += "let l\(index) = l\(index - 1).map { $0 }\n" }
    let problem = SpecErrorTests.problem(in: spec + "> l\(count)")
    #expect(problem?.contains("the pipeline is too long") == true)
  }
  /// `count` names, each 90 calls longer than the previous name.
  private static func long(_ count: Int, _ call: String) -> String {
    let lines = (1...count).map { "let l\($0) = l\($0 - 1)\(String(repeating: call, count: 90))\n" }
    return "a: -1-2-|\nlet l0 = a\n" + lines.joined() + "> l\(count)"
  }
  /// A call `flatMap { _ in a }` is a call and a closure of four levels; `l6` is the first that has more than 2,000.
  @Test func manyLongChainsAreBounded() throws {
    var found: String?
    #expect(processorSeconds { found = SpecErrorTests.problem(in: Self.long(42, ".flatMap { _ in a }")) } < 30)
    let problem = try #require(found)
    let sentence = "the pipeline is too long: with the streams that it uses it has 2167 levels, at most 2000 can run"
    #expect(problem.hasPrefix("a.marble:8:10: error: \(sentence)\n"))
    // Two of them stay below: they run, and everything about them can be drawn and told.
    let spec = try ExecutedSpec(SpecText(Self.long(2, ".flatMap { x in Just(x) }"), file: "a.marble"), isTraced: true)
    #expect(spec.outcomes[0].recordings[0].entries.count == 3)
    #expect(Explanation.text(of: spec.diagram).contains("a sends 1"))
    #expect(HTMLRenderer.text(of: spec.diagram).contains("</html>"))
  }
}
