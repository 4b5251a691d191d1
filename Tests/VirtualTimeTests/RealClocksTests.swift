import Dispatch
import Foundation
import Pipes
import Testing

@testable import VirtualTime

/// `Task.sleep`, the clocks of the standard library, `Date()` and their kin, in code that nobody wrote for tests.
@Suite struct RealClocksTests {
  #if canImport(Glibc)
    @Test func thisToolchainHasWhatRealClocksNeed() {
      #expect(RealClocks.unavailable == nil)
    }

    /// Each probe in turn: clocks stay real, and whoever meets one reads the reason.
    @Test(arguments: ClockProbe.allCases) func aProbeThatFails(_ probe: ClockProbe) async throws {
      let reason = "real clocks are not virtual in this process: \(probe.rawValue) stays real"
      await ClockProbe.$failing.withValue(probe) {
        #expect(RealClocks.unavailable == reason)
        let error = await #expect(throws: VirtualTimeError.self) {
          // A thread that had no processor for a millisecond finds its sleep over, and meets no clock: one of many
          // meets it.
          try await withVirtualTime { _ in for _ in 0..<1_000 { try await Task.sleep(for: .milliseconds(1)) } }
        }
        #expect(error?.description.contains("; \(reason)") == true, "\(error?.description ?? "no error")")
        // A task that sleeps for longer than the run waits for it.
        let stuck = await #expect(throws: VirtualTimeError.self) {
          try await withVirtualTime(patience: .milliseconds(10)) { _ in try await Task.sleep(for: .seconds(60)) }
        }
        #expect(stuck?.alone == .metRealClock(.stuck(at: .zero, patience: .milliseconds(10)), reason: reason))
      }
    }
  #endif
}

