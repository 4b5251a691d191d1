import Pipes
import Testing

/// Long chains must compile in reasonable time, and work.
@Suite("Deep chains") struct DepthTests {
  /// A general publisher, so that no eager form is chosen.
  private func chain30<P: Publisher>(_ upstream: P) -> some Publisher<Int, P.Failure> where P.Output == Int {
    // Each map on its own type: a plain chain of thirty would fuse into one.
    func step<Q: Publisher>(_ q: Q) -> Publishers.Scan<Q, Int> where Q.Output == Int { q.scan(0) { _, new in new + 1 } }
    func ten<Q: Publisher>(_ q: Q) -> some Publisher<Int, Q.Failure> where Q.Output == Int {
      step(step(step(step(step(step(step(step(step(step(q))))))))))
    }
    return ten(ten(ten(upstream)))
  }

  @Test("TR-01 thirty maps in a row") func maps() {
    var seen: [Int] = []
    // Five to a statement: one expression of thirty is slow to type-check, with as many forms of `map` as there are.
    let five = (1...3).publisher.eraseToAnyPublisher().map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    let ten = five.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    let fifteen = ten.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    let twenty = fifteen.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    let twentyFive = twenty.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    let token = twentyFive.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.sink { seen.append($0) }
    token.cancel()
    #expect(seen == [31, 32, 33])
  }

  @Test("TR-05 thirty equal operators in a row, each with its own state") func scans() {
    var seen: [Int] = []
    let token = chain30((1...3).publisher).sink { seen.append($0) }
    token.cancel()
    #expect(seen == [31, 32, 33])
  }

}
