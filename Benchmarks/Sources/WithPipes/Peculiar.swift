import Contest
import Pipes

// What the peer spells differently or does not have.

extension Publisher where Output == Int, Failure == Never {
  func mergeSink(_ other: Self, _ tally: Tally) -> AnyCancellable {
    merge(with: other).sink { tally.add($0) }
  }

  func combineLatestSink(_ other: Self, _ tally: Tally) -> AnyCancellable {
    combineLatest(other).sink { tally.add($0) }
  }
  func collectByTimeSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    collect(.byTime(scheduler, window)).sink { tally.add($0) }
  }
}

let peculiar: [Case: Run] = [
  .timers: oneShots,
  .combineLatest: { combining($0) { $0.combineLatestSink($1, $2) } },
  .collectByTime: { try timed($0) { $0.collectByTimeSink($1, $2) } },
]
