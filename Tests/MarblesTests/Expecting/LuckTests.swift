import Marbles
import Pipes
import Testing

/// Tests that hold in one order of what happens at an instant, and not in another.
struct LuckTests {
  /// The failures of a test that runs in these orders.
  private func texts(_ seeds: Range<UInt64>?, line: Int = #line, _ body: (MarbleTest) throws -> Void) throws -> [String]
  {
    var texts: [String] = []
    try marbles(seeds: seeds, line: line, report: { texts.append("+\($0.place.line - line): \($0.text)") }, body)
    return texts
  }

  @Test func aTestThatHoldsByLuckSaysSo() throws {
    let body: (MarbleTest) throws -> Void = { m in
      let left = m.hot(" -a-|")
      let right = m.hot("-b-|")
      m.expect(left.merge(with: right), name: "both", line: 7).toBe("-[ab]-|")
    }
    #expect(try texts(nil, line: 7, body) == [])
    let found = try texts(0..<50, line: 7, body)
    #expect(found.count == 1)
    let seed = try #require(found.first?.firstMatch(of: /seeds: (\d+)\.\.<(\d+)\n/).flatMap { UInt64($0.1) })
    #expect(
      found == [
        """
        +0: the test holds only in some orders at equal instants; seed \(seed) shows one in which it fails, with seeds: \(seed)..<\(seed + 1)
        both differs at frame 1
          left      -a   -|
          right     -b   -|
          expected  -[ab]-|
          actual    -[ba]-|
                     ^^^^
          frame 1: expected 'a', 'b', got 'b', 'a'
        """
      ])
    #expect(try texts(seed..<seed + 1, line: 7, body) == found, "the seed alone shows it again")
  }

  @Test func whatDoesNotDependOnTheOrderHoldsInAll() throws {
    try marbles(seeds: 0..<50) { m in
      let left = m.hot("-a-|"), right = m.hot("-b-|")
      m.expect(left.merge(with: right)).toBe("-{ab}-|")
    }
  }

  @Test func lanesComeFirstAtZero() throws {
    try marbles(seeds: 0..<50) { m in
      let source = m.hot("a-b|")
      m.expect(source).toBe("a-b|")
      m.expect(source, demand: "1").toBe("a--|")
    }
  }

  @Test func aTestThatFailsAnywayIsReportedOnce() throws {
    var texts: [String] = []
    try marbles(seeds: 0..<50, report: { texts.append($0.text) }) { m in
      m.expect(m.cold("a|")).toBe("b|")
    }
    #expect(texts.count == 1 && !texts[0].contains("luck"))
  }

  @Test func tasksAreTriedInOtherOrdersToo() async throws {
    let body: @Sendable (MarbleTest) async throws -> Void = { m in
      let clock = m.clock
      let words = AsyncStream<String> { continuation in
        for word in ["a", "b"] {
          Task {
            try await clock.sleep(for: .milliseconds(2))
            continuation.yield(word)
          }
        }
      }
      m.expect(words, name: "words").toBe("--[ab]")
      m.allowLive()
    }
    try await marbles(body)
    let failure = await #expect(throws: MarbleFailure.self) { try await marbles(seeds: 0..<50, body) }
    let text = try #require(failure?.problems.first?.text)
    #expect(text.hasPrefix("the test holds only in some orders at equal instants; seed "))
    #expect(
      text.contains(" shows one in which it fails, with seeds: ")
        && text.hasSuffix("frame 2: expected 'a', 'b', got 'b', 'a'"))
  }
}
