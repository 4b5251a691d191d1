import Dispatch
import Foundation
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
      try await withVirtualTime { clock in
        try await clock.sleep(for: .milliseconds(3))
        await Self.wokenByAThread()
      }
    }
    #expect(
      error?.description
        == "work left virtual time at 3ms: \(Self.thread), or allow outside work")
  }
  /// Suspends, and is resumed by a thread outside of the run that has waited for that.
  static func wokenByAThread() async {
    let isWaiting = DispatchSemaphore(value: 0)
    Task { isWaiting.signal() }  // runs when the caller has suspended
    await withCheckedContinuation { continuation in
      RunOfThread.withoutRun {
        Thread.detachNewThread {
          isWaiting.wait()
          continuation.resume()
        }
      }
    }
  }

  // MARK: Answers under way

  /// Returns whether an answer that takes some real milliseconds wins against a timeout of 100 seconds.
  private static func wins(
    patience: Duration = .seconds(120), _ ask: @escaping @Sendable (CheckedContinuation<Bool, Never>) -> Void
  ) async throws -> (Bool, VirtualInstant) {
    try await withVirtualTime(patience: patience, allowsOutsideWork: true) { clock in
      let isAnswered = await withTaskGroup(of: Bool.self) { group in
        group.addTask { await withCheckedContinuation { ask($0) } }
        group.addTask {
          try? await clock.sleep(for: .seconds(100))
          return false
        }
        defer { group.cancelAll() }
        return await group.next()!
      }
      return (isAnswered, clock.now)
    }
  }
  private static func takeAWhile() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5)) }
  private static func answer(_ continuation: CheckedContinuation<Bool, Never>) {
    takeAWhile()
    continuation.resume(returning: true)
  }
  @Test(
    .enabled(if: RealClocks.unavailable == nil),
    arguments: [
      { asked in DispatchQueue.global().async { answer(asked) } },
      { asked in DispatchQueue(label: "a queue of its own").async { answer(asked) } },
      { asked in DispatchQueue.global().async(group: DispatchGroup()) { answer(asked) } },
      { asked in DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { answer(asked) } },
      { asked in
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { takeAWhile() }
        group.notify(queue: .global()) { answer(asked) }
      },
      { asked in
        let item = DispatchWorkItem { answer(asked) }
        DispatchQueue.global().async(execute: item)
      },
    ] as [@Sendable (CheckedContinuation<Bool, Never>) -> Void])
  func timeDoesNotOvertakeAnAnswer(_ ask: @escaping @Sendable (CheckedContinuation<Bool, Never>) -> Void) async throws {
    for _ in 0..<5 { #expect(try await Self.wins(ask) == (true, .zero)) }
  }
  /// The patience is what the process could have used: whoever answers may wait for a processor.
  @Test(.enabled(if: RealClocks.unavailable == nil)) func timeDoesNotOvertakeAnAnswerOnABusyMachine() async throws {
    let outcome = try await Self.wins(patience: .milliseconds(1_200)) { asked in
      DispatchQueue.global().async {
        let load = Load(threads: 4 * ProcessInfo.processInfo.activeProcessorCount)
        let used = {
          var time = timespec()
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
          return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
        let end = used() + 200_000_000
        while used() < end {}
        load.end()
        asked.resume(returning: true)
      }
    }
    #expect(outcome == (true, .zero))
  }
  /// Time waits for half of the patience. An answer that is announced for later is not waited for.
  @Test(.enabled(if: RealClocks.unavailable == nil)) func timeOvertakesAnAnswerThatTakesTooLong() async throws {
    let gate = DispatchSemaphore(value: 0)
    let late = try await Self.lateAnswer { continuation in
      DispatchQueue.global().async {
        gate.wait()
        continuation.finish()
      }
    }
    gate.signal()
    let announced = try await Self.lateAnswer { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + 3_600) { continuation.finish() }
    }
    #expect(late == .ms(100_000) && announced == .ms(100_000))
  }
  private static func lateAnswer(_ ask: @escaping @Sendable (AsyncStream<Void>.Continuation) -> Void) async throws
    -> VirtualInstant
  {
    try await withVirtualTime(patience: .seconds(4), allowsOutsideWork: true) { clock in
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let listener = Task { for await _ in stream {} }
      await Task.yield()
      ask(continuation)
      try await clock.sleep(for: .seconds(100))
      listener.cancel()
      return clock.now
    }
  }

  // MARK: Always visible

  private static func departure(_ body: @escaping @Sendable (VirtualClock) async throws -> Void) async
    -> VirtualTimeError?
  {
    do {
      try await withVirtualTime(realClocks: .reported, patience: .seconds(120), body)
      return nil
    } catch {
      return error as? VirtualTimeError
    }
  }
  private static let thread =
    "another thread resumed a task: Task.sleep or another real clock, a queue or a callback; use the clock and the schedulers of the timeline"

  /// A thread that resumes a task which waits is noticed every time.
  @Test func aThreadThatResumesATask() async throws {
    for _ in 0..<200 {
      let error = await Self.departure { clock in
        try await clock.sleep(for: .milliseconds(2))
        await Self.wokenByAThread()
      }
      #expect(error == .outsideWork(at: .ms(2), how: Self.thread))
    }
  }
  /// Every real clock. A sleep may be over before its task waits for it, most of all on a busy machine; then a longer
  /// one follows.
  @Test(
    arguments: [
      { try await Task.sleep(for: $0) },
      { try await Task.sleep(nanoseconds: UInt64($0 / .nanoseconds(1))) },
      { try await Task.sleep(for: $0, clock: .suspending) },
      { try await ContinuousClock().sleep(until: .now + $0, tolerance: .zero) },
      { length in try await Task { try await Task.sleep(for: length) }.value },
      { length in try await Task { @MainActor in try await Task.sleep(for: length) }.value },
      { try await Napper().nap($0) },
    ] as [@Sendable (Duration) async throws -> Void])
  func everyRealClock(_ sleep: @escaping @Sendable (Duration) async throws -> Void) async {
    for _ in 0..<200 {
      var length = Duration.milliseconds(1), error: VirtualTimeError?
      repeat {
        error = await Self.departure { [length] clock in
          try await clock.sleep(for: .milliseconds(2))
          try await sleep(length)
        }
        length *= 2
      } while error == nil && length < .seconds(60)
      #expect(error == .outsideWork(at: .ms(2), how: Self.thread))
    }
  }
  actor Napper {
    func nap(_ length: Duration) async throws { try await Task.sleep(for: length) }
  }
  /// An actor that runs on a queue leads its callers away and back.
  @Test func anActorOnAQueue() async {
    for _ in 0..<200 {
      let error = await Self.departure { _ in await OnAQueue().work() }
      #expect(error == .outsideWork(at: .zero, how: Self.thread))
    }
  }
  actor OnAQueue {
    final class Executor: SerialExecutor {
      let queue = DispatchQueue(label: "an executor")
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
      }
    }
    let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    func work() {}
  }
  /// A case that cannot be seen, as the documentation says: a continuation that is resumed before the task begins to
  /// wait.
  @Test func anAnswerBeforeTheQuestion() async throws {
    // The call of the queue would be seen where real clocks are virtual.
    try await withVirtualTime(realClocks: .reported) { _ in
      await withCheckedContinuation { continuation in
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          continuation.resume()
          isDone.signal()
        }
        isDone.wait()
      }
    }
  }

  // MARK: Patience

  @Test func thePatienceIsKept() async {
    let start = ContinuousClock.now
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .seconds(2)) { _ in for await _ in AsyncStream<Int>.makeStream().stream {} }
    }
    #expect(error?.alone == .stuck(at: .zero, patience: .seconds(2)))
    #expect(ContinuousClock.now - start >= .seconds(2))
  }

  @Test func aBodyThatWaitsForeverIsEnded() async throws {
    let log = SharedLog()
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .seconds(2)) { clock in
        try await clock.sleep(for: .seconds(3))
        let (stream, _continuation) = AsyncStream.makeStream(of: Int.self)
        for await _ in stream {}
        withExtendedLifetime(_continuation) {}
        log("the body is cancelled then")
      }
    }
    #expect(error?.alone == .stuck(at: .ms(3000), patience: .seconds(2)))
    #expect(
      error?.alone.description
        == "nothing is left to do at 3s, but the body still waits, after 2.0 seconds of real time: "
        + "for a queue, a real clock or another thread that takes longer, or for something that never happens")
  }
  @Test func aJobThatBlocksIsEnded() async throws {
    let gate = DispatchSemaphore(value: 0)
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(50)) { _ in Self.block(gate) }
    }
    let limit = Duration.milliseconds(50)
    #expect(
      error
        == (RealClocks.unavailable == nil
          ? .blockedIn(call: "DispatchSemaphore.wait in 'OutsideWorkTests.block(_:)'", at: .zero, patience: limit)
          : .blocked(at: .zero, patience: limit)))
    gate.signal()
  }
  @inline(never) static func block(_ gate: DispatchSemaphore) { gate.wait() }

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
    // A real task is resumed now by a run, which takes it in, now by a real one; runs come and go meanwhile. It must
    // receive everything.
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
