import Pipes

/// A scheduler whose timers fire when a test calls them, also after a cancel, and whose tokens do something of their own
/// when they are cancelled.
final class WilfulScheduler: Scheduler {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never
  var actions: [() -> Void] = []
  private var soon: [() -> Void] = []
  /// Called by the first cancel.
  var whenCancelled: () -> Void = {}

  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { 0 }
  func schedule(options: Never?, _ action: @escaping () -> Void) { soon.append(action) }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    soon.append(action)
  }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    actions.append(action)
    return AnyCancellable { [self] in
      let once = whenCancelled
      whenCancelled = {}
      once()
    }
  }
  func runSoon() {
    while !soon.isEmpty { soon.removeFirst()() }
  }
}
