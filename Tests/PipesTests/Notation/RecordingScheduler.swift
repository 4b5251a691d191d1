import Pipes
import VirtualTime

/// A scheduler that is none of the engine's own, and notes what is asked of it.
///
/// | note | meaning |
/// |---|---|
/// | `soon(o)` | an action as soon as possible, with the options `o`; `-` for none |
/// | `at5~1(o)` | an action once, at second 5, with a tolerance of 1 |
/// | `at5+3~1(o)` | an action at second 5 and every 3 after it |
/// | `x5` | the repeating action that was to run next at second 5 was cancelled |
final class RecordingScheduler: Scheduler {
  typealias SchedulerTimeType = VirtualInstant
  typealias SchedulerOptions = String

  private final class Action {
    var due: VirtualInstant
    let interval: VirtualInstant.Stride?
    let run: () -> Void
    init(_ due: VirtualInstant, _ interval: VirtualInstant.Stride? = nil, _ run: @escaping () -> Void) {
      (self.due, self.interval, self.run) = (due, interval, run)
    }
  }
  private let rig: Rig
  private(set) var now = VirtualInstant.zero
  let minimumTolerance: VirtualInstant.Stride = 1
  private var waiting: [Action] = []
  var pending: Int { waiting.count }

  init(_ rig: Rig) { self.rig = rig }

  func schedule(options: String?, _ action: @escaping () -> Void) {
    rig.note("soon(\(options ?? "-"))")
    waiting.append(Action(now, nil, action))
  }
  func schedule(
    after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: String?, _ action: @escaping () -> Void
  ) {
    rig.note("at\(second(date))~\(second(tolerance))(\(options ?? "-"))")
    waiting.append(Action(date, nil, action))
  }
  func schedule(
    after date: VirtualInstant, interval: VirtualInstant.Stride, tolerance: VirtualInstant.Stride, options: String?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    rig.note("at\(second(date))+\(second(interval))~\(second(tolerance))(\(options ?? "-"))")
    let action = Action(date, interval, action)
    waiting.append(action)
    return Token { [self] in
      rig.note("x\(second(action.due))")
      waiting.removeAll { $0 === action }
    }
  }
  /// Unlike an `AnyCancellable` it cancels nothing when it is released.
  private struct Token: Cancellable {
    let whenCancelled: () -> Void
    func cancel() { whenCancelled() }
  }
  private func second(_ date: VirtualInstant) -> Int64 { date.nanoseconds / 1_000_000_000 }
  private func second(_ stride: VirtualInstant.Stride) -> Int64 { stride.nanoseconds / 1_000_000_000 }

  /// Lets the time pass up to the second, and runs what is due; then everything that was noted.
  func go(to second: Int) -> String {
    let end = VirtualInstant.zero.advanced(by: .seconds(second))
    while let next = waiting.map(\.due).min(), next <= end, let index = waiting.firstIndex(where: { $0.due == next }) {
      now = max(now, next)
      let action = waiting[index]
      if let interval = action.interval {
        action.due = action.due.advanced(by: interval)
      } else {
        waiting.remove(at: index)
      }
      action.run()
    }
    now = end
    return rig.take()
  }
  /// Runs what is due now, the latest first.
  func runBackwards() {
    let due = waiting.filter { $0.due <= now }
    waiting.removeAll { $0.due <= now }
    for action in due.reversed() { action.run() }
  }
}
