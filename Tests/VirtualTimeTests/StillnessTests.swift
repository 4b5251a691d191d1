import Testing
import VirtualTimeHooks

@testable import VirtualTime

/// The watch over a run without progress.
@Suite struct StillnessTests {
  @Test func theWatchIsExact() {
    var random = SplitMix(seed: 16)
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
    while !stillness.isOver(7, isExcused: true) { looks += 1 }
    #expect(looks == 12 * 10)
    // Computation for half a patience, then nothing: the computation does not use up the patience.
    var mixed = Stillness(patience: .seconds(1))
    for _ in 0...5 {
      let isOver = mixed.isOver(7, isExcused: true)
      #expect(!isOver)
    }
    looks = 0
    while !mixed.isOver(7) { looks += 1 }
    #expect(looks == 9)
  }
  /// Work that computes for longer than the patience is not stopped; work that waits for as long is.
  @Test func computationIsNoHang() async throws {
    try await withVirtualTime(patience: .milliseconds(500)) { _ in
      let clock = ThreadClock.ofThisThread, start = clock?.nanoseconds ?? 0
      while let clock, clock.nanoseconds - start < 600_000_000 {}
    }
    await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(100)) { _ in
        let start = Host.realNanoseconds()
        // A wait that uses no processor.
        WaitingRoom().wait(atMost: .milliseconds(400)) { Host.realNanoseconds() - start > 400_000_000 }
      }
    }
  }
}
