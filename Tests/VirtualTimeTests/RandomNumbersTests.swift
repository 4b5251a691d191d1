#if canImport(Glibc)
  import Foundation
  import Glibc
  import Testing
  import VirtualTime

  /// Chance comes from the seed of a run, by whatever function the code asks for it.
  @Suite(.enabled(if: callsAreVirtual)) struct RandomNumbersTests {
    struct Source: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let draw: @Sendable () -> String
    }
    static let sources: [Source] = [
      Source(testDescription: "Int.random") { "\(Int.random(in: .min ... .max))" },
      Source(testDescription: "Double.random") { "\(Double.random(in: 0..<1))" },
      Source(testDescription: "shuffled") { "\(Array(0..<40).shuffled())" },
      Source(testDescription: "SystemRandomNumberGenerator") {
        var generator = SystemRandomNumberGenerator()
        return "\(generator.next() as UInt64)"
      },
      Source(testDescription: "UUID") { UUID().uuidString },
      Source(testDescription: "getrandom") {
        bytes(19) { #expect(getrandom($0.baseAddress, $0.count, 0) == 19) }
      },
      Source(testDescription: "getentropy") {
        bytes(19) { #expect(getentropy($0.baseAddress, $0.count) == 0) }
      },
      Source(testDescription: "arc4random") { "\(arc4random()) \(arc4random())" },
      Source(testDescription: "arc4random_buf") { bytes(19) { arc4random_buf($0.baseAddress!, $0.count) } },
      Source(testDescription: "arc4random_uniform") {
        "\((0..<9).map { _ in arc4random_uniform(1_000_000) })"
      },
    ]
    static func bytes(_ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> String {
      var all = [UInt8](repeating: 0, count: count)
      all.withUnsafeMutableBytes(fill)
      return "\(all)"
    }
    private static func draws(_ source: Source, _ numbers: RandomNumbers = .repeatable) async throws -> [String] {
      try await withVirtualTime(randomNumbers: numbers) { _ in
        let first = source.draw()
        try await Task.sleep(for: .seconds(1))
        return [first, await Task.detached { source.draw() }.value]
      }
    }
    @Test(arguments: sources) func oneOutcome(_ source: Source) async throws {
      let first = try await Self.draws(source)
      #expect(first[0] != first[1])
      for _ in 0..<3 { #expect(try await Self.draws(source) == first) }
    }
    @Test(arguments: sources) func anotherSeedAnotherOutcome(_ source: Source) async throws {
      let one = try await Self.draws(source, .seed(1))
      #expect(try await Self.draws(source, .seed(1)) == one)
      #expect(try await Self.draws(source, .seed(2)) != one)
      #expect(try await Self.draws(source) != one)
    }
    @Test(arguments: sources) func realNumbers(_ source: Source) async throws {
      #expect(try await Self.draws(source, .real) != Self.draws(source, .real))
      #expect(
        try await withVirtualTime(realClocks: .reported) { _ in source.draw() }
          != withVirtualTime(realClocks: .reported) { _ in source.draw() })
      #expect(source.draw() != source.draw())
    }
    /// The numbers of a seed, calculated by hand with SplitMix64.
    @Test func theNumbersAreThoseOfSplitMix() async throws {
      let drawn = try await withVirtualTime(randomNumbers: .seed(0)) { _ in
        var generator = SystemRandomNumberGenerator()
        return [generator.next(), generator.next()] as [UInt64]
      }
      // The first two numbers that the authors of the generator publish for the seed 0.
      #expect(drawn == [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4])
    }
    @Test func aUUIDIsOneOfVersion4() async throws {
      let ids = try await withVirtualTime { _ in (0..<100).map { _ in UUID() } }
      #expect(Set(ids).count == 100)
      #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    }
    /// Two calls at different places have different numbers, so that two tests never make the same identifier.
    @Test func eachPlaceHasItsOwn() async throws {
      let one = try await withVirtualTime { _ in UUID() }
      let two = try await withVirtualTime { _ in UUID() }
      #expect(one != two)
    }
    @Test func arc4randomStaysBelowItsLimit() async throws {
      try await withVirtualTime { _ in
        #expect((0..<1_000).allSatisfy { _ in arc4random_uniform(3) < 3 })
        #expect(Set((0..<1_000).map { _ in arc4random_uniform(3) }).count == 3)
        #expect(arc4random_uniform(1) == 0)
      }
    }
  }

  // The module of the C library does not declare it for Swift.
  @_silgen_name("getrandom") private func getrandom(_: UnsafeMutableRawPointer?, _: Int, _: CUnsignedInt) -> Int
#endif
