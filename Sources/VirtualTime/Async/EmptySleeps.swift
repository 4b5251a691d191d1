/// The sleeps whose deadline was over when they began.
///
/// `while clock.now <= end { try await clock.sleep(until: end) }` ends on a machine, where each sleep takes time, and
/// would not end here, where no time passes. So after a hundred such sleeps of one task at one instant a nanosecond
/// passes, once: a loop that waits for something else is a runaway all the same.
struct EmptySleeps {
  private static let few = 100
  private var counts: [UInt64: (instant: Int64, count: Int)] = [:]

  /// Called when a task begins to sleep. Returns the nanoseconds that pass in addition.
  mutating func begin(of task: UInt64, _ length: Int64, at now: Int64) -> Int64 {
    if length > 0 {
      if !counts.isEmpty { counts[task] = nil }
      return 0
    }
    let (instant, count) = counts[task] ?? (now, 0)
    let new = instant == now || count >= Self.few ? count + 1 : 1
    counts[task] = (now, new)
    return new == Self.few ? 1 : 0
  }
  /// The tasks that have slept so again and again, the last time at an instant.
  func tasks(at now: Int64) -> [UInt64] {
    counts.filter { $0.value.count >= Self.few && $0.value.instant == now }.keys.sorted()
  }
}
