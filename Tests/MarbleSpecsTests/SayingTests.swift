import Marbles
import Testing

@testable import MarbleSpecs

/// Sentences that are not rules: the advice, written in their place, does what the sentence says. Each saying that the
/// parser knows is in the table, with a run for which the sentence is true and one for which it is false.
struct SayingTests {
  /// A sentence about the rows `a` and `b`, of which the last is the pipeline.
  struct Row: Sendable, CustomTestStringConvertible {
    let said: String, holds: String, breaks: String
    init(_ said: String, _ holds: String, _ breaks: String) {
      (self.said, self.holds, self.breaks) = (said, holds, breaks)
    }
    var testDescription: String { said }
  }

  static let rows: [Row] = aboutOne + aboutTwo + aboutOrder

  static let aboutOne: [Row] = [
    Row("no errors", "-1-|", "-1-#"), Row("no two a are equal", "-1-2-1", "-1-1"),
    Row("consecutive a differ", "-1-2-1", "-1-1"), Row("the last a is 3", "-1-3-|", "-3-1-|"),
    Row("the number of a is 2", "-1-2-", "-1-"), Row("this.count == 2", "-1-2-", "-1-2-3"),
    Row("this is never empty", "-1-", "---|"), Row("a isn't silent", "-1-", "---|"),
    Row("a isn't nil", "-1-", "-x-\n  x = nil"),
    Row("a never sends anything", "---|", "-1-|"), Row("a doesn't emit anything", "---|", "-1-|"),
    Row("this sends something", "-1-", "---|"), Row("this never contains 2", "-1-", "-2-"),
    Row("this doesn't contain 2", "-1-", "-2-"), Row("this contains 2", "-2-", "-1-"),
    Row("this is not 3", "-1-", "-3-"),
    Row("this is never 3", "-1-", "-1-3-"), Row("a isn't 3", "-1-", "-1-3-"),
    Row("this does not throw", "-1-|", "-1-#"),
    Row("this doesn't crash", "-1-|", "-1-#"), Row("this succeeds", "-1-|", "-1-#"),
    Row("this changes every time", "-1-2-", "-1-1-"),
    Row("this is between 1 and 5", "-1-5-", "-1-6-"), Row("this is even", "-2-4-", "-2-3-"),
    Row("this is odd", "-1-3-", "-1-2-"),
    Row("this is at most 5", "-5-", "-6-"), Row("this is at least 1", "-1-", "-0-"),
    Row("this at most twice", "-1-2-", "-1-2-3"),
    Row("this fires at most twice", "-1-2-", "-1-2-3"), Row("this sends at least once", "-1-", "---"),
    Row("this emits at least 2 values", "-1-2-", "-1-"), Row("this ends with an error", "-1-#", "-1-|"),
    Row("this ends with 3", "-1-3-|", "-3-1-|"), Row("this is 3 at the end", "-1-3-|", "-3-1-|"),
    Row("this has 3 values", "-123-", "-12-"), Row("a has exactly 2 elements", "-12-", "-123-"),
    // Comparisons.
    Row("this > 0", "-1-", "-0-"), Row("this is always > 0", "-1-", "-1-0-"), Row("this never exceeds 3", "-3-", "-4-"),
    Row("this is never more than 3", "-3-", "-4-"), Row("this never is below 3", "-3-", "-2-"),
    Row("a is never negative", "-0-", "-x-\n  x = -1"), Row("this never repeats", "-1-2-", "-1-1-"),
    Row("this is positive", "-1-", "-0-"), Row("this is negative", "-x-\n  x = -1", "-0-"),
    Row("a is greater than 2", "-3-", "-2-"),
    Row("this stays below 3", "-2-", "-3-"), Row("a is unique", "-1-2-", "-1-1-"),
    Row("this has no duplicates", "-1-2-", "-1-1-"),
    // Counts.
    Row("this never emits", "---|", "-1-|"), Row("a doesn't happen", "---|", "-1-|"),
    Row("this emits nothing", "---|", "-1-|"),
    Row("this emits 3 times", "-123-", "-12-"), Row("this occurs once", "-1-", "-12-"),
    Row("this sends exactly 2", "-12-", "-1-"),
    Row("this sends two", "-12-", "-123-"), Row("this emits 1", "-1-", "-2-"), Row("more than 2 this", "-123-", "-12-"),
    Row("min 2 this", "-12-", "-1-"), Row("fewer than 2 this", "-1-", "-12-"),
    Row("less than 3 this per 3ms", "-12--1", "-123-"),
    Row("no more than 2 this", "-12-", "-123-"), Row("max 2 this within 5ms", "-12----3", "-123-"),
    Row("there is at most 1 this", "-1-", "-12-"), Row("2 this per 3ms at most", "-12--1", "-123-"),
    // Ends.
    Row("this never fails", "-1-|", "-1-#"), Row("this does not complete", "-1-#", "-1-|"),
    Row("this isn't finished", "-1-#", "-1-|"), Row("this errors", "-1-#", "-1-|"),
    Row("this completes", "-1-|", "-1-#"),
    Row("this eventually finishes", "-1-|", "-1-#"),
  ]
  static let aboutTwo: [Row] = [
    Row("nothing after a", "--1-/-1--", "-1--/--1-"), Row("silence for 2ms after a", "-1---/----1", "-1---/--1--"),
    Row("within 3ms after each a there is a this", "-1--/--1-", "-1-----/------1"),
    Row("3ms after a comes b", "-1---/----1", "-1-----/-------1"),
    Row("for each a there is exactly one this", "-12/-34", "-12/-3-"),
    Row("for every a there is one this", "-12/-34", "-12/-3-"),
    Row("between two a at most 2 this", "1---/-12-", "1---/-123"),
    Row("between two a there is one this", "1--1-/-1--1", "1--/-12"),
    Row("when a finishes b finishes", "-1|/---|", "-1|/----"),
    Row("once a ends this must finish", "-1#/---|", "-1#/---#"),
    Row("this has the same number of values as a", "-12/3-4", "-12/3--"),
    Row("a and b have the same count", "-12/3-4", "-12/3--"),
    Row("no this without a", "-1-/--1", "--1/-1-"), Row("each this is preceded by a", "-1-/--1", "--1/-1-"),
    Row("each a produces one this", "-1-/--1", "-1-/1--"),
    Row("every a needs a b within 2ms", "-1---/--1--", "-1---/----1"),
    Row("this waits for a", "-1-/--1", "--1/-1-"), Row("this requires a", "-1-/--1", "--1/-1-"),
    Row("this waits until a finishes", "-|-/--1", "-1-/--1"), Row("this only if a", "-1-/--1", "--1/-1-"),
    Row("a cancels this", "--1/-1-", "-1-/--1"), Row("this stops after a", "--1/-1-", "-1-/--1"),
    Row("this stops when a finishes", "1-|-/-1--", "1-|-/---1"),
    Row("only one this after each a", "1--1-/-1--1", "1---/-11-"),
    Row("this happens as often as a", "-12/3-4", "-12/3--"),
    Row("this finishes when a finishes", "-1|/---|", "-1|/----"),
    Row("this should finish within 2ms after a finishes", "|--/--|", "|---/---|"),
    Row("a finishes before b finishes", "-|-/--|", "--|/-|-"), Row("a finishes before b", "-|-/--1", "--|/-1-"),
  ]
  static let aboutOrder: [Row] = [
    Row("a isn't followed by this", "--1-/-1--", "-1--/--1-"), Row("this doesn't come before a", "-1-/--1", "--1/-1-"),
    Row("a doesn't happen before this", "--1/-1-", "-1-/--1"), Row("this doesn't follow a", "--1/-1-", "-1-/--1"),
    Row("this doesn't happen after a", "--1/-1-", "-1-/--1"), Row("a isn't before this", "--1/-1-", "-1-/--1"),
    Row("every a isn't followed by this", "--1/-1-", "-1-/--1"), Row("no a is followed by this", "--1/-1-", "-1-/--1"),
    Row("a is never followed by this", "--1/-1-", "-1-/--1"), Row("a doesn't trigger this", "--1/-1-", "-1-/--1"),
    Row("a is always followed by this within 3ms", "-1---/----1", "-1----/-----1"),
    Row("a causes this", "-1-/--1", "--1/-1-"),
    Row("every a triggers this in 3ms", "-1---/----1", "-1----/-----1"), Row("this follows a", "-1-/--1", "--1/-1-"),
    Row("no this follows a", "--1/-1-", "-1-/--1"), Row("if a then this within 3ms", "-1---/----1", "-1----/-----1"),
    Row("when a, no this for 3ms", "-1----/-----1", "-1--/---1"), Row("once a comes never b", "--1/-1-", "-1-/--1"),
    Row("if a comes b never comes", "--1/-1-", "-1-/--1"),
    Row("when a finishes b comes", "-|-/--1", "--|/-1-"), Row("this comes after a", "-1-/--1", "--1/-1-"),
    Row("this comes within 2ms after a", "-1-/--1", "-1---/----1"),
    Row("this comes after a finishes", "-|-/--1", "--|/-1-"),
    Row("this never comes before a", "-1-/--1", "--1/-1-"), Row("no this before a", "-1-/--1", "--1/-1-"),
    Row("a happens before this", "-1-/--1", "--1/-1-"), Row("a comes until this", "-1--/---1", "---1/-1--"),
    Row("this is silent for 2ms after a", "-1---/----1", "-1---/--1--"), Row("b never answers a", "--1/-1-", "-1-/--1"),
    Row("a finishes is followed by b", "-|-/--1", "--|/-1-"),
  ]

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
