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

  @Test("G3 a mix of forty operators") func mix() {
    let rig = Rig()
    let start = (1...100).publisher.eraseToAnyPublisher().setFailureType(to: Oops.self)
    let six = start.map { $0 }.filter { _ in true }.scan(0) { $1 }.compactMap { $0 }.removeDuplicates()
    let ten = six.prefix(90).dropFirst(5).prefix { $0 < 80 }.drop { $0 < 10 }.map { $0 + 1 }
    let sixteen = ten.filter { $0 % 2 == 1 }.map { $0 - 1 }.scan(0) { max($0, $1) }.removeDuplicates().output(in: 1..<30)
    let twenty = sixteen.eraseToAnyPublisher().compactMap { $0 < 70 ? $0 : nil }.mapError { $0 }.handleEvents().replaceEmpty(with: -1)
    let twentySix = twenty.map { $0 / 2 }.filter { _ in true }.scan(0) { $1 }.removeDuplicates().dropFirst(2)
    let flat = twentySix.prefix(20).flatMap { Just($0).setFailureType(to: Oops.self) }
    let thirty = flat.merge(with: Empty(completeImmediately: true)).catch { Fail(error: $0) }.zip(start) { a, _ in a }
    let thirtySix = thirty.map { $0 }.filter { _ in true }.removeDuplicates().drop { $0 < 8 }.prefix { $0 < 20 }
    let forty = thirtySix.retry(1).eraseToAnyPublisher().tryMap { $0 }.map { $0 * 10 }.collect()
    rig.attach(forty, demand: .unlimited)
    #expect(rig.take() == "^Collect [80,90,100,110,120,130,140,150,160,170,180,190] |")
  }
}
