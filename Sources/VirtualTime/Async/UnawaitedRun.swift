import PipesCore

/// A run that is not awaited, on its thread: clocks are virtual in it, and tasks and calls that leave it are reported.
/// Queues stay real, because its thread runs its timeline only between the calls of a test.
final class UnawaitedRun: HookedRun {
  private let timeline: Timeline
  private let startDate: RunDate
  private let hasVirtualClocks: Bool
  /// The run around this one, which runs the tasks.
  private let outer: (any HookedRun)?

  init(_ timeline: Timeline, hasVirtualClocks: Bool) {
    self.timeline = timeline
    self.hasVirtualClocks = hasVirtualClocks
    startDate = timeline.start.date
    outer = RunOfThread.current
  }

  var reading: ClockReading? {
    guard hasVirtualClocks else { return nil }
    return timeline.reading(startDate)
  }
  func pass(_ nanoseconds: Int64) { timeline.pass(nanoseconds) }
  func sleep(_ job: UnownedJob, for length: SleepLength) -> Bool { outer?.sleep(job, for: length) ?? false }
  func didCall(_ call: OutsideCall) { timeline.didCall(call) }
  /// Nobody waits for it: the test runs on its thread, in one piece.
  func didGiveWork(after delay: Int64) -> (@Sendable () -> Void)? { nil }
  func didEnqueue() { timeline.didStartTask() }
  var runsTasks: Bool { outer?.runsTasks ?? false }
  var mayHop: Bool { outer?.mayHop ?? false }
  func begin(_ job: UnownedJob, onActor actor: UInt) -> Bool { outer?.begin(job, onActor: actor) ?? false }
  var hasBeenOnActor: Bool { outer?.hasBeenOnActor ?? false }
  func actsOnMain() -> Bool { outer?.actsOnMain() ?? false }
  func randomNumber() -> UInt64? { hasVirtualClocks ? timeline.randomNumber() : nil }
  let place = RunPlace()
  let signals = RunSignals()
  let notifications = MainNotifications()
  var isMainActor: Bool { outer?.isMainActor ?? false }
  func onMain(_ body: () -> Void) -> Bool { outer?.onMain { place.on(.main, body) } ?? false }
  func waitsForItself(in call: String) { timeline.didWaitForItself(call) }
  func waits(in call: String?) {}
  func waits(in call: String, atMost limit: Int64, whileHeld isHeld: ((CInt) -> Bool) -> Bool) -> Bool {
    // Its own time stands while the outer one goes on.
    outer?.waits(in: call, atMost: .never, whileHeld: isHeld) ?? true
  }
}

extension Timeline {
  /// Runs a body, which runs this timeline on this thread: `Date()` and other real clocks show the time of the
  /// timeline, and a task that the code starts is reported, because nobody waits for it.
  package func performUnawaited<Result>(_ body: () throws -> Result) rethrows -> Result {
    _ = RunJobs.missingHooks
    let reason = RealClocks.unavailableLately
    if reason != nil { core.state.with { $0.outside.realClocksReason = reason } }
    let run = UnawaitedRun(self, hasVirtualClocks: reason == nil)
    return try RunOfThread.adopting(run, body)
  }
}
