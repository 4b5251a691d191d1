/// A scheduler of the real world, as a report names it.
package struct RealScheduler: Hashable, Sendable {
  /// Such as `DispatchQueue.main`.
  package let name: String
  /// The type that has a stand-in for tests, such as `DispatchQueue`.
  package let kind: String

  package init(_ name: String, kind: String) { (self.name, self.kind) = (name, kind) }
}

/// A scheduler that may be one of the real world, whose time does not move in a run in virtual time.
package protocol RealTimeScheduler {
  /// Its name in reports; `nil` if its time is not real.
  var realScheduler: RealScheduler? { get }
}

extension RunHook.Monitor {
  /// A run whose time is real takes no notice.
  package func didMeet(_ scheduler: RealScheduler, in user: String?) {}
}

extension RunHook {
  /// Reports a scheduler of the real world that an operator was given, if a run in virtual time is going on. Called by each subscription to an
  /// operator that schedules.
  @usableFromInline static func check<S: Scheduler>(_ scheduler: S, of name: StaticString) {
    #if !hasFeature(Embedded)
      guard let monitor = current, let real = (scheduler as? any RealTimeScheduler)?.realScheduler else { return }
      monitor.didMeet(real, in: "\(name)")
    #endif
  }
  /// Reports a scheduler of the real world on which something is scheduled, if a run in virtual time is going on.
  package static func note(_ scheduler: some RealTimeScheduler, givenTo user: String? = nil) {
    guard let monitor = current, let real = scheduler.realScheduler else { return }
    monitor.didMeet(real, in: user)
  }
}
