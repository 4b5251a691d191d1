import Foundation
import Testing

@testable import Marbles

struct LiteralEditTests {
  /// Applies an edit at the first `toBe(` of a source.
  func edited(
    _ source: String, line: Int, _ old: [String], _ new: [String], adding added: [String] = [], offBy: Int = 0
  ) throws
    -> String
  {
    let text = source.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
    let column = text.firstRange(of: "toBe(").map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) } ?? 1
    let edit = LiteralEdit(line: line, column: column + offBy, old: old, new: new, added: added)
    return String(decoding: try edit.applied(to: Array(source.utf8)), as: UTF8.self)
  }

  @Test func oneLiteralIsReplacedAndNothingElse() throws {
    let source = "// 日本\n  m.expect(é, name: \"-a|\").toBe( \"-a|\" , within: 3) // \"-a|\"\nend"
    let expected = "// 日本\n  m.expect(é, name: \"-a|\").toBe( \" -b|\" , within: 3) // \"-a|\"\nend"
    #expect(try edited(source, line: 2, ["-a|"], [" -b|"]) == expected)
  }
  @Test func literalsMayBecomeMoreOrFewer() throws {
    #expect(try edited("x.toBe(\"^!\")", line: 1, ["^!"], ["^--!", "-^"]) == "x.toBe(\"^--!\", \"-^\")")
    #expect(try edited("x.toBe(\"^!\", \"-^\")", line: 1, ["^!", "-^"], []) == "x.toBe()")
    #expect(try edited("x.toBe()", line: 1, [], ["^"]) == "x.toBe(\"^\")")
  }
  @Test func quotesAndBackslashesAreEscaped() throws {
    #expect(try edited(#"x.toBe("'a\\b'\"|")"#, line: 1, [#"'a\b'"|"#], [#"'\\'"-"#]) == #"x.toBe("'\\\\'\"-")"#)
    #expect(try edited(##"x.toBe(#"'\'-|"#)"##, line: 1, [##"'\'-|"##], ["-a|"]) == ##"x.toBe("-a|")"##, "a raw string")
    #expect(
      try edited(###"x.toBe(##"'"#'|"##, within: 1)"###, line: 1, [###"'"#'|"###], ["-"])
        == ###"x.toBe("-", within: 1)"###)
  }

  /// The layouts of swift-format, and others: spaces, comments and line breaks stay.
  @Test func literalsMayStandAnywhereInTheCall() throws {
    let layouts = [
      "x.toBe(\n    \"-a|\"\n  )", "x.toBe(\r\n\t\"-a|\"\r\n)", "x.toBe(\t\"-a|\"\t)", "x.toBe((\"-a|\"))",
      "x.toBe(( ( \"-a|\" ) ), within: 3)", "x.toBe(/* old /* \"-b|\" */ */ \"-a|\" /* , */, [\"a\": 1])",
      "x.toBe(\n  // why \"not\"\n  \"-a|\"  // (\n)", "x.toBe(\"-a|\",)", "x.toBe (\"-a|\")",
    ]
    for layout in layouts {
      let column = layout.utf8.distance(from: layout.startIndex, to: layout.firstIndex(of: "(")!) + 1
      let edit = LiteralEdit(line: 1, column: column, old: ["-a|"], new: ["--a|"])
      let found = String(decoding: try edit.applied(to: Array(layout.utf8)), as: UTF8.self)
      #expect(found == layout.replacingOccurrences(of: "\"-a|\"", with: "\"--a|\""), "\(layout)")
    }
  }
  @Test func onlyTheLiteralsThatDifferAreReplaced() throws {
    let source = "x.toBe(\n  #\"^!\"#,  // first\n  \"-^!\"  // second\n)"
    #expect(
      try edited(source, line: 1, ["^!", "-^!"], ["^!", "--^!"])
        == "x.toBe(\n  #\"^!\"#,  // first\n  \"--^!\"  // second\n)")
    #expect(
      try edited(source, line: 1, ["^!", "-^!"], ["^!", "-^!", "--^"])
        == "x.toBe(\n  #\"^!\"#,  // first\n  \"-^!\", \"--^\"  // second\n)")
    #expect(try edited(source, line: 1, ["^!", "-^!"], ["^"]) == "x.toBe(\n  \"^\"  // second\n)")
    #expect(try edited("x.toBe(\"^\",)", line: 1, ["^"], []) == "x.toBe()")
  }
  @Test func aTableGetsEntriesBehindItsLast() throws {
    func table(_ text: String) throws -> String {
      let all = try edited("x.toBe(\"-a\", \(text), within: 1)", line: 1, ["-a"], ["-a"], adding: ["\"b\": 2"])
      return String(all.dropFirst("x.toBe(\"-a\", ".count).dropLast(", within: 1)".count))
    }
    #expect(try table("[:]") == "[\"b\": 2]")
    #expect(try table("[ : ]") == "[ \"b\": 2 ]")
    #expect(try table("[\"a\": [1, 2] ]") == "[\"a\": [1, 2], \"b\": 2 ]")
    #expect(try table("[\n  \"a\": f(1, \"]\"),  // ]\n]") == "[\n  \"a\": f(1, \"]\"), \"b\": 2,  // ]\n]")
    #expect(try table("[\n  \"a\": 1  // one\n]") == "[\n  \"a\": 1, \"b\": 2  // one\n]")
  }

  /// Each kind of refusal has its own reason.
  @Test(arguments: [
    ("x.toBe(\"-c|\")", RowRefusal.otherRows(["-c|"])), ("x.toBe(\"-a|\", \"-a|\")", .otherRows(["-a|", "-a|"])),
    ("x.toBe()", .otherRows([])), ("x.toBe(within: 1)", .otherRows([])),
    ("x.toBe", .noCall(line: 1)), ("", .noCall(line: 1)), ("x.toBe{(\"-a|\")}", .noCall(line: 1)),
    ("x.toBe(\"\"\"\n-a|\n\"\"\")", .severalLines), ("x.toBe(#\"-a|\")", .openLiteral),
    ("x.toBe(\"-a|)", .openLiteral), ("x.toBe(\"-a|)\n\")", .openLiteral), ("x.toBe(\"-a|\"", .openLiteral),
    ("x.toBe(#\"\\#(row)\"#)", .interpolation), ("x.toBe(\"\\(row)\")", .interpolation),
    ("x.toBe(\"-a|\\n\")", .escape), ("x.toBe(\"\\u{2d}a|\")", .escape),
    ("x.toBe(row)", .computed("row")), ("x.toBe( rows[0] , [\"a\": 1])", .computed("rows[0]")),
    ("x.toBe(\"-a\" + \"|\")", .computed("\"-a\" + \"|\"")), ("x.toBe(\"-a|\" + end)", .computed("\"-a|\" + end")),
    ("x.toBe((\"-a|\" + end))", .computed("(\"-a|\" + end)")),
    ("x.toBe(isLate ? \"-a|\" : \"-b|\")", .computed("isLate ? \"-a|\" : \"-b|\"")),
    ("x.toBe(\"-a|\" as String)", .computed("\"-a|\" as String")), ("x.check(\"-a|\")", .helper("check")),
    ("toBeOf(\"-a|\")", .helper("toBeOf")),
  ]) func aRowThatCannotBeReplacedIsLeftAlone(_ source: String, _ refusal: RowRefusal) {
    let open = source.utf8.firstIndex(of: UInt8(ascii: "(")).map {
      source.utf8.distance(from: source.startIndex, to: $0)
    }
    let isBlock = source.hasPrefix("x.toBe{")
    let edit = LiteralEdit(line: 1, column: (open ?? 6) + (isBlock ? 0 : 1), old: ["-a|"], new: ["-b|"])
    #expect(throws: refusal) { try edit.applied(to: Array(source.utf8)) }
  }
  @Test func moreRefusals() {
    func refusal(_ source: String, line: Int = 1, column: Int = 7, _ new: [String] = ["-b|"], adding: [String] = [])
      -> RowRefusal?
    {
      let edit = LiteralEdit(line: line, column: column, old: ["-a|"], new: new, added: adding)
      do throws(RowRefusal) { _ = try edit.applied(to: Array(source.utf8)) } catch { return error }
      return nil
    }
    #expect(refusal("a\nb", line: 3) == .noLine(3))
    #expect(refusal("x.toBe(\"-a|\")", column: 8) == .noCall(line: 1))
    #expect(refusal("x.toBe(\"-a|\")", column: 99) == .noCall(line: 1))
    #expect(refusal("x.toBe(\"-a|\")", column: 0) == .noCall(line: 1), "a place without a column")
    #expect(refusal("x.toBe(\"-a|\")", ["'\n'"]) == .controlCharacter)
    for (arguments, found) in [
      ("", ""), (", table", "table"), (", [\"a\": 1].merging(more) { $1 }", "[\"a\": 1].merging(more) { $1 }"),
      (", within: 1", ""), (", Self.table(1, 2), within: 1", "Self.table(1, 2)"),
    ] {
      #expect(refusal("x.toBe(\"-a|\"\(arguments))", adding: ["\"b\": 2"]) == .noTable(found), "\(arguments)")
    }
    #expect(refusal("x.toBe(\"-a|\", [\"a\": 1", adding: ["\"b\": 2"]) == .openLiteral)
  }
  /// No two reasons are said in the same words.
  @Test func eachReasonHasItsOwnWords() {
    let all: [RowRefusal] = [
      .file("No such file or directory"), .noLine(3), .noCall(line: 3), .helper("check"), .otherRows(["-a"]),
      .openLiteral, .computed("row"), .severalLines, .interpolation, .escape, .noTable("table"), .noTable(""),
      .inexpressible([]), .controlCharacter, .runsDiffer([.holds(["-a|"]), .differs(["-b|"], added: [])]), .knownIssue,
      .edited,
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    #expect("\(all[14])" == "runs of this line differ: '-a|' (as written) and '-b|'")
  }
}
