import MarblesTesting
import Testing

/// Reads again after each pause.
func readings(every pause: Duration, count: Int, clock: some Clock<Duration>) -> AsyncStream<Int> {
  AsyncStream { continuation in
    let task = Task {
      for number in 1...count {
        try? await clock.sleep(for: pause)
        continuation.yield(number)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}

/// Tasks that sleep, in virtual time.
@Suite struct AsyncTests {
  @Test func aReadingEveryMinute() async throws {
    try await marbles(frame: .seconds(60)) { m in
      m.expect(readings(every: .seconds(60), count: 3, clock: m.clock)).toBe("-12(3|)") { Int($0) }
    }
  }
  @Test func noReadingFollowsACancel() async throws {
    try await marbles(frame: .seconds(60)) { m in
      m.expect(readings(every: .seconds(60), count: 3, clock: m.clock), from: "^-!").toBe("-1") { Int($0) }
    }
  }
}
