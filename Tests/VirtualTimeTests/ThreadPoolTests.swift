import Pipes
import Synchronization
import Testing

@testable import VirtualTime

/// The threads of runs.
@Suite struct ThreadPoolTests {
  /// A thread that is done and one that gives up waiting meet the next body in any order, most of all with a patience
  /// of nothing.
  @Test(arguments: [Duration.zero, .microseconds(50), .milliseconds(500)]) func everyBodyRunsOnce(patience: Duration) {
    let pool = ThreadPool(patience: patience), room = WaitingRoom()
    let runs = Guarded([Int](repeating: 0, count: 2_000))
    let done = Atomic<Int>(0)
    for part in 0..<4 {
      Host.startThread {
        for index in stride(from: part, to: 2_000, by: 4) {
          pool.run {
            runs.with { $0[index] += 1 }
            room.announce { done.wrappingAdd(1, ordering: .relaxed) }
          }
          if index % 16 == part { room.wait { done.load(ordering: .relaxed) > index / 2 } }
        }
      }
    }
    #expect(room.wait(atMost: .seconds(60)) { done.load(ordering: .relaxed) == 2_000 })
    #expect(runs.with { $0.allSatisfy { $0 == 1 } })
  }
  @Test func aBodyThatBlocksKeepsNoOtherFromRunning() {
    let pool = ThreadPool(patience: .milliseconds(500)), room = WaitingRoom()
    let arrived = Atomic<Int>(0)
    for _ in 0..<40 {
      pool.run {
        // Each body waits for all others.
        room.announce { arrived.wrappingAdd(1, ordering: .relaxed) }
        room.wait { arrived.load(ordering: .relaxed) == 40 }
      }
    }
    #expect(room.wait(atMost: .seconds(60)) { arrived.load(ordering: .relaxed) == 40 })
  }
  /// The watchdog has one thread for all runs: each run that waits for ever has a patience of its own, and none waits
  /// for another.
  @Test(.timeLimit(.minutes(60))) func manyRunsAreWatchedAtOnce() async {
    // The shortest is long enough for a thread of a busy machine to have its turn.
    let patiences = (1...20).map { Duration.milliseconds(2_000 + 20 * $0) }
    await withTaskGroup(of: (Duration, VirtualTimeError?).self) { group in
      for patience in patiences { group.addTask { (patience, await errorOfAStuckRun(patience)) } }
      for await (patience, error) in group { #expect(error?.alone == .stuck(at: .zero, patience: patience)) }
    }
  }

  // MARK: The guest of a thread

  /// To wake a thread costs more than a short run: the task and its next run stay on the thread.
  @Test func theTaskThatWaitedContinuesOnTheThreadOfItsRun() async throws {
    // A run on another thread may be over before this task is suspended. Then the task stays where it is, so some runs
    // may be needed until it is a guest.
    var runs = 0
    repeat {
      #expect(runs < 10_000, "the task has never continued on the thread of its run")
      runs += 1
    } while try await withVirtualTime({ _ in currentThread() }) != currentThread() && runs < 10_000
    let first = currentThread()
    // From here on nothing is left to chance.
    for _ in 0..<100 {
      #expect(await thread() == first)
      #expect(try await withVirtualTime { _ in currentThread() } == first)
    }
  }
  private func thread() async -> UInt { currentThread() }

  @Test func aGuestThatBlocksKeepsNothingFromRunning() async throws {
    try await withVirtualTime { _ in }
    let room = WaitingRoom(), runs = Atomic<Int>(0)
    // None of these tasks waits for the guest, which waits for all of them. They have threads of their own, because
    // other tests occupy the shared ones.
    for _ in 0..<8 {
      Task.detached(executorPreference: ThreadForEachJob()) { @Sendable in
        try await withVirtualTime { try await $0.sleep(for: .seconds(1)) }
        room.announce { runs.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    let arrived = blockingWait(room) { runs.load(ordering: .relaxed) == 8 }
    #expect(arrived)
  }
  private func blockingWait(_ room: WaitingRoom, until holds: () -> Bool) -> Bool {
    room.wait(atMost: .seconds(60), until: holds)
  }

  @Test @MainActor func aTaskOfTheMainActorComesBackToIt() async throws {
    for _ in 0..<20 {
      try await withVirtualTime { _ in }
      MainActor.assertIsolated()
    }
  }
  /// Tasks of one actor, each with many runs: whichever thread goes on, the actor has one at a time.
  @Test func tasksOfAnActorComeBackToIt() async throws {
    actor Counter {
      var runs = 0, isInside = false
      func run() async throws {
        for _ in 0..<50 {
          let slept = try await withVirtualTime { clock in
            try await clock.sleep(for: .seconds(1))
            return clock.now
          }
          assertIsolated()
          #expect(!isInside)
          isInside = true
          if slept == VirtualInstant.zero.advanced(by: .seconds(1)) { runs += 1 }
          isInside = false
        }
      }
    }
    let counter = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await counter.run() } }
      try await group.waitForAll()
    }
    #expect(await counter.runs == 400)
  }
  private func errorOfAStuckRun(_ patience: Duration) async -> VirtualTimeError? {
    do {
      try await withVirtualTime(patience: patience) { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      return nil
    } catch {
      return error as? VirtualTimeError
    }
  }
}

/// Starts a thread for each job.
private final class ThreadForEachJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Host.startThread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
