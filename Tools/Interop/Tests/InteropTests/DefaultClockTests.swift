import AsyncAlgorithms
import Testing
import VirtualTime

/// The four algorithms that take a clock, on the clock that they take by themselves, with sources that sleep by
/// `Task.sleep`: nothing in this code is written for a test. The instants are those of `Operator`, where the same
/// algorithms are given the clock of the run.
enum DefaultClock: CaseIterable {
  case debounce, throttle, chunked, timer

  var expected: [String] {
    switch self {
    case .debounce: Operator.debounce.expected
    case .throttle: Operator.throttle.expected
    case .chunked: Operator.chunked.expected
    // The first tick comes after one interval, on the clock that stops while the machine sleeps.
    case .timer: ["t 10ms", "t 20ms", "t 30ms"]
    }
  }

  func run(_ clock: VirtualClock) async -> [String] {
    switch self {
    case .debounce:
      return await log(source([1: "a", 3: "b", 5: "c", 12: "d"], end: 14).debounce(for: .milliseconds(3)), clock)
    case .throttle:
      return await log(
        source([1: "a", 2: "b", 3: "c", 5: "d", 9: "e"], end: 14)._throttle(for: .milliseconds(3), latest: true), clock)
    case .chunked:
      let source = source([1: "a", 2: "b", 6: "c", 12: "d"], end: 13)
      return await log(source.chunked(by: .repeating(every: .milliseconds(5))).map { $0.joined() }, clock)
    case .timer:
      return await log(
        AsyncTimerSequence<SuspendingClock>.repeating(every: .milliseconds(10)).prefix(3).map { _ in "t" }, clock)
    }
  }

  private func source(_ values: [Int: String], end: Int) -> AsyncStream<String> {
    AsyncStream { continuation in
      Task {
        let start = ContinuousClock.now
        for (instant, value) in values.sorted(by: { $0.key < $1.key }) {
          try await Task.sleep(until: start + .milliseconds(instant))
          continuation.yield(value)
        }
        try await Task.sleep(until: start + .milliseconds(end))
        continuation.finish()
      }
    }
  }
  private func log<S: AsyncSequence>(_ sequence: S, _ clock: VirtualClock) async -> [String] where S.Element == String {
    var lines: [String] = []
    do {
      for try await value in sequence { lines.append("\(value) \(clock.now)") }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }
}

@Suite(.serialized, .enabled(if: RealClocks.unavailable == nil)) struct DefaultClockTests {
  @Test(arguments: DefaultClock.allCases) func theOutcomeIsTheExpectedOne(subject: DefaultClock) async throws {
    #expect(try await withVirtualTime { await subject.run($0) } == subject.expected)
  }
  @Test(arguments: DefaultClock.allCases) func aThousandRunsAreIdentical(subject: DefaultClock) async throws {
    for _ in 0..<1_000 { #expect(try await withVirtualTime { await subject.run($0) } == subject.expected) }
  }
}
