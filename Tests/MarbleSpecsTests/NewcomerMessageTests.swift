import Marbles
import Testing

@testable import MarbleSpecs

/// Messages for newcomers who write what they know from elsewhere: another library, another notation, another language.
/// The part that the caret marks stands between « and ».
struct NewcomerMessageTests {
  /// A line of a subscriber below its row is another subscriber, and a source that nothing uses is a mistake: both are
  /// noticed by 'check'.
  @Test(arguments: [
    ("> a\n= -1-|\ndemand 1", "a:4: 'demand' below '=' starts another subscriber, which has no row '='"),
    ("> a\n= -1-|\nfrom -^", "a:4: 'from' below '=' starts another subscriber, which has no row '='"),
    (
      "> a\n= -1-|\nresult: -1-|", "a:4: no pipeline uses 'result'\n  an expected row begins with '=', as in '= -1-2-|'"
    ),
    ("> a\n= -1-|\nb: -1-|", "a:4: no pipeline uses 'b'"),
  ]) func aLineWithoutEffect(_ rest: String, _ start: String) throws {
    let failures = SpecCheck(try ExecutedSpec(SpecText("a: -1-|\n\(rest)", file: "a"))).failures
    #expect(failures.count == 1 && failures[0].hasPrefix(start), "\(failures)")
    // Above the pipelines a row that is not used yet is no mistake, but the line of an unknown header is one.
    #expect(SpecCheck(try ExecutedSpec(SpecText("a: -1-|\nb: -2-|\n> a\n= -1-|", file: "a"))).failures == [])
    let header = SpecCheck(try ExecutedSpec(SpecText("author: Anna\na: -1-|\n> a\n= -1-|", file: "a"))).failures
    #expect(header == ["a:1: no pipeline uses 'author'"])
  }
  @Test(arguments: [
    "a: -1-|\nb: -2-|\nlet c = b\n> a.merge(with: c)\n= -[12]-|", "a: -x-|\n  x = b\nb: 1|\n> a.flatMap { $0 }\n= -1-|",
    "a: -1-|\n> a.share()\nfrom ^\nfrom -^\n= -|\n= -|",
  ]) func whatIsUsedElsewhereIsNoMistake(_ spec: String) throws {
    let failures = SpecCheck(try ExecutedSpec(SpecText(spec, file: "a"))).failures
    #expect(!failures.contains { $0.contains("no pipeline uses") || $0.contains("another subscriber") }, "\(failures)")
  }

  /// A number after the number before it is meant as one value; other digits beside each other may be two.
  @Test func aNumberOfTwoDigitsInASource() throws {
    func failures(_ row: String) throws -> String {
      SpecCheck(try ExecutedSpec(SpecText("a: \(row)\n> a.map { $0 * 2 }\n= -x-|\n  x = 2", file: "a"))).failures
        .joined()
    }
    #expect(try failures("-8-9-10-|").contains("'10' is 2 values, 1 and 0: write a letter"))
    #expect(try failures("-10-20-|").contains("'10' is 2 values, 1 and 0: write a letter"))
    #expect(try !failures("-8-9-12-|").contains("values, "))
  }
  @Test func theNameOfAStreamIsNoRow() throws {
    let failures = SpecCheck(try ExecutedSpec(SpecText("first: -1-|\n> first\n= first", file: "a"))).failures
    #expect(failures.first?.hasSuffix("\n  to compare with the stream 'first', write == first") == true, "\(failures)")
  }

  /// A mark alone, quoted, is a value, and what is printed of it can be read again.
  @Test func aDoubleQuoteIsAValueInQuotes() throws {
    let text = try ExecutedSpec(SpecText("a: -'\"'-|\n> a.map { $0 + \"\" }", file: "a")).diagram.text()
    #expect(text.contains("\na: -'\"'-|\n") && text.contains("\n=  -'\"'-|\n"))
    #expect(try ExecutedSpec(SpecText(text, file: "a")).diagram.text() == text)
  }

  // MARK: Long lines

  /// The part of a long line around the place is shown: at most 160 signs, and a mark where it was cut.
  @Test(arguments: [(1_000, 0), (1_000, 10), (1_000, 79), (1_000, 80), (1_000, 81), (1_000, 990), (100_000, 50_000)])
  func aMistakeInALongLine(_ count: Int, _ place: Int) throws {
    var row = [Character](repeating: "-", count: count)
    row[place] = "–"
    let message = try #require(SpecErrorTests.problem(in: "a:" + String(row) + "\n> a"))
    let lines = message.split(separator: "\n").map(Array.init)
    #expect(lines.count == 3 && lines[0].starts(with: "a.marble:1:\(place + 3): error: '–' is an en dash"))
    #expect(lines[1].count <= 162 && lines[2].count <= 162)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    #expect(lines[1][caret] == "–" && lines[2].count == caret + 1)
    #expect((lines[1].first == "…") == (place + 2 > 80) && (lines[1].last == "…") == (place < count - 100))
  }