/// Runs in which real clocks are virtual.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct VirtualRealClocksTests {
  actor Napper {
    func nap(tolerance: Duration?) async throws { try await Task.sleep(for: .seconds(7_200), tolerance: tolerance) }
    func napOnAClock() async throws {
      try await SuspendingClock().sleep(until: .now + .seconds(7_200), tolerance: .seconds(3))
    }
    func nap(_ seconds: Int) async -> String {
      let start = ContinuousClock.now
      do { try await Task.sleep(for: .seconds(seconds)) } catch {
        return "cancelled after \(ContinuousClock.now - start)"
      }
      return "\(ContinuousClock.now - start)"
    }
  }

  // MARK: Sleeps

  /// Each way to sleep for two hours, wherever the task runs.
  @Test(
    arguments: [
      { try await Task.sleep(for: .seconds(7_200)) },
      { try await Task.sleep(for: .seconds(7_200), tolerance: .seconds(60)) },
      { try await Task.sleep(until: .now + .seconds(7_200)) },
      { try await Task.sleep(until: .now + .seconds(7_200), clock: .suspending) },
      { try await Task.sleep(nanoseconds: 7_200_000_000_000) },
      { try await ContinuousClock().sleep(for: .seconds(7_200)) },
      { try await SuspendingClock().sleep(until: .now + .seconds(7_200), tolerance: .zero) },
      { try await Task { try await Task.sleep(for: .seconds(7_200)) }.value },
      { try await Task.detached { try await Task.sleep(for: .seconds(7_200)) }.value },
      { try await Task { @MainActor in try await Task.sleep(for: .seconds(7_200)) }.value },
      { try await Task { @MainActor in try await Task.sleep(for: .seconds(7_200), tolerance: .seconds(9)) }.value },
      { try await Napper().nap(tolerance: .seconds(9)) }, { try await Napper().nap(tolerance: nil) },
      { try await Task { try await Napper().nap(tolerance: .seconds(9)) }.value },
      { try await Task.detached { try await Napper().nap(tolerance: .seconds(9)) }.value },
      { try await Task { try await Napper().napOnAClock() }.value },
      { _ = await Napper().nap(7_200) },
      { _ = await Task { await Napper().nap(7_200) }.value },
      { _ = await Task.detached { await Napper().nap(7_200) }.value },
      {
        async let nap: Void = Task.sleep(for: .seconds(7_200)); try await nap
      },
    ] as [@Sendable () async throws -> Void])
  func twoHours(_ sleep: @escaping @Sendable () async throws -> Void) async throws {
    for _ in 0..<100 {
      let now = try await withVirtualTime { clock in
        try await sleep()
        #expect(clock.timeline.pendingCount == 0)
        return clock.now
      }
      #expect(now == .ms(7_200_000))
    }
  }
  @Test func noTimeAtAll() async throws {
    let now = try await withVirtualTime { clock in
      try await Task.sleep(for: .zero)
      try await Task.sleep(for: .seconds(-5))
      try await Task.sleep(until: .now - .seconds(5))
      return clock.now
    }
    #expect(now == .zero)
  }
  /// A cancelled sleep ends at once and leaves nothing: time does not pass for it afterwards.
  @Test func cancelledSleeps() async throws {
    try await withVirtualTime { clock in
      let tasks = [
        Task { await Napper().nap(1_000) }, Task.detached { await Napper().nap(1_000) },
        Task { @MainActor in
          do { try await Task.sleep(for: .seconds(1e12)) } catch { return "\(error)" }
          return "woken"
        },
      ]
      try await Task.sleep(for: .seconds(1))
      tasks.forEach { $0.cancel() }
      var ends: [String] = []
      for task in tasks { ends.append(await task.value) }
      #expect(ends == ["cancelled after 1.0 seconds", "cancelled after 1.0 seconds", "CancellationError()"])
      let early = Task { try await Task.sleep(for: .seconds(1_000)) }
      early.cancel()
      await #expect(throws: CancellationError.self) { try await early.value }
      #expect(clock.timeline.pendingCount == 0)
      try clock.checkNobodySleeps()
      try await clock.run()
      #expect(clock.now == .ms(1_000))
    }
  }
  /// A task that sleeps on a real clock when the body returns is woken and cancelled, as one that sleeps on the clock
  /// of the run.
  @Test func sleepersThatAreLeftBehind() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      Task {
        do { try await Task.sleep(for: .seconds(1_000)) } catch { log("\(error) \(Task.isCancelled) \(clock.now)") }
      }
      Task.detached {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(300)) }
        log("the loop ends \(clock.now)")
      }
      try await Task.sleep(for: .seconds(1))
      let error = #expect(throws: VirtualClock.StillAsleep.self) { try clock.checkNobodySleeps() }
      #expect(error?.deadlines == [.ms(300_000), .ms(1_000_000)])
    }
    #expect(log.entries == ["the loop ends 1s", "CancellationError() true 1s"])
  }
  /// Both kinds of clocks, in the order of their deadlines.
  @Test func oneTimeForAll() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in [3, 1, 2] {
          group.addTask {
            try await Task.sleep(for: .seconds(number))
            log("real \(number)")
          }
          group.addTask {
            try await clock.sleep(for: .milliseconds(number * 1_000 + 500))
            log("virtual \(number)")
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(log.entries == ["real 1", "virtual 1", "real 2", "virtual 2", "real 3", "virtual 3"])
  }

  // MARK: Clocks

  /// Each clock moves with the timeline, exactly.
  @Test func everyClockMoves() async throws {
    var readings: [@Sendable () -> Double] = [
      { Date().timeIntervalSinceReferenceDate }, { Date.now.timeIntervalSince1970 },
      { Date.timeIntervalSinceReferenceDate },
      { ProcessInfo.processInfo.systemUptime }, { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
      { Double(-Int64(bitPattern: DispatchWallTime.now().rawValue)) / 1e9 },
    ]
    // A sanitizer puts functions of its own into the program, whose calls pass no slot.
    if callsAreVirtual {
      readings += [
        { Double(time(nil)) },
        {
          var now = timeval()
          gettimeofday(&now, nil)
          return Double(now.tv_sec)
        },
      ]
    }
    try await withVirtualTime { [readings] _ in
      let starts = readings.map { $0() }
      let start = (ContinuousClock.now, SuspendingClock.now)
      try await Task.sleep(for: .seconds(5_400))
      #expect(zip(readings, starts).map { $0() - $1 } == Array(repeating: 5_400, count: starts.count))
      #expect(ContinuousClock.now - start.0 == .seconds(5_400))
      #expect(SuspendingClock.now - start.1 == .seconds(5_400))
    }
  }
  /// No outcome depends on the day or the machine.
  @Test func clocksStartAtConstants() async throws {
    try await withVirtualTime { _ in
      #expect(Date().timeIntervalSinceReferenceDate == 0)
      #expect(DispatchTime.now().uptimeNanoseconds == 1_000_000_000_000_000)
    }
    try await withVirtualTime(startingAt: .utc(2026, 2, 28, 23, 59)) { _ in
      try await Task.sleep(for: .seconds(60))
      #expect(Date() == (try Date("2026-03-01T00:00:00Z", strategy: .iso8601)))
    }
  }
  /// Another thread, and all that is outside of a run, has real time.
  @Test func otherThreadsHaveRealTime() async throws {
    let before = Date()
    try await withVirtualTime(allowsOutsideWork: true) { _ in
      nonisolated(unsafe) var there = Date.distantPast
      Self.onAThread { there = Date() }
      #expect(there >= before && Date() < before)
    }
    #expect(Date() >= before)
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(5))
    #expect(ContinuousClock.now - start >= .milliseconds(5))
  }
  static func onAThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }
  @Test func eachRunHasItsOwnTime() async throws {
    try await withVirtualTime { outer in
      try await Task.sleep(for: .seconds(1))
      let date = try await withVirtualTime(startingAt: .utc(1969, 7, 20)) { _ in
        try await Task.sleep(for: .seconds(3_600))
        return Date()
      }
      #expect(date == (try Date("1969-07-20T01:00:00Z", strategy: .iso8601)))
      #expect(Date().timeIntervalSinceReferenceDate == 1 && outer.now == .ms(1_000))
    }
  }
  /// The switch: clocks are real, and a task that waits on one is reported.
  @Test func reported() async throws {
    let before = Date()
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(realClocks: .reported, patience: .seconds(120)) { _ in
        #expect(Date() >= before)
        for _ in 0..<12 { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    #expect(error?.description.contains("another thread resumed a task: Task.sleep or another real clock") == true)
  }
  /// The report names the reason if clocks ought to be virtual and cannot be.
  @Test func theReasonIsReported() {
    let timeline = Timeline()
    timeline.core.state.with { $0.outside.realClocksReason = "real clocks are not virtual on Mars" }
    timeline.didComeBack()
    #expect(
      timeline.takeDeparture()?.text
        == "another thread resumed a task: Task.sleep or another real clock, a queue or a callback; "
        + "use the clock and the schedulers of the timeline; real clocks are not virtual on Mars")
  }

  // MARK: Threads that block

  /// While a thread sleeps, virtual time passes, and what is due meanwhile runs at its time.
  @Test func blockingSleeps() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      let other = Task {
        try await Task.sleep(for: .seconds(1))
        log("other \(clock.now)")
      }
      try await clock.sleep(for: .milliseconds(1))  // now it sleeps
      Self.block()
      log("blocked \(clock.now)")
      try await other.value
    }
    #expect(log.entries == ["other 1s", "blocked 3600001ms"])
  }
  static func block() {
    // A sanitizer has a usleep and a sleep of its own, as with the clocks above.
    if !callsAreVirtual { return Thread.sleep(forTimeInterval: 3_600) }
    Thread.sleep(forTimeInterval: 3_597)
    usleep(1_000_000)
    _ = sleep(2)
  }
  /// A thread that waits with a limit waits for real, as another thread may end it, and virtual time passes by the
  /// limit if none does.
  @Test func waitsWithALimit() async throws {
    try await withVirtualTime(allowsOutsideWork: true) { clock in
      #expect(Self.waits() == [false, false, false])
      #expect(clock.now == .ms(60))
      #expect(Self.isSignalled())
      #expect(clock.now == .ms(60))
    }
  }
  static func waits() -> [Bool] {
    let group = DispatchGroup(), condition = NSCondition()
    group.enter()
    defer { group.leave() }
    condition.lock()
    defer { condition.unlock() }
    return [
      DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10)) == .success,
      group.wait(wallTimeout: .now() + .milliseconds(20)) == .success,
      condition.wait(until: Date(timeIntervalSinceNow: 0.03)),
    ]
  }
  static func isSignalled() -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    Thread.detachNewThread { semaphore.signal() }
    return semaphore.wait(timeout: .now() + 100) == .success
  }

  // MARK: The same every time

  struct TimedOut: Error {}
  actor Cache {
    private var entry: (value: String, date: Date)?
    func value() async -> String {
      if let entry, Date().timeIntervalSince(entry.date) < 3_600 { return "hit" }
      try? await Task.sleep(for: .seconds(2))
      entry = ("v", Date())
      return "miss"
    }
  }
  static func hours(_ clock: VirtualClock) async throws -> [String] {
    var log: [String] = []
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Task.sleep(for: .seconds(60)) }
        group.addTask {
          try await Task.sleep(for: .seconds(5))
          throw TimedOut()
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch {
      log.append("\(error) at \(clock.now)")
    }
    let cache = Cache()
    log.append(await cache.value())
    log.append(await cache.value())
    try await Task.sleep(for: .seconds(3_600))
    log.append(await cache.value())
    log.append(await Task.detached { await Napper().nap(10) }.value)
    let elapsed = await ContinuousClock().measure { try? await Task.sleep(for: .seconds(7)) }
    log.append("\(elapsed) \(clock.now)")
    return log
  }
  @Test func aThousandRunsOfAnHour() async throws {
    for _ in 0..<1_000 {
      #expect(
        try await withVirtualTime(Self.hours) == [
          "TimedOut() at 5s", "miss", "hit", "miss", "10.0 seconds", "7.0 seconds 3626s",
        ])
    }
  }
  @Test func manyRunsBesideOneAnother() async throws {
    let outcomes = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<64 { group.addTask { try await withVirtualTime(patience: .seconds(120), Self.hours) } }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(outcomes.count == 1)
  }
}

