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

/// The identity of the running thread: never zero, and a multiple of eight.
///
/// After an `await` an async function may continue on another thread, so nobody may carry the identity across one: no caller keeps it, and no
/// compiler may use an earlier result again. The C library declares `pthread_self` as a function without side effects, and inlined into an
/// async function it was called once for both sides of a suspension: two threads then owned one gate. So this function can neither be inlined nor
/// be looked into, not even inside this module. Whatever else depends on the thread is read through functions that are not inlinable either.
@inline(never) @_optimize(none) @usableFromInline package func currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())  // a pointer, or a signed number
  #endif
}

extension Gate {
  /// The bounded wait of a thread that queues actions faster than another one runs them: a millisecond in all.
  @usableFromInline struct Pause {
    @usableFromInline static func once() {
      var pause = Pause()
      while pause.wait() {}
    }
    #if INTERLEAVE
      /// The harness runs one thread at a time: a wait is a number of steps, and time does not pass.
      private var rounds = 0
      static func now() -> UInt64 { 0 }
      mutating func wait() -> Bool {
        Interleaving.point()
        rounds += 1
        return rounds < 4
      }
    #elseif hasFeature(Embedded)
      // There is one thread only.
      static func now() -> UInt64 { 0 }
      mutating func wait() -> Bool { false }
    #else
      private let end = Pause.now() + 1_000_000
      private var rounds = 0
      /// Nanoseconds since some instant in the past.
      static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      }
      /// Waits a little: first by giving up the processor, then by sleeping. Returns false if the time is over.
      mutating func wait() -> Bool {
        rounds += 1
        if rounds <= 16 {
          sched_yield()
        } else {
          // Not by `nanosleep`, which lets virtual time pass in a run whose real clocks are virtual.
          var time = timeval(tv_sec: 0, tv_usec: 20)
          select(0, nil, nil, nil, &time)
        }
        // A clock may be virtual here and not move, so the rounds are bounded, too.
        return rounds < 64 && Pause.now() < end
      }
    #endif
  }
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
    /// Called when a subscription begins to wait for something outside of the engine, such as `a Future`.
    func didWait(for work: String, _ isWaiting: @escaping () -> Bool)
    /// The time on which schedulers of real time work during the run; nil if they stay real.
    var time: (any RunTime)? { get }
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
