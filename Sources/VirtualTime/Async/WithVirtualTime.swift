import PipesCore
import Synchronization

/// Runs an async body, and every task that it starts, in virtual time: one job at a time, in a fixed order, without
/// waiting.
///
///     try await withVirtualTime { clock in
///       async let slow: Void = clock.sleep(for: .seconds(7200))
///       try await clock.sleep(for: .seconds(3600))
///       try await slow
///       print(clock.now)  // 2h
///     }
///
/// Time passes when no job is left at the current instant. Child tasks, groups, streams, unstructured tasks, actors and
/// the main actor are covered. They, and the actions of the timeline, have the task-local values of the caller. Each
/// call has a thread of its own, so that tests run in parallel; inside another run, the time of that one stands still
/// meanwhile. When the body returns, jobs that are due at that instant still run, and tasks that still sleep are
/// cancelled and woken with `CancellationError`.
///
/// - Parameters:
///   - timeline: The virtual time. Schedulers may share it.
///   - start: The date at zero; by default the beginning of 2001, UTC, or the `start` of the timeline.
///   - realClocks: Whether `Task.sleep`, `ContinuousClock`, `SuspendingClock`, `Date()`, `DispatchTime.now()` and the
///     blocking sleeps are virtual on the thread of the run. By default they are, where the platform allows it: see
///     <doc:VirtualTime#Real-clocks>.
///   - patience: The real time after which a run without any progress is stopped; five seconds by default.
///   - allowsOutsideWork: Whether tasks may leave the timeline, for a queue, a real clock or a callback on another
///     thread, and come back. Virtual time does not decide when they come back, so the outcome may differ from run to
///     run. It does not pass while work is under way that the code of the run has given to a queue: see
///     <doc:WhatIsVirtual>. By default work that leaves is an error: see
///     <doc:VirtualTime#Work-that-leaves-virtual-time>.
///   - randomNumbers: The random numbers that the code gets from the system. By default they are the same in each run.
///   - body: The work. It receives the clock of the timeline.
/// - Throws: The error of the body; ``Timeline/Runaway`` if a limit of the timeline is reached; ``VirtualTimeError`` if
///   the body cannot run, waits for ever or leaves the timeline.
@_disfavoredOverload
public func withVirtualTime<Success: Sendable>(
  on timeline: Timeline = Timeline(), startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
  patience: Duration = .seconds(5), allowsOutsideWork: Bool = false, randomNumbers: RandomNumbers = .repeatable,
  fileID: String = #fileID, line: UInt = #line,
  _ body: @escaping @Sendable (VirtualClock) async throws -> Success
) async throws -> Success {
  guard RunJobs.missingHooks.isEmpty else { throw VirtualTimeError.hooksMissing(RunJobs.missingHooks) }
  if Host.executor?.timeline === timeline { throw VirtualTimeError.timelineInUse(at: timeline.now) }
  if let start { timeline.start = start }
  timeline.set(randomNumbers, fileID: fileID, line: line)
  let run = VirtualRun(timeline, realClocks, patience: patience, allowsOutsideWork: allowsOutsideWork)
  let result = Guarded<Success?>(nil)
  try await withTaskCancellationHandler {
    try await withThrowingTaskContinuation { continuation in
      run.start(
        { clock in
          let value = try await body(clock)
          result.with { $0 = value }
        }, continuation)
    }
  } onCancel: {
    run.cancel()
  }
  return result.with { $0! }  // a run succeeds when its body has returned
}

/// One call of ``withVirtualTime(on:startingAt:realClocks:patience:allowsOutsideWork:randomNumbers:fileID:line:_:)``.
///
/// It knows nothing of the value of its body: the metadata of a generic state took a fifth of an empty run.
private final class VirtualRun: Sendable, Watchdog.Watched {
  typealias Outcome = Result<Void, any Error>
  private struct State {
    var body: Task<Void, Never>?
    var bodyOutcome: Outcome?
    /// The error that has stopped the body. It is the outcome, whatever comes of the work that is left.
    var failure: (any Error)?
    var outcome: Outcome?
    var continuation: TaskContinuation<Void, any Error>?
    var isCancelled = false
  }
  private let state = Guarded(State())
  private let timeline: Timeline
  private let executor: VirtualExecutor
  private let patience: Duration
  private let allowsOutsideWork: Bool
  private let rounds = Atomic<Int>(0)
  private let bodyHasEnded = Atomic<Bool>(false)
  /// The processor time of the thread of the run that the watchdog has seen.
  private let lastLook = Atomic<Int64>(0)
  private var isOver: Bool { executor.isOver }

