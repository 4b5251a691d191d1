import Synchronization

/// The hooks of the concurrency runtime, which decide where a job is enqueued. They are found by name and filled once. From then on every
/// job passes here: jobs of a timeline are enqueued there, all others where they would have been without the hooks.
enum RuntimeHooks {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias EnqueueLater = @convention(thin) (UInt64, UnownedJob) -> Void
  typealias EnqueueLaterHook = @convention(thin) (UInt64, UnownedJob, EnqueueLater) -> Void
  typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor
  typealias TaskID = @convention(thin) (UnownedJob) -> UInt64

  /// The previous contents of the hooks, as addresses; zero if a hook was empty.
  static let previousGlobal = Atomic<UInt>(0), previousMain = Atomic<UInt>(0), previousLater = Atomic<UInt>(0)
  static let previousMainExecutor = Atomic<UInt>(0), taskID = Atomic<UInt>(0)
  static func function<Function>(_ address: borrowing Atomic<UInt>, as type: Function.Type) -> Function? {
    unsafeBitCast(address.load(ordering: .acquiring), to: Function?.self)
  }

  /// The names of the symbols that this runtime lacks. The first access installs the hooks.
  static let missing: [String] = install()

  /// Returns the number of the task that a job belongs to, which is unique in the process; zero if the job belongs to no task.
  static func taskID(of job: UnownedJob) -> UInt64 { function(taskID, as: TaskID.self)?(job) ?? 0 }

  /// Returns the number of a task that is running.
  static func taskID(of task: UnsafeCurrentTask) -> UInt64 { taskID(of: unsafeBitCast(task, to: UnownedJob.self)) }
  /// Lets the runtime enqueue a job after a real delay in nanoseconds.
  static func enqueueLater(_ job: UnownedJob, _ delay: Int64) {
    let function = Host.symbol("swift_task_enqueueGlobalWithDelay").map { unsafeBitCast($0, to: EnqueueLater.self) }
    Host.adopting(nil) { function?(UInt64(max(0, delay)), job) }
  }

  private static func install() -> [String] {
    let needed = [
      "swift_task_enqueueGlobal_hook", "swift_task_getMainExecutor_hook", "swift_task_getJobTaskId", "swift_task_enqueueGlobalWithDelay",
    ]
    let missing = needed.filter { Host.symbol($0) == nil }
    guard missing.isEmpty else { return missing }
    taskID.store(UInt(bitPattern: Host.symbol("swift_task_getJobTaskId")), ordering: .releasing)

    fill("swift_task_enqueueGlobal_hook", with: globalHook, keeping: previousGlobal)
    fill("swift_task_enqueueMainExecutor_hook", with: mainHook, keeping: previousMain)
    fill("swift_task_enqueueGlobalWithDelay_hook", with: laterHook, keeping: previousLater)
    fill("swift_task_getMainExecutor_hook", with: mainExecutorHook, keeping: previousMainExecutor)
    return []
  }
  private static func fill<Hook>(_ name: String, with hook: Hook, keeping previous: borrowing Atomic<UInt>) {
    guard let place = Host.symbol(name) else { return }
    previous.store(place.load(as: UInt.self), ordering: .releasing)
    place.assumingMemoryBound(to: Hook.self).pointee = hook
  }
}

private typealias Hooks = RuntimeHooks

private let globalHook: Hooks.EnqueueHook = { job, original in
  if VirtualExecutor.take(job) || ThreadPool.keep(job) { return }
  let previous = Hooks.function(Hooks.previousGlobal, as: Hooks.EnqueueHook.self)
  if let previous { previous(job, original) } else { original(job) }
}
private let mainHook: Hooks.EnqueueHook = { job, original in
  if VirtualExecutor.take(job, on: .main) { return }
  let previous = Hooks.function(Hooks.previousMain, as: Hooks.EnqueueHook.self)
  if let previous { previous(job, original) } else { original(job) }
}
private let laterHook: Hooks.EnqueueLaterHook = { delay, job, original in
  if VirtualExecutor.take(job, after: delay) { return }
  let previous = Hooks.function(Hooks.previousLater, as: Hooks.EnqueueLaterHook.self)
  if let previous { previous(delay, job, original) } else { original(delay, job) }
}
private let mainExecutorHook: Hooks.MainExecutorHook = { original in
  if Host.executor != nil { return VirtualExecutor.main.asUnownedSerialExecutor() }
  let previous = Hooks.function(Hooks.previousMainExecutor, as: Hooks.MainExecutorHook.self)
  return previous?(original) ?? original()
}
