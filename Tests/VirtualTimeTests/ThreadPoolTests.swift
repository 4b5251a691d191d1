import Pipes
import Synchronization
import Testing

@testable import VirtualTime

/// The threads of runs.
@Suite struct ThreadPoolTests {
  /// A thread that is done and one that gives up waiting meet the next body in any order, most of all with a patience of nothing.
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
  /// The watchdog has one thread for all runs: each run that waits for ever has a patience of its own, and none waits for another.
  @Test(.timeLimit(.minutes(1))) func manyRunsAreWatchedAtOnce() async {
    let patiences = (1...20).map { Duration.milliseconds(20 * $0) }
    await withTaskGroup(of: (Duration, VirtualTimeError?).self) { group in
      for patience in patiences { group.addTask { (patience, await errorOfAStuckRun(patience)) } }
      for await (patience, error) in group { #expect(error == .stuck(at: .zero, patience: patience)) }
    }
  }
  private func errorOfAStuckRun(_ patience: Duration) async -> VirtualTimeError? {
    do {
      try await withVirtualTime(patience: patience) { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      return nil
    } catch {
      return error as? VirtualTimeError
    }
  }
}