  init(_ timeline: Timeline, _ realClocks: RealClocks, patience: Duration, allowsOutsideWork: Bool) {
    self.timeline = timeline
    self.patience = patience
    self.allowsOutsideWork = allowsOutsideWork
    let reason = realClocks == .virtual ? RealClocks.unavailable : nil
    timeline.core.state.with { state in
      state.outside.realClocksReason = reason
      if allowsOutsideWork { state.guards.ticker.exempt() }
    }
    executor = VirtualExecutor(
      timeline, inside: Host.executor, hasVirtualClocks: realClocks == .virtual && reason == nil,
      answers: Answers(isAllowed: allowsOutsideWork, patience: patience))
  }

  /// Starts the run. Called by the task that waits for the outcome. The body and the actions of the timeline inherit
  /// its task-local values, so that an issue of a test belongs to that test.
  func start(
    _ body: @escaping @Sendable (VirtualClock) async throws -> Void, _ continuation: TaskContinuation<Void, any Error>
  ) {
    executor.admitJobs()
    let clock = VirtualClock(timeline: timeline)
    let task = Host.adopting(executor) {
      Task(executorPreference: RuntimeHooks.leadsDefaultExecutor ? nil : TaskFace.preferred) {
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
    _ = Task(executorPreference: VirtualExecutor.ownThread) { self.work() }
    if let outer = executor.outer {
      executor.baton.caller.store(ThreadClock.ofThisThread?.number ?? 0, ordering: .relaxed)
      outer.blocking.forInnerRun { executor.room.wait { isOver } }
      outer.baton.beginsToRun()
    }
    // This task or the end of the run resumes the continuation, whichever comes last.
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
    executor.baton.isEnding.store(true, ordering: .relaxed)
    executor.room.announce { bodyHasEnded.store(true, ordering: .releasing) }
  }

  // MARK: The thread of the timeline

  private func work() {
    executor.baton.beginsToRun()
    if executor.outer?.baton.isInUse == true { StoppedThread.admitSignal() }
    Watchdog.shared.watch(self, patience: patience)
    timeline.nesting = { [executor] in executor.mainTurn.nest($0) }
    executor.stop.with { $0 = { [self] in stop(with: $0) } }
    let failure = Host.adopting(executor) { () -> (any Error)? in
      let failure = runBody() ?? (isOver ? nil : cleanUp())
      if failure != nil || isOver { abandon(failure) }
      executor.refuseJobs()
      try? executor.runDueActions()  // jobs that were enqueued last
      executor.mainTurn.giveUp()
      executor.baton.letLeave()
      executor.admission.lastWork.end()
      return failure
    }
    timeline.nesting = nil
    finish(failure ?? departure, resume: ThreadPool.resumeHere)
  }
  /// The error of a run that left virtual time, although its body has returned. A marble test that has failed by itself
  /// reports it better.
  private var departure: VirtualTimeError? {
    let departure = timeline.takeDeparture(), wait = timeline.core.state.with { $0.outside.waitForItself }
    if timeline.reportsMisuse, case .failure = state.with({ $0.bodyOutcome }) { return nil }
    if let wait { return .waitsForItself(at: wait.instant, how: wait.text) }
    guard let departure, !allowsOutsideWork else { return nil }
    return .outsideWork(at: departure.instant, how: departure.text)
  }
  /// Ends the run, whose thread does not return.
  private func stop(with error: any Error) {
    executor.refuseJobs()
    executor.mainTurn.giveUp()
    finish(error)
  }
  private var goesOn: Bool { !bodyHasEnded.load(ordering: .acquiring) && !isOver }
  private func runBody() -> (any Error)? {
    do {
      while goesOn {
        try executor.runActions { goesOn && timeline.mayGoOn }
        if goesOn, timeline.pendingCount == 0, executor.wakeParked() { continue }
        executor.idle { timeline.pendingCount > 0 && timeline.mayGoOn || !goesOn }
        rounds.wrappingAdd(1, ordering: .relaxed)
      }
      return nil
    } catch {
      guard let body = state.with({ $0.body }) else { return error }
      return timeline.withPlaces(error, of: executor, like: unsafeBitCast(body, to: UInt.self))
    }
  }
  /// Runs the actions that are due, wakes the tasks that sleep, and cancels them. Reports tasks that sleep again and
  /// again.
  private func cleanUp() -> (any Error)? {
    beginEnding()
    defer { timeline.isEnding = false }
    do {
      try executor.runDueActions()
      if executor.isRestless { return VirtualTimeError.restless(at: timeline.now) }
      var sleepers = timeline.sleepers, patience = sleepers.count + Self.restlessSleeps
      // All that sleep now, then those that sleep again: to look for the first one each time would be quadratic.
      while !sleepers.isEmpty {
        for sleeper in sleepers where sleeper.isAsleep {
          patience -= 1
          if patience < 0 || executor.isRestless {
            return VirtualTimeError.restless(at: timeline.now)
          }
          sleeper.cancel()
          try executor.runDueActions()
        }
        sleepers = timeline.sleepers
      }
      while executor.wakeParked() { try executor.runDueActions() }
      if executor.isRestless { return VirtualTimeError.restless(at: timeline.now) }
      return executor.baton.restless.with { $0 }.map {
        .restlessThread(startedIn: $0.caller(outside: Timeline.ownModules) ?? "the code", at: timeline.now)
      } as VirtualTimeError?
    } catch {
      return error
    }
  }
  /// The number of times that tasks may sleep after the body has returned.
  private static var restlessSleeps: Int { 1_000 }
  private func beginEnding() {
    timeline.isEnding = true
    executor.baton.isEnding.store(true, ordering: .relaxed)
    executor.admission.lastWork.begin { [self] in stop(with: VirtualTimeError.restless(at: timeline.now)) }
  }
  /// Called after the run has failed: cancels the body and lets it return, within the limits of the timeline.
  ///
  /// A run that a limit has stopped has a loop. If that loop sleeps on a clock of the runtime and ignores that it is
  /// cancelled, it keeps the thread for ever: see `LastWork`. So nothing is cancelled then; what is due may still end
  /// the body.
  private func abandon(_ failure: (any Error)?) {
    state.with { $0.failure = failure }
    if failure is Timeline.Runaway, executor.clocks.wereUsed.load(ordering: .relaxed) {
      beginEnding()
      try? executor.runDueActions()
      timeline.isEnding = false
      executor.abandonSleeps()
    } else {
      state.with { $0.body }?.cancel()
      _ = cleanUp()
    }
    timeline.removeAll()
  }
  private func finish(_ failure: (any Error)?, resume: (() -> Void) -> Void = { $0() }) {
    let failure = (state.with { $0.failure } ?? failure).map(timeline.withRealClocks)
    let (continuation, outcome) = state.with { state in
      let outcome = state.outcome ?? failure.map { .failure($0) } ?? state.bodyOutcome ?? .failure(CancellationError())
      state.outcome = outcome
      return (state.continuation.take(), outcome)
    }
    executor.room.announce { executor.admission.isOver.store(true, ordering: .releasing) }
    executor.stop.with { $0 = nil }
    Watchdog.shared.forget(self)
    resume { continuation?.resume(with: outcome) }
  }

  // MARK: The watchdog

  private var waitsForMain: Bool { !executor.blocking.isForInnerRun && executor.mainTurn.isWaiting }
  var excuse: Stillness.Excuse { waitsForMain || executor.answers.isWaiting ? .waits : ownExcuse }
  var isIdle: Bool { false }
  private var ownExcuse: Stillness.Excuse {
    guard let clock = executor.baton.clock.with({ $0 }) else { return .none }
    let now = clock.nanoseconds, used = now - lastLook.exchange(now, ordering: .relaxed)
    return used >= 100_000 || clock.isRunnable ? .computes(nanoseconds: used) : .none
  }
  /// Called by the watchdog when nothing has happened for the length of the patience.
  func stopForStillness() {
    if executor.baton.isIdle.load(ordering: .acquiring) {
      // Whatever it waits for may come later, or never: the call that led away is the cause.
      if let departure { return finish(departure) }
      return finish(withTasks(problemOfWait))
    }
    guard let others = waitsForMain ? [] : executor.stopRunningThread() else {
      return Watchdog.shared.watch(self, patience: patience)
    }
    executor.refuseJobs()  // its thread may never return to do it
    if waitsForMain {
      finish(VirtualTimeError.mainActorBusy(at: timeline.now, patience: patience * Int(Stillness.excuse)))
    } else {
      // Its thread may wait for the main one, and go on then: the outcome is decided before.
      defer { executor.mainTurn.giveUp() }
      if let departure { return finish(departure) }
      let instant = timeline.now
      let problem =
        executor.blocking.call.map { VirtualTimeError.blockedIn(call: $0, at: instant, patience: patience) }
        ?? VirtualTimeError.blocked(at: instant, patience: patience)
      let sentences = executor.baton.makerOfRunningThread + others
      finish(sentences.isEmpty ? problem : .waiting(problem, tasks: sentences))
    }
  }
  private var problemOfWait: VirtualTimeError {
    let instant = timeline.now, endless = timeline.endlessSleepers
    if timeline.isHeld, let next = timeline.nextDeadline { return .held(at: instant, next: next, patience: patience) }
    if endless > 0 { return .sleepsForEver(at: instant, tasks: endless, patience: patience) }
    return executor.outer == nil
      ? .stuck(at: instant, patience: patience) : .stuckInside(at: instant, patience: patience)
  }
  private func withTasks(_ problem: VirtualTimeError) -> VirtualTimeError {
    let tasks = (state.with { $0.body }.map(executor.waits) ?? []) + executor.baton.waitsOfIdle
    return tasks.isEmpty ? problem : .waiting(problem, tasks: tasks)
  }
  /// A number that changes when the run makes progress. A run inside this one has a watchdog of its own.
  var progress: Int {
    if executor.blocking.isForInnerRun { rounds.wrappingAdd(1, ordering: .relaxed) }
    return rounds.load(ordering: .relaxed) &+ timeline.progress
  }
}
