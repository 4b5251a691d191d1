import Pipes
import Synchronization

/// Runs an async body in virtual time: it, and every task it starts, one job at a time, in a fixed order, without waiting.
///
///     try await withVirtualTime { clock in
///       async let slow: Void = clock.sleep(for: .seconds(7200))
///       try await clock.sleep(for: .seconds(3600))
///       try await slow
///       print(clock.now)  // 2h
///     }
///
/// Time passes when nothing is left to do at the present instant. Child tasks, groups, streams, unstructured tasks, actors and the main actor
/// are covered; each call has a thread of its own, so that tests stay parallel. When the body ends, what is due now still runs, and who still
/// sleeps is woken with `CancellationError`.
///
/// - Parameters:
///   - timeline: the time, which the body may share with schedulers.
///   - patience: how long, in real time, it may go on without any progress.
///   - allowsOutsideWork: whether tasks may leave the timeline (for a queue, a real clock, a callback on another thread) and come back. They do
///     come back, but when they do is not up to virtual time, and so the outcome may differ from run to run. Without it, work that leaves is an
///     error: <doc:VirtualTime#Work-that-leaves-virtual-time> says what is seen.
///   - body: the work. It receives the clock of the timeline.
/// - Throws: what the body throws; ``Timeline/Runaway`` if it does not end; ``VirtualTimeError`` if it cannot run, gets stuck or leaves the timeline.
@_disfavoredOverload
public func withVirtualTime<Success: Sendable>(
  on timeline: Timeline = Timeline(), patience: Duration = .seconds(5), allowsOutsideWork: Bool = false,
  _ body: @escaping @Sendable (VirtualClock) async throws -> Success
) async throws -> Success {
  guard RuntimeHooks.missing.isEmpty else { throw VirtualTimeError.hooksMissing(RuntimeHooks.missing) }
  let run = VirtualRun<Success>(timeline, patience: patience, allowsOutsideWork: allowsOutsideWork)
  return try await withTaskCancellationHandler {
    try await withUnsafeThrowingContinuation { run.start(body, $0) }
  } onCancel: {
    run.cancel()
  }
}

/// Why async code could not be run in virtual time.
public enum VirtualTimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The concurrency runtime has no hooks to lead jobs to a timeline.
  case hooksMissing([String])
  /// The body waits, and nothing is left that could end it.
  case stuck(at: VirtualInstant, patience: Duration)
  /// A job ran for longer than the patience without suspending.
  case blocked(at: VirtualInstant, patience: Duration)
  /// Work left the timeline at this instant, in this way. Only the first time is told.
  case outsideWork(at: VirtualInstant, how: String)

  public var description: String {
    switch self {
    case .hooksMissing(let names):
      "virtual time cannot lead async code here: the Swift runtime lacks \(names.joined(separator: ", ")); "
        + "link the Swift libraries dynamically, with Swift 6.2 or later"
    case .stuck(let instant, let patience):
      "nothing is left to do at \(instant), but the body still waits, after \(patience) of real time: "
        + "for a queue, a real clock or another thread that takes longer, or for something that never happens"
    case .blocked(let instant, let patience):
      "one piece of work at \(instant) has not ended or suspended for \(patience) of real time: it blocks its thread, or it loops"
    case .outsideWork(let instant, let how): "work left virtual time at \(instant): \(how), or allow outside work"
    }
  }
}

