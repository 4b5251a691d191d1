import Marbles
import TestFolder
import Testing

/// The whole text of each error.
struct NotationErrorTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    var role: Lane.Role
    /// The message, the text, the caret line and the fix.
    var lines: [String]

    init(_ text: String, _ role: Lane.Role, _ message: String, _ caret: String, _ fix: String, shown: String? = nil) {
      self.text = text
      self.role = role
      lines = [message, "  " + (shown ?? text), "  " + caret, "  " + fix]
    }
    var testDescription: String { "'\(text)' as \(role)" }
  }

  static let symbols: [Wrong] = [
    Wrong("a\tb", .cold, "this is a tab; only spaces may separate symbols", " ^", "write a space", shown: "a b"),
    Wrong(
      "a\nb", .cold, "only plain spaces may separate symbols", " ^", "replace this white space by a space", shown: "a b"
    ),
    Wrong("a\u{A0}b", .cold, "only plain spaces may separate symbols", " ^", "replace this white space by a space"),
    Wrong(
      "日\r\n", .cold, "only plain spaces may separate symbols", "  ^", "replace this white space by a space",
      shown: "日 "),
    Wrong(
      "a\u{200B}b", .cold, "the invisible character U+200B", " ^", "delete it, or quote it as a value", shown: "a b"),
    Wrong("\u{7}", .cold, "the invisible character U+0007", "^", "delete it, or quote it as a value", shown: " "),
    Wrong(
      "\u{301}a", .cold, "a combining character cannot be a value by itself", "^",
      "write it with the letter it belongs to"),
    Wrong(#"a\b"#, .cold, #"'\' is outside quotes"#, " ^", #"quote it as a value: '\\'"#),
    Wrong("-'ab", .cold, "the quote is not closed", " ^^^", "write ' at its end"),
    Wrong("-#'ab", .cold, "the quote is not closed", "  ^^^", "write ' at its end"),
    Wrong(#"'a\n'"#, .cold, #"'\' escapes only a quote or itself"#, "  ^^", #"write \\ for one backslash"#),
    Wrong(#"'a\"#, .cold, #"'\' escapes only a quote or itself"#, "  ^", #"write \\ for one backslash"#),
    Wrong(
      "'a\nb'", .cold, "a quoted value cannot continue on the next line", "^^", "keep it on one line", shown: "'a b'"),
  ]

  @Test(arguments: symbols) func says(_ wrong: Wrong) {
    let error = #expect(throws: NotationError.self) { try Lane(parsing: wrong.text, as: wrong.role) }
    #expect(error?.description == wrong.lines.joined(separator: "\n"))
  }

  @Test(arguments: TextTable("mistakes.txt").rows) func says(_ row: TextTable.Row) throws {
    let roles = [
      "cold": Lane.Role.cold, "hot": .hot, "expectation": .expectation, "window": .window, "demand": .demand,
      "actions": .actions,
    ]
    let (name, marked) = (row.input.prefix { $0 != ":" }, row.input.drop { $0 != ":" }.dropFirst(2))
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }
    let carets = String(repeating: " ", count: parts[0].count) + String(repeating: "^", count: parts[1].count)
    try says(Wrong(parts.joined(), #require(roles[String(name)]), row.said[0], carets, row.said[1]))
  }

  @Test func aFrameMustHaveALength() {
    let error = #expect(throws: NotationError.self) { try Lane(parsing: "a", as: .cold, frame: 0) }
    #expect(error?.message == "a frame must be longer than zero")
  }

  @Test func whatTakesTwoColumnsGetsTwoCarets() {
    let error = #expect(throws: NotationError.self) { try Lane(parsing: "日本|語👍🏽", as: .cold) }
    #expect(
      error?.description == "the stream has ended before '語'\n  日本|語👍🏽\n       ^^\n  after '|' only silence may follow")
  }
}
