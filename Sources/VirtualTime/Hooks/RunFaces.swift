// The executors that a job of a run sees. There is one of each kind in the process, because suspended tasks refer to
// executors without keeping them alive.

final class SerialFace: SerialExecutor {
  static let general = SerialFace(.general), main = SerialFace(.main)
  private let face: RunFace
  private init(_ face: RunFace) { self.face = face }

  func enqueue(_ job: consuming ExecutorJob) { RuntimeHooks.enqueue(UnownedJob(job), on: face) }
  /// The runtime asks this for a closure of the main actor that is called outside of its jobs, such as one in a
  /// pipeline.
  func checkIsolated() {
    if face.isMain, RunOfThread.current?.actsOnMain() == true { return }
    fatalError(
      "code of \(face.isMain ? "the main actor" : "another executor") is called in virtual time by a task that is not on it"
    )
  }
}

final class TaskFace: TaskExecutor {
  static let preferred = TaskFace()
  func enqueue(_ job: consuming ExecutorJob) { RuntimeHooks.enqueue(UnownedJob(job), on: .preferred) }
}

#if compiler(>=6.3)
  // `Task.sleep` and the clocks of the standard library ask the executor of the task for this conformance. Without it
  // they call the hooks, which get the deadline without fractions of a nanosecond. All runs share the executors, so the
  // job of a run whose clocks are real is handed back.
  import PipesCore
  @_spi(ExperimentalScheduling) import _Concurrency

  protocol VirtualSleeper: SchedulingExecutor {}
  extension VirtualSleeper {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      RuntimeHooks.sleep(UnownedJob(job), delay, by: RunClock(of: C.self))
    }
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      RuntimeHooks.sleep(UnownedJob(job), clock.now.duration(to: instant), by: RunClock(of: C.self))
    }
  }
  extension SerialFace: VirtualSleeper {}
  extension TaskFace: VirtualSleeper {}
  extension RuntimeHooks {
    /// The clocks that come here measure in `Duration`.
    fileprivate static func sleep(_ job: UnownedJob, _ length: some DurationProtocol, by clock: RunClock) {
      sleep(job, for: SleepLength(length as? Duration ?? .zero, by: clock))
    }
  }
#endif