/// One call of ``withVirtualTime(on:patience:allowsOutsideWork:_:)``.
private final class VirtualRun<Success: Sendable>: Sendable {
  typealias Outcome = Result<Success, any Error>
  private struct State {
    var body: Task<Void, Never>?
    var bodyOutcome: Outcome?
    var outcome: Outcome?
    var continuation: UnsafeContinuation<Success, any Error>?
    var isCancelled = false
  }
  private let state = Guarded(State())
  private let timeline: Timeline
  private let executor: VirtualExecutor
  private let patience: Duration
  private let allowsOutsideWork: Bool
  private let steps = Atomic<Int>(0)
  private let isWaiting = Atomic<Bool>(false)
  private let bodyHasEnded = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)

  init(_ timeline: Timeline, patience: Duration, allowsOutsideWork: Bool) {
    (self.timeline, self.patience, self.allowsOutsideWork) = (timeline, patience, allowsOutsideWork)
    executor = VirtualExecutor(timeline)
  }

  /// Called by the task that waits for the outcome, whose task-local values the body inherits.
  func start(_ body: @escaping @Sendable (VirtualClock) async throws -> Success, _ continuation: UnsafeContinuation<Success, any Error>) {
    executor.openDoors()
    let clock = VirtualClock(timeline: timeline)
    let task = executor.adopting {
      Task(executorPreference: VirtualExecutor.preferred) {
        let outcome: Outcome
        do { outcome = .success(try await body(clock)) } catch { outcome = .failure(error) }
        self.bodyEnds(outcome)
      }
    }
    let isCancelled = state.with { state in
      state.body = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
    Host.startThread { self.work() }
    Host.startThread { self.watch() }
    // The last of this task and the end of the run continues with the outcome.
    let outcome = state.with { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }
  /// Cancels the body, on the timeline.
  func cancel() {
    let body = state.with { state in
      state.isCancelled = true
      return state.body
    }
    guard let body else { return }
    executor.room.announce { timeline.schedule(at: .zero) { body.cancel() } }
  }
  private func bodyEnds(_ outcome: Outcome) {
    state.with { $0.bodyOutcome = outcome }
    executor.room.announce { bodyHasEnded.store(true, ordering: .releasing) }
  }

  // MARK: The thread of the timeline

  private func work() {
    let failure = executor.adopting { () -> (any Error)? in
      let failure = runBody() ?? (isOver.load(ordering: .acquiring) ? nil : cleanUp())
      if failure != nil || isOver.load(ordering: .acquiring) { abandon() }
      executor.closeDoors()
      try? timeline.advance(by: 0)  // what came in at the last moment
      return failure
    }
    finish(failure ?? departure)
  }
  /// Why the run counts for nothing although it has ended. A marble test that has failed by itself says it better.
  private var departure: VirtualTimeError? {
    let departure = timeline.takeDeparture()
    guard let departure, !allowsOutsideWork else { return nil }
    if timeline.collectsMisuse, case .failure = state.with({ $0.bodyOutcome }) { return nil }
    return .outsideWork(at: departure.instant, how: departure.text)
  }
  private var goesOn: Bool {
    steps.wrappingAdd(1, ordering: .relaxed)
    return !bodyHasEnded.load(ordering: .acquiring) && !isOver.load(ordering: .acquiring)
  }
  private func runBody() -> (any Error)? {
    do {
      while goesOn {
        try timeline.step { goesOn }
        isWaiting.store(true, ordering: .releasing)
        executor.room.wait { timeline.pendingCount > 0 || !goesOn }
        isWaiting.store(false, ordering: .releasing)
      }
      return nil
    } catch {
      return error
    }
  }
  /// Actions that are due still run; sleepers are woken.
  private func cleanUp() -> (any Error)? {
    do {
      try timeline.advance(by: 0)
      while let sleeper = timeline.sleepers.first {
        sleeper.cancel()
        try timeline.advance(by: 0)
      }
      return nil
    } catch {
      return error
    }
  }
  /// The run failed: gives the body the chance to end, within the limits of the timeline.
  private func abandon() {
    state.with { $0.body }?.cancel()
    timeline.takeRest(isOver: true)?.action()
    _ = cleanUp()
    timeline.removeAll()
  }
  private func finish(_ failure: (any Error)?) {
    let (continuation, outcome) = state.with { state in
      let outcome = state.outcome ?? failure.map { .failure($0) } ?? state.bodyOutcome ?? .failure(CancellationError())
      state.outcome = outcome
      return (state.continuation.take(), outcome)
    }
    isOver.store(true, ordering: .releasing)
    executor.room.announce()
    continuation?.resume(with: outcome)
  }

  // MARK: The watchdog

  /// Ends the run if for the length of the patience nothing happens.
  private func watch() {
    var stillness = Stillness()
    while !stillness.isOver(steps.load(ordering: .relaxed)) {
      if executor.room.wait(atMost: patience / Stillness.looks, until: { isOver.load(ordering: .acquiring) }) { return }
    }
    if isWaiting.load(ordering: .acquiring) {
      finish(VirtualTimeError.stuck(at: timeline.now, patience: patience))
    } else {
      executor.closeDoors()  // its thread may never do it
      finish(VirtualTimeError.blocked(at: timeline.now, patience: patience))
    }
  }
}

/// Finds out that nothing happens, looking often enough to know it soon after the patience is over.
struct Stillness {
  /// How many looks the patience is divided into.
  static let looks = 10
  private var seen = 0
  private var quietLooks = -1  // the first look comes at the beginning

  /// Whether nothing has happened for the length of the patience, given how much happened up to now.
  mutating func isOver(_ steps: Int) -> Bool {
    quietLooks = steps == seen ? quietLooks + 1 : 0
    seen = steps
    return quietLooks >= Self.looks
  }
}
