import Marbles
import Testing

struct LanePrintingTests {
  typealias Sample = LaneParsingTests.Row

  static let samples: [Sample] = [
    Sample("-", []),
    Sample("--a-b", [at(2 * ms, .plain("a")), at(4 * ms, .plain("b"))]),
    Sample("--------------------a", [at(20 * ms, .plain("a"))]),
    Sample("21ms a", [at(21 * ms, .plain("a"))]),
    Sample("a 2m b", [at(0, .plain("a")), at(120_001 * ms, .plain("b"))]),
    Sample("a 1500us b", [at(0, .plain("a")), at(2_500_000, .plain("b"))]),
    Sample("a @500us b", [at(0, .plain("a")), at(500_000, .plain("b"))]),
    Sample("a-(bc|)", [at(0, .plain("a")), at(2 * ms, .plain("b"), .plain("c"), .finished)]),
    Sample("(ab)c", [at(0, .plain("a"), .plain("b")), at(4 * ms, .plain("c"))]),
    Sample("[ab]--c", [at(0, .plain("a"), .plain("b")), at(3 * ms, .plain("c"))]),
    Sample("'|''two words'#'no'", [at(0, .quoted("|")), at(ms, .quoted("two words")), at(2 * ms, .failure("no"))]),
    Sample(#"'it\'s \\'"#, [at(0, .quoted(#"it's \"#))]),
    Sample("*", [at(0, .plain("*"))]),
    // what would be read as a duration, or would join its neighbor
    Sample("[1]s|", [at(0, .plain("1")), at(ms, .plain("s")), at(2 * ms, .finished)]),
    Sample("-1s|", [at(ms, .plain("1")), at(2 * ms, .plain("s")), at(3 * ms, .finished)]),
    Sample(
      "a 30ms [1]0ms",
      [
        at(0, .plain("a")), at(31 * ms, .plain("1")), at(32 * ms, .plain("0")), at(33 * ms, .plain("m")),
        at(34 * ms, .plain("s")),
      ]),
    Sample("🇩 🇪", [at(0, .plain("🇩")), at(ms, .plain("🇪"))]),
    Sample("(🇩 🇪)", [at(0, .plain("🇩"), .plain("🇪"))]),
    Sample("a-^-b", .hot, [at(-2 * ms, .plain("a")), at(2 * ms, .plain("b"))]),
    Sample("a-(^b)", .hot, [at(-2 * ms, .plain("a")), at(0, .plain("b"))]),
    Sample("--b", .hot, [at(2 * ms, .plain("b"))]),
    Sample("-^--!", .window, [at(ms, .subscribe), at(4 * ms, .unsubscribe)]),
    Sample("(^!)", .window, [at(0, .subscribe, .unsubscribe)]),
    Sample("3'12'*", .demand, [at(0, .request(3)), at(ms, .request(12)), at(2 * ms, .request(nil))]),
    Sample("-{a?}|", .expectation, [anyOrder(at: ms, .plain("a"), .anyValue), at(2 * ms, .finished)]),
  ]

  @Test(arguments: samples) func prints(_ sample: Sample) throws {
    let lane = Lane(moments: sample.moments)
    #expect(lane.description == sample.text)
    #expect(try Lane(parsing: sample.text, as: sample.role) == lane)
  }

  @Test func whatWasNotReadIsQuotedWhereItMustBe() {
    let lane = Lane(moments: [at(0, .plain("ab"), .plain("|"), .plain(""), .plain("x"))])
    #expect(lane.description == "('ab''|'''x)")
  }
}
