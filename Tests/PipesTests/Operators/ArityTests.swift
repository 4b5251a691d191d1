import Marbles
import Pipes
import Testing

/// An operator on several upstreams. Each slot of each arity is tried with a value of its own.
struct Arity: Sendable, CustomTestStringConvertible {
  typealias Input = AnyPublisher<Int, Oops>
  let name: String
  let entry: String
  let count: Int
  let build: @Sendable ([Input]) -> AnyPublisher<[Int], Oops>
  var testDescription: String { "\(name) of \(count)" }

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ entry: String, _ count: Int, _ build: @escaping @Sendable ([Input]) -> P
  )
  where P.Output == [Int], P.Failure == Oops {
    (self.name, self.entry, self.count) = (name, entry, count)
    self.build = { build($0).eraseToAnyPublisher() }
  }

  /// Every arity with each of its slots.
  static func slots(_ arities: [Arity]) -> [(Arity, Int)] {
    arities.flatMap { arity in (0..<arity.count).map { (arity, $0) } }
  }

  static let tupled: [Arity] = [
    Arity("zip", "CO-03", 2) { $0[0].zip($0[1]).map { [$0, $1] } },
    Arity("zip", "CO-03", 3) { $0[0].zip($0[1], $0[2]).map { [$0, $1, $2] } },
    Arity("zip", "CO-03", 4) { $0[0].zip($0[1], $0[2], $0[3]).map { [$0, $1, $2, $3] } },
    Arity("zip with a transform", "CO-03", 3) { $0[0].zip($0[1], $0[2]) { [$0, $1, $2] } },
    Arity("zip with a transform", "CO-03", 4) { $0[0].zip($0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } },
    Arity("combineLatest", "CO-01", 2) { $0[0].combineLatest($0[1]).map { [$0, $1] } },
    Arity("combineLatest", "CO-01", 3) { $0[0].combineLatest($0[1], $0[2]).map { [$0, $1, $2] } },
    Arity("combineLatest", "CO-01", 4) { $0[0].combineLatest($0[1], $0[2], $0[3]).map { [$0, $1, $2, $3] } },
    Arity("combineLatest with a transform", "CO-01", 3) { $0[0].combineLatest($0[1], $0[2]) { [$0, $1, $2] } },
    Arity("combineLatest with a transform", "CO-01", 4) {
      $0[0].combineLatest($0[1], $0[2], $0[3]) { [$0, $1, $2, $3] }
    },
  ]
  static let merged: [Arity] = [
    Arity("merge", "CO-02", 2) { Publishers.Merge($0[0], $0[1]).map { [$0] } },
    Arity("a merge that grew", "CO-02", 8) {
      $0[0].merge(with: $0[1], $0[2]).merge(with: $0[3], $0[4], $0[5], $0[6], $0[7]).map { [$0] }
    },
    Arity("merge", "CO-02", 3) { $0[0].merge(with: $0[1], $0[2]).map { [$0] } },
    Arity("merge", "CO-02", 4) { $0[0].merge(with: $0[1], $0[2], $0[3]).map { [$0] } },
    Arity("merge", "CO-02", 5) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]).map { [$0] } },
    Arity("merge", "CO-02", 6) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]).map { [$0] } },
    Arity("merge", "CO-02", 7) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]).map { [$0] } },
    Arity("merge", "CO-02", 8) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).map { [$0] } },
    Arity("MergeMany", "CO-02", 5) { Publishers.MergeMany($0).map { [$0] } },
    Arity("MergeMany", "CO-02", 3) { $0[0].merge(with: $0[1]).merge(with: $0[2]).map { [$0] } },
  ]
}

