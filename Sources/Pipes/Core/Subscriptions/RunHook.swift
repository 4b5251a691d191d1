import Synchronization

/// Finds the deterministic run that is active on this thread. While no run is active in the process, a lookup costs one
/// atomic load.
@usableFromInline package enum RunHook {
  /// The calls that a deterministic run on this thread receives from the engine.
  package protocol Monitor: AnyObject {
    /// Called before each subscription. Returns false when the run is over and nothing may start.
    func willSubscribe() -> Bool
    /// Called when a rule of the engine was broken. Returns false if the report is not accepted; then the program
    /// stops.
    func didMisuse(_ rule: String) -> Bool
    /// Called when an operator is given a scheduler that runs in real time, or when an action is scheduled on one: the
    /// run cannot move its time.
    func didMeet(_ scheduler: RealScheduler, in user: String?)
    /// Called when a subscription begins to wait for something outside of the engine, such as `a Future`.
    func didWait(for work: String, _ isWaiting: @escaping () -> Bool)
    /// Called when an operator of state keeps a value that is due, because there is no demand for it.
    func didKeepNewest()
    /// The time on which schedulers of real time work during the run; nil if they stay real.
    var time: (any RunTime)? { get }
  }

  static let active = Atomic<Int>(0)
  private static let slot = ThreadPointer()

  @usableFromInline package static var allowsSubscription: Bool {
    active.load(ordering: .relaxed) == 0 || current?.willSubscribe() ?? true
  }
  /// Reports that an operator of state keeps a value that is due until there is demand for it: contract G13.
  @usableFromInline package static func noteKeptNewest() { current?.didKeepNewest() }
  /// Declares that a run may be active until `retract`, so that the run need not declare it at each step.
  package static func announce() { active.wrappingAdd(1, ordering: .relaxed) }
  package static func retract() { active.wrappingSubtract(1, ordering: .relaxed) }

  /// The reference is not counted, because the run keeps its monitor.
  private struct Registration { unowned(unsafe) let monitor: any Monitor }
  /// The monitor of the run that is active on this thread.
  package static var current: (any Monitor)? {
    guard active.load(ordering: .relaxed) != 0, let place = slot.pointer else { return nil }
    return place.assumingMemoryBound(to: Registration.self).pointee.monitor
  }
  /// Runs the body; until it returns, `monitor` is the monitor of this thread. Not generic, because a run looks up no
  /// types at each step.
  package static func monitored(by monitor: any Monitor, isAnnounced: Bool, _ body: () -> Void) {
    let place = slot.place  // of this thread, on which the body runs and returns
    let outer = place.pointee
    var registration = Registration(monitor: monitor)
    withUnsafeMutablePointer(to: &registration) { registration in
      if !isAnnounced { announce() }
      place.pointee = UnsafeMutableRawPointer(registration)
      body()
      place.pointee = outer
      if !isAnnounced { retract() }
    }
    withExtendedLifetime(monitor) {}
  }
}
