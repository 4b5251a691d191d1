#if compiler(>=6.3) && !canImport(Darwin)
  @_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
  import PipesCore

  /// The default executor of the process: jobs of runs go to their run, all others to the executor of the platform.
  /// `Task.yield` and sleeps ask it in tasks that prefer no executor, also on actors.
  ///
  /// The runtime replaces its default executor without a lock, so a thread may read half of the old one and half of this
  /// one. No method uses `self`, so either half is enough.
  final class RunDefaultExecutor: TaskExecutor, SchedulingExecutor {
    private static let shared = RunDefaultExecutor()
    private static let platform = PlatformExecutorFactory.defaultExecutor
    private static let platformLater = platform as? any SchedulingExecutor

    static func install() {
      _ = platformLater  // before it is replaced
      _createExecutors(factory: Factory.self)
    }
    private enum Factory: ExecutorFactory {
      static var mainExecutor: any MainExecutor { MainActor.executor }
      static var defaultExecutor: any TaskExecutor { shared }
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !RuntimeHooks.take(job) { Self.platform.enqueue(job) }
    }
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      let job = UnownedJob(job)
      if !Self.sleep(job, delay, RunClock(of: C.self)) {
        Self.platformLater?.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
      }
    }
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      let job = UnownedJob(job)
      if RunOfThread.current == nil || !Self.sleep(job, clock.now.duration(to: instant), RunClock(of: C.self)) {
        Self.platformLater?.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
      }
    }
    private static func sleep(_ job: UnownedJob, _ length: some DurationProtocol, _ clock: RunClock) -> Bool {
      guard let run = RunOfThread.current, let length = length as? Duration else { return false }
      return run.sleep(job, for: SleepLength(length, by: clock))
    }
  }
#endif
