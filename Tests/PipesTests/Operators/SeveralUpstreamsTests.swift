import Marbles
import Pipes
import Testing

@Suite("Operators with several upstreams, as rows") struct SeveralUpstreamsTests {
  static let all =
    SeveralUpstreams.combining + SeveralUpstreams.beyondCombining + SeveralUpstreams.following + SeveralUpstreams.again
    + SeveralUpstreams.flattening
    + SeveralUpstreams.mapping + SeveralUpstreams.windows

  @Test(arguments: all) func rows(_ several: SeveralUpstreams) throws {
    try marbles(frame: .seconds(1)) { m in several.check(m) }
  }

  /// The rows of the table are no mere words: a changed result, request or subscription is noticed.
  @Test func everyRowIsCompared() {
    func fails(_ result: String, _ asks: String, _ subscription: String) -> Bool {
      let several = SeveralUpstreams(
        "a prefix", "-1-2", "--8", gives: result, asks: [nil, asks], until: [subscription]
      ) {
        $0[0].prefix(untilOutputFrom: $0[1])
      }
      return (try? rows(several)) == nil
    }
    #expect(!fails("-1|", "1", "^-!"))
    #expect(fails("-1-|", "1", "^-!") && fails("-1|", "2", "^-!") && fails("-1|", "1", "^-!;--^"))
  }
}
