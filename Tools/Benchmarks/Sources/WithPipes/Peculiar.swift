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
  func withLatestFromSink(_ other: Self, _ tally: Tally) -> AnyCancellable {
    withLatestFrom(other).sink { tally.add($0) }
  }
  func zipManySink(_ other: Self, _ tally: Tally) -> AnyCancellable {
    [self, other].zip().sink { tally.add(($0[0], $0[1])) }
  }
  func combineLatestManySink(_ other: Self, _ tally: Tally) -> AnyCancellable {
    [self, other].combineLatest().sink { tally.add(($0[0], $0[1])) }
  }
  func shareReplaySink(_ tally: Tally) -> AnyCancellable { share(replay: 8).sink { tally.add($0) } }
  func retryWhenSink(_ tally: Tally) -> AnyCancellable { retry(when: { $0.map { _ in } }).sink { tally.add($0) } }
  func groupBySink(_ tally: Tally) -> AnyCancellable { groupBy { $0 & 3 }.flatMap { $0 }.sink { tally.add($0) } }
  func collectByTimeSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    collect(.byTime(scheduler, waitTime)).sink { tally.add($0) }
  }
}

let peculiar: [Case: Run] = [
  .timers: oneShots,
  .combineLatest: { combining($0) { $0.combineLatestSink($1, $2) } },
  .withLatestFrom: { combining($0) { $0.withLatestFromSink($1, $2) } },
  .zipMany: { combining($0) { $0.zipManySink($1, $2) } },
  .combineLatestMany: { combining($0) { $0.combineLatestManySink($1, $2) } },
  .shareReplay: { driving($0) { $0.shareReplaySink($1) } },
  .retryWhen: { driving($0) { $0.retryWhenSink($1) } },
  .groupBy: { driving($0) { $0.groupBySink($1) } },
  .replay: { count in
    tallied { tally in
      let subject = ReplaySubject<Int, Never>(bufferSize: 8)
      let token = subject.mapFilterSink(tally)
      drive(subject, count)
      return [token]
    }
  },
  .collectByTime: { try timed($0) { $0.collectByTimeSink($1, $2) } },
]
