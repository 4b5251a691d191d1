import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// Work without an end is stopped soon, and named.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct EndlessTests {
  static func problems(_ body: @escaping @Sendable (MarbleTest) async throws -> Void) async throws -> [String] {
    let problems = Guarded<[String]>([])
    try await Marbles.marbles(report: { problem in problems.with { $0.append(problem.text) } }, body)
    return problems.with { $0 }
  }
  @Test func aTicker() async throws {
    let problems = try await Self.problems { m in
      let ticks = PassthroughSubject<Int, Never>()
      m.at("x") {
        for number in 0... {
          try await Task.sleep(for: .milliseconds(1))
          ticks.send(number)
        }
      }
      m.expect(ticks).toBe("-01") { Int($0) }
    }
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("no end in sight at ") == true)
    #expect(problems.first?.contains("a task sleeps again and again\n") == true)
    #expect(problems.first?.contains("\n  cancel the task that sleeps again and again, or end what") == true)
  }
  /// Work without an end may be the fault, or follow from one. A row that differs is told first, and soon. Frame 6 is the
  /// first instant after the row, so the thousandth is 2004.
  @Test func aRetryThatNeverGivesUp() async throws {
    let problems = try await Self.problems { m in
      let outcomes = PassthroughSubject<String, Never>(), attempts = Guarded(0)
      m.at("x") {
        while true {
          attempts.with { $0 += 1 }
          try await Task.sleep(for: .milliseconds(2))
          if attempts.with({ $0 }) < 0 { outcomes.send("busy") }
        }
      }
      m.expect(outcomes).toBe("-----b", ["b": "busy"])
    }
    try #require(problems.count == 2, "\(problems)")
    #expect(problems[0].hasPrefix("outcomes differs at frame 5\n"), "\(problems[0])")
    #expect(problems[1].hasPrefix("no end in sight at 2004ms, 1000 instants after the last symbol"), "\(problems[1])")
  }
  @Test func aLoopThatIgnoresItsCancellation() async throws {
    let problems = try await Self.problems { m in
      m.at("x") {
        let loop = Task { while true { try? await Task.sleep(for: .milliseconds(1)) } }
        try await Task.sleep(for: .milliseconds(5))
        withExtendedLifetime(loop) {}
      }
      m.expect(m.cold("a|")).toBe("(a|)")
    }
    #expect(problems.contains { $0.contains("sleeps again and again") }, "\(problems)")
  }

  /// Each level holds the next one. Without a limit there are 30,000 of them when they are released, which is more than
  /// a stack has room for.
  @Test func aLoopThatReconnectsInTheBackground() throws {
    try marbles(frame: .seconds(60)) { m in
      func again() -> AnyPublisher<Int, Never> {
        Just(1).delay(for: .seconds(60), scheduler: m.scheduler).flatMap { _ in again() }.eraseToAnyPublisher()
      }
      m.keep(again().sink { _ in })
      m.expect(m.cold("-a|")).toBe("-a|")
      m.allowLive()
    }
  }
}
