import Dispatch
import Pipes
import Testing

@testable import VirtualTime

/// Runs within runs, work that is left over, and long work inside of one job.
@Suite struct RunTests {
  // MARK: Work that is left over

  /// A task that the body has started and forgotten, as a loop that polls: it ends because it is cancelled.
  @Test func aLoopThatIsLeftOverIsCancelled() async throws {
    let log = SharedLog()
    let result = try await withVirtualTime { clock in
      Task {
        while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
        log("cancelled \(clock.now)")
      }
      Task {
        try? await clock.sleep(for: .seconds(9))
        log("woken \(clock.now) \(Task.isCancelled)")
        await Task { log("its own tasks are not cancelled: \(Task.isCancelled)") }.value
      }
      try await clock.sleep(for: .milliseconds(2500))
      return 7
    }
    #expect(result == 7)
    #expect(
      log.entries.sorted() == ["cancelled 2500ms", "its own tasks are not cancelled: false", "woken 2500ms true"])
  }
  /// A task that sleeps once more when it is cancelled, to clean up, still ends.
  @Test func sleepingAgainWhenCancelledIsAllowed() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      Task {
        for _ in 0..<20 { try? await clock.sleep(for: .seconds(1)) }
        log("ended \(clock.now)")
      }
      try await clock.sleep(for: .seconds(1))
    }
    #expect(log.entries == ["ended 1s"])
  }
  /// A loop that ignores that it is cancelled is named, and does not run on after the error.
  @Test func aLoopThatNeverEndsIsNamed() async throws {
    let rounds = SharedLog()
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime { clock in
        Task { while true { try? await clock.sleep(for: .seconds(1)); rounds("one more") } }
        try await clock.sleep(for: .seconds(3))
      }
    }
    #expect(error == .restless(at: .ms(3000)))
    #expect(
      error?.description
        == "the body has returned, but a task that it has started sleeps again and again at 3s, although it is cancelled: "
        + "write 'while !Task.isCancelled', or leave the loop with the error of 'try await' of the sleep")
    #expect(rounds.entries.count < 5_000)
  }

  /// The same loop with a sleep that a cancelled task does not begin, and with none at all.
  @Test(.enabled(if: RealClocks.unavailable == nil), arguments: [true, false])
  func aLoopThatIgnoresItsCancellationIsNamed(sleeps: Bool)
    async throws
  {
    let rounds = SharedLog()
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime { clock in
        let task = Task {
          while true {
            if sleeps { try? await Task.sleep(for: .seconds(1)) } else { await Task.yield() }
            if !sleeps, !Task.isCancelled { try await clock.sleep(for: .seconds(1)) }
            rounds("one more")
          }
        }
        try await clock.sleep(for: .seconds(3))
        if !sleeps { task.cancel() }
      }
    }
    #expect(error == .restless(at: .ms(3000)))
    #expect(rounds.entries.count < 5_000)
  }

  /// A loop that ignores its cancellation, by the task that runs it and the sleep in it.
  enum Loop: CaseIterable {
    case body, child, group, task, actor, main

    typealias Round = nonisolated(nonsending) @Sendable () async -> Void
    static let rounds: [Round] = [
      { try? await Task.sleep(for: .seconds(1)) }, { try? await Task.sleep(nanoseconds: 1_000_000_000) },
      { try? await Task.sleep(for: .seconds(1), tolerance: .seconds(1)) },
      { try? await ContinuousClock().sleep(for: .seconds(1)) },
      { try? await Task.sleep(until: .now + .seconds(1), clock: .suspending) }, { try? await Task.sleep(for: .zero) },
    ]
    actor Poller {
      func run(_ round: Round) async { while true { await round() } }
    }
    @MainActor static func onMain(_ round: Round) async { while true { await round() } }

    func run(_ round: @escaping Round) async {
      switch self {
      case .body: while true { await round() }
      case .child:
        async let child: Void = { while true { await round() } }()
        await child
      case .group: await withTaskGroup(of: Void.self) { group in group.addTask { while true { await round() } } }
      case .task: await Task { while true { await round() } }.value
      case .actor: await Task { await Poller().run(round) }.value
      case .main: await Task { await Self.onMain(round) }.value
      }
    }
  }
  /// A limit stops each loop. It is not cancelled then: a sleep of the runtime does not suspend a task that is
  /// cancelled, so the loop would keep its thread.
  @Test(.enabled(if: RealClocks.unavailable == nil), arguments: Loop.allCases, Loop.rounds.indices)
  func aLoopIsStoppedByTheLimit(loop: Loop, round: Int) async {
    await #expect(throws: Timeline.Runaway.self) {
      try await withVirtualTime(on: Timeline(actionsPerInstant: 2_000, actionsPerRun: 2_000)) { _ in
        await loop.run(Loop.rounds[round])
      }
    }
  }
  /// A loop on an actor that is left over, and ignores that it is cancelled, is named at once. Its sleeps do not
  /// suspend it.
  @Test(.enabled(if: RealClocks.unavailable == nil), arguments: [0, 2, 3, 4])
  func aLoopOfAnActorThatIgnoresItsCancellationIsNamed(
    round: Int
  ) async {
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime { clock in
        Task { await Loop.Poller().run(Loop.rounds[round]) }
        try await clock.sleep(for: .seconds(3))
      }
    }
    #expect(error == .restless(at: .ms(3000)))
  }

  // MARK: Long work inside of one job

  /// The watchdog sees each action of a run that a job has begun: such a job does not count as blocked.
  @Test(arguments: [false, true]) func aJobThatRunsManyActionsMakesProgress(runsStepByStep: Bool) async throws {
    let seen = try await withVirtualTime { clock in
      let seen = Guarded<Set<Int>>([])
      for number in 0..<3_000 {
        clock.timeline.schedule(at: .ms(Int64(number / 10))) { seen.with { _ = $0.insert(clock.timeline.progress) } }
      }
      if runsStepByStep { while try clock.timeline.runOne() {} } else { try await clock.run() }
      return seen.with { $0.count }
    }
    #expect(seen == 3_000)
  }

  // MARK: A run inside a run

  /// The time of the outer run stands still while the inner one runs, so the order of both is the same each time.
  @Test func aRunInsideARun() async throws {
    for _ in 0..<50 {
      let log = SharedLog()
      try await withVirtualTime { outer in
        Task { for _ in 0..<3 { try await outer.sleep(for: .seconds(1)); log("other \(outer.now)") } }
        try await outer.sleep(for: .milliseconds(1500))
        let value = try await withVirtualTime { inner in
          try await inner.sleep(for: .seconds(5))
          log("inner \(inner.now), outer \(outer.now)")
          return try await withVirtualTime { innermost in
            try await innermost.sleep(for: .seconds(1))
            log("innermost \(innermost.now)")
            return 7
          }
        }
        log("result \(value)")
        try await outer.sleep(for: .seconds(2))
      }
      #expect(
        log.entries == ["other 1s", "inner 5s, outer 1500ms", "innermost 1s", "result 7", "other 2s", "other 3s"])
    }
  }
  /// An inner run cannot use the timeline of the outer one, which stands still. The error says so at once.
  @Test func aRunInsideARunHasItsOwnTimeline() async throws {
    try await withVirtualTime { outer in
      try await outer.sleep(for: .seconds(1))
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(on: outer.timeline) { inner in try await inner.sleep(for: .seconds(1)) }
      }
      #expect(error == .timelineInUse(at: .ms(1000)))
      #expect(
        error?.description
          == "this call is inside a run on the same timeline, at 1s, so its code is in virtual time already: "
          + "call the code without 'withVirtualTime', or give the call a timeline of its own")
      try await outer.sleep(for: .seconds(1))
      #expect(outer.now == .ms(2000))
    }
  }
  @Test func errorsOfARunInsideARun() async throws {
    struct Oops: Error {}
    try await withVirtualTime { outer in
      await #expect(throws: Oops.self) { try await withVirtualTime { _ in throw Oops() } }
      try await outer.sleep(for: .seconds(1))
    }
  }
  /// The inner run may need longer than the patience of the outer one.
  @Test func theOuterRunWaitsAsLongAsTheInnerOneMakesProgress() async throws {
    try await withVirtualTime(patience: .milliseconds(500)) { outer in
      try await withVirtualTime(realClocks: .reported, patience: .seconds(120)) { inner in
        for _ in 0..<10 {
          let end = ContinuousClock.now + .milliseconds(75)
          while ContinuousClock.now < end {}
          try await inner.sleep(for: .seconds(1))
        }
      }
      try await outer.sleep(for: .seconds(1))
    }
  }
  /// An inner run that waits for the outer one waits for ever, and the report says so.
  @Test func aRunThatWaitsForTheRunAroundIt() async throws {
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .seconds(120)) { outer in
        try await withVirtualTime(patience: .seconds(2)) { inner in
          try await inner.sleep(for: .seconds(2))
          try await outer.sleep(for: .seconds(1))
        }
      }
    }
    #expect(error?.alone == .stuckInside(at: .ms(2000), patience: .seconds(2)))
    #expect(
      error?.alone.description
        == "nothing is left to do at 2s, but the body still waits, after 2.0 seconds of real time: "
        + "this run is inside another one, whose time stands still until this run has ended; it may wait for a task or a clock of that one"
    )
  }
  @Test(.timeLimit(.minutes(60))) func aRunInsideARunMayUseTheMainActor() async throws {
    let order = try await withVirtualTime { outer in
      await OnMain.run { outer in
        try await withVirtualTime { inner in
          try await inner.sleep(for: .seconds(1))
          return await MainActor.run { "main \(inner.now)" }
        }
      }(outer)
    }
    #expect(order == "main 1s")
  }
  /// Calls a closure on the main actor, so that the inner run begins inside a job of the main actor.
  enum OnMain {
    static func run(_ body: @escaping @MainActor @Sendable (VirtualClock) async throws -> String)
      -> @MainActor @Sendable (VirtualClock) async
      -> String
    {
      { clock in (try? await body(clock)) ?? "failed" }
    }
  }
}
