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

  @Test(arguments: [
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 / 2", "3"), ("7 % 4", "3"), ("-7 % 4", "-3"), ("2 - 3 - 4", "-5"),
    ("-$0", "-1"),
    ("1.5 + 2", "3.5"), ("7.0 / 2", "3.5"), ("2 * 1.5", "3.0"), ("Double(3) / 2", "1.5"), ("1_000 + 1", "1001"),
    ("\"a\" + \"b\"", "\"ab\""), ("[1] + [2, 3]", "[1, 2, 3]"), ("300ms + 1s", "1300ms"), ("1s - 250ms", "750ms"),
    ("250ms * 4", "1s"),
    ("1 == 1", "true"), ("1 != 1", "false"), ("1 < 2 && 2 < 3", "true"), ("1 > 2 || 2 > 1", "true"),
    ("!(1 < 2)", "false"),
    ("\"a\" < \"b\"", "true"),
    ("1s > 900ms", "true"), ("$0 > 0 ? \"yes\" : \"no\"", "\"yes\""), ("$0 > 0 ? $0 > 5 ? 1 : 2 : 3", "2"),
    ("false && 1 / 0 == 1", "false"),
    ("nil ?? 4", "4"), ("Int(\"x\") ?? Int(\"y\") ?? 5", "5"), ("Int(\"12\")!", "12"),
    ("Int(\"x\")?.description", "nil"),
    ("1 == nil", "false"),
    ("(1, \"a\")", "(1, \"a\")"), ("(1, \"a\").1", "\"a\""), ("((1, 2), 3).0.1", "2"), ("(x: 1, y: 2).y", "2"),
    ("[1, 2, 3][2]", "3"),
    (".max(2)", ".max(2)"), ("\"a\\(1 + 2)b\\(\"c\")\"", "\"a3bc\""), ("\"\\u{e9}\\n\\\"\"", "\"é\\n\\\"\""),
    ("0..<3", "0..<3"),
  ])
  func operators(_ body: String, _ value: String) throws {
    #expect(try ExpressionTests.value(of: body) == value)
  }

  @Test(arguments: [
    ("\"héllo\".count", "5"), ("\"\".isEmpty", "true"), ("\"ab\".uppercased()", "\"AB\""),
    ("\"abc\".prefix(2)", "\"ab\""),
    ("\"abc\".dropFirst()", "\"bc\""),
    ("\"abc\".hasPrefix(\"ab\")", "true"), ("\"abc\".contains(\"bc\")", "true"),
    ("\"a,b\".split(separator: \",\")", "[\"a\", \"b\"]"),
    ("String(\"abc\".reversed())", "\"cba\""), ("\"abc\".first", "\"a\""), ("[].first", "nil"),
    ("[3, 1, 2].sorted()", "[1, 2, 3]"),
    ("[3, 1, 2].sorted { $0 > $1 }", "[3, 2, 1]"), ("[3, 1, 2].sorted(by: >)", "[3, 2, 1]"), ("[3, 1, 2].min()", "1"),
    ("[3, 1, 2].max()", "3"),
    ("[1, 2, 3].map { $0 * 2 }", "[2, 4, 6]"), ("[1, 2, 3].filter { $0 % 2 == 1 }", "[1, 3]"),
    ("[1, 2, 3].reduce(0, +)", "6"),
    ("[1, 2, 3].reduce(\"\") { $0 + String($1) }", "\"123\""), ("[\"1\", \"x\"].compactMap { Int($0) }", "[1]"),
    ("[1, 2].contains(2)", "true"),
    ("[1, 2].contains { $0 > 1 }", "true"), ("[1, 2].first { $0 > 1 }", "2"), ("[1, 2].allSatisfy { $0 > 1 }", "false"),
    ("[\"a\", \"b\"].joined(separator: \"-\")", "\"a-b\""), ("[1, 2, 3].suffix(2)", "[2, 3]"),
    ("[1, 2, 3].dropLast(2)", "[1]"),
    ("(1...3).map { $0 }", "[1, 2, 3]"), ("Array(0..<2)", "[0, 1]"), ("abs(-3)", "3"), ("min(2, 1)", "1"),
    ("max(2, 1)", "2"),
    ("Int(3.9)", "3"),
    ("String(1.5)", "\"1.5\""), ("4.isMultiple(of: 2)", "true"), ("2.5.rounded()", "3.0"),
    ("[[1], [2, 3]].map(\\.count)", "[1, 2]"),
    ("[1, 2].map { v in [1, 2].map { $0 * v } }", "[[1, 2], [2, 4]]"), ("Int(\"3\").map { $0 + 1 }", "4"),
    ("[(1, 2)].map { a, b in a + b }", "[3]"),
    ("[1, 2].enumerated().map { $0.offset * $0.element }", "[0, 2]"),
  ])
  func members(_ body: String, _ value: String) throws {
    #expect(try ExpressionTests.value(of: body) == value)
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
