import Pipes
import Testing

/// An operator on several upstreams, each with a value of its own.
struct Arity: Sendable, CustomTestStringConvertible {
  typealias Input = PassthroughSubject<Int, Oops>
  let name: String
  let entry: String
  let count: Int
  let build: @Sendable ([Input]) -> AnyPublisher<[Int], Oops>
  var testDescription: String { "\(name) of \(count)" }

  init<P: Publisher & SendableMetatype>(_ name: String, _ entry: String, _ count: Int, _ build: @escaping @Sendable ([Input]) -> P)
  where P.Output == [Int], P.Failure == Oops {
    (self.name, self.entry, self.count) = (name, entry, count)
    self.build = { build($0).eraseToAnyPublisher() }
  }

  /// Every arity with each of its slots.
  static func slots(_ arities: [Arity]) -> [(Arity, Int)] { arities.flatMap { arity in (0..<arity.count).map { (arity, $0) } } }

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
    Arity("combineLatest with a transform", "CO-01", 4) { $0[0].combineLatest($0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } },
  ]
  static let merged: [Arity] = [
    Arity("merge", "CO-02", 2) { Publishers.Merge($0[0], $0[1]).map { [$0] } },
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
  private let rig = Rig()
  private func attach(_ arity: Arity) -> [Arity.Input] {
    let inputs = (0..<arity.count).map { _ in Arity.Input() }
    rig.attach(arity.build(inputs), demand: .unlimited)
    _ = rig.take()
    return inputs
  }
  private func text(_ values: [Int]) -> String { "[" + values.map(String.init).joined(separator: ",") + "]" }

  @Test("CO-01 CO-03 each value is at its place", arguments: Arity.slots(Arity.tupled)) func places(_ arity: Arity, _ slot: Int) {
    let inputs = attach(arity)
    // The slot in question comes last, so it completes the group.
    for other in inputs.indices where other != slot { inputs[other].send(other + 1) }
    #expect(rig.take() == "")
    inputs[slot].send(slot + 1)
    #expect(rig.take() == text(Array(1...arity.count)))
    var next = Array(1...arity.count)
    next[slot] = 100
    inputs[slot].send(100)
    if arity.entry == "CO-01" { return #expect(rig.take() == text(next)) }
    for other in inputs.indices where other != slot {
      #expect(rig.take() == "")
      inputs[other].send(other + 1)
    }
    #expect(rig.take() == text(next))
  }

  @Test("CO-01 it ends when all have ended", arguments: Arity.slots(Arity.tupled.filter { $0.entry == "CO-01" }))
  func latestEnds(_ arity: Arity, _ slot: Int) {
    let inputs = attach(arity)
    for other in inputs.indices where other != slot { inputs[other].send(completion: .finished) }
    #expect(rig.take() == "")
    inputs[slot].send(completion: .finished)
    #expect(rig.take() == "|")
  }

  @Test("CO-03 it ends when one has nothing more to give", arguments: Arity.slots(Arity.tupled.filter { $0.entry == "CO-03" }))
  func zipEnds(_ arity: Arity, _ slot: Int) {
    let inputs = attach(arity)
    inputs[slot].send(7)
    inputs[slot].send(completion: .finished)
    #expect(rig.take() == "")
    for other in inputs.indices where other != slot { inputs[other].send(7) }
    #expect(rig.take() == text(inputs.map { _ in 7 }) + " |")
  }

  @Test("CO-02 all are heard, and it ends when all have ended", arguments: Arity.slots(Arity.merged))
  func merges(_ arity: Arity, _ slot: Int) {
    let inputs = attach(arity)
    inputs[slot].send(slot + 1)
    #expect(rig.take() == text([slot + 1]))
    for other in inputs.indices where other != slot { inputs[other].send(completion: .finished) }
    #expect(rig.take() == "")
    inputs[slot].send(9)
    inputs[slot].send(completion: .finished)
    #expect(rig.take() == "[9] |")
  }

  @Test("CO-01 CO-02 CO-03 any failure is the end", arguments: Arity.slots(Arity.tupled + Arity.merged))
  func fails(_ arity: Arity, _ slot: Int) {
    let inputs = attach(arity)
    inputs[slot].send(completion: .failure(.oops))
    #expect(rig.take() == "#oops")
    for input in inputs { input.send(1) }
    #expect(rig.take() == "")
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
    #expect(Publishers.Merge6(a, b, c, d, a, b) == Publishers.Merge6(a, b, c, d, a, b))
    #expect(Publishers.Merge7(a, b, c, d, a, b, c) == Publishers.Merge7(a, b, c, d, a, b, c))
    #expect(Publishers.Merge8(a, b, c, d, a, b, c, d) != Publishers.Merge8(a, b, c, d, a, b, c, c))
    #expect(Publishers.Merge8(a, b, c, d, a, b, c, d).h == d)
    #expect(a.merge(with: b) == Publishers.MergeMany(a, b))
    #expect(Publishers.MergeMany([a, b]).merge(with: c).publishers == [a, b, c])
  }

  @Test("CO-02 CO-04 a merge of none ends at once") func none() {
    rig.attach(Publishers.MergeMany<Just<Int>>([]))
    #expect(rig.take() == "^Merge |")
  }
}
