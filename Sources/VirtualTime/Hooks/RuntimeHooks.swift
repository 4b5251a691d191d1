import PipesCore
import Synchronization

/// The hooks of the concurrency runtime, which decide where a job is enqueued. They are found by name and filled once.
/// From then on every job passes here: jobs of a run are enqueued there, all others where they would have been without
/// the hooks. `RuntimeEntries` of the tests says what happens to each hook.
///
/// The hook of the global executor stays empty if the default executor is one of the runs. Libraries that serialize the
/// tasks of a test fill it and afterwards put back what they take for its state: their own hook, if it was filled.
enum RuntimeHooks {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias EnqueueLater = @convention(thin) (UInt64, UnownedJob) -> Void
  typealias EnqueueLaterHook = @convention(thin) (UInt64, UnownedJob, EnqueueLater) -> Void
  /// Seconds and nanoseconds of the deadline and of the tolerance, and the number of the clock.
  typealias EnqueueAt = @convention(thin) (Int64, Int64, Int64, Int64, CInt, UnownedJob) -> Void
  typealias EnqueueAtHook = @convention(thin) (Int64, Int64, Int64, Int64, CInt, UnownedJob, EnqueueAt) -> Void
  typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor
  typealias TaskID = @convention(thin) (UnownedJob) -> UInt64

  /// The previous contents of the hooks, as addresses; zero if a hook was empty.
  static let previousGlobal = Atomic<UInt>(0), previousMain = Atomic<UInt>(0), previousLater = Atomic<UInt>(0),
    previousAt = Atomic<UInt>(0)
  private static let hasDefaultExecutor = Atomic(false)
  /// Whether the default executor of the process is one of the runs. Then jobs of no actor run as the runtime runs them: a
  /// call of a function that is on no actor is not a turn.
  static var leadsDefaultExecutor: Bool { hasDefaultExecutor.load(ordering: .relaxed) }
  static let previousMainExecutor = Atomic<UInt>(0), taskID = Atomic<UInt>(0)
  @_transparent static func function<Function>(_ address: borrowing Atomic<UInt>, as type: Function.Type) -> Function? {
    unsafeBitCast(address.load(ordering: .acquiring), to: Function?.self)
  }

  // Written once, before `hasHandler`.
  @exclusivity(unchecked) private nonisolated(unsafe) static var theHandler: (any JobHandler)?
  private static let hasHandler = Atomic(false)
  /// A thread of the runtime may find a hook filled before it finds the handler: its job is not one of a run then.
  fileprivate static var handler: (any JobHandler)? { hasHandler.load(ordering: .acquiring) ? theHandler : nil }
  private static let installed = Guarded<[String]?>(nil)

  /// The symbols without which no task can be led.
  private static let needed = [
    "swift_task_enqueueGlobal_hook", "swift_task_getMainExecutor_hook", "swift_task_getJobTaskId",
    "swift_task_enqueueGlobalWithDelay",
  ]
  /// Fills the hooks, once in a process. Returns the names of the symbols that this runtime lacks.
  static func install(for handler: any JobHandler) -> [String] {
    installed.with { installed in
      if let installed { return installed }
      let missing = needed.filter { Host.symbol($0) == nil }
      installed = missing
      if missing.isEmpty { fillAll(for: handler) }
      return missing
    }
  }
  private static func fillAll(for handler: any JobHandler) {
    theHandler = handler
    hasHandler.store(true, ordering: .releasing)
    taskID.store(UInt(bitPattern: Host.symbol("swift_task_getJobTaskId")), ordering: .releasing)
    #if compiler(>=6.3) && !canImport(Darwin)
      if Host.symbol("swift_createExecutors") != nil {
        RunDefaultExecutor.install()
        hasDefaultExecutor.store(true, ordering: .releasing)
      }
    #endif
    if !leadsDefaultExecutor { fill("swift_task_enqueueGlobal_hook", with: globalHook, keeping: previousGlobal) }
    fill("swift_task_enqueueMainExecutor_hook", with: mainHook, keeping: previousMain)
    fill("swift_task_enqueueGlobalWithDelay_hook", with: laterHook, keeping: previousLater)
    fill("swift_task_enqueueGlobalWithDeadline_hook", with: atHook, keeping: previousAt)
    fill("swift_task_getMainExecutor_hook", with: mainExecutorHook, keeping: previousMainExecutor)
  }
  private static func fill<Hook>(_ name: String, with hook: Hook, keeping previous: borrowing Atomic<UInt>) {
    guard let place = Host.symbol(name) else { return }
    previous.store(place.load(as: UInt.self), ordering: .releasing)
    place.assumingMemoryBound(to: Hook.self).pointee = hook
  }

