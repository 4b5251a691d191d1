import Dispatch
import Pipes
import Synchronization
import Testing

@testable import VirtualTime

/// The watch over a run without progress.
@Suite struct StillnessTests {
  @Test func theWatchIsExact() {
    var random = SplitMixSequence(seed: 16)
    for _ in 0..<200 {
      let patience = Duration.milliseconds(random.next() % 10_000 + 1)
      var stillness = Stillness(patience: patience)
      var seen: [Int] = [], steps = 0, quiet = Duration.zero
      while true {
        if random.next() % 6 == 0 { steps += 1 }
        quiet = seen.last == steps ? quiet + stillness.pause : .zero
        seen.append(steps)
        let isOver = stillness.isOver(steps)
        #expect(isOver == (quiet >= patience), "\(seen)")
        #expect(quiet < patience * 1.2, "it is told late: \(seen)")
        if isOver || seen.count > 1_000 { break }
      }
    }
  }

  /// Twelve looks with an excuse count as one.
  @Test func anExcusedRunHasTwelveTimesThePatience() {
    var stillness = Stillness(patience: .seconds(1)), looks = 0
    while !stillness.isOver(7, .waits) { looks += 1 }
    #expect(looks == 12 * 10)
    // Waiting for half a patience, then nothing: the excuse does not use up the patience.
    var mixed = Stillness(patience: .seconds(1))
    for _ in 0...5 {
      let isOver = mixed.isOver(7, .waits)
      #expect(!isOver)
    }
    looks = 0
    while !mixed.isOver(7) { looks += 1 }
    #expect(looks == 9)
  }
  /// Computation counts by the processor time that it was given, so a loop without end is stopped after twelve times
  /// the patience of that.
  @Test(arguments: [(Int64(100_000_000), 120), (25_000_000, 480), (300_000_000, 120)])
  func computationCountsByItsProcessorTime(
    nanoseconds: Int64, looks: Int
  ) {
    var stillness = Stillness(patience: .seconds(1)), seen = 0
    while !stillness.isOver(7, .computes(nanoseconds: nanoseconds)) { seen += 1 }
    #expect(seen == looks)
    var starved = Stillness(patience: .seconds(1))
    for _ in 0..<10_000 {
      let isOver = starved.isOver(7, .computes(nanoseconds: 0))
      #expect(!isOver)
    }
  }
  /// Time that the process could not have used does not count, with an excuse or without.
  @Test func patienceIsWhatTheProcessCouldHaveUsed() {
    for (excuse, factor) in [(Stillness.Excuse.none, 1), (.waits, 12)] {
      var stillness = Stillness(patience: .seconds(1)), looks = 0
      while !stillness.isOver(7, excuse, timeOf: { $0 / 5 }) { looks += 1 }
      #expect(looks == factor * 10 * 5, "\(excuse)")
      var starved = Stillness(patience: .seconds(1))
      for _ in 0..<10_000 {
        let isOver = starved.isOver(7, excuse, timeOf: { _ in 0 })
        #expect(!isOver)
      }
    }
  }
  /// A thread that is one of many gets its share of the processors, and so does what it is waited for: the answer
  /// takes a part of the patience, and the clock shows three times the patience.
  @Test(.enabled(if: ThreadClock.ofThisThread != nil)) func anAnswerOfAStarvedThreadIsWaitedFor() async throws {
    try await withVirtualTime(patience: .milliseconds(200), allowsOutsideWork: true) { _ in
      let load = Load(threads: 8), room = WaitingRoom(), hasAnswered = Atomic(false)
      defer { load.end() }
      Host.startThread {
        while let clock = ThreadClock.ofThisThread, clock.nanoseconds < 100_000_000 {}
        room.announce { hasAnswered.store(true, ordering: .relaxed) }
      }
      room.wait { hasAnswered.load(ordering: .relaxed) }
    }
  }
  /// Work of the kit on the thread of a run, and code that waits for it, is not judged.
  @Test(.enabled(if: ThreadClock.ofThisThread != nil)) func workOfTheKitIsNotJudged() async throws {
    try await withVirtualTime(patience: .milliseconds(50)) { _ in
      OwnWork.perform {
        let room = WaitingRoom(), isOver = Atomic(false)
        Host.startThread {
          // Its share of the processors, not the clock: beside other threads the run is judged by that, too.
          while let clock = ThreadClock.ofThisThread, clock.nanoseconds < 300_000_000 {}
          room.announce { isOver.store(true, ordering: .relaxed) }
        }
        room.wait { isOver.load(ordering: .relaxed) }
      }
    }
  }
  /// A thread that has no processor is not one that waits: on a busy machine it may get none for longer than the
  /// patience.
  @Test(.enabled(if: ThreadClock.ofThisThread != nil)) func aThreadThatComputesIsRunnable() throws {
    let clock = try #require(ThreadClock.ofThisThread), isOver = Atomic(false)
    let spinner = Guarded(ThreadClock?.none), gate = DispatchSemaphore(value: 0), waiter = Guarded(ThreadClock?.none)
    let hasEnded = DispatchGroup()
    for body in [
      {
        spinner.with { $0 = .ofThisThread }
        while !isOver.load(ordering: .relaxed) {}
      },
      {
        waiter.with { $0 = .ofThisThread }
        gate.wait()
      },
    ] as [@Sendable () -> Void] {
      hasEnded.enter()
      Host.startThread {
        body()
        hasEnded.leave()
      }
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      gate.signal()
      hasEnded.wait()
    }
    func thread(_ clock: borrowing Guarded<ThreadClock?>) -> ThreadClock {
      while true { if let clock = clock.with({ $0 }) { return clock } }
    }
    let computes = thread(spinner), waits = thread(waiter)
    while waits.isRunnable {}  // until it has reached its gate
    for _ in 0..<100 {
      #expect(computes.isRunnable)
      #expect(!waits.isRunnable)
    }
    #expect(clock.isRunnable)
  }
  /// Work that computes for longer than the patience is not stopped; work that waits for as long is.
  @Test func computationIsNoHang() async throws {
    try await withVirtualTime(patience: .milliseconds(500)) { _ in
      let clock = ThreadClock.ofThisThread, start = clock?.nanoseconds ?? 0
      while let clock, clock.nanoseconds - start < 600_000_000 {}
    }
    let room = WaitingRoom(), hasEnded = Guarded(false)
    await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(100)) { _ in room.wait { hasEnded.with { $0 } } }
    }
    room.announce { hasEnded.with { $0 = true } }
  }
}
