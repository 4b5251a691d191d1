import Contest
import OpenCombine
import VirtualTime

extension Publisher where Output == Int, Failure == Never {
  func bufferSink(_ tally: Tally) -> AnyCancellable {
    buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest).sink { tally.add($0) }
  }
  func throttleSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    throttle(for: window, scheduler: scheduler, latest: true).sink { tally.add($0) }
  }
  /// Never due: the price is that of starting the timer again.
  func timeoutSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    timeout(window * 3, scheduler: scheduler).sink { tally.add($0) }
  }
}

let wider: [Case: Run] = [
  .buffer16: { count in tallied { [(0..<count).publisher.bufferSink($0)] } },
  .throttle: { try timed($0) { $0.throttleSink($1, $2) } },
  .timeout: { try timed($0) { $0.timeoutSink($1, $2) } },
]
