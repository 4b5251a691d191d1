/// The ways by which a job, a timer or a wait gets into the system: hooks of the concurrency runtime, and functions
/// that the libraries of the toolchain import from the C library and from Dispatch. Each was looked through, and this
/// table says what happens to it. A test compares it with the libraries of the toolchain at hand and fails by name for
/// an entry that it does not have.
package struct RuntimeEntry: Sendable {
  package let name: String
  package let treatment: Treatment
  /// Why the treatment is enough.
  package let reason: String

  package enum Treatment: String, Sendable {
    /// A hook that is filled, or a function that is replaced: it works in virtual time.
    case virtual
    /// A function that is replaced: it works in real time, and the run reports it.
    case reported
    /// It brings in no real time.
    case left
  }
}

package enum RuntimeEntries {
  /// The symbols without which no task can be led.
  static let needed = [
    "swift_task_enqueueGlobal_hook", "swift_task_getMainExecutor_hook", "swift_task_getJobTaskId",
    "swift_task_enqueueGlobalWithDelay",
  ]

  /// The hooks that the concurrency runtime exports.
  package static let hooks: [RuntimeEntry] = [
    .init(
      "swift_task_enqueueGlobal_hook", .virtual, "every job that is to run on no actor, and the job of every actor"),
    .init("swift_task_enqueueGlobalWithDelay_hook", .virtual, "Task.sleep(_:), and Task.sleep(nanoseconds:)"),
    .init(
      "swift_task_enqueueGlobalWithDeadline_hook", .virtual,
      "a sleep of a clock, with or without a tolerance, where no executor schedules it"),
    .init(
      "swift_task_enqueueMainExecutor_hook", .virtual, "every job of the main actor that was made outside of a run"),
    .init("swift_task_getMainExecutor_hook", .virtual, "what the code of a run takes for the main actor"),
    .init(
      "swift_task_isMainExecutor_hook", .left,
      "compares executors and enqueues nothing; the executor of the runs is not the real main actor"),
    .init(
      "swift_task_checkIsolated_hook", .left,
      "asks an executor whether it runs; the executor of the runs answers by itself"),
    .init("swift_task_isIsolatingCurrentContext_hook", .left, "asks an executor whether it runs, and enqueues nothing"),
    .init("swift_task_isOnExecutor_hook", .left, "asks an executor whether it runs, and enqueues nothing"),
    .init(
      "swift_task_donateThreadToGlobalExecutorUntil_hook", .left,
      "called by nobody where Dispatch is the global executor"),
    .init(
      "swift_task_asyncMainDrainQueue_hook", .left,
      "called once, by the start of a program whose main function is async, before any run"),
  ]

  /// The functions by which libraries and programs read time, sleep, wait with a limit, or give work to a timer or a
  /// thread.
  package static let functions: [RuntimeEntry] = [
    .init("clock_gettime", .virtual, "Date(), ContinuousClock, SuspendingClock, the uptime of the system"),
    .init("gettimeofday", .virtual, "dates in code in C, and the run loops of Foundation"),
    .init("time", .virtual, "seconds in code in C"),
    .init("timespec_get", .virtual, "dates in C11; the kits for tests keep the real one"),
    .init("clock_getres", .left, "the smallest step of a clock, a constant"),
    .init("times", .left, "processor time, which is not the time of a clock"),
    .init("dispatch_time", .virtual, "DispatchTime.now()"),
    .init("dispatch_walltime", .virtual, "DispatchWallTime.now()"),
    .init("nanosleep", .virtual, "Thread.sleep"),
    .init("clock_nanosleep", .virtual, "called by programs only"),
    .init("sleep", .virtual, "lets virtual time pass"),
    .init("usleep", .virtual, "lets virtual time pass"),
    .init(
      "select", .virtual,
      "without files it only sleeps; with files it waits in real time, and virtual time passes if that was in vain"),
    .init("pselect", .virtual, "as select"),
    .init("poll", .virtual, "as select"),
    .init("ppoll", .virtual, "as select"),
    .init(
      "epoll_wait", .virtual,
      "a run loop of Foundation, which is reported when it is run: virtual time passes by the real time"),
    .init("epoll_pwait", .left, "as epoll_wait"),
    .init(
      "pthread_cond_timedwait", .virtual,
      "NSCondition.wait(until:): in real time, and virtual time passes if that was in vain"),
    .init("pthread_cond_clockwait", .virtual, "as pthread_cond_timedwait"),
    .init("pthread_mutex_timedlock", .virtual, "NSLock.lock(before:), as pthread_cond_timedwait"),
    .init(
      "sem_timedwait", .virtual,
      "as pthread_cond_timedwait; Dispatch calls it for its semaphores, whose waits are replaced as a whole"),
    .init("sem_clockwait", .left, "imported by no library of the toolchain"),
    .init("dispatch_semaphore_wait", .virtual, "DispatchSemaphore.wait(timeout:), as pthread_cond_timedwait"),
    .init("dispatch_group_wait", .virtual, "DispatchGroup.wait(timeout:), as pthread_cond_timedwait"),
    .init("dispatch_block_wait", .reported, "a work item was given to a queue, which is reported"),
    .init("dispatch_after", .reported, "DispatchQueue.asyncAfter"),
    .init("dispatch_after_f", .virtual, "the sleep of a task on an actor; called by the runtime"),
    .init("dispatch_async", .reported, "DispatchQueue.async; OperationQueue, URLSession and their kin call it, too"),
    .init(
      "dispatch_async_f", .virtual,
      "Task.yield of a task that an actor runs or has run passes no hook, nor does a job of the main actor where a test is not awaited, which is reported"
    ),
    .init("dispatch_group_async", .reported, "DispatchQueue.async(group:)"),
    .init("dispatch_group_notify", .reported, "DispatchGroup.notify"),
    .init("dispatch_barrier_async", .left, "writes what a sync reads, which waits for it"),
    .init("dispatch_barrier_sync", .left, "returns when its work is over"),
    .init("dispatch_sync", .left, "returns when its work is over"),
    .init("dispatch_apply", .left, "returns when its work is over; its threads have real time"),
    .init(
      "dispatch_source_create", .reported,
      "DispatchSource.makeTimerSource; for the runtime, a sleep with a tolerance on an actor, it is virtual"),
    .init("dispatch_source_set_timer", .reported, "as dispatch_source_create"),
    .init("timerfd_settime", .virtual, "the next timer of a run loop: in real time, as far away as in virtual time"),
    .init("CFRunLoopAddTimer", .reported, "Timer.scheduledTimer, RunLoop.add"),
    .init("CFRunLoopTimerSetNextFireDate", .reported, "Timer.fireDate"),
    .init("CFRunLoopRunInMode", .reported, "RunLoop.run, run(until:), run(mode:before:)"),
    .init("CFRunLoopPerformBlock", .reported, "RunLoop.perform"),
    .init("timer_settime", .left, "imported by no library of the toolchain"),
    .init("setitimer", .left, "imported by no library of the toolchain"),
    .init("alarm", .left, "imported by no library of the toolchain"),
    .init(
      "pthread_create", .reported,
      "Thread.start, Thread.detachNewThread; where XCTest makes it to wait for expectations, the run says so"),
    .init("stat", .left, "the system sets the dates of files: inject the date"),
    .init("fstat", .left, "as stat"), .init("lstat", .left, "as stat"), .init("statx", .left, "as stat"),
    .init("fstatat", .left, "as stat"), .init("utimes", .left, "sets the dates of a file"),
    .init("futimens", .left, "as utimes"),
    .init("utimensat", .left, "as utimes"),
    .init("syscall", .left, "locks of the standard library wait without a limit"),
  ]
}

extension RuntimeEntry {
  fileprivate init(_ name: String, _ treatment: Treatment, _ reason: String) {
    (self.name, self.treatment, self.reason) = (name, treatment, reason)
  }
}

extension RuntimeEntries {
  /// The functions that are replaced here.
  package static var replaced: [String] {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      ReplacedFunction.all.map(\.name)
    #else
      []
    #endif
  }
}
