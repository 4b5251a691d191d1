import Foundation
import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// Sleeps in rows: of threads, and of lengths that are no whole number of nanoseconds.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct SleepsInRowsTests {
  /// A thread that sleeps does not delay what another one sends meanwhile.
  @Test func aThreadThatSleeps() async throws {
    try await marbles { m in
      let tick = m.hot("-a-b-c-d-|")
      m.at("x") { usleep(4_000) }
      m.expect(tick).toBe("-a-b-c-d-|")
    }
  }
  /// A decimal number of seconds is in the frame that it names, whatever its last digits: also after many sleeps.
  @Test(arguments: [1.1, 1.2, 0.7, 2.3]) func decimals(_ length: Double) async throws {
    try await marbles(frame: .milliseconds(100)) { m in
      let sent = PassthroughSubject<Int, Never>()
      m.at("x") {
        for number in 1...5 {
          try await Task.sleep(for: .seconds(length))
          sent.send(number)
        }
        try await m.clock.sleep(for: .seconds(length))
        sent.send(completion: .finished)
      }
      let frames = Int((length * 10).rounded())
      let silence = String(repeating: "-", count: frames - 1)
      m.expect(sent).toBe("-" + (1...5).map { silence + "\($0)" }.joined() + silence + "|") { Int($0) }
    }
  }
  /// A frame is converted by the same rule as what it is compared with.
  @Test(arguments: [3, 7, 60]) func framesAndIntervals(_ part: Int) async throws {
    try await marbles(frame: .seconds(1) / part) { m in
      let sent = PassthroughSubject<Int, Never>()
      m.at("x") {
        for number in 1...3 {
          try await Task.sleep(for: .seconds(1) / part)
          sent.send(number)
        }
      }
      m.expect(sent).toBe("-123") { Int($0) }
      let ticks = Publishers.interval(.seconds(1 / Double(part)), scheduler: m.scheduler).prefix(3)
      m.expect(ticks).toBe("-01(2|)") { Int($0) }
      m.expect(Publishers.interval(m.frames(1), scheduler: m.scheduler).prefix(3)).toBe("-01(2|)") { Int($0) }
    }
  }
  /// "Sleep until cancelled" is written as the longest sleep.
  @Test func park() async throws {
    try await marbles(frame: .seconds(1)) { m in
      let state = PassthroughSubject<String, Never>()
      m.at("x") {
        state.send("recording")
        try? await Task.sleep(nanoseconds: .max)
        state.send("stopped")
      }
      m.expect(state).toBe("'recording'")
      m.allowLive()
    }
  }
  @Test func whatIsWaitedForSleepsForEver() async throws {
    let problems = Guarded<[String]>([])
    try await Marbles.marbles(report: { problem in problems.with { $0.append(problem.text) } }) { m in
      let state = PassthroughSubject<String, Never>()
      m.at("x") {
        try? await Task.sleep(nanoseconds: .max)
        state.send("stopped")
      }
      m.expect(state).toBe("-'stopped'")
    }
    #expect(problems.with { $0 }.last?.hasPrefix("a task sleeps for ever: until it is cancelled") == true)
  }
}