  /// Returns the number of the task that a job belongs to, which is unique in the process; zero if the job belongs to
  /// no task.
  static func taskID(of job: UnownedJob) -> UInt64 { function(taskID, as: TaskID.self)?(job) ?? 0 }
  /// Returns the number of a task that is running.
  static func taskID(of task: UnsafeCurrentTask) -> UInt64 {
    taskID(of: unsafeBitCast(task, to: UnownedJob.self))
  }

  /// Called when a run begins and ends whose orders are searched.
  static func beginSearch() {
    #if canImport(Glibc) && arch(x86_64)
      TaskHop.beginSearch()
    #endif
  }
  static func endSearch() {
    #if canImport(Glibc) && arch(x86_64)
      TaskHop.endSearch()
    #endif
  }
  /// The actor without an executor of its own to which a task hops, in a search.
  static func actor(ofHop task: UInt64) -> UInt? {
    #if canImport(Glibc) && arch(x86_64)
      TaskHop.actor(of: task)
    #else
      nil
    #endif
  }
  /// Gives a job to an actor.
  static func enqueue(_ job: UnownedJob, onActor actor: UInt) {
    #if canImport(Glibc) && arch(x86_64)
      TaskStart.enqueue?(unsafeBitCast(job, to: UInt.self), actor, 0)
    #endif
  }

  /// Takes a job that is on its way to the global executor.
  static func take(_ job: UnownedJob) -> Bool {
    if let handler { handler.take(job, on: .general) || handler.keep(job) } else { false }
  }
  /// Enqueues a job of an executor of the runs.
  static func enqueue(_ job: UnownedJob, on face: RunFace) {
    if handler?.take(job, on: face) == true { return }
    // The run of its timeline is over.
    if face.isMain { MainActor.shared.enqueue(job) } else { globalConcurrentExecutor.enqueue(job) }
  }
  /// Schedules the job that wakes a task at a time of a clock: 1 and 2 are the clocks of the machine, 3 is the clock of
  /// the calendar. Returns false outside of runs.
  fileprivate static func sleep(_ job: UnownedJob, until deadline: RunDate, _ number: CInt) -> Bool {
    guard let run = RunOfThread.current, let now = run.reading else { return false }
    let clock: RunClock = number == 3 ? .wall : number == 2 ? .suspending : .continuous
    let length =
      clock == .wall
      ? deadline.since(now.date)
      : deadline.sinceEpoch == .never ? .never : max(0, deadline.sinceEpoch.minus(now.nanoseconds(of: clock)))
    return run.sleep(job, for: SleepLength(nanoseconds: length, by: clock))
  }
  /// Schedules the job that wakes a task which sleeps.
  static func sleep(_ job: UnownedJob, for length: SleepLength) {
    if RunOfThread.current?.sleep(job, for: length) == true { return }
    // The runtime enqueues it after a real delay.
    let function = Host.function("swift_task_enqueueGlobalWithDelay", EnqueueLater.self)
    RunOfThread.withoutRun { function?(UInt64(length.nanoseconds), job) }
  }
}

private typealias Hooks = RuntimeHooks

private let globalHook: Hooks.EnqueueHook = { job, original in
  if Hooks.take(job) { return }
  let previous = Hooks.function(Hooks.previousGlobal, as: Hooks.EnqueueHook.self)
  if let previous { previous(job, original) } else { original(job) }
}
private let mainHook: Hooks.EnqueueHook = { job, original in
  if Hooks.handler?.take(job, on: .main) == true { return }
  let previous = Hooks.function(Hooks.previousMain, as: Hooks.EnqueueHook.self)
  if let previous { previous(job, original) } else { original(job) }
}
private let laterHook: Hooks.EnqueueLaterHook = { delay, job, original in
  let length = SleepLength(nanoseconds: Int64(clamping: delay), by: .suspending)
  if RunOfThread.current?.sleep(job, for: length) == true { return }
  let previous = Hooks.function(Hooks.previousLater, as: Hooks.EnqueueLaterHook.self)
  if let previous { previous(delay, job, original) } else { original(delay, job) }
}
private let atHook: Hooks.EnqueueAtHook = {
  seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job, original in
  if Hooks.sleep(job, until: RunDate(seconds: seconds, nanoseconds: nanoseconds), clock) { return }
  let previous = Hooks.function(Hooks.previousAt, as: Hooks.EnqueueAtHook.self)
  if let previous {
    previous(seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job, original)
  } else {
    original(seconds, nanoseconds, toleranceSeconds, toleranceNanoseconds, clock, job)
  }
}
private let mainExecutorHook: Hooks.MainExecutorHook = { original in
  if RunOfThread.current?.runsTasks == true { return SerialFace.main.asUnownedSerialExecutor() }
  let previous = Hooks.function(Hooks.previousMainExecutor, as: Hooks.MainExecutorHook.self)
  return previous?(original) ?? original()
}
