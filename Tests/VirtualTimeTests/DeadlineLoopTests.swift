import Testing
import VirtualTime

/// A loop that sleeps until a deadline ends at the same instant in each kind of task, in each isolation and on each
/// clock.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct DeadlineLoopTests {
  /// A loop on a clock for a length of time, on the actor of its caller. Returns the time that has passed.
  typealias Loop = @Sendable (isolated (any Actor)?) async throws -> Duration

  enum Condition: CaseIterable, Sendable {
    /// Ends as soon as the deadline is there.
    case before
    /// Ends only when the deadline is over, as on a machine, where each sleep takes some time.
    case notAfter

    func goesOn<I: InstantProtocol>(_ now: I, _ end: I) -> Bool {
      switch self {
      case .before: now < end
      case .notAfter: !(end < now)
      }
    }
  }
  static func loop<C: Clock>(
    on clock: C, for length: Duration, _ condition: Condition, isolation: isolated (any Actor)?
  ) async throws -> Duration where C.Duration == Duration {
    let start = clock.now, end = start.advanced(by: length)
    while condition.goesOn(clock.now, end) { try await clock.sleep(until: end, tolerance: nil) }
    return start.duration(to: clock.now)
  }
  actor Place {
    func run(_ loop: Loop) async throws -> Duration { try await loop(self) }
  }
  @MainActor static func onMain(_ loop: Loop) async throws -> Duration { try await loop(MainActor.shared) }

  static let places: [(name: String, run: @Sendable (@escaping Loop) async throws -> Duration)] = [
    ("the body", { try await $0(nil) }),
    ("a task", { loop in try await Task { try await loop(nil) }.value }),
    ("a detached task", { loop in try await Task.detached { try await loop(nil) }.value }),
    (
      "a child of a group",
      { loop in
        try await withThrowingTaskGroup(of: Duration.self) { group in
          group.addTask { try await loop(nil) }
          return try await group.next()!
        }
      }
    ),
    (
      "async let",
      { loop in
        async let end = loop(nil)
        return try await end
      }
    ),
    ("an actor", { try await Place().run($0) }),
    ("an actor, from a task", { loop in try await Task { try await Place().run(loop) }.value }),
    ("the main actor", { try await onMain($0) }),
    ("the main actor, from a task", { loop in try await Task { try await onMain(loop) }.value }),
  ]

  @Test(arguments: Condition.allCases, [Duration.seconds(1), .seconds(1) / 3, .seconds(1.1), .nanoseconds(1)])
  func eachCell(_ condition: Condition, _ length: Duration) async throws {
    // The first nanosecond that is not before the deadline, or the first one after it.
    let rounded = Duration.nanoseconds(Int64((Double(length.components.attoseconds) / 1e9).rounded(.up)))
    let whole = .seconds(length.components.seconds) + rounded
    let expected = condition == .notAfter && whole == length ? whole + .nanoseconds(1) : whole
    for (name, run) in Self.places {
      try await withVirtualTime { clock in
        let loops: [(clock: String, loop: Loop)] = [
          ("ContinuousClock", { try await Self.loop(on: ContinuousClock(), for: length, condition, isolation: $0) }),
          ("SuspendingClock", { try await Self.loop(on: SuspendingClock(), for: length, condition, isolation: $0) }),
        ]
        for (clock, loop) in loops {
          let passed = try await run(loop)
          #expect(passed == expected, "\(clock) in \(name)")
        }
        // The instants of this clock are whole: a length is rounded up before.
        let passed = try await run {
          try await Self.loop(on: clock, for: rounded + .seconds(1), condition, isolation: $0)
        }
        #expect(passed == rounded + .seconds(1) + (condition == .notAfter ? .nanoseconds(1) : .zero), "\(name)")
      }
    }
  }
  /// A loop that waits for something else than time is a runaway, whose message says that its deadline is over.
  @Test func aLoopOverADeadlineIsNamed() async {
    for (name, run) in Self.places {
      let runaway = await #expect(throws: Timeline.Runaway.self, "\(name)") {
        try await withVirtualTime(on: Timeline(actionsPerInstant: 2_000)) { clock in
          let end = clock.now
          _ = try await run { _ in
            while clock.now < .ms(1) { try await clock.sleep(until: end) }
            return .zero
          }
        }
      }
      #expect(runaway?.limit == .actionsPerInstant && runaway?.instant.nanoseconds == 1, "\(name)")
      let culprit = runaway?.culprit ?? ""
      #expect(culprit.hasPrefix("a sleeper whose deadline is over, in 'DeadlineLoopTests."), "\(name): \(culprit)")
    }
  }
  /// A task that slept so before, and waits for something else now, is not the reason.
  @Test func anEarlierLoopIsNotNamed() async {
    let runaway = await #expect(throws: Timeline.Runaway.self) {
      try await withVirtualTime(on: Timeline(actionsPerInstant: 2_000)) { clock in
        let earlier = Task { await Self.earlier() }
        try await clock.sleep(for: .seconds(1))
        while !Task.isCancelled { try await Task.sleep(for: .zero) }
        earlier.cancel()
      }
    }
    let culprit = runaway?.culprit ?? ""
    #expect(culprit.contains("anEarlierLoopIsNotNamed") && !culprit.contains("earlier()"), "\(culprit)")
  }
  private static func earlier() async {
    for _ in 0..<150 { try? await Task.sleep(for: .zero) }
    await Task { try? await Task.sleep(for: .seconds(3_600)) }.value
  }
  /// Some sleeps for nothing take no time.
  @Test func fewEmptySleeps() async throws {
    let now = try await withVirtualTime { clock in
      for _ in 0..<99 { try await Task.sleep(for: .zero) }
      try await Task.sleep(for: .seconds(1))
      for _ in 0..<99 { try await clock.sleep(until: .zero) }
      return clock.now
    }
    #expect(now == .ms(1_000))
  }
}