@Suite struct StartDateTests {
  @Test func datesOfTheCalendar() throws {
    func seconds(_ text: String) throws -> Int64 {
      Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1_000_000_000
    }
    #expect(StartDate.utc(1970, 1, 1).nanoseconds == 0)
    #expect(StartDate.standard.nanoseconds == 978_307_200_000_000_000)
    #expect(StartDate.utc(2024, 2, 29, 12, 30, 59).nanoseconds == (try seconds("2024-02-29T12:30:59Z")))
    #expect(StartDate.utc(1999, 12, 31).nanoseconds == (try seconds("1999-12-31T00:00:00Z")))
    #expect(StartDate.utc(1969, 12, 31, 23).nanoseconds == -3_600_000_000_000)
    // Beyond the range of a number: the next month, the next year, the day before.
    #expect(StartDate.utc(2026, 2, 30) == .utc(2026, 3, 2))
    #expect(StartDate.utc(2026, 13, 1) == .utc(2027, 1, 1))
    #expect(StartDate.utc(2026, 1, 0) == .utc(2025, 12, 31))
    #expect(StartDate.utc(.max, .max, .max, .max, .max, .max).nanoseconds == .max)
    #expect(StartDate.utc(.min, .min, .min, .min, .min, .min).nanoseconds == .min)
  }
  /// Nanoseconds since 1970 in one number end in 2262: a run is exact in each year, and at that number, too.
  @Test(
    .enabled(if: RealClocks.unavailable == nil),
    arguments: [
      ("9999-01-01T00:00:00Z", StartDate.utc(9999, 1, 1)), ("2262-04-11T23:00:00Z", .utc(2262, 4, 11, 23)),
      ("1582-12-31T00:00:00Z", .utc(1582, 12, 31)), ("1677-09-21T00:12:43Z", .utc(1677, 9, 21, 0, 12, 43)),
    ])
  func eachYear(_ text: String, _ start: StartDate) async throws {
    let date = try Date(text, strategy: .iso8601)
    try await withVirtualTime(startingAt: start) { _ in
      #expect(Date() == date)
      try await Task.sleep(for: .seconds(3_600))
      #expect(Date().timeIntervalSince(date) == 3_600)
      #if canImport(Glibc)
        // A sanitizer has functions of its own, as with the clocks above.
        if !callsAreVirtual { return }
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += 90
        #expect(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &end, nil) == 0)
        #expect(Date().timeIntervalSince(date) == 3_690)
      #endif
    }
  }
  /// A date and a length, added and subtracted, beside numbers of 128 bits.
  @Test func arithmetic() {
    var random = SplitMixSequence(seed: 71)
    for round in 0..<2_000 {
      func number(_ bits: UInt64) -> Int64 {
        Int64(truncatingIfNeeded: random.next()) >> Int64(bits + random.next() % 40)
      }
      let start = RunDate(seconds: number(22), nanoseconds: number(1)), length = number(1)
      let exact = Int128(start.seconds) * 1_000_000_000 + Int128(start.nanoseconds)
      let end = start.plus(length)
      #expect(Int128(end.seconds) * 1_000_000_000 + Int128(end.nanoseconds) == exact + Int128(length), "round \(round)")
      #expect((0..<1_000_000_000).contains(end.nanoseconds), "round \(round)")
      #expect(end.since(start) == length, "round \(round)")
      #expect(start.sinceEpoch == Int64(clamping: exact), "round \(round)")
    }
  }
}
