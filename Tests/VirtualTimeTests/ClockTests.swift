import Pipes
import Synchronization
import Testing
import VirtualTime

/// Clocks in place of a real one, and a clock that drives its own time.
@Suite struct ClockTests {
  /// Code of an app.
  struct Refresher<C: Clock<Duration>> {
    let clock: C
    func refresh(_ times: Int, _ log: SharedLog) async throws {
      for number in 0..<times {
        try await clock.sleep(for: .seconds(60))
        log("refresh \(number)")
      }
    }
  }

  @Test func anImmediateClockDoesNotWait() async throws {
    let clock = ImmediateClock(), log = SharedLog()
    try await Refresher(clock: clock).refresh(3, log)
    #expect(log.entries == ["refresh 0", "refresh 1", "refresh 2"])
    #expect(clock.now == VirtualInstant(nanoseconds: 180_000_000_000) && clock.minimumResolution == .nanoseconds(1))
    try await clock.sleep(until: .zero)
    #expect(clock.now == VirtualInstant(nanoseconds: 180_000_000_000), "it does not go back")
  }
  @Test func anImmediateClockHonorsCancellation() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ImmediateClock(now: .ms(5)).sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
  @Test func anUnimplementedClockReportsItsFirstUse() async {
    let log = SharedLog(), clock = UnimplementedClock("refresh") { log($0) }
    await #expect(throws: CancellationError.self) { try await Refresher(clock: clock).refresh(1, log) }
    _ = clock.now
    #expect(log.entries == ["the clock 'refresh' is used, and it is not implemented here"])
  }
  @Test func anUnimplementedClockIsAFailureOfTheRun() async throws {
    let timeline = Timeline()
    timeline.reportMisuse()
    let clock = UnimplementedClock()
    try timeline.perform { _ = clock.now }
    #expect(timeline.misuses.map(\.sentence) == ["the clock 'clock' is used, and it is not implemented here"])
  }

  @Test func aClockLetsItsTimePass() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      let task = Task { try await Refresher(clock: clock).refresh(3, log) }
      try await clock.advance()
      log("\(clock.now)")
      try await clock.advance(by: .seconds(60))
      log("\(clock.now)")
      try await clock.advance(by: .seconds(59))
      log("\(clock.now)")
      try await clock.advance(to: VirtualInstant(nanoseconds: 120_000_000_000))
      try await clock.run()
      log("\(clock.now)")
      try await task.value
    }
    #expect(log.entries == ["0s", "refresh 0", "1m", "119s", "refresh 1", "refresh 2", "3m"])
  }
  @Test func theMainActorRunsMeanwhile() async throws {
    try await withVirtualTime { @MainActor clock in
      var steps: [String] = []
      Task { @MainActor in
        try await clock.sleep(for: .seconds(1))
        steps.append("woken")
      }
      try await clock.advance(by: .seconds(1))
      #expect(steps == ["woken"])
    }
  }
  @Test func aClockWithoutARun() async throws {
    let clock = VirtualClock(), log = SharedLog()
    clock.timeline.schedule(at: .ms(2)) { log("due") }
    try await clock.advance(by: .milliseconds(1))
    #expect(log.entries.isEmpty && clock.now == .ms(1))
    try await clock.run()
    #expect(log.entries == ["due"] && clock.now == .ms(2))
  }
}