  @Test func aMistakeInALongWord() throws {
    let long = String(repeating: "x", count: 20_000)
    for spec in [
      long, "> \(long)", "\(long): -1-|\n\(long): -|", "> Just(1).\(long)()", "> Just(\"\(long)\" + 1)",
      "a: '\(long)'1|\n> a",
    ] {
      let message = try #require(SpecErrorTests.problem(in: spec))
      #expect(message.count < 900, "\(message.prefix(1_000))")
    }
    #expect(
      SpecErrorTests.problem(in: "> Just(1).map { \"\(long)\" + $0 }")?.contains(
        "got a string of 20000 characters and 1\n") == true)
  }

  /// Without the width of a terminal the parts with differences have 400 columns at most, and there are ten of them at
  /// most.
  @Test func aDifferenceInALongRow() throws {
    let row = String(repeating: "-1", count: 2_500)
    let one = SpecCheck(try ExecutedSpec(SpecText("a: \(row)-1|\n> a\n= \(row)-2|", file: "a"))).failures[0].split(
      separator: "\n")
    #expect(one.count == 6 && one.allSatisfy { $0.count <= 400 }, "\(one.map(\.count))")
    #expect(
      one[2].hasSuffix("-1-2|") && one[3].hasSuffix("-1-1|") && one[4].last == "^" && one[4].count == one[2].count - 1)
    let all = SpecCheck(try ExecutedSpec(SpecText("a: \(row)|\n> a.map { $0 + 1 }\n= \(row)|", file: "a"))).failures[0]
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 400 } && lines.count { $0.hasPrefix("  actual") } == 10)
  }

  // MARK: Events

  /// Values that no table names get a symbol, which says its value wherever it is told of.
  @Test(arguments: [
    ("-a-b-|\n  a = 10   b = 21", "  3ms: expected 'b' (21), got 'c' (20)"),
    ("-a-|\n  a = 10", "  3ms: expected the completion '|', got 'b' (20)"),
    ("-(ab)|\n  a = 10   b = 20", "  1ms: expected 'a' (10), 'b' (20), got 'a' (10)"),
    ("-a|\n  a = 10", "  3ms: nothing expected, got 'b' (20)"),
  ])
  func aNewSymbolSaysItsValue(_ expected: String, _ sentence: String) throws {
    let spec = try ExecutedSpec(SpecText("s: -1-2-|\n> s.map { $0 * 10 }\n= \(expected)", file: "a"))
    let lines = SpecCheck(spec).failures.flatMap { $0.split(separator: "\n") }
    #expect(lines.contains { $0 == sentence }, "\(lines)")
  }
  @Test func aFailureSaysItsValue() throws {
    let spec = try ExecutedSpec(SpecText("s: -1-#\n  # = 404\n> s\n= -1-#'gone'", file: "a"))
    #expect(SpecCheck(spec).failures[0].hasSuffix("  3ms: expected the failure gone, got the failure 404"))
    let new = try ExecutedSpec(SpecText("s: -1-|\n> s.tryMap { throw $0 + 403 }\n= -1-|", file: "a"))
    #expect(SpecCheck(new).failures[0].contains("\n  1ms: expected '1', got the failure 404\n"))
  }

  // MARK: The rows of a subscriber

  /// 1 and 2 are requested at 0 ms and 2 ms, and the subscriber cancels at 3 ms.
  @Test(arguments: ["demand 1-1\nfrom ^--!", "from ^--!\ndemand 1-1"]) func fromAndDemandHaveNoOrder(_ rows: String)
    throws
  {
    let spec = "hot a: -1-2-3-4-|\n> a\n\(rows)\n= -1\n"
    let executed = try ExecutedSpec(SpecText(spec, file: "a"))
    #expect(executed.diagram.runs[0].subscribers.map(\.received.description) == ["-1"])
    #expect(SpecCheck(executed).failures == [])
  }
  /// A word that the subscriber has already, or any word behind its '=', begins the next one.
  @Test(arguments: [
    ("from ^\nfrom --^", 2), ("demand 1\ndemand 2", 2), ("= -1\nfrom ^", 2), ("= -1\ndemand 1", 2),
    ("demand 1\nfrom ^\ndemand 1", 2),
    ("from ^\ndemand 1\n= -1\n= -1", 2), ("demand 1\nfrom ^\n= -1\nfrom ^\ndemand 1\n= -1", 2),
    ("from ^\nfrom ^\nfrom ^", 3),
  ])
  func theNextSubscriber(_ rows: String, _ count: Int) throws {
    #expect(try SpecFile(SpecText("a: -1-|\n> a\n\(rows)", file: "a")).blocks[0].subscribers.count == count)
  }
}
