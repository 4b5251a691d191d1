// The only file of this module that talks to the C library.
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif !hasFeature(Embedded)
  #error("This module has no branch for the C library of this platform; see Platforms in the README.")
#endif

/// The identity of the running thread: never zero, and even.
@inlinable @inline(__always) package func currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())  // a pointer, or a signed number
  #endif
}

/// Stops in the debugger. Without a debugger the process is terminated.
@usableFromInline func stopInDebugger() { raise(SIGTRAP) }

/// Finds the deterministic run that is active on this thread. While no run is active in the process, a lookup costs one atomic load.
@usableFromInline package enum RunHook {
  /// The calls that a deterministic run on this thread receives from the engine.
  package protocol Monitor: AnyObject {
    /// Called before each subscription. Returns false when the run is over and nothing may start.
    func willSubscribe() -> Bool
    /// Called when a rule of the engine was broken. Returns false if the report is not accepted; then the program stops.
    func didMisuse(_ rule: String) -> Bool
    /// Called when an operator is given a scheduler that runs in real time, or when an action is scheduled on one: the run cannot move its
    /// time.
    func didMeet(_ scheduler: RealScheduler, in user: String?)
  }

  static let active = Atomic<Int>(0)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "no thread-local storage left")
    return key
  }()

  @usableFromInline static var allowsSubscription: Bool {
    active.load(ordering: .relaxed) == 0 || current?.willSubscribe() ?? true
  }
  /// Declares that a run may be active until `retract`, so that the run need not declare it at each step.
  package static func announce() { active.wrappingAdd(1, ordering: .relaxed) }
  package static func retract() { active.wrappingSubtract(1, ordering: .relaxed) }

  /// The reference is not counted, because the run keeps its monitor.
  private struct Registration { unowned(unsafe) let monitor: any Monitor }
  /// The monitor of the run that is active on this thread.
  package static var current: (any Monitor)? {
    guard active.load(ordering: .relaxed) != 0, let place = pthread_getspecific(key) else { return nil }
    return place.assumingMemoryBound(to: Registration.self).pointee.monitor
  }
  /// Runs the body; until it returns, `monitor` is the monitor of this thread.
  package static func monitored<Result, E: Error>(
    by monitor: any Monitor, isAnnounced: Bool = false, _ body: () throws(E) -> Result
  ) throws(E) -> Result {
    let outer = pthread_getspecific(key)
    var place = Registration(monitor: monitor)
    defer { withExtendedLifetime(monitor) {} }
    return try withUnsafeMutablePointer(to: &place) { place throws(E) in
      if !isAnnounced { announce() }
      pthread_setspecific(key, place)
      defer {
        pthread_setspecific(key, outer)
        if !isAnnounced { retract() }
      }
      return try body()
    }
  }
}

/// Reports a broken rule of the engine: inside a deterministic run it becomes a finding of that run, and the offending call does nothing;
/// elsewhere the program stops with the rule.
@usableFromInline package enum Misuse {
  @usableFromInline @inline(never)
  static func report(_ rule: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) {
    let rule = rule()
    if RunHook.current?.didMisuse(rule) != true { fatalError(rule, file: file, line: line) }
  }
  /// Returns true if the demand is positive. Reports a demand of zero and returns false.
  package static func isPositive(_ demand: Subscribers.Demand, _ name: @autoclosure () -> String) -> Bool {
    if demand > .none { return true }
    report("\(name()): a subscriber must not request a demand of zero")
    return false
  }
}
