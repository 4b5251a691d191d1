/// The name of a scheduler that runs in real time, for reports.
package struct RealScheduler: Hashable, Sendable {
  /// The name of the scheduler, such as `DispatchQueue.main`.
  package let name: String
  /// The name of its type, such as `DispatchQueue`. A test scheduler exists for that type.
  package let kind: String
  /// Whether the scheduler works on the timeline of a run that is active on its thread, unless the run refuses that.
  package let isVirtualInRuns: Bool

  package init(_ name: String, kind: String, isVirtualInRuns: Bool = false) {
    self.name = name
    self.kind = kind
    self.isVirtualInRuns = isVirtualInRuns
  }
}

/// A scheduler that may run in real time. Its time does not move during a run in virtual time, unless it schedules on
/// the `RunTime` of the run.
package protocol RealTimeScheduler {
  /// Its name in reports; `nil` if its time is not real.
  var realScheduler: RealScheduler? { get }
}

/// The time of a deterministic run, on which schedulers of real time work while the run is active on their thread.
package protocol RunTime: AnyObject {
  /// The time since the start of the run, in nanoseconds.
  var elapsed: Int64 { get }
  /// The part of that time in which the device slept.
  var asleep: Int64 { get }
  /// The date at the start of the run, by the date that is set now.
  var startDate: RunDate { get }
  /// Runs the action once, at a time since the start of the run. Actions of one queue that are scheduled at one instant
  /// for the same instant keep their order in each permutation, unless the queue runs several at a time.
  func schedule(on queue: RunQueue, at instant: Int64, isTimer: Bool, _ action: @escaping () -> Void)
  /// Runs the action of a queue as code on the main queue, or on another one.
  func run(_ action: () -> Void, isMain: Bool)
  /// Runs the action at a time since the start of the run and then every `interval`, until the result is cancelled.
  func schedule(on queue: RunQueue, at instant: Int64, every interval: Int64, _ action: @escaping () -> Void)
    -> any Cancellable
}

/// A queue of real time, as a run sees it.
package struct RunQueue {
  /// Its name in reports.
  package let name: String
  /// Whether it runs one action at a time, in the order of scheduling.
  package let isSerial: Bool

  package init(_ name: String, isSerial: Bool) {
    self.name = name
    self.isSerial = isSerial
  }
}

extension RunHook {
  /// The time since the start of the machine at the start of each run, in nanoseconds: eleven days and a half. A
  /// constant, so that no outcome depends on the machine; not zero, so that code may subtract from it.
  package static let startUptime: Int64 = 1_000_000_000_000_000

  /// Reports the scheduler of an operator if it runs in real time and a run in virtual time is active. Each
  /// subscription to an operator that schedules calls this.
  @usableFromInline package static func check<S: Scheduler>(_ scheduler: S, of name: StaticString) {
    #if !hasFeature(Embedded)
      guard let monitor = current, let real = (scheduler as? any RealTimeScheduler)?.realScheduler else { return }
      monitor.didMeet(real, in: "\(name)")
    #endif
  }
  /// Reports a scheduler on which an action is scheduled, if it runs in real time and a run in virtual time is active.
  package static func note(_ scheduler: some RealTimeScheduler, givenTo user: String? = nil) {
    guard let monitor = current, let real = scheduler.realScheduler else { return }
    monitor.didMeet(real, in: user)
  }
  /// The time of the run that is active on this thread, for a scheduler that shows it.
  package static var time: (any RunTime)? { current?.time }
  /// The time of the run that is active on this thread, for a scheduler on which an action is scheduled. If the run
  /// refuses schedulers of real time, the scheduler is reported and stays real.
  package static func time(for scheduler: some RealTimeScheduler, givenTo user: String? = nil) -> (any RunTime)? {
    guard let monitor = current else { return nil }
    if let time = monitor.time { return time }
    note(scheduler, givenTo: user)
    return nil
  }
}
