import MarblesTesting
import Testing

/// A stream of async code, tested with the product that has no operators.
struct TickTests {
  @Test func oneTickAMillisecond() async throws {
    try await marbles { m in
      let ticks = AsyncStream<Int> { continuation in
        let task = Task { [clock = m.clock] in
          for tick in 1...3 {
            try await clock.sleep(for: .milliseconds(1))
            continuation.yield(tick)
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
      m.expect(ticks).toBe("-12(3|)")
    }
  }
}
