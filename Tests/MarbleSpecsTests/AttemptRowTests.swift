import Marbles
import Testing

@testable import MarbleSpecs

/// `subs a: ^--^--^`: the beginnings of all subscriptions in one row.
struct AttemptRowTests {
  /// Each attempt fails two frames after it began, and the next one begins one frame later: at 0, 3 and 6.
  private static let spec = "a: --#\n> a.retry(2, delay: 1)\n=  --------#\n"

  private func spec(_ row: String) throws -> ExecutedSpec {
    try ExecutedSpec(SpecText(Self.spec + row, file: "a.marble"))
  }

  @Test func attemptsAreOneRow() throws {
    #expect(try SpecCheck(spec("subs a: ^--^--^")).failures == [])
    #expect(try SpecCheck(spec("subs a: ^ 2ms ^ 2ms ^")).failures == [])
    // The rows with their ends say the same and more.
    #expect(try SpecCheck(spec("subs a: ^-!\nsubs a: ---^-!\nsubs a: ------^-!")).failures == [])
  }

  @Test func anAttemptTooManyIsShown() throws {
    let failures = try SpecCheck(spec("subs a: ^--^")).failures
    #expect(
      failures == ["a.marble:4: the subscriptions of a differ\n  expected  ^--^---\n  actual    ^--^--^"], "\(failures)"
    )
  }

  /// At one instant, as after `retry(2)` without a delay of a source that fails at once.
  @Test func attemptsAtOneInstant() throws {
    let text = "a: #\n> a.retry(2)\n=  #\nsubs a: (^^^)\n"
    #expect(try SpecCheck(ExecutedSpec(SpecText(text, file: "a.marble"))).failures == [])
  }

  @Test func updateWritesOneRow() throws {
    let updated = try #require(SpecUpdate(spec("subs a: ^-^")).updated())
    #expect(updated.lines.map { String($0) }.contains("subs a: ^--^--^"))
  }

  @Test func swiftHasAttempts() throws {
    var taken: Set<String> = []
    let code = try SwiftTest.code(of: spec("subs a: ^--^--^"), taken: &taken)
    #expect(code.contains("    m.expect(attemptsOf: a).toBe(\"a--a--a\")\n"), "\(code)")
  }

  @Test(arguments: [
    (
      "subs a: ^--^--^\nsubs a: ^-!",
      "a.marble:5:9: error: the attempts at a are one row; write one row with '^' for each, or a row for each with '^' and '!'"
    ),
    (
      "subs a: ^-!\nsubs a: ^--^--^",
      "a.marble:5:9: error: the attempts at a are one row; write one row with '^' for each, or a row for each with '^' and '!'"
    ),
    ("subs a: ^--^-!", "a.marble:4:12: error: "), ("subs a: ^-x-^", "a.marble:4:11: error: "),
  ]) func aRowOfBothKinds(_ rows: String, _ message: String) {
    let problem = SpecErrorTests.problem(in: Self.spec + rows)
    #expect(problem?.hasPrefix(message) == true, "\(problem ?? "none")")
  }
}
