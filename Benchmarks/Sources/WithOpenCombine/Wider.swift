import Contest
import OpenCombine
import VirtualTime

extension Publisher where Output == Int, Failure == Never {
  func bufferSink(_ tally: Tally) -> AnyCancellable {
    buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest).sink { tally.add($0) }
  }
}

let wider: [Case: Run] = [.buffer16: { count in tallied { [(0..<count).publisher.bufferSink($0)] } }]
