import Dispatch
import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// Outside work that is allowed: virtual time does not overtake an answer that is under way.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct AnswerTests {
  private static func answer() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
        continuation.resume(returning: "a")
      }
    }
  }
  @Test func anAnswerIsInTime() async throws {
    try await marbles { m in
      m.allowOutsideWork()
      let out = PassthroughSubject<String, Never>(), clock = m.clock
      m.at("--x") { out.send(await Self.answer()) }
      m.at("--x") {
        try await clock.sleep(for: .milliseconds(100))
        out.send("timeout")
      }
      m.expect(out).toBe("--a 99ms 'timeout'")
    }
  }
  /// The test waits for an answer also if nothing else is left to do.
  @Test func theLastAnswer() async throws {
    try await marbles { m in
      m.allowOutsideWork()
      let out = PassthroughSubject<String, Never>()
      m.at("--x") { out.send(await Self.answer()) }
      m.expect(out).toBe("--a")
    }
  }
}
