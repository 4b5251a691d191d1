import Testing

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
}
