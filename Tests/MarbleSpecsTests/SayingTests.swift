import Marbles
import TestFolder
import Testing

@testable import MarbleSpecs

/// Sentences that are not rules: the advice, written in their place, does what the sentence says. Each saying that the
/// parser knows is in `sayings.txt`, with a run for which the sentence is true and one for which it is false.
struct SayingTests {
  /// A sentence about the rows `a` and `b`, of which the last is the pipeline, and a run that holds or breaks it.
  struct Row: Sendable, CustomTestStringConvertible {
    let said: String, holds: String, breaks: String
    var testDescription: String { said }
  }
  static let rows = TextTable("sayings.txt").rows.map {
    let runs = $0.said.map { $0.replacing(" ⏎ ", with: "\n") }
    return Row(said: $0.input, holds: runs[0], breaks: runs[1])
  }

  /// The advice for a sentence, and its saying.
  private static func meaning(_ said: String, _ sources: String) throws -> (
    advice: String, saying: Int?, rule: String?
  )? {
    let file = try SpecFile(SpecText(sources, file: "a.marble"))
    let names = Dictionary(uniqueKeysWithValues: file.sources.map { ($0.name, SpecChecker.Known.stream) })
    return RuleParser(SpecText("! \(said)", file: "a.marble"), 0, file, names, .shared).meaning
  }
  private static func sources(_ rows: String) -> String {
    let all = rows.split(separator: "/")
    return zip(["a", "b"], all).map { "hot \($0): \($1)\n" }.joined() + "> \(["a", "b"][all.count - 1])\n"
  }

  @Test(arguments: rows) func theAdviceDoesWhatTheSentenceSays(_ row: Row) throws {
    for (rows, holds) in [(row.holds, true), (row.breaks, false)] {
      let sources = Self.sources(rows)
      let advice = try #require(try Self.meaning(row.said, sources)).advice
      #expect(
        SpecErrorTests.problem(in: sources + "! " + row.said)?.contains("error: this is not a rule; \(advice)\n")
          == true)
      let rules = advice.replacing("write two rules: '", with: "").replacing("write '", with: "").replacing(
        "', or the row with its '#'", with: "'"
      ).replacing("', or the row with its '|'", with: "'").dropLast()
      let spec =
        sources + rules.description.replacing("' and '", with: "\n").split(separator: "\n").map { "! \($0)\n" }.joined()
      let outcomes = try ExecutedSpec(SpecText(spec, file: "a.marble")).outcomes[0].rules
      let isHeld = outcomes.allSatisfy { ![.broken, .undecided].contains($0.verdict.verdict) }
      #expect(!outcomes.isEmpty && isHeld == holds, "\(outcomes.map(\.verdict.verdict)) by\n\(spec)")
    }
  }

  /// Sentences that are a row or a law in other words.
  @Test(arguments: [
    ("this emits 1 then 2", "values in an order are a row: '= -1-2-|'"),
    ("this equals a", "write '== a' below the pipeline, or '= ' and the row"),
    ("this is the same as a", "write '== a' below the pipeline"),
  ]) func aSentenceThatIsNoRule(_ said: String, _ advice: String) throws {
    #expect(try Self.meaning(said, "a: -1-2-|\n> a\n")?.advice == advice)
  }

  /// Each saying is in the table.
  @Test func eachSayingIsTested() throws {
    var said: Set<Int> = []
    for row in Self.rows {
      if let saying = try Self.meaning(row.said, Self.sources(row.holds))?.saying { said.insert(saying) }
    }
    for words in ["this equals a", "this is the same as a"] {
      if let saying = try Self.meaning(words, "a: -1\n> a\n")?.saying { said.insert(saying) }
    }
    let open = RuleParser.sayings.indices.filter { !said.contains($0) }.map { RuleParser.sayings[$0].said }
    #expect(open == [])
  }

  /// A sentence with a denial more, or in another form, does not mean what it means without.
  @Test func aDenialChangesTheMeaning() throws {
    for row in Self.rows where row.holds.contains("/") {
      let sources = Self.sources(row.holds), plain = try Self.meaning(row.said, sources)?.advice
      for denial in ["never", "not", "doesn't", "hardly"] {
        let words = row.said.split(separator: " ")
        for place in 1..<words.count {
          let denied = (words[..<place] + [denial[...]] + words[place...]).joined(separator: " ")
          guard let advice = try Self.meaning(denied, sources)?.advice else { continue }
          #expect(advice != plain, "\(denied)")
        }
      }
    }
  }

  /// A long sentence takes no time.
  @Test func aLongSentence() throws {
    let said = Array(repeating: "a is never b", count: 2_000).joined(separator: " ")
    #expect(try Self.meaning(said, Self.sources("-1-/--1")) == nil)
  }
}
