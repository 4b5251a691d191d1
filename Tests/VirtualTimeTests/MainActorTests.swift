import Dispatch
import Pipes
import Testing

@testable import VirtualTime

/// The process has one main actor: code of it in virtual time never runs beside code of it outside.
@Suite(.serialized) struct MainActorTests {
  @Test(.timeLimit(.minutes(60))) func jobsExcludeTheRealMainActor() async throws {
    let counter = MainCounter()
    let isOver = Guarded(false)
    let real = Task.detached {
      var rounds = 0
      while !isOver.with({ $0 }) {
        await MainActor.run { counter.bump() }
        rounds += 1
      }
      return rounds
    }
    let rounds = 2_000
    try await withVirtualTime(patience: .seconds(60)) { clock in
      for round in 0..<rounds {
        await MainActor.run { counter.bump() }
        if round % 10 == 0 { try await clock.sleep(for: .seconds(1)) }
      }
    }
    await Task.yield()  // until `real` has had a thread of the system
    isOver.with { $0 = true }
    let realRounds = await real.value
    let (count, overlaps) = await (counter.count, counter.overlaps)
    #expect(overlaps == 0)
    #expect(count == (rounds + realRounds) * 200)
    #expect(realRounds > 0)
  }
  /// A pipeline that was built on the main actor calls its closures from actions.
  @Test(.timeLimit(.minutes(60))) func actionsExcludeTheRealMainActor() async throws {
    let counter = MainCounter()
    let isOver = Guarded(false)
    let real = Task.detached {
      var rounds = 0
      while !isOver.with({ $0 }) {
        await MainActor.run { counter.bump() }
        rounds += 1
      }
      return rounds
    }
    let rounds = 2_000
    try await withVirtualTime(patience: .seconds(60)) { @MainActor clock in
      let scheduler = TestScheduler(timeline: clock.timeline)
      let seconds = PassthroughSubject<Int, Never>()
      let sink = seconds.delay(for: 1, scheduler: scheduler).sink { _ in counter.bump() }
      let timer = scheduler.schedule(after: scheduler.now, interval: 1) { seconds.send(1) }
      try await clock.sleep(for: .milliseconds(rounds * 1_000 + 500))
      timer.cancel()
      sink.cancel()
    }
    await Task.yield()  // until `real` has had a thread of the system
    isOver.with { $0 = true }
    let realRounds = await real.value
    let (count, overlaps) = await (counter.count, counter.overlaps)
    #expect(overlaps == 0)
    #expect(count == (rounds + realRounds) * 200)
  }
  /// The actions of a run that a job begins are not part of the job: a pipeline that was built on the main actor calls
  /// its closures.
  @Test(.timeLimit(.minutes(60)), arguments: [0, 1, 2]) func aTaskMayAdvanceTheTimeOfThePipelinesOfTheMainActor(
    way: Int
  ) async throws {
    let counter = MainCounter()
    try await withVirtualTime(patience: .seconds(60)) { clock in
      let scheduler = TestScheduler(timeline: clock.timeline)
      let sink = await MainActor.run {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.delay(for: 1, scheduler: scheduler).sink { _ in
          MainActor.assertIsolated()
          counter.bump()
        }
        subject.send(1)
        return sink
      }
      switch way {
      case 0: try await clock.advance(by: .seconds(2))
      case 1: try scheduler.advance(by: 2)
      default: try clock.timeline.runOne()
      }
      #expect(await counter.count == 200)
      sink.cancel()
    }
  }
  /// The main actor is free while a run does not use it: a job outside of the main actor may wait for the main queue.
  @Test(.timeLimit(.minutes(60))) func aJobOutsideMayWaitForTheMainQueue() async throws {
    let result = try await withVirtualTime(patience: .seconds(60), allowsOutsideWork: true) { clock in
      await MainActor.run {}
      let first = Self.onTheMainQueue()
      try await clock.sleep(for: .seconds(1))
      await MainActor.run {}
      return first + Self.onTheMainQueue()
    }
    #expect(result == 2)
  }
  nonisolated static func onTheMainQueue() -> Int {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { isDone.signal() }
    isDone.wait()
    return 1
  }

  /// A test on the main actor waits for its run, so the main actor is free.
  @Test(.timeLimit(.minutes(60))) @MainActor func aTestOnTheMainActor() async throws {
    let counter = MainCounter()
    try await withVirtualTime(patience: .seconds(60)) { @MainActor clock in
      counter.bump()
      try await clock.sleep(for: .seconds(1))
      counter.bump()
    }
    #expect(counter.count == 400)
  }
  /// A job of the main actor that never ends fails its run, and gives the main actor back.
  @Test(.timeLimit(.minutes(60))) func aBlockedJobGivesTheMainActorBack() async throws {
    let gate = DispatchSemaphore(value: 0)
    let limit = Duration.milliseconds(400)
    let expected = Self.waits(in: "MainActorTests.block(_:)", limit)
    await #expect(throws: expected) {
      try await withVirtualTime(patience: .milliseconds(400)) { _ in await MainActor.run { Self.block(gate) } }
    }
    await MainActor.run {}
    #expect(try await withVirtualTime { _ in await MainActor.run { 1 } } == 1)
    gate.signal()
  }
  private static func waits(in function: String, _ patience: Duration) -> VirtualTimeError {
    RealClocks.unavailable == nil
      ? .blockedIn(call: "DispatchSemaphore.wait in '\(function)'", at: .zero, patience: patience)
      : .blocked(at: .zero, patience: patience)
  }
  @inline(never) nonisolated static func block(_ gate: DispatchSemaphore) { gate.wait() }
  /// The job waits for the main queue, and the run has its thread. When the run is stopped, the job goes on, too late.
  @Test(.timeLimit(.minutes(60))) func aJobThatGoesOnWhenItIsStopped() async throws {
    let limit = Duration.milliseconds(400)
    let expected = Self.waits(in: "MainActorTests.onTheMainQueue()", limit)
    for _ in 0..<3 {
      await #expect(throws: expected) {
        try await withVirtualTime(patience: limit, allowsOutsideWork: true) { _ in
          await MainActor.run { _ = Self.onTheMainQueue() }
        }
      }
    }
  }

  /// Runs a body on the main queue, and returns as soon as it has begun.
  static func occupyMain(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        continuation.resume()
        body()
      }
    }
  }
  /// Real code that keeps the main actor longer than the patience makes a run wait, not fail.
  @Test(.timeLimit(.minutes(60))) func aBusyMainActorIsWaitedFor() async throws {
    // Other tests may keep the main actor as well: a run waits for twelve times its patience.
    await Self.occupyMain { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1_300)) }
    #expect(try await withVirtualTime(patience: .seconds(1)) { _ in await MainActor.run { 1 } } == 1)
  }
  /// A main actor that is never free is an error that says so. The code that waits never runs beside it.
  @Test(.timeLimit(.minutes(60))) func aMainActorThatIsNeverFreeIsNamed() async throws {
    let gate = DispatchSemaphore(value: 0), log = SharedLog()
    await Self.occupyMain { gate.wait() }
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(100)) { _ in await MainActor.run { log("has run") } }
    }
    #expect(error == .mainActorBusy(at: .zero, patience: .milliseconds(1200)))
    #expect(
      error?.description
        == "code of the main actor waits at 0s, because other code has kept the main actor for 1.2 seconds of real time: "
        + "it blocks the main thread, or nothing runs the main queue")
    #expect(log.entries == [])
    gate.signal()
  }
}
