/// The name of a scheduler that runs in real time, for reports.
package struct RealScheduler: Hashable, Sendable {
  /// The name of the scheduler, such as `DispatchQueue.main`.
  package let name: String
  /// The name of its type, such as `DispatchQueue`. A test scheduler exists for that type.
  package let kind: String

  package init(_ name: String, kind: String) { (self.name, self.kind) = (name, kind) }
}

/// A scheduler that may run in real time. Its time does not move during a run in virtual time.
package protocol RealTimeScheduler {
  /// Its name in reports; `nil` if its time is not real.
  var realScheduler: RealScheduler? { get }
}

extension RunHook.Monitor {
  /// Does nothing: by default a run may use any scheduler.
  package func didMeet(_ scheduler: RealScheduler, in user: String?) {}
  /// Does nothing: by default nobody asks what still waits at the end.
  package func didWait(for work: String, _ isWaiting: @escaping () -> Bool) {}
}

extension RunHook {
  /// Reports the scheduler of an operator if it runs in real time and a run in virtual time is active. Each subscription to an operator
  /// that schedules calls this.
  @usableFromInline static func check<S: Scheduler>(_ scheduler: S, of name: StaticString) {
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
}
