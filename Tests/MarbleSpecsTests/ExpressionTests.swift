import TestFolder
import Testing

@testable import MarbleSpecs

/// The values of expressions. Each stands in a closure over the one value of a stream and is read off the run.
struct ExpressionTests {
  /// The result of a closure body for `$0`, printed as a literal.
  static func value(of body: String, for input: String = "1") throws -> String {
    let text = SpecText("> Just(\(input)).map { \(body) }", file: "a.marble")
    let outcome = try #require(try ExecutedSpec(text).outcomes.first)
    return try #require(outcome.recordings.first?.values.first).description
  }

  @Test(arguments: TextTable("values.txt").rows) func aClosureHasItsValue(_ row: TextTable.Row) throws {
    #expect(try ExpressionTests.value(of: row.input) == row.said[0])
  }

  /// One tuple is taken apart where a closure wants its elements.
  @Test(arguments: [
    ("$0 + $1", "3"), ("a, b in a * b", "2"), ("(a, b) in b", "2"), ("$0.0", "1"), ("pair in pair.1", "2"),
    ("a, _ in a", "1"),
  ])
  func tuples(_ body: String, _ value: String) throws {
    #expect(try ExpressionTests.value(of: body, for: "(1, 2)") == value)
  }

  /// A value printed and read again is the same value.
  @Test(arguments: [
    "1", "-1", "2.5", "-0.5", "1e300", "2.5e-07", "\"\"", "\"a\\\"b\\\\c\\n\"", "\"\\u{0}\\u{7f}\\u{2028}\"", "true",
    "nil", "[]",
    "[1, [2]]", "(1, \"a\")", "300ms", "-2s",
    ".finished", ".max(1)", "(a: 1, b: 2)",
  ])
  func literalsRoundTrip(_ literal: String) throws {
    let once = try ExpressionTests.value(of: literal)
    #expect(try ExpressionTests.value(of: once) == once)
  }
}
