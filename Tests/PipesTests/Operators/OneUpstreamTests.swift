import Marbles
import Pipes
import Testing

@Suite("Operators with one upstream, as rows") struct OneUpstreamTests {
  static let all =
    OneUpstream.transforming + OneUpstream.parts + OneUpstream.filtering + OneUpstream.reducing + OneUpstream.matching
    + OneUpstream.timing
    + OneUpstream.gathering + OneUpstream.failing + OneUpstream.again + OneUpstream.buffering + OneUpstream.wrapping

  @Test(arguments: all) func rows(_ one: OneUpstream) throws {
    try marbles(frame: .seconds(1)) { m in
      let upstream = m.cold(one.upstream, of: Int.self, error: Oops.oops)
      m.expect(one.build(upstream, m.scheduler), from: one.subscriber, demand: one.demand).toBe(one.result)
      if let asks = one.asks { m.expect(demandOn: upstream).toBe(asks) }
      if let subscription = one.subscription { m.expect(subscriptionsOf: upstream).toBe(subscription) }
      if let attempts = one.attempts { m.expect(attemptsOf: upstream).toBe(attempts) }
    }
  }

  /// The rows of the table are no mere words: a changed result, request or subscription is noticed.
  @Test func everyRowIsCompared() {
    let one = OneUpstream("a filter", "-1-2|", demand: "2", "---2|", asks: "21") { $0.filter { $0 % 2 == 0 } }
    func fails(_ result: String, _ asks: String, _ subscription: String) -> Bool {
      let changed = OneUpstream("changed", one.upstream, demand: one.demand, result, asks: asks, until: subscription) {
        $0.filter { $0 % 2 == 0 }
      }
      return (try? rows(changed)) == nil
    }
    #expect(!fails("---2|", "21", "^---!"))
    #expect(fails("--2-|", "21", "^---!") && fails("---2|", "2", "^---!") && fails("---2|", "21", "^--!"))
  }
}
