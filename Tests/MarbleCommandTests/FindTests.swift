import Foundation
import Gallery
import MarbleDiagrams
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs

/// `marble find` as it is called.
struct FindTests {
  @Test func aStoppedSearchSaysHowManyWereTried() {
    var terminal = Terminal()
    terminal.isStopped = true
    let result = MarbleTool.run(["find", "a: 1", "= --9"], on: terminal)
    #expect(result.code == 1)
    // The pipelines of one operator are tried before, and no pair of operators.
    let words = result.output.replacing("\n", with: " ")
    #expect(
      words.contains("No pipeline of one or two operators sends this row, as far as ")
        && words.contains(" pipelines, the likeliest."),
      "\(words)")
  }

  func find(_ operands: String...) -> MarbleTool.Result { MarbleTool.run(["find"] + operands) }
  /// The pipelines that are printed.
  func pipelines(_ result: MarbleTool.Result) -> [String] {
    result.output.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map {
      String($0.dropFirst(2))
    }
  }

  @Test func aDelay() {
    let result = find("a: -1-2-3-|", "= --1-2-3-|", "--count", "1")
    #expect(result.code == 0)
    #expect(pipelines(result).first == "a.delay(for: 1)")
    #expect(result.output.contains("\n    Sends each value and the completion after a given time.\n"))
  }

  /// The simplest pipeline for rows that are derived by hand: the costs of closures, of a whole stream, of two streams,
  /// and a second example. `LONG=1` tries the others.
  static let simplest: [(operands: [String], pipeline: String)] = [
    (["a: -1-2-3-|", "= -6-7-8-|"], "a.map { $0 + 5 }"), (["a: -1-2-3-|", "= -------(6|)"], "a.reduce(0) { $0 + $1 }"),
    (["a: -1-1-2-|", "= -1---2-|", "a: 121|", "= 12-|"], "a.distinct()"),
    (["a: -1-2-|", "b: --3-4|", "= -1324|"], "a.merge(with: b)"),
  ]
  static let others: [(operands: [String], pipeline: String)] = [
    (["a: -1-2-3-|", "= -2-4-6-|"], "a.map { $0 * 2 }"), (["a: -a-b-|", "= -A-B-|"], "a.map { $0.uppercased() }"),
    (["a: -1-2-3-|", "= -1-3-6-|"], "a.scan(0) { $0 + $1 }"),
    (["a: -1-2-3-4-|", "= ---2---4-|"], "a.filter { $0 % 2 == 0 }"),
    (["a: -1-1-2-|", "= -1---2-|", "a: 121|", "= 121|"], "a.removeDuplicates()"),
  ]
  @Test(arguments: simplest + (Gallery.isLong ? others : []))
  func theSimplestComesFirst(_ operands: [String], _ pipeline: String) {
    let result = MarbleTool.run(["find"] + operands + ["--count", "1"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(pipelines(result).first == pipeline, "\(result.output)")
  }

  /// A value is simpler than a closure that makes a stream of it: by hand, both send 9 and the finish where the failure
  /// was.
  @Test func aValueComesBeforeAStream() {
    let found = find("a: -1-#", "= -1-(9|)", "--count", "20", "--format", "json").output
    let value = found.firstRange(of: "\"pipeline\": \"a.replaceError(with: 9)\"")
    let stream = found.firstRange(of: "\"pipeline\": \"a.catch")
    #expect(value != nil && stream != nil && value!.lowerBound < stream!.lowerBound, "\(found)")
  }

  /// With a frame the durations are written in its unit.
  @Test func aFrame() {
    #expect(
      pipelines(find("frame: 100ms", "a: -1-2-3-|", "= --1-2-3-|", "--count", "1")).first == "a.delay(for: 100ms)")
  }

  /// The pipelines as data. The name of the source begins like a word of the language.
  @Test func thePipelinesAsData() {
    let result = MarbleTool.run(["find", "note_played: -1-2-|", "= --1-2-|", "--count", "20", "--format", "json"])
    for part in [
      "\"schema\": 1", "\"pipeline\": \"note_played.delay(for: 1)\"",
      "\"sentences\": [\"Sends each value and the completion",
    ] {
      #expect(result.output.contains(part), "\(result.output)")
    }
  }

  /// Closures that join two streams or read a number.
  @Test(arguments: [
    (
      ["a: -x--y--|", "b: ab|", "= -pq-rs-|", "  p = \"xa\"   q = \"xb\"   r = \"ya\"   s = \"yb\""],
      "a.flatMap { outer in b.map { inner in \"\\(outer)\\(inner)\" } }"
    ), (["a: -x-y-z-|", "  x = \"7\"   y = \"no\"   z = \"8\"", "= -7---8-|"], "a.compactMap { Int($0) }"),
  ])
  func moreOfTheGallery(_ operands: [String], _ pipeline: String) {
    let result = MarbleTool.run(["find"] + operands + ["--count", "20", "--format", "json"])
    #expect(
      result.output.contains("\"pipeline\": \(JSONText.string(pipeline).compact)"), "\(result.output)\(result.errors)")
  }

  @Test func meaningsAreWrittenAsInASpec() {
    let result = find("a: -x-y-|", "  x = 10   y = 20", "= -p-q-|", "  p = 11   q = 21", "--count", "1")
    #expect(pipelines(result).first == "a.map { $0 + 1 }", "\(result.output)\(result.errors)")
  }

  /// The first two are told apart by an input on which they differ.
  @Test func anotherExampleIsProposed() {
    let result = find("a: 1-1-2-|", "= 1---2-|")
    #expect(pipelines(result).prefix(2) == ["a.removeDuplicates()", "a.distinct()"])
    #expect(result.output.contains("The first two differ on this input. Its row is another example:\n\n"))
    #expect(result.output.contains("a: 121\n\n> a.removeDuplicates()\n=  121\n\n> a.distinct()\n=  12-\n"))
  }

  @Test func theNumberOfPipelinesCanBeChosen() {
    let all = MarbleTool.run(["find", "a: -1-2-3-|", "= -2-4-6-|", "--count", "3", "--format", "json"])
    #expect(all.output.components(separatedBy: "\"pipeline\"").count == 1 + 3)
    #expect(MarbleTool.run(["find", "a: 1", "= 1", "--count", "0"]).code == 64)
  }

  /// Each pipeline that is tried takes as long as the rows are.
  @Test func rowsThatAreTooLong() throws {
    let longest = String(repeating: "1", count: FindExamples.mostMarbles - 1) + "|"
    #expect(try FindExamples(["a: \(longest)", "= \(longest)"]).count == 1)
    for (input, output, place) in [("1" + longest, longest, "1:4"), (longest, "1" + longest, "2:3")] {
      let result = find("a: \(input)", "= \(output)")
      let message =
        "find:\(place): error: the row has 401 marbles, at most 400 are searched with; shorten the rows of the example\n"
      #expect(result.errors.hasPrefix(message) && result.code == 65, "\(result.errors.prefix(200))")
    }
  }

  @Test(arguments: [
    (
      ["a: -1-2-|"],
      "find:1:1: error: the row that the pipeline sends is missing; write it after '=', as in '= --1-2-|'\na: -1-2-|\n^~~~~~~~~\n"
    ),
    (
      ["= -1"],
      "find:1:1: error: a row that is sent comes after the row of a source; write 'a: -1-2-|' before it\n= -1\n^\n"
    ),
    (
      ["a: -1", "= -1", "= -2"],
      "find:3:1: error: the pipeline sends one row for each input; write the next input before it\n= -2\n^\n"
    ),
    (
      ["a: -1", "= -1", "b: -1", "= -1"],
      "find:3:1: error: example 2 has other streams than the first one; give each example a row for a\nb: -1\n^\n"
    ),
    (["a: -1(", "= -1"], "find:1:6: error: the group is not closed; write ')' at its end\na: -1(\n     ^\n"),
  ])
  func aMistakeHasItsPlace(_ operands: [String], _ message: String) {
    let result = MarbleTool.run(["find"] + operands)
    #expect(result.errors == message)
    #expect(result.code == 65)
  }

  /// The limit is a number of pipelines, not a time, and the output says that the search is not complete.
  @Test func aSearchHasALimit() throws {
    let lines = [
      "frame: 100ms", "click: -a--bc-d----ef---|", "= ----x-------y---|", "  x = [\"a\", \"b\"]   y = [\"c\"]",
    ]
    let examples = try FindExamples(lines), search = FindSearch(examples)
    // The pairs of one first operator, as often as there are more than enough.
    let some = search.candidates(0), all = (0...12_000 / some.count).flatMap { _ in some }
    #expect(all.count > 12_000)
    #expect(FindSearch.likeliest(all).count == 12_000)
    #expect(FindSearch.likeliest(Array(all.prefix(5))).count == 5)
    let none = FindText.parts([], of: 0, 13_000, 2_000, examples, Terminal())
    #expect(
      none.map(\.text) == [
        "No pipeline of one or two operators sends this row, as far as 13,000 tries tell. Searched 13,000 of 15,000 pipelines, the likeliest.\n"
      ])
    let one = FindSearch.Found(text: "click.count()", sentences: ["Sends the number of values."], cost: 0)
    #expect(
      FindText.parts([one], of: 1, 13_000, 2_000, examples, Terminal())[0].text.contains(
        "\nSearched 13,000 of 15,000 pipelines, the likeliest.\n")
    )
    #expect(!FindText.parts([one], of: 1, 13_000, 0, examples, Terminal())[0].text.contains("Searched"))
  }

  /// The second stream of an operator may be the only source, changed.
  @Test func theSourceItselfIsTheOtherStream() {
    let pairs = find("n: -1-2|", "= -a-[bc]|", "  a = (1, 10)   b = (2, 10)   c = (2, 20)", "--format", "json")
    #expect(
      pairs.output.contains("\"pipeline\": \"n.combineLatest(n.map { $0 * 10 })\""), "\(pairs.output)\(pairs.errors)")
  }

  @Test func nothingIsGiven() { #expect(MarbleTool.run(["find"]).code == 64) }
}