@Suite("Arities") struct ArityTests {
  /// Compares the rows of an arity: the slot in question has a row of its own, and each other slot a row from its
  /// number.
  private func rows(
    _ arity: Arity, _ slot: Int, _ own: String, others: (Int) -> String, gives result: String,
    cancelsOthers: String? = nil
  ) throws {
    try marbles { m in
      let inputs = (0..<arity.count).map { m.hot($0 == slot ? own : others($0), of: Int.self, error: Oops.oops) }
      m.expect(arity.build(inputs.map { $0.eraseToAnyPublisher() }).map { "\($0)" }).toBe(result)
      guard let cancelsOthers else { return }
      for (number, input) in inputs.enumerated() where number != slot {
        m.expect(subscriptionsOf: input).toBe(cancelsOthers)
      }
    }
  }
  /// The numbers from one on, the slot with a value of its own.
  private func numbers(_ arity: Arity, _ slot: Int, _ value: Int? = nil) -> String {
    "'\((0..<arity.count).map { $0 == slot ? value ?? $0 + 1 : $0 + 1 })'"
  }

  // The slot in question comes last, so it completes the group.
  @Test("CO-01 CO-03 each value is at its place", arguments: Arity.slots(Arity.tupled)) func places(
    _ arity: Arity, _ slot: Int
  ) throws {
    let isLatest = arity.entry == "CO-01"
    let result = "--\(numbers(arity, slot))\(isLatest ? "" : "-")\(numbers(arity, slot, 9))"
    try rows(
      arity, slot, "--\(slot + 1)9", others: { isLatest ? "-\($0 + 1)" : "-\($0 + 1)--\($0 + 1)" }, gives: result)
  }

  @Test("CO-01 it ends when all have ended", arguments: Arity.slots(Arity.tupled.filter { $0.entry == "CO-01" }))
  func latestEnds(_ arity: Arity, _ slot: Int) throws {
    try rows(arity, slot, "--|", others: { _ in "-|" }, gives: "--|")
  }

  @Test(
    "CO-03 it ends when one has nothing more to give",
    arguments: Arity.slots(Arity.tupled.filter { $0.entry == "CO-03" }))
  func zipEnds(_ arity: Arity, _ slot: Int) throws {
    let result = "--(\(numbers(arity, slot, 7))|)"
    try rows(arity, slot, "-[7|]", others: { "--\($0 + 1)" }, gives: result, cancelsOthers: "^-!")
  }

  @Test("CO-02 all are heard, and it ends when all have ended", arguments: Arity.slots(Arity.merged))
  func merges(_ arity: Arity, _ slot: Int) throws {
    try rows(arity, slot, "-\(slot + 1)-[9|]", others: { _ in "--|" }, gives: "-'[\(slot + 1)]'-('[9]'|)")
  }

  @Test(
    "CO-01 CO-02 CO-03 any failure is the end, and cancels the others",
    arguments: Arity.slots(Arity.tupled + Arity.merged))
  func fails(_ arity: Arity, _ slot: Int) throws {
    try rows(arity, slot, "-#", others: { _ in "--1" }, gives: "-#'oops'", cancelsOthers: "^!")
  }

