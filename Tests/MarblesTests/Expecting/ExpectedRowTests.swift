import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// The quick answer of an expected row against its full comparison.
struct ExpectedRowTests {
  private static let rows = [
    "", "-", "a", "a|", "|", "#", "-a", "-a-b|", "-a-c|", "-(ab)|", "-[ab]|", "-(ba)|", "-{ab}|", "-?-b|", "-a-?|",
    "-a-b#",
    "-a-b#'refused'", "-a-b-|", "--a-b|", "-(ab|)", "-[ab|]", "-a-b", "-?-?|",
  ]

  @Test(arguments: rows)
  func theQuickAnswerIsThatOfTheComparison(text: String) throws {
    let lane = try Lane(parsing: text, as: .expectation)
    let row = try ExpectedRow<TestNames<String, Trouble>>(lane, text, .itself, .init(), within: .zero, ==)
    for happened in Self.rows {
      let played = try Lane(parsing: happened, as: .expectation)
      let recording = try Recording<String, Trouble>(
        played, value: { symbol, _ throws(NotationError) in symbol.text },
        failure: { _, _ throws(NotationError) in .refused })
      let holds = row.compare(with: recording).differences.isEmpty
      #expect(row.accepts(recording) == (holds && !text.contains("{")), "\(text) and \(happened)")
    }
  }

  @Test func aRowThatHoldsWithinATolerance() throws {
    let lane = try Lane(parsing: "-a-b|", as: .expectation)
    let row = try ExpectedRow<TestNames<String, Trouble>>(lane, "-a-b|", .itself, .init(), within: .milliseconds(1), ==)
    let late: Recording<String, Trouble> = [
      .value("a", at: .milliseconds(2)), .value("b", at: .milliseconds(3)), .finished(at: .milliseconds(4)),
    ]
    #expect(!row.accepts(late) && row.compare(with: late).differences.isEmpty)
  }
}
