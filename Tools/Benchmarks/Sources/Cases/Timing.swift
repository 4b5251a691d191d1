import Contest
import VirtualTime

#if OPENCOMBINE
  import OpenCombine
#else
  import Pipes
#endif

/// Sends numbers into a subject while virtual time passes.
func timed(
  _ count: Int, _ subscribe: (PassthroughSubject<Int, Never>, VirtualScheduler, Tally) -> AnyCancellable
) throws -> Int {
  try tallied { tally in
    let timeline = Timeline(actionsPerRun: .max)
    let subject = PassthroughSubject<Int, Never>()
    let token = subscribe(subject, VirtualScheduler(timeline: timeline), tally)
    for value in 0..<count {
      subject.send(value)
      try timeline.advance(by: VirtualInstant.Stride(nanoseconds: Pace.pause(after: value)))
    }
    // Not until nothing is left: a timer that repeats may outlive its operator.
    try timeline.advance(by: waitTime * 10)
    return [token]
  }
}

let waitTime = VirtualInstant.Stride(nanoseconds: Pace.window)

extension Publisher where Output == Int, Failure == Never {
  func debounceSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    debounce(for: waitTime, scheduler: scheduler).sink { tally.add($0) }
  }
  func delaySink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    delay(for: waitTime, scheduler: scheduler).sink { tally.add($0) }
  }
  func throttleSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    throttle(for: waitTime, scheduler: scheduler, latest: true).sink { tally.add($0) }
  }
  /// Never due: the price is that of starting the timer again.
  func timeoutSink(_ scheduler: VirtualScheduler, _ tally: Tally) -> AnyCancellable {
    timeout(waitTime * 3, scheduler: scheduler).sink { tally.add($0) }
  }
}

let timing: [Case: Run] = [
  .debounce: { try timed($0) { $0.debounceSink($1, $2) } },
  .throttle: { try timed($0) { $0.throttleSink($1, $2) } },
  .timeout: { try timed($0) { $0.timeoutSink($1, $2) } },
  .delay: { try timed($0) { $0.delaySink($1, $2) } },
]
