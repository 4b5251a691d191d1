import PipesCore
import Synchronization

extension VirtualClock {
  /// The clock of the run in virtual time to which the calling code belongs; `nil` outside of runs. A test with the trait
  /// `.virtualTime` gets its clock here.
  public static var current: VirtualClock? {
    (Host.executor?.timeline ?? RunHook.current as? Timeline).map { VirtualClock(timeline: $0) }
  }

  // MARK: Time that waits for the test

  /// Holds the time: from now on it passes only when the test calls `advance` or `run`. Work that is due now still runs.
  ///
  ///     clock.hold()
  ///     let refresh = Task { try await model.refreshAfterAnHour() }
  ///     try await clock.advance(by: .seconds(3599))  // nothing yet
  ///
  /// A thread that blocks while the time is held, as in `Thread.sleep`, lets its time pass all the same, and so does the
  /// run of a marble test; one that has blocked before waits for the test. A run whose body waits while the time is held
  /// fails with ``VirtualTimeError/held(at:next:patience:)``.
  public func hold() { timeline.core.isHeld.store(true, ordering: .relaxed) }
  /// Lets time pass by itself again, as it does before ``hold()``.
  public func goOn() { timeline.core.isHeld.store(false, ordering: .relaxed) }

  // MARK: The clocks of the machine

  /// Sets the date of the machine, as a user or a time server does. `Date()` and the other clocks that show the date are
  /// set, `ContinuousClock`, `SuspendingClock` and this clock go on.
  ///
  /// Work that waits for a date (`asyncAfter(wallDeadline:)`, a timer of `DispatchSource` with a `wallDeadline`) runs when
  /// the new date has reached it: at once if it has. Other timers and sleeps wait for their length of time, as a `Timer`
  /// does. Call it from code of the run.
  ///
  ///     m.at("---x") { m.clock.setDate(.utc(2026, 12, 31, 23, 59)) }
  public func setDate(_ date: StartDate) { timeline.setDate(date.date) }
  /// Sets the date of the machine forward by a duration, or back if it is negative: see ``setDate(_:)``.
  public func stepDate(by duration: Duration) {
    timeline.setDate(timeline.date.plus(VirtualInstant.Stride(duration).nanoseconds))
  }
  /// Lets the device sleep for a duration, and wakes it. No code runs meanwhile. Work that was due runs late, and once, when
  /// the device is awake.
  ///
  /// `ContinuousClock`, `Date()` and this clock count the time in which the device sleeps. `SuspendingClock`,
  /// `DispatchTime.now()` and the uptime of the system do not, so `asyncAfter(deadline:)`, a `Timer` and a sleep on
  /// `SuspendingClock` end later by that time. Call it from code of the run.
  public func sleepDevice(for duration: Duration) {
    timeline.sleepDevice(VirtualInstant.Stride(duration).nanoseconds)
  }
}

extension VirtualClock {
  /// Sends a signal to the code of the run. The process gets none.
  ///
  /// Sources of `DispatchSource.makeSignalSource` receive it, and the handler that the code has set with `signal` or
  /// `sigaction`. Call it from code of the run.
  ///
  ///     m.at("-----x") { try m.clock.send(signal: SIGTERM) }
  ///
  /// - Throws: ``UnreceivedSignal`` if nothing receives the signal.
  public func send(signal: Int32) throws(UnreceivedSignal) {
    let run = Host.executor.flatMap { $0.timeline === timeline ? $0 : nil }
    if run?.signals.send(signal) != true { throw UnreceivedSignal(signal: signal, instant: now) }
  }
  /// The error of a signal that nothing receives.
  public struct UnreceivedSignal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the signal.
    public let signal: Int32
    /// The instant at which it was sent.
    public let instant: VirtualInstant
    public var description: String {
      "nothing receives signal \(signal) at \(instant), so it would end the process: "
        + "activate a source of 'DispatchSource.makeSignalSource' before, in code of the run"
    }
  }
}

extension Timeline {
  /// The time of the clocks of the machine. The date at zero is the given one unless the clocks have been changed.
  func reading(_ dateAtZero: RunDate) -> ClockReading {
    let now = nanoseconds
    if core.hasChangedClocks.load(ordering: .relaxed) {
      let world = core.state.with { $0.world }
      return ClockReading(date: world.dateAtZero.plus(now), elapsed: now, asleep: world.asleep)
    }
    return ClockReading(date: dateAtZero.plus(now), elapsed: now)
  }
  /// Whether the run may take the next action by itself. While the time is held, only what is due now.
  var mayGoOn: Bool {
    if !core.isHeld.load(ordering: .relaxed) { return true }
    return core.state.with { state in
      state.runs.driver != nil || state.queue.first().map { $0.instant <= nanoseconds } ?? false
    }
  }
  /// Whether the time is held, and work is pending.
  var isHeld: Bool { core.isHeld.load(ordering: .relaxed) && pendingCount > 0 }
}
