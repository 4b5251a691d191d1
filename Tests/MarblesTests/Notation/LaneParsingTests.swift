import Marbles
import Testing

struct LaneParsingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var role: Lane.Role
    var moments: [Lane.Moment]

    init(_ text: String, _ role: Lane.Role, _ moments: [Lane.Moment]) {
      self.text = text
      self.role = role
      self.moments = moments
    }
    init(_ text: String, _ moments: [Lane.Moment]) { self.init(text, .cold, moments) }
    var testDescription: String { "'\(text)' as \(role)" }
  }

  static let rows: [Row] = [
    // silence and values
    Row("", []), Row("---", []), Row("   ", []),
    Row("a", [at(0, .plain("a"))]),
    Row("-a--b", [at(ms, .plain("a")), at(4 * ms, .plain("b"))]),
    Row("  -a- -b", [at(ms, .plain("a")), at(4 * ms, .plain("b"))]),
    Row("10", [at(0, .plain("1")), at(ms, .plain("0"))]),
    Row(
      "a10ms",
      [
        at(0, .plain("a")), at(ms, .plain("1")), at(2 * ms, .plain("0")), at(3 * ms, .plain("m")),
        at(4 * ms, .plain("s")),
      ]),
    Row("1.5", [at(0, .plain("1")), at(ms, .plain(".")), at(2 * ms, .plain("5"))]),
    Row("日本👩‍👩‍👧é", [at(0, .plain("日")), at(ms, .plain("本")), at(2 * ms, .plain("👩‍👩‍👧")), at(3 * ms, .plain("é"))]),
    Row("*'\"'", [at(0, .plain("*")), at(ms, .quoted("\""))]),
    // quoted values
    Row("-'two words'b", [at(ms, .quoted("two words")), at(2 * ms, .plain("b"))]),
    Row("''-'1'", [at(0, .quoted("")), at(2 * ms, .quoted("1"))]),
    Row(#"'it\'s''\\'"#, [at(0, .quoted("it's")), at(ms, .quoted(#"\"#))]),
    Row("'日本'", [at(0, .quoted("日本"))]),
    Row("'(a|)'", [at(0, .quoted("(a|)"))]),
    // ends
    Row("-|", [at(ms, .finished)]), Row("-|--  -", [at(ms, .finished)]), Row("| 10ms ", [at(0, .finished)]),
    Row("a#", [at(0, .plain("a")), at(ms, .failure(nil))]),
    Row("-#'too bad'", [at(ms, .failure("too bad"))]),
    // groups: round ones take a frame for each grapheme as written, square ones take one
    Row("(ab)c", [at(0, .plain("a"), .plain("b")), at(4 * ms, .plain("c"))]),
    Row("(a b )c", [at(0, .plain("a"), .plain("b")), at(4 * ms, .plain("c"))]),
    Row("('a b')c", [at(0, .quoted("a b")), at(7 * ms, .plain("c"))]),
    Row(#"('\' ')c"#, [at(0, .quoted("' ")), at(7 * ms, .plain("c"))]),
    Row("(é日)c", [at(0, .plain("é"), .plain("日")), at(4 * ms, .plain("c"))]),
    Row("-(ab|)", [at(ms, .plain("a"), .plain("b"), .finished)]),
    Row("(a#'x')", [at(0, .plain("a"), .failure("x"))]),
    Row("[ab]c", [at(0, .plain("a"), .plain("b")), at(ms, .plain("c"))]),
    Row("[a][ b|]", [at(0, .plain("a")), at(ms, .plain("b"), .finished)]),
    Row("(1m)", [at(0, .plain("1"), .plain("m"))]),
    // time passes
    Row("a 10ms b", [at(0, .plain("a")), at(11 * ms, .plain("b"))]),
    Row("10ms a", [at(10 * ms, .plain("a"))]),
    Row("1.5s a", [at(1500 * ms, .plain("a"))]),
    Row("2m a 1h b", [at(120_000 * ms, .plain("a")), at(3_720_001 * ms, .plain("b"))]),
    Row("7ns a 20us b", [at(7, .plain("a")), at(7 + ms + 20_000, .plain("b"))]),
    Row("0.000001ms a", [at(1, .plain("a"))]),
    Row("2.50s a", [at(2500 * ms, .plain("a"))]),
    Row("0ms a", [at(0, .plain("a"))]),
    Row("-10ms", [at(ms, .plain("1")), at(2 * ms, .plain("0")), at(3 * ms, .plain("m")), at(4 * ms, .plain("s"))]),
    // instants
    Row("a @250ms b", [at(0, .plain("a")), at(250 * ms, .plain("b"))]),
    Row("@250ms", []),
    Row("a@0.5ms b", [at(0, .plain("a")), at(ms / 2, .plain("b"))]),
    Row("@0ms a", [at(0, .plain("a"))]),
    Row("(ab) @1ns c", [at(0, .plain("a"), .plain("b")), at(1, .plain("c"))]),
    Row("a @250ms -b", [at(0, .plain("a")), at(251 * ms, .plain("b"))]),
    Row("- 5ms @6ms b", [at(6 * ms, .plain("b"))]),
    // hot streams
    Row("--a^-b", .hot, [at(-ms, .plain("a")), at(2 * ms, .plain("b"))]),
    Row("a-b", .hot, [at(0, .plain("a")), at(2 * ms, .plain("b"))]),
    Row("a^", .hot, [at(-ms, .plain("a"))]), Row("^", .hot, []), Row("-(^)-a", .hot, [at(4 * ms, .plain("a"))]),
    Row("a(^b)c", .hot, [at(-ms, .plain("a")), at(0, .plain("b")), at(4 * ms, .plain("c"))]),
    Row("a[b^|]", .hot, [at(-ms, .plain("a")), at(0, .plain("b"), .finished)]),
    Row("-- 5ms a^ @3ms b", .hot, [at(-ms, .plain("a")), at(3 * ms, .plain("b"))]),
    Row("@3ms b", .hot, [at(3 * ms, .plain("b"))]),
    // subscription lanes
    Row("^", .window, [at(0, .subscribe)]),
    Row("--^-!--", .window, [at(2 * ms, .subscribe), at(4 * ms, .unsubscribe)]),
    Row("-(^!)", .window, [at(ms, .subscribe, .unsubscribe)]),
    Row("^ 10ms !", .window, [at(0, .subscribe), at(11 * ms, .unsubscribe)]),
    Row("-", .window, []),
    // demand lanes
    Row("1-2", .demand, [at(0, .request(1)), at(2 * ms, .request(2))]),
    Row("-'12'*", .demand, [at(ms, .request(12)), at(2 * ms, .request(nil))]),
    Row("(21)", .demand, [at(0, .request(2), .request(1))]),
    Row("3 5ms 1", .demand, [at(0, .request(3)), at(6 * ms, .request(1))]),
    // expectations and actions
    Row("-?-|", .expectation, [at(ms, .anyValue), at(3 * ms, .finished)]),
    Row("-{ab}c", .expectation, [anyOrder(at: ms, .plain("a"), .plain("b")), at(2 * ms, .plain("c"))]),
    Row("-{a?'b c'}", .expectation, [anyOrder(at: ms, .plain("a"), .anyValue, .quoted("b c"))]),
    Row("(a?)", .expectation, [at(0, .plain("a"), .anyValue)]),
    Row("--x-(yz)", .actions, [at(2 * ms, .plain("x")), at(4 * ms, .plain("y"), .plain("z"))]),
  ]

  @Test(arguments: rows) func reads(_ row: Row) throws {
    #expect(try Lane(parsing: row.text, as: row.role) == Lane(moments: row.moments))
  }

  @Test func aFrameIsAsLongAsItIsSaidToBe() throws {
    let lane = try Lane(parsing: "-a 10ms (b|)", as: .cold, frame: 100 * ms)
    #expect(lane == Lane(frame: 100 * ms, moments: [at(100 * ms, .plain("a")), at(210 * ms, .plain("b"), .finished)]))
  }

  @Test func aMarkKnowsWhereItStands() throws {
    let lane = try Lane(parsing: " -日('b c'|)", as: .cold)
    #expect(lane.moments.flatMap(\.marks).map(\.range) == [2..<3, 4..<9, 9..<10])
  }
}
