import Contest
import VirtualTime

typealias VirtualScheduler = TestScheduler<VirtualInstant, Never>

/// One-shots at random times, scheduled and then run.
@Sendable func oneShots(_ count: Int) throws -> Int {
  let (timeline, tally) = (Timeline(actionsPerRun: .max), Tally())
  for (value, instant) in Instants.random.prefix(count).enumerated() {
    timeline.schedule(at: VirtualInstant(nanoseconds: instant)) { tally.addInOrder(value) }
  }
  Memory.probe()
  try timeline.run()
  return tally.sum
}
