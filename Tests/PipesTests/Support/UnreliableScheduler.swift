import Pipes
import VirtualTime

/// A scheduler by hand that treats actions as schedulers may, and that can lose what waits, as an `OperationQueue` does
/// whose operations are cancelled.
final class UnreliableScheduler: Scheduler, @unchecked Sendable {
  // Unchecked: a test uses it on one thread.
  typealias SchedulerTimeType = VirtualInstant
  typealias SchedulerOptions = Never
  enum Habit: CaseIterable, Sendable {
    /// Runs each action once, in order.
    case faithful
    /// Runs each action that is scheduled once twice.
    case twice
    /// Runs what is due at one instant from the last action to the first.
    case backwards
    /// Runs an action without a date inside `schedule`.
    case inside
  }
  private final class Action {
    var due: VirtualInstant
    let interval: VirtualInstant.Stride?
    let isTimer: Bool
    let run: () -> Void
    init(
      _ due: VirtualInstant, every interval: VirtualInstant.Stride? = nil, isTimer: Bool = true,
      _ run: @escaping () -> Void
    ) {
      (self.due, self.interval, self.isTimer, self.run) = (due, interval, isTimer, run)
    }
  }
  private let habit: Habit
  private(set) var now = VirtualInstant.zero
  let minimumTolerance: VirtualInstant.Stride = 0
  private var waiting: [Action] = []
  /// The number of timers that wait.
  var timers: Int { waiting.count(where: \.isTimer) }

  init(_ habit: Habit = .faithful) { self.habit = habit }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    if habit == .inside { action() } else { waiting.append(Action(now, isTimer: false, action)) }
  }
  func schedule(
    after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    waiting.append(Action(date, action))
  }
  func schedule(
    after date: VirtualInstant, interval: VirtualInstant.Stride, tolerance: VirtualInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Action(date, every: interval, action)
    waiting.append(action)
    return AnyCancellable { [weak self, weak action] in self?.waiting.removeAll { $0 === action } }
  }

  /// Loses every action that waits, and of each repeating one its next run. The lost actions are released after
  /// `meanwhile`, as a queue does that releases them on a thread of its own.
  func lose(_ meanwhile: () -> Void = {}) {
    let lost = waiting.filter { $0.interval == nil }
    waiting.removeAll { $0.interval == nil }
    for action in waiting { if let interval = action.interval { action.due = action.due.advanced(by: interval) } }
    withExtendedLifetime(lost, meanwhile)
  }
  /// Lets some seconds pass, and runs what is due.
  func pass(_ seconds: Int = 20) {
    let end = now.advanced(by: .seconds(seconds))
    while let next = waiting.map(\.due).min(), next <= end {
      now = max(now, next)
      let due = waiting.filter { $0.due == next }
      waiting.removeAll { $0.due == next && $0.interval == nil }
      for action in habit == .backwards ? due.reversed() : due {
        if let interval = action.interval {
          guard waiting.contains(where: { $0 === action }) else { continue }
          action.due = action.due.advanced(by: max(interval, .milliseconds(1)))
        }
        action.run()
        if habit == .twice, action.interval == nil { action.run() }
      }
    }
    now = end
  }
}
