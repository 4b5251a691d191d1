import Contest
import OpenCombine

// What OpenCombine 0.14.0 spells differently, or does not have: there is no merge, and this is the nearest to it; there
// is no combineLatest.

extension Publisher where Output == Int, Failure == Never {
  func mergeSink(_ other: Self, _ tally: Tally) -> AnyCancellable {
    [self, other].publisher.flatMap { $0 }.sink { tally.add($0) }
  }
}

let peculiar: [Case: Run] = [:]
