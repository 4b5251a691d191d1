import Contest
import OpenCombine
import VirtualTime

extension Publisher where Output == Int, Failure == Never {
  func collectSink(_ tally: Tally) -> AnyCancellable { collect(8).sink(receiveValue: tally.addingArrays()) }
  func bufferSink(_ tally: Tally) -> AnyCancellable {
    buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest).sink(receiveValue: tally.adding())
  }
}

let wider: [Case: Run] = [
  .collect8: { count in tallied { [(0..<count).publisher.collectSink($0)] } },
  .buffer16: { count in tallied { [(0..<count).publisher.bufferSink($0)] } },
  .throttle: { try timed($0) { $0.throttle(for: window, scheduler: $1, latest: true).sink(receiveValue: $2.adding()) } },
  // Never due: the price is that of starting the timer again.
  .timeout: { try timed($0) { $0.timeout(window * 3, scheduler: $1).sink(receiveValue: $2.adding()) } },
]
