import AsyncAlgorithms
import Testing
import VirtualTime

/// Operators that nobody here wrote, in virtual time: the outcome is what their documentation promises, and the same in
/// every run.
enum Operator: CaseIterable {
  case debounce, throttle, throttleAtTheEnd, merge, zip, combineLatest, chunked, timer

  /// What comes out, each with its instant. Derived by hand.
  var expected: [String] {
    switch self {
    // c rests from 5 ms to 8 ms; d still waits when the end comes, and goes out with it.
    case .debounce: ["c 8ms", "d 14ms"]
    // b and c come less than 3 ms after a; d replaces them 4 ms after a; e comes 4 ms after d.
    case .throttle: ["a 1ms", "d 5ms", "e 9ms"]
    // e waits for its turn, 3 ms after d, although the end has come.
    case .throttleAtTheEnd: ["a 1ms", "d 5ms", "e 8ms"]
    // At 4 ms the first source wakes first: it fell asleep first.
    case .merge: ["a 1ms", "x 2ms", "b 4ms", "y 4ms"]
    case .zip: ["ax 2ms", "by 4ms", "cz 12ms"]
    case .combineLatest: ["ax 2ms", "bx 4ms", "by 6ms"]
    case .chunked: ["ab 5ms", "c 10ms", "d 13ms"]
    case .timer: ["10ms", "20ms", "30ms"]
    }
  }

  func run(_ clock: VirtualClock) async -> [String] {
    switch self {
    case .debounce:
      return await log(
        source([1: "a", 3: "b", 5: "c", 12: "d"], end: 14, clock).debounce(for: .milliseconds(3), clock: clock), clock)
    case .throttle:
      let source = source([1: "a", 2: "b", 3: "c", 5: "d", 9: "e"], end: 14, clock)
      return await log(source._throttle(for: .milliseconds(3), clock: clock, latest: true), clock)
    case .throttleAtTheEnd:
      let source = source([1: "a", 2: "b", 3: "c", 5: "d", 6: "e"], end: 7, clock)
      return await log(source._throttle(for: .milliseconds(3), clock: clock, latest: true), clock)
    case .merge:
      return await log(
        AsyncAlgorithms.merge(source([1: "a", 4: "b"], end: 5, clock), source([2: "x", 4: "y"], end: 5, clock)), clock)
    case .zip:
      let (first, second) = (
        source([1: "a", 4: "b", 9: "c"], end: 20, clock), source([2: "x", 3: "y", 12: "z"], end: 20, clock)
      )
      return await log(AsyncAlgorithms.zip(first, second).map { $0 + $1 }, clock)
    case .combineLatest:
      let (first, second) = (source([1: "a", 4: "b"], end: 20, clock), source([2: "x", 6: "y"], end: 20, clock))
      return await log(AsyncAlgorithms.combineLatest(first, second).map { $0 + $1 }, clock)
    case .chunked:
      let source = source([1: "a", 2: "b", 6: "c", 12: "d"], end: 13, clock)
      return await log(source.chunked(by: .repeating(every: .milliseconds(5), clock: clock)).map { $0.joined() }, clock)
    case .timer:
      return await AsyncTimerSequence(interval: .milliseconds(10), clock: clock).prefix(3).reduce(into: []) {
        $0.append("\($1)")
      }
    }
  }

  /// Values at milliseconds, sent by a task of its own.
  private func source(_ values: [Int64: String], end: Int64, _ clock: VirtualClock) -> AsyncStream<String> {
    AsyncStream { continuation in
      Task {
        for (instant, value) in values.sorted(by: { $0.key < $1.key }) {
          try await clock.sleep(until: VirtualInstant(nanoseconds: instant * 1_000_000))
          continuation.yield(value)
        }
        try await clock.sleep(until: VirtualInstant(nanoseconds: end * 1_000_000))
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

@Suite(.serialized) struct AsyncAlgorithmsTests {
  /// How many of so many runs had another outcome than the expected one.
  static func differences(_ subject: Operator, runs: Int) async throws -> Int {
    var count = 0
    for _ in 0..<runs where try await withVirtualTime({ await subject.run($0) }) != subject.expected { count += 1 }
    return count
  }

  @Test(arguments: Operator.allCases) func theOutcomeIsTheExpectedOne(subject: Operator) async throws {
    #expect(try await withVirtualTime { await subject.run($0) } == subject.expected)
  }
  @Test(arguments: Operator.allCases) func aThousandRunsAreIdentical(subject: Operator) async throws {
    #expect(try await Self.differences(subject, runs: 1_000) == 0)
  }
  @Test(arguments: Operator.allCases) func alsoFourAtOnce(subject: Operator) async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await Self.differences(subject, runs: 1_000) } }
      for try await count in group { #expect(count == 0) }
    }
  }
}
