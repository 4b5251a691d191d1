#if canImport(Glibc)
  import Foundation
  import MarblesTesting
  import Pipes
  import Testing
  import VirtualTime

  /// The seed of a marble test: the numbers that its code draws, and what a failure says of it.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct SeedTests {
    private struct Draw: Hashable {
      var seed: UInt64?, number: UInt64
      init(_ m: MarbleTest) {
        seed = m.seed
        var generator = SystemRandomNumberGenerator()
        number = generator.next()
      }
    }
    private static func draw(_ numbers: RandomNumbers) async throws -> Draw? {
      let draw = Guarded(Draw?.none)
      try await marbles(randomNumbers: numbers) { m in
        draw.with { $0 = Draw(m) }
        m.expect(m.hot("-a|")).toBe("-a|")
      }
      return draw.with { $0 }
    }
    private static func drawUnawaited(_ numbers: RandomNumbers) throws -> Draw? {
      var draw: Draw?
      try marbles(randomNumbers: numbers) { m in
        draw = Draw(m)
        m.expect(m.hot("-a|")).toBe("-a|")
      }
      return draw
    }
    @Test func theSeedOfATest() async throws {
      // The first number that the authors of SplitMix64 publish for the seed 0.
      let first = 0xe220_a839_7b1d_cdaf as UInt64
      let awaited = try await Self.draw(.seed(0)), unawaited = try Self.drawUnawaited(.seed(0))
      for draw in [awaited, unawaited] {
        #expect(draw?.seed == 0)
        #expect(draw?.number == first)
      }
    }
    @Test func theSeedIsThePlaceOfTheCall() async throws {
      let draw = try #require(try await Self.draw(.repeatable)), seed = try #require(draw.seed)
      #expect(try await Self.draw(.repeatable) == draw)
      #expect(try await Self.draw(.seed(seed)) == draw)
      #expect(try Self.drawUnawaited(.repeatable)?.seed != seed)
    }
    @Test func realNumbersHaveNoSeed() async throws {
      let one = try await Self.draw(.real), two = try await Self.draw(.real)
      #expect(one?.seed == nil)
      #expect(one != two)
    }
    @Test func everyCaseHasTheSeed() async throws {
      let numbers = Guarded(Set<UInt64>()), others = Guarded(Set<UInt64>())
      try await marbles(cases: 20, randomNumbers: .seed(0)) { m in
        numbers.with { _ = $0.insert(Draw(m).number) }
        m.expect(m.hot(any: "ab")).toSatisfy { _ in true }
      }
      try await marbles(cases: 20) { m in
        others.with { _ = $0.insert(Draw(m).number) }
        m.expect(m.hot(any: "ab")).toSatisfy { _ in true }
      }
      #expect(numbers.with { $0 } == [0xe220_a839_7b1d_cdaf])
      #expect(others.with { $0.count } > 1)
    }
    private static func failure(drawing: Bool) async throws -> [String] {
      let texts = Guarded([String]())
      try await marbles(randomNumbers: .seed(7), report: { problem in texts.with { $0.append(problem.text) } }) { m in
        if drawing { _ = UUID() }
        m.expect(m.hot("-a|")).toBe("-b|")
      }
      return texts.with { $0 }
    }
    @Test func aFailureNamesTheSeed() async throws {
      let line = "\n  the seed of its random numbers is 7: randomNumbers: .seed(7)"
      let drawn = try await Self.failure(drawing: true), plain = try await Self.failure(drawing: false)
      #expect(plain.count == 1)
      #expect(drawn == plain.map { $0 + line })
    }
  }
#endif
