import Foundation
import Pipes
import Testing
import VirtualTime

/// The events, in order, from any thread.
final class SharedLog: Sendable {
  private let lines = Guarded<[String]>([])
  var entries: [String] { lines.with { $0 } }
  func callAsFunction(_ line: String) { lines.with { $0.append(line) } }
}

@Suite struct WithVirtualTimeTests {
  @Test func hoursPassAtOnce() async throws {
    let now = try await withVirtualTime { clock in
      try await clock.sleep(for: .seconds(3600))
      try await clock.sleep(until: .zero)
      try await clock.sleep(for: .milliseconds(5), tolerance: .seconds(1))
      return clock.now
    }
    #expect(now == VirtualInstant(nanoseconds: 3_600_005_000_000))
  }
  @Test func resultsAndErrorsComeOut() async throws {
    struct Oops: Error, Equatable {}
    #expect(try await withVirtualTime { _ in 42 } == 42)
    await #expect(throws: Oops()) { try await withVirtualTime { _ in throw Oops() } }
  }
  @Test func sleepersWakeInOrder() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      await withTaskGroup(of: Void.self) { group in
        for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("d", 3)] {
          group.addTask {
            try? await clock.sleep(for: .seconds(seconds))
            log("\(name) \(clock.now)")
          }
        }
      }
      log("end \(clock.now)")
    }
    #expect(log.entries == ["a 1s", "b 2s", "c 3s", "d 3s", "end 3s"])
  }
  @Test func unstructuredTasksStreamsAndActorsBelongToTheTimeline() async throws {
    actor Counter {
      var count = 0
      func add(_ clock: VirtualClock, for time: Duration) async -> Int {
        count += 1
        let mine = count
        try? await clock.sleep(for: time)
        return mine
      }
    }
    let log = SharedLog()
    try await withVirtualTime { clock in
      let counter = Counter()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let first = Task {
        for number in 0..<3 {
          continuation.yield(await counter.add(clock, for: .seconds(1)) * 10 + number)
        }
        continuation.finish()
      }
      // Later than the first: who comes first to an actor at one instant depends on how the compiler optimizes the way
      // there.
      Task.detached {
        try await clock.sleep(for: .milliseconds(500))
        log("detached \(await counter.add(clock, for: .seconds(1))) \(clock.now)")
      }
      for await value in stream { log("\(value) \(clock.now)") }
      await first.value
    }
    #expect(log.entries == ["10 1s", "detached 2 1500ms", "31 2s", "42 3s"])
  }
  @MainActor final class Model {
    var steps: [String] = []
    func load(_ clock: VirtualClock) async {
      MainActor.assertIsolated()
      steps.append("loading \(clock.now)")
      try? await clock.sleep(for: .seconds(2))
      MainActor.assertIsolated()
      steps.append("loaded \(clock.now)")
    }
  }
  @Test func theMainActorBelongsToTheTimeline() async throws {
    try await withVirtualTime { clock in
      let model = await Task { @MainActor in Model() }.value
      async let tick: Void = clock.sleep(for: .seconds(1))
      await model.load(clock)
      try await tick
      let steps = await Task { @MainActor in model.steps }.value
      #expect(steps == ["loading 0s", "loaded 2s"])
    }
  }
  @Test func publishersAndTasksShareATimeline() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      let scheduler = TestScheduler(timeline: clock.timeline)
      let timer = scheduler.schedule(after: .ms(1), interval: .milliseconds(2)) { log("tick \(clock.now)") }
      for _ in 0..<2 {
        try await clock.sleep(for: .milliseconds(2))
        log("awake \(clock.now)")
      }
      timer.cancel()
    }
    #expect(log.entries == ["tick 1ms", "awake 2ms", "tick 3ms", "awake 4ms"])
  }
  @Test func taskLocalValuesReachTheBody() async throws {
    enum Local { @TaskLocal static var name = "none" }
    let name = try await Local.$name.withValue("mine") {
      try await withVirtualTime { _ in await Task { Local.name }.value }
    }
    #expect(name == "mine")
  }
  @Test func oneRunInsideAnother() async throws {
    let log = SharedLog()
    try await withVirtualTime(allowsOutsideWork: true) { outer in
      try await outer.sleep(for: .seconds(1))
      try await withVirtualTime { inner in
        try await inner.sleep(for: .seconds(5))
        log("inner \(inner.now), outer \(outer.now)")
      }
      try await outer.sleep(for: .seconds(1))
      log("outer \(outer.now)")
    }
    #expect(log.entries == ["inner 5s, outer 1s", "outer 2s"])
  }

  // MARK: Cancellation

  /// Code of a run and of runs inside of it is known by its thread, also where no task-local value says so.
  @Test func theRunOfAThread() async throws {
    let outer = Timeline(), inner = Timeline()
    #expect(!outer.isOfThisThread)
    try await withVirtualTime(on: outer) { _ in
      #expect(await Task.detached { outer.isOfThisThread }.value)
      try await withVirtualTime(on: inner) { _ in #expect(outer.isOfThisThread && inner.isOfThisThread) }
      #expect(outer.isOfThisThread && !inner.isOfThisThread)
    }
    #expect(!outer.isOfThisThread)
  }
  @Test func sleepHonoursCancellationAtOnce() async throws {
    try await withVirtualTime { clock in
      let sleeper = Task {
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(100)) }
        return clock.now
      }
      try await clock.sleep(for: .seconds(1))
      sleeper.cancel()
      #expect(await sleeper.value == .ms(1000))
      #expect(clock.timeline.pendingCount == 0, "nothing is left of the sleep")
      let tired = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(1))
      }
      await #expect(throws: CancellationError.self) { try await tired.value }
      #expect(clock.now == .ms(1000))
    }
  }
  @Test func cancellingTheCallerCancelsTheBody() async throws {
    let log = SharedLog(), hasStarted = DispatchSemaphore(value: 0)
    let caller = Task {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        log("starts \(clock.now)")
        hasStarted.signal()
        for await _ in AsyncStream<Int>.makeStream().stream {}  // nothing but cancellation ends this
        do { try await clock.sleep(for: .seconds(1)) } catch { log("\(type(of: error)) \(clock.now)") }
        return 7
      }
    }
    // On a thread of its own, because other tests may keep the shared ones for longer than any patience.
    Thread.detachNewThread {
      hasStarted.wait()
      caller.cancel()
    }
    #expect(try await caller.value == 7)
    #expect(log.entries == ["starts 0s", "CancellationError 0s"])
  }
  @Test func aCancelledCallerStartsACancelledBody() async throws {
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withVirtualTime { _ in Task.isCancelled }
    }
    #expect(try await caller.value)
  }
  @Test func nobodySleepsAtTheEnd() async throws {
    try await withVirtualTime { clock in
      try clock.checkNobodySleeps()
      let (slow, fast) = (
        Task { try await clock.sleep(for: .seconds(9)) }, Task { try await clock.sleep(for: .seconds(5)) }
      )
      try await clock.sleep(for: .seconds(1))
      let error = #expect(throws: VirtualClock.StillAsleep.self) { try clock.checkNobodySleeps() }
      #expect(error?.deadlines == [.ms(5000), .ms(9000)])
      #expect(error?.description.hasPrefix("2 still sleep, until 5s, 9s") == true)
      slow.cancel()
      try await fast.value
      try clock.checkNobodySleeps()
    }
  }
  @Test func whoSleepsWhenTheBodyEndsIsWoken() async throws {
    let log = SharedLog()
    try await withVirtualTime { clock in
      Task {
        do { try await clock.sleep(for: .seconds(9)) } catch { log("\(type(of: error)) \(clock.now)") }
      }
      Task { log("still runs") }
      try await clock.sleep(for: .seconds(1))
      Task { log("due now") }
    }
    #expect(log.entries == ["still runs", "due now", "CancellationError 1s"])
  }

  // MARK: The same outcome every time

  /// Twenty tasks that sleep, yield, meet in an actor and spawn others; the order of all their steps.
  static func bustle(_ clock: VirtualClock) async -> [String] {
    actor Board {
      var lines: [String] = []
      func write(_ line: String) { lines.append(line) }
    }
    let board = Board()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<20 {
        group.addTask {
          var random = SplitMixSequence(seed: UInt64(worker))
          for step in 0..<5 {
            await board.write("\(worker).\(step) \(clock.now)")
            if random.next() % 3 == 0 { await Task.yield() }
            try? await clock.sleep(for: .milliseconds(Int64(random.next() % 4)))
            if random.next() % 4 == 0 { await Task { await board.write("\(worker)!") }.value }
          }
        }
      }
    }
    return await board.lines
  }
  @Test func manyRunsAreIdenticalAlsoInParallel() async throws {
    let first = try await withVirtualTime(patience: .seconds(120)) { await Self.bustle($0) }
    #expect(first.count > 100)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var different = 0
          for _ in 0..<50 where try await withVirtualTime(patience: .seconds(120), { await Self.bustle($0) }) != first {
            different += 1
          }
          return different
        }
      }
      for try await different in group { #expect(different == 0) }
    }
  }
  @Test(.timeLimit(.minutes(60))) func aJobOfTheMainActorMayAdvanceTheTimeline() async throws {
    let order = try await withVirtualTime { clock in
      let log = Guarded<[String]>([])
      await MainActor.run {
        Task { @MainActor in log.with { $0.append("inner") } }
        try? clock.timeline.advance(by: 0)
        log.with { $0.append("outer") }
      }
      return log.with { $0 }
    }
    #expect(order == ["inner", "outer"])
  }
}
