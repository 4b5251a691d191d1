import Dispatch
import Testing
import VirtualTime

/// Work that leaves the timeline, and bodies that never end: brought back or told, never a hang.
@Suite struct OutsideWorkTests {
  static func onAQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
  }

  @Test func whatAQueueResumesComesBack() async throws {
    let log = SharedLog()
    try await withVirtualTime(patience: .seconds(120), allowsOutsideWork: true) { clock in
      try await clock.sleep(for: .seconds(1))
      await Self.onAQueue()
      log("back \(clock.now)")
      try await clock.sleep(for: .seconds(1))
      let task = Task {
        await Self.onAQueue()
        try await clock.sleep(for: .seconds(1))
      }
      try await task.value
      log("end \(clock.now)")
    }
    #expect(log.entries == ["back 1s", "end 3s"])
  }
  @Test func whatAnActorWaitsForComesBack() async throws {
    actor Cache {
      var isFull = false
      func fill(_ clock: VirtualClock) async -> VirtualInstant {
        await OutsideWorkTests.onAQueue()
        isFull = true
        try? await clock.sleep(for: .seconds(1))
        return clock.now
      }
    }
    let now = try await withVirtualTime(patience: .seconds(120), allowsOutsideWork: true) { clock in
      let cache = Cache()
      return await Task { await cache.fill(clock) }.value
    }
    #expect(now == .ms(1000))
  }
  @Test func outsideWorkIsReported() async throws {
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime { _ in
        let isWaiting = DispatchSemaphore(value: 0)
        Task { isWaiting.signal() }  // runs when the body has suspended
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            isWaiting.wait()
            continuation.resume()
          }
        }
      }
    }
    #expect(error == .outsideWork(arrivals: 1))
    #expect(
      error?.description
        == "work left the timeline and came back once: Task.sleep or another real clock, a queue, another thread, "
        + "or Task.yield of an unstructured task inside an actor; "
        + "use the clock and schedulers of the timeline, or allow outside work")
  }
  @Test func realClocksAreReported() async throws {
    await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime { _ in
        // On a busy machine one sleep may be over before the task waits for it.
        for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
  }
  @Test func aBodyThatWaitsForeverIsEnded() async throws {
    let log = SharedLog()
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(50)) { clock in
        try await clock.sleep(for: .seconds(3))
        let (stream, _continuation) = AsyncStream.makeStream(of: Int.self)
        for await _ in stream {}
        withExtendedLifetime(_continuation) {}
        log("the body is cancelled then")
      }
    }
    #expect(error == .stuck(at: .ms(3000), patience: .milliseconds(50)))
    #expect(
      error?.description
        == "nothing is left to do at 3s, but the body still waits, after 0.05 seconds of real time: "
        + "for a queue, a real clock or another thread that takes longer, or for something that never happens")
  }
  @Test func aJobThatBlocksIsEnded() async throws {
    let gate = DispatchSemaphore(value: 0)
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(50)) { _ in Self.block(gate) }
    }
    #expect(error == .blocked(at: .zero, patience: .milliseconds(50)))
    gate.signal()
  }
  static func block(_ gate: DispatchSemaphore) { gate.wait() }

  @Test func tasksThatNeverRestAreStopped() async throws {
    let error = await #expect(throws: Timeline.Runaway.self) {
      try await withVirtualTime { _ in while !Task.isCancelled { await Task.yield() } }
    }
    #expect(error?.limit == .actionsPerInstant && error?.culprit == "a task" && error?.instant == .zero)
  }
  @Test func clocksThatNeverRestAreStopped() async throws {
    let error = await #expect(throws: Timeline.Runaway.self) {
      try await withVirtualTime(on: Timeline(actionsPerRun: 10_000)) { clock in
        while true { try await clock.sleep(for: .seconds(1)) }
      }
    }
    #expect(error?.limit == .actionsPerRun && error?.count == 10_000)
  }
  @Test func otherTasksAreLeftAlone() async throws {
    // A task of the real world goes on beside the timeline, and the timeline does not wait for it.
    let real = Task.detached { () -> Int in
      try? await Task.sleep(for: .milliseconds(1))
      return 1
    }
    try await withVirtualTime { clock in try await clock.sleep(for: .seconds(1)) }
    #expect(await real.value == 1)
  }
  @Test func tasksThatMeetATimelineSurviveIt() async throws {
    // A real task is resumed now by a run, which takes it in, now by a real one; runs come and go meanwhile. It must hear everything.
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let listener = Task.detached { await stream.reduce(0, +) }
    let speaker = Task.detached {
      for _ in 0..<2_000 {
        continuation.yield(1)
        await Task.yield()
      }
    }
    for _ in 0..<50 {
      try await withVirtualTime(patience: .seconds(120), allowsOutsideWork: true) { clock in
        for _ in 0..<20 {
          continuation.yield(1)
          try await clock.sleep(for: .milliseconds(1))
        }
      }
    }
    await speaker.value
    continuation.finish()
    #expect(await listener.value == 3_000)
  }
}
