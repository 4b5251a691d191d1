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