  @Test("CO-02 a merge grows") func grows() {
    func j(_ value: Int) -> Just<Int> { Just(value) }
    let (m2, m3) = (Publishers.Merge(j(1), j(2)), Publishers.Merge3(j(1), j(2), j(3)))
    let (m4, m5) = (Publishers.Merge4(j(1), j(2), j(3), j(4)), Publishers.Merge5(j(1), j(2), j(3), j(4), j(5)))
    let m6 = Publishers.Merge6(j(1), j(2), j(3), j(4), j(5), j(6))
    let m7 = Publishers.Merge7(j(1), j(2), j(3), j(4), j(5), j(6), j(7))
    func check<P: Publisher<Int, Never>>(_ merge: P, _ count: Int) {
      #expect("\(type(of: merge))".hasPrefix("Merge\(count)<"))
      var got: [Int] = []
      _ = merge.sink { got.append($0) }
      #expect(got == Array(1...count))
    }
    check(m2.merge(with: j(3)), 3)
    check(m2.merge(with: j(3), j(4)), 4)
    check(m2.merge(with: j(3), j(4), j(5)), 5)
    check(m2.merge(with: j(3), j(4), j(5), j(6)), 6)
    check(m2.merge(with: j(3), j(4), j(5), j(6), j(7)), 7)
    check(m2.merge(with: j(3), j(4), j(5), j(6), j(7), j(8)), 8)
    check(m3.merge(with: j(4)), 4)
    check(m3.merge(with: j(4), j(5)), 5)
    check(m3.merge(with: j(4), j(5), j(6)), 6)
    check(m3.merge(with: j(4), j(5), j(6), j(7)), 7)
    check(m3.merge(with: j(4), j(5), j(6), j(7), j(8)), 8)
    check(m4.merge(with: j(5)), 5)
    check(m4.merge(with: j(5), j(6)), 6)
    check(m4.merge(with: j(5), j(6), j(7)), 7)
    check(m4.merge(with: j(5), j(6), j(7), j(8)), 8)
    check(m5.merge(with: j(6)), 6)
    check(m5.merge(with: j(6), j(7)), 7)
    check(m5.merge(with: j(6), j(7), j(8)), 8)
    check(m6.merge(with: j(7)), 7)
    check(m6.merge(with: j(7), j(8)), 8)
    check(m7.merge(with: j(8)), 8)
  }

  @Test("CO-01 CO-02 CO-03 equal by their parts, which can be read") func equal() {
    let (a, b, c, d) = (Just(1), Just(2), Just(3), Just(4))
    #expect(a.zip(b, c) == Publishers.Zip3(a, b, c))
    #expect(a.zip(b, c) != Publishers.Zip3(a, b, d))
    #expect(a.zip(b, c, d) == Publishers.Zip4(a, b, c, d))
    #expect(a.zip(b, c, d).d == d)
    #expect(a.combineLatest(b, c) == Publishers.CombineLatest3(a, b, c))
    #expect(a.combineLatest(b, c, d) == Publishers.CombineLatest4(a, b, c, d))
    #expect(a.combineLatest(b, c, d) != Publishers.CombineLatest4(b, b, c, d))
    #expect(a.combineLatest(b, c, d).c == c)
    #expect(a.merge(with: b, c) == Publishers.Merge3(a, b, c))
    #expect(a.merge(with: b, c, d) != Publishers.Merge4(a, b, c, c))
    #expect(Publishers.Merge5(a, b, c, d, a) == Publishers.Merge5(a, b, c, d, a))
    #expect(Publishers.Merge5(a, b, c, d, a).e == a && Publishers.MergeMany(a, b) == Publishers.MergeMany([a, b]))
    #expect(Publishers.Merge6(a, b, c, d, a, b) == Publishers.Merge6(a, b, c, d, a, b))
    #expect(Publishers.Merge7(a, b, c, d, a, b, c) == Publishers.Merge7(a, b, c, d, a, b, c))
    #expect(Publishers.Merge8(a, b, c, d, a, b, c, d) != Publishers.Merge8(a, b, c, d, a, b, c, c))
    #expect(Publishers.Merge8(a, b, c, d, a, b, c, d).h == d)
    #expect(a.merge(with: b) == Publishers.MergeMany(a, b))
    #expect(Publishers.MergeMany([a, b]).merge(with: c).publishers == [a, b, c])
    #expect([a, b].merge().publishers == [a, b])
    #expect(a.zip(b) == Publishers.Zip(a, b) && a.zip(b) != Publishers.Zip(b, b))
    #expect(a.zip(b, c, d) != Publishers.Zip4(a, b, c, a))
    #expect(
      a.combineLatest(b) == Publishers.CombineLatest(a, b) && a.combineLatest(b) != Publishers.CombineLatest(a, c))
    #expect(a.combineLatest(b).a == a && a.combineLatest(b).b == b)
    #expect(Publishers.Merge(a, b).merge(with: c).c == c && Publishers.Merge3(a, b, c).merge(with: d).d == d)
    #expect(Publishers.Merge4(a, b, c, d).merge(with: a, b).f == b)
  }
}
