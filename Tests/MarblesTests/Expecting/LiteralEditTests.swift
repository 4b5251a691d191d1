import Testing

@testable import Marbles

struct LiteralEditTests {
  /// Applies an edit at the first `toBe(` of a source.
  func edited(_ source: String, line: Int, _ old: [String], _ new: [String], offBy: Int = 0) throws -> String {
    let text = source.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
    let column = text.firstRange(of: "toBe(").map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) } ?? 1
    let edit = LiteralEdit(line: line, column: column + offBy, old: old, new: new)
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

  @Test func whatIsNotAsItWasIsLeftAlone() {
    func refusal(_ source: String, line: Int = 1, _ old: [String] = ["-a|"], _ new: [String] = ["-b|"], offBy: Int = 0)
      -> String?
    {
      do {
        _ = try edited(source, line: line, old, new, offBy: offBy)
        return nil
      } catch {
        return (error as? LiteralEdit.Refusal)?.reason
      }
    }
    #expect(refusal("x.toBe(\"-c|\")") == "the file has changed since it was compiled")
    #expect(refusal("x.toBe(\"-a|\", \"-a|\")") == "the file has changed since it was compiled")
    #expect(refusal("x.toBe(\"-a|\")", offBy: 1) == "the file has changed since it was compiled")
    #expect(refusal("x.toBe(\"-a|\")", offBy: 99) == "the file has changed since it was compiled")
    #expect(refusal("x.toBe(\n\"-a|\")") == "the row is not written on the line of the call")
    #expect(refusal("x.toBe(\"\"\"\n-a|\n\"\"\")") == "the row is a literal of several lines")
    #expect(refusal("x.toBe(#\"-a|\")") == "the row is not written on the line of the call")
    #expect(refusal("x.toBe(#\"\\#(row)\"#)") == "the literal holds more than plain text")
    #expect(refusal("x.toBe(row)") == "the row is not written on the line of the call")
    #expect(refusal("x.toBe(\"-a|)") == "the row is not written on the line of the call")
    #expect(refusal("x.toBe(\"\\(row)\")") == "the literal holds more than plain text")
    #expect(refusal("x.toBe(\"-a|\")", ["-a|"], ["'\n'"]) == "a value holds a control character")
    let beyond = LiteralEdit(line: 3, column: 1, old: [], new: [])
    #expect(throws: LiteralEdit.Refusal(reason: "the file has no line 3")) {
      try beyond.applied(to: Array("a\nb".utf8))
    }
  }
}
