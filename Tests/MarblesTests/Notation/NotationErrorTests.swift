import Marbles
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
  static let time: [Wrong] = [
    Wrong(
      "-a 10ms|", .cold, "'10ms|' begins like a duration but goes on", "   ^^^^^",
      "put a space after it: '10ms |', or quote the values: '1'0ms|"),
    Wrong(
      "1s--a b", .cold, "'1s--a' begins like a duration but goes on", "^^^^^",
      "put a space after it: '1s --a', or quote the values: '1's--a"),
    Wrong("@10msa", .cold, "'@10msa' begins like a duration but goes on", "^^^^^^", "put a space after it: '@10ms a'"),
    Wrong("-@a", .cold, "'@' needs an instant", " ^", "write it with a unit, such as @250ms"),
    Wrong("-@", .cold, "'@' needs an instant", " ^", "write it with a unit, such as @250ms"),
    Wrong("@250 a", .cold, "'@' needs an instant", "^", "write it with a unit, such as @250ms"),
    Wrong("--a @2ms b", .cold, "'@2ms' is not later than the symbols before it", "    ^^^^", "write @3ms or later"),
    Wrong("--- @1ms b", .cold, "'@1ms' is not later than the symbols before it", "    ^^^^", "write @3ms or later"),
    Wrong("5ms @4ms b", .cold, "'@4ms' is not later than the symbols before it", "    ^^^^", "write @5ms or later"),
    Wrong("@5ms @4ms b", .cold, "'@4ms' is not later than the symbols before it", "     ^^^^", "write @5ms or later"),
    Wrong("a^ @0ms b", .hot, "'@0ms' is not later than the symbols before it", "   ^^^^", "write @1ms or later"),
    Wrong("a @5ms b^", .hot, "'@' counts from '^', which comes later", "  ^^^^", "before '^' use dashes and durations"),
    Wrong("9999999h a", .cold, "'9999999h' is too long", "^^^^^^^^", "a row spans at most 292 years"),
    Wrong(
      "99999999999999999999ns", .cold, "'99999999999999999999ns' is too long", "^^^^^^^^^^^^^^^^^^^^^^",
      "a row spans at most 292 years"),
    Wrong("2562047h 1h a", .cold, "the row is too long here", "         ^^", "a row spans at most 292 years"),
    Wrong("0.5ns a", .cold, "'0.5ns' is finer than a nanosecond", "^^^^^", "write a whole number of nanoseconds"),
    Wrong(
      "1.0000000001s", .cold, "'1.0000000001s' is finer than a nanosecond", "^^^^^^^^^^^^^",
      "write a whole number of nanoseconds"),
  ]
  static let groups: [Wrong] = [
    Wrong("-(ab", .cold, "the group is not closed", " ^^^", "write ')' at its end"),
    Wrong("[a", .cold, "the group is not closed", "^^", "write ']' at its end"),
    Wrong("{a", .expectation, "the group is not closed", "^^", "write '}' at its end"),
    Wrong("a)", .cold, "')' has no opening bracket", " ^", "open the group before, or quote it as a value: ')'"),
    Wrong("]", .cold, "']' has no opening bracket", "^", "open the group before, or quote it as a value: ']'"),
    Wrong("(a]", .cold, "'(' is closed by ']'", "^^^", "use brackets of one kind"),
    Wrong("-()", .cold, "the group is empty", " ^^", "write what happens together, or '-' for nothing"),
    Wrong("[ ]", .cold, "the group is empty", "^^^", "write what happens together, or '-' for nothing"),
    Wrong("(a-b)", .cold, "time cannot pass inside a group", "  ^", "close the group before '-'"),
    Wrong("(a@5ms b)", .cold, "time cannot pass inside a group", "  ^", "put '@' before the group"),
    Wrong(
      "(a 10ms b)", .cold, "time cannot pass inside a group", "   ^^^^",
      "put the duration outside, or take out the space for values"),
    Wrong(
      "(a 1m)", .cold, "time cannot pass inside a group", "   ^^",
      "put the duration outside, or take out the space for values"),
    Wrong("(a(b))", .cold, "a group cannot hold a group", "  ^", "close the first one before '('"),
    Wrong("[a{b}]", .expectation, "a group cannot hold a group", "  ^", "close the first one before '{'"),
    Wrong("(|a)", .cold, "'|' must be the last symbol of its group", " ^", "write '|' just before the bracket"),
    Wrong(
      "(a#'x'|)", .cold, "'#'x'' must be the last symbol of its group", "  ^^^^", "write '#'x'' just before the bracket"
    ),
    Wrong("{ab|}", .expectation, "a completion cannot come in any order", "   ^", "write only values in braces"),
    Wrong("{a}", .expectation, "values in any order must be two or more", "^^^", "write the value without braces"),
    Wrong("{}", .expectation, "the group is empty", "^^", "write what happens together, or '-' for nothing"),
  ]
  static let places: [Wrong] = [
    Wrong("a|b", .cold, "the stream has ended before 'b'", "  ^", "after '|' only silence may follow"),
    Wrong("|#", .cold, "the stream has ended before '#'", " ^", "after '|' only silence may follow"),
    Wrong("#'x'(ab)", .cold, "the stream has ended before 'a'", "     ^", "after '#'x'' only silence may follow"),
    Wrong("^!-!", .window, "the subscription is over before '!'", "   ^", "after '!' only silence may follow"),
    Wrong(
      "-a^b", .cold, "a cold stream cannot hold '^'", "  ^",
      "time zero of a cold stream is its first symbol; a hot stream has a '^'"),
    Wrong(
      "a!", .cold, "a cold stream cannot hold '!'", " ^", "a failure is written '#'; to mean a value, quote it: '!'"),
    Wrong("a?", .hot, "a hot stream cannot hold '?'", " ^", "to mean a value, quote it: '?'"),
    Wrong("{ab}", .cold, "a cold stream cannot hold '{'", "^", "to mean a value, quote it: '{'"),
    Wrong("(a?)", .cold, "a cold stream cannot hold '?'", "  ^", "to mean a value, quote it: '?'"),
    Wrong("-^", .expectation, "an expectation cannot hold '^'", " ^", "the first symbol is time zero"),
    Wrong("a^-^", .hot, "a second '^'", "   ^", "a hot stream has one '^', its time zero"),
    Wrong("a|-^", .hot, "the stream ends before its time zero", "   ^", "put '^' before the end"),
    Wrong("^!-^", .window, "a second '^'", "   ^", "write each subscription as a row of its own"),
    Wrong("--!", .window, "the subscription ends before it begins", "  ^", "write '^' where it begins"),
    Wrong("(!^)", .window, "'!' must be the last symbol of its group", " ^", "write '!' just before the bracket"),
    Wrong(
      "^a!", .window, "a row of a subscription cannot hold 'a'", " ^",
      "it holds '^' where the subscription begins and '!' where it ends"),
    Wrong(
      "^-|", .window, "a row of a subscription cannot hold '|'", "  ^",
      "it holds '^' where the subscription begins and '!' where it ends"),
    Wrong(
      "1-0", .demand, "'0' is not a number of values to request", "  ^",
      "write 1 to 9, a larger number in quotes such as '12', or *"),
    Wrong(
      "''", .demand, "'''' is not a number of values to request", "^^",
      "write 1 to 9, a larger number in quotes such as '12', or *"),
    Wrong(
      "'-1'", .demand, "''-1'' is not a number of values to request", "^^^^",
      "write 1 to 9, a larger number in quotes such as '12', or *"),
    Wrong(
      "1a", .demand, "a row of requests cannot hold 'a'", " ^",
      "it holds a digit or a quoted number such as '12' for that many values, and '*' for unlimited"),
    Wrong(
      "1|", .demand, "a row of requests cannot hold '|'", " ^",
      "it holds a digit or a quoted number such as '12' for that many values, and '*' for unlimited"),
    Wrong("x|", .actions, "a row of actions cannot hold '|'", " ^", "it holds values, one for each action"),
  ]

  @Test(arguments: symbols + time + groups + places) func says(_ wrong: Wrong) {
    let error = #expect(throws: NotationError.self) { try Lane(parsing: wrong.text, as: wrong.role) }
    #expect(error?.description == wrong.lines.joined(separator: "\n"))
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
