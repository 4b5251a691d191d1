import Pipes
import Testing

/// Every slot of every arity is tried with a value of its own.
@Suite("Operators on many upstreams") struct ArityContractTests {
  typealias Input = Source<Int, Oops>

  /// A publisher of many sources; for each turn, in which one source sends its value, what the probe notes.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    let attach: @Sendable (Rig, [Input]) -> Void
    init<P: Publisher & SendableMetatype>(_ name: String, _ count: Int, _ build: @escaping @Sendable ([Input]) -> P) {
      (testDescription, self.count) = (name, count)
      attach = { rig, sources in rig.attach(build(sources), demand: .unlimited) }
    }
    func stage() -> (Rig, [Input]) {
      let rig = Rig()
      let sources = (0..<count).map { rig.source("U\($0)") }
      attach(rig, sources)
      return (rig, sources)
    }
  }
  private static func tuple(_ values: some Sequence<Int>) -> String { "(\(values.map(String.init).joined(separator: ",")))" }
  private static func sum(_ values: Int...) -> Int { values.reduce(0) { $0 * 10 + $1 } }

  static let tuples = [
    Shape("zip 2", 2) { $0[0].zip($0[1]) }, Shape("zip 3", 3) { $0[0].zip($0[1], $0[2]) },
    Shape("zip 4", 4) { $0[0].zip($0[1], $0[2], $0[3]) },
    Shape("Zip 3", 3) { Publishers.Zip3($0[0], $0[1], $0[2]) }, Shape("Zip 4", 4) { Publishers.Zip4($0[0], $0[1], $0[2], $0[3]) },
    Shape("combineLatest 2", 2) { $0[0].combineLatest($0[1]) }, Shape("combineLatest 3", 3) { $0[0].combineLatest($0[1], $0[2]) },
    Shape("combineLatest 4", 4) { $0[0].combineLatest($0[1], $0[2], $0[3]) },
    Shape("CombineLatest 3", 3) { Publishers.CombineLatest3($0[0], $0[1], $0[2]) },
    Shape("CombineLatest 4", 4) { Publishers.CombineLatest4($0[0], $0[1], $0[2], $0[3]) },
  ]

  @Test("CO-01 CO-03 every slot is in its place", arguments: tuples) func slots(_ shape: Shape) {
    let (rig, sources) = shape.stage()
    _ = rig.take()
    for (i, source) in sources.enumerated().reversed() { source.send(i + 1) }
    #expect(rig.take() == Self.tuple(1...shape.count))
  }

  @Test("CO-01 CO-03 a failure in any slot cancels the others", arguments: tuples) func failures(_ shape: Shape) {
    for i in 0..<shape.count {
      let (rig, sources) = shape.stage()
      _ = rig.take()
      sources[i].fail(.oops)
      let notes = rig.take().split(separator: " ")
      #expect(notes.filter { $0 == "#oops" }.count == 1)
      for (j, source) in sources.enumerated() where j != i { #expect(source.line.cancels == 1, "slot \(j) after the failure of \(i)") }
    }
  }

  static let transforms = [
    Shape("zip 3", 3) { $0[0].zip($0[1], $0[2]) { sum($0, $1, $2) } },
    Shape("zip 4", 4) { $0[0].zip($0[1], $0[2], $0[3]) { sum($0, $1, $2, $3) } },
    Shape("combineLatest 3", 3) { $0[0].combineLatest($0[1], $0[2]) { sum($0, $1, $2) } },
    Shape("combineLatest 4", 4) { $0[0].combineLatest($0[1], $0[2], $0[3]) { sum($0, $1, $2, $3) } },
  ]

  @Test("CO-01 CO-03 every slot reaches the transform in its place", arguments: transforms) func transformed(_ shape: Shape) {
    let (rig, sources) = shape.stage()
    _ = rig.take()
    for (i, source) in sources.enumerated() { source.send(i + 1) }
    #expect(rig.take() == (1...shape.count).map(String.init).joined())
  }

  static let merges = [
    Shape("merge 2", 2) { Publishers.Merge($0[0], $0[1]) }, Shape("merge 3", 3) { $0[0].merge(with: $0[1], $0[2]) },
    Shape("merge 4", 4) { $0[0].merge(with: $0[1], $0[2], $0[3]) },
    Shape("merge 5", 5) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]) },
    Shape("merge 6", 6) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]) },
    Shape("merge 7", 7) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) },
    Shape("merge 8", 8) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) },
    Shape("Merge 8", 8) { Publishers.Merge8($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) },
    Shape("merge 3 grown to 8", 8) { $0[0].merge(with: $0[1], $0[2]).merge(with: $0[3], $0[4], $0[5], $0[6], $0[7]) },
    Shape("MergeMany of 5", 5) { Publishers.MergeMany($0) },
  ]

  @Test("CO-02 every slot is heard; the last end is the end", arguments: merges) func merged(_ shape: Shape) {
    let (rig, sources) = shape.stage()
    _ = rig.take()
    for (i, source) in sources.enumerated() { source.send(i) }
    #expect(rig.take() == (0..<shape.count).map(String.init).joined(separator: " "))
    for source in sources.dropLast() { source.finish() }
    #expect(rig.take() == "")
    sources.last?.finish()
    #expect(rig.take() == "|")
  }

  @Test("CO-02 growing merges keep their types flat") func growing() {
    let rig = Rig()
    let s = (0..<8).map { rig.source("\($0)") }
    typealias S = Input
    let three: Publishers.Merge3<S, S, S> = Publishers.Merge(s[0], s[1]).merge(with: s[2])
    let four: Publishers.Merge4<S, S, S, S> = three.merge(with: s[3])
    let six: Publishers.Merge6<S, S, S, S, S, S> = four.merge(with: s[4], s[5])
    let eight: Publishers.Merge8<S, S, S, S, S, S, S, S> = six.merge(with: s[6], s[7])
    #expect(three.c === s[2])
    #expect(four.d === s[3])
    #expect(six.f === s[5])
    #expect(eight.h === s[7])
  }

  @Test("CO-01 CO-02 CO-03 equal by their parts") func equality() {
    let (a, b) = (Just(1), Just(2))
    #expect(Publishers.Zip3(a, a, b) == Publishers.Zip3(a, a, b))
    #expect(Publishers.Zip3(a, a, b) != Publishers.Zip3(a, b, b))
    #expect(Publishers.Zip4(a, a, a, b) != Publishers.Zip4(a, a, a, a))
    #expect(Publishers.CombineLatest3(a, a, b) == Publishers.CombineLatest3(a, a, b))
    #expect(Publishers.CombineLatest4(a, a, a, b) != Publishers.CombineLatest4(a, a, b, b))
    #expect(Publishers.Merge3(a, a, b) == Publishers.Merge3(a, a, b))
    #expect(Publishers.Merge8(a, a, a, a, a, a, a, b) != Publishers.Merge8(a, a, a, a, a, a, a, a))
  }
}
