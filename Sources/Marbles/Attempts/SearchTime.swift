/// The real time of a search of cases. Nothing that a failure says depends on it:
///
/// 1. Each second a terminal shows the progress, in a line that is cleared.
/// 2. `allOrders(within:)` names a time, after which no order begins. The result says how many have run.
struct SearchTime {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant
  init() {
    start = clock.now
    shown = clock.now
  }

  /// Whether a second has passed since the last time that this was so.
  mutating func isSecondOver() -> Bool {
    let now = clock.now, isOver = now >= shown + .seconds(1)
    if isOver { shown = now }
    return isOver
  }
  func isOver(_ time: Duration) -> Bool { clock.now - start > time }
}
