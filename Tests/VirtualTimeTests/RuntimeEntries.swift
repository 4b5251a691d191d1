@testable import VirtualTime

/// The ways by which a job, a timer, a wait, a thread, another process or chance gets into a run: hooks of the
/// concurrency runtime, and functions of Dispatch, of the C library and of Core Foundation. Each was looked through, and
/// this table says what happens to it. A test compares it with what the toolchain at hand exports, declares and calls,
/// and fails by name for an entry that it does not have.
struct RuntimeEntry: Sendable {
  let name: String
  let treatment: Treatment
  /// Why the treatment is enough.
  let reason: String

  enum Treatment: String, Sendable {
    /// A hook that is filled, or a function that is replaced: it works in virtual time.
    case virtual
    /// A function that is replaced: it works in real time, and the run reports it with its caller.
    case reported
    /// It brings in neither real time nor chance.
    case harmless
  }
}

enum RuntimeEntries {
  /// The hooks that the concurrency runtime exports.
  static let hooks: [RuntimeEntry] = [
    .init(
      "swift_task_enqueueGlobal_hook", .virtual,
      "every job that is to run on no actor, and the job of every actor; empty where the default executor gets them"),
    .init("swift_task_enqueueGlobalWithDelay_hook", .virtual, "Task.sleep(_:), and Task.sleep(nanoseconds:)"),
    .init(
      "swift_task_enqueueGlobalWithDeadline_hook", .virtual,
      "a sleep of a clock, with or without a tolerance, where no executor schedules it"),
    .init(
      "swift_task_enqueueMainExecutor_hook", .virtual, "every job of the main actor that was made outside of a run"),
    .init("swift_task_getMainExecutor_hook", .virtual, "what the code of a run takes for the main actor"),
    .init(
      "swift_task_isMainExecutor_hook", .harmless,
      "compares executors and enqueues nothing; the executor of the runs is not the real main actor"),
    .init(
      "swift_task_checkIsolated_hook", .harmless,
      "asks an executor whether it runs; the executor of the runs answers by itself"),
    .init("swift_task_isIsolatingCurrentContext_hook", .harmless, "asks an executor whether it runs, enqueues nothing"),
    .init("swift_task_isOnExecutor_hook", .harmless, "asks an executor whether it runs, and enqueues nothing"),
    .init(
      "swift_task_donateThreadToGlobalExecutorUntil_hook", .harmless,
      "called by nobody where Dispatch is the global executor"),
    .init(
      "swift_task_asyncMainDrainQueue_hook", .harmless,
      "called once, by the start of a program whose main function is async, before any run"),
  ]

  /// The functions, each with its treatment. A name that ends with `*` is the beginning of several names.
  static let functions: [RuntimeEntry] =
    clocks + sleeps + waits + threads + dispatch + runLoops + outside + files + chance + hops

  private static let clocks =
    entries(
      .virtual, "the time of the run: Date(), ContinuousClock, SuspendingClock, the uptime of the system",
      "clock_gettime gettimeofday time timespec_get dispatch_time dispatch_walltime")
    + entries(.harmless, "processor time", "clock times clock_getcpuclockid pthread_getcpuclockid getitimer")
    + entries(
      .harmless, "a constant, or a function that no program can be linked with", "clock_getres timespec_getres ftime")
    + entries(.harmless, "sets a clock of the machine", "clock_settime settimeofday adjtime")
    + entries(
      .harmless, "computes with a date that it is given; a change of the time zone stays, as in the program",
      "difftime mktime strftime* strptime* gmtime* localtime* asctime* ctime* tzset timegm timelocal dysize getdate*")

  private static let sleeps = entries(
    .virtual, "lets virtual time pass: Thread.sleep, and code in C",
    "nanosleep clock_nanosleep sleep usleep thrd_sleep")

  private static let waits =
    entries(
      .virtual, "with files it waits in real time, and virtual time passes if that was in vain; else it only sleeps",
      "select pselect poll ppoll epoll_wait epoll_pwait epoll_pwait2")
    + entries(
      .virtual, "the run goes on meanwhile; else it waits in real time, and virtual time passes if that was in vain",
      """
      pthread_cond_timedwait pthread_cond_clockwait pthread_mutex_timedlock pthread_mutex_clocklock sem_timedwait
      sem_clockwait pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_clockrdlock
      pthread_rwlock_clockwrlock pthread_timedjoin_np pthread_clockjoin_np pthread_join pthread_tryjoin_np dispatch_semaphore_signal mtx_timedlock cnd_timedwait sigtimedwait
      mq_timedreceive mq_timedsend semtimedop dispatch_semaphore_wait dispatch_group_wait
      dispatch_block_wait
      """)
    + entries(
      .virtual, "the run goes on while a thread of it waits, and another one holds the lock or signals the condition",
      """
      pthread_cond_wait pthread_cond_signal pthread_cond_broadcast pthread_mutex_lock mtx_lock pthread_rwlock_rdlock
      pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_spin_lock
      pthread_spin_trylock pthread_spin_unlock sem_wait pthread_barrier_wait
      """)
    + entries(
      .harmless, "waits without a limit, for another thread or for a message",
      """
      thrd_join cnd_wait sigpause __sigpause
      semop msgrcv msgsnd mq_receive mq_send aio_suspend* dispatch_once dispatch_once_f call_once pthread_once
      """)
    + entries(
      .harmless, "wakes a waiter, or asks whether it has to wait",
      """
      pthread_mutex_trylock pthread_mutex_unlock sem_trywait sem_post
      sem_getvalue mtx_trylock mtx_unlock cnd_signal cnd_broadcast
      dispatch_group_enter
      """)
    + entries(
      .harmless, "makes, describes or ends a lock, a semaphore or a queue of messages",
      """
      pthread_mutex_init pthread_mutex_destroy pthread_mutex_getprioceiling pthread_mutex_setprioceiling
      pthread_mutex_consistent* pthread_mutexattr_* pthread_rwlock_init pthread_rwlock_destroy pthread_rwlockattr_*
      pthread_cond_init pthread_cond_destroy pthread_condattr_* pthread_spin_init pthread_spin_destroy
      pthread_barrier_init pthread_barrier_destroy pthread_barrierattr_* sem_init sem_destroy sem_open sem_close
      sem_unlink semctl semget msgctl msgget mq_open mq_close mq_getattr mq_setattr mq_unlink mtx_init mtx_destroy
      cnd_init cnd_destroy dispatch_semaphore_create dispatch_group_create
      """)

  private static let threads =
    entries(
      .virtual, "Thread.start, Thread.detachNewThread: a thread of the run; reported where queues stay real",
      "pthread_create")
    + entries(.reported, "a thread of C11", "thrd_create")
    + entries(
      .reported, "ends a thread of a run inside of a call; for another thread the call is as it was", "pthread_cancel")
    + entries(
      .harmless, "describes a thread, or ends it",
      """
      pthread_attr_* pthread_getattr* pthread_setattr* pthread_getsched* pthread_setsched* pthread_getname_np
      pthread_setname_np pthread_getconcurrency pthread_setconcurrency pthread_getaffinity_np pthread_setaffinity_np
      pthread_exit pthread_detach pthread_self pthread_equal pthread_setcancel* pthread_testcancel
      __pthread_* __sigsetjmp* pthread_key_* pthread_getspecific pthread_setspecific pthread_atfork thrd_equal
      thrd_current thrd_exit thrd_detach tss_* _CFThread* _CFMainPThread _CF_pthread_main_thread_np
      """)
    + entries(
      .virtual, "in code of the main actor and of the main queue the answer is the one on the main thread",
      """
      _CFIsMainThread _CFThreadSpecificGet _CFThreadSpecificSet dispatch_assert_queue dispatch_assert_queue_barrier
      dispatch_assert_queue_not dispatch_get_specific
      """)
    + entries(
      .virtual, "DispatchQueue.main.sync runs its work on the main queue; for another queue the call is as it was",
      "dispatch_sync dispatch_barrier_sync")
    + entries(.harmless, "the system decides which thread runs", "pthread_yield thrd_yield sched_*")

  private static let dispatch =
    entries(
      .virtual, "DispatchQueue.async, asyncAfter, notify: an action of the timeline; reported where queues stay real",
      "dispatch_async dispatch_barrier_async dispatch_after dispatch_group_async dispatch_group_notify")
    + entries(.virtual, "gives the work that waits for the group, if it was the last member", "dispatch_group_leave")
    + entries(.virtual, "takes back the work that waits for its instant", "dispatch_block_cancel")
    + entries(
      .virtual, "lets a queue or a source go on, or not", "dispatch_resume dispatch_activate dispatch_suspend")
    + entries(.virtual, "DispatchWorkItem.notify; reported where queues stay real", "dispatch_block_notify")
    + entries(
      .virtual, "concurrentPerform: one iteration after the other", "dispatch_apply")
    + entries(.reported, "code in C gives it to a group", "dispatch_group_async_f dispatch_group_notify_f")
    + entries(
      .virtual, "the runtime calls it for the sleep of a task on an actor; in code in C it is reported",
      "dispatch_after_f")
    + entries(
      .virtual, "the runtime calls it for Task.yield and for jobs of the main actor; in code in C it is reported",
      "dispatch_async_f")
    + entries(
      .virtual,
      "DispatchSource for timers, data and signals; sources of other kinds are reported, and all where queues stay real",
      """
      dispatch_source_create dispatch_source_set_timer dispatch_source_merge_data dispatch_source_set_event_handler
      dispatch_source_set_cancel_handler dispatch_source_set_registration_handler dispatch_source_cancel
      dispatch_source_get_data dispatch_source_get_handle dispatch_set_target_queue
      """)
    + entries(
      .virtual, "a signal that the test or the code of the run sends, and receives; the process does not get it",
      "signal sigaction kill raise")
    + entries(.virtual, "the end of a source, which ends its events", "dispatch_release")
    + entries(
      .reported, "DispatchIO", "dispatch_io_create dispatch_io_create_with_path dispatch_read dispatch_write")
    + entries(.harmless, "writes what a sync reads, which waits for it", "dispatch_barrier_async_f")
    + entries(
      .harmless, "returns when its work is over; threads of its own have real time",
      """
      dispatch_sync_f dispatch_barrier_sync_f dispatch_async_and_wait
      dispatch_async_and_wait_f dispatch_barrier_async_and_wait dispatch_barrier_async_and_wait_f
      dispatch_apply_f dispatch_benchmark dispatch_benchmark_f dispatch_block_perform
      """)
    + entries(
      .harmless, "changes a queue, a source or a work item; to make it or to give it work is reported",
      """
      dispatch_source_set_event_handler_f dispatch_source_set_cancel_handler_f
      dispatch_source_set_mandatory_cancel_handler dispatch_source_set_mandatory_cancel_handler_f
      dispatch_source_set_registration_handler_f dispatch_source_cancel_and_wait dispatch_io_barrier dispatch_io_barrier_f
      dispatch_io_close dispatch_io_read dispatch_io_read_f dispatch_io_write dispatch_io_write_f
      """)
    + entries(
      .harmless, "makes, describes or asks",
      """
      dispatch_data_* dispatch_io_create_f dispatch_io_create_with_io dispatch_io_create_with_io_f
      dispatch_io_create_with_path_f dispatch_io_get_descriptor dispatch_io_set_* dispatch_source_get_mask dispatch_source_get_extended_data
      dispatch_source_testcancel dispatch_block_create* dispatch_block_testcancel dispatch_queue_attr_*
      dispatch_queue_create* dispatch_queue_get_* dispatch_queue_offsets dispatch_queue_set_* dispatch_get_context dispatch_get_current_queue
      dispatch_get_global_queue dispatch_set_context dispatch_set_finalizer_f
      dispatch_set_qos_class dispatch_set_qos_class_fallback dispatch_set_qos_class_floor dispatch_workloop_* dispatch_retain
      dispatch_debug dispatch_debugv
      """)
    + entries(
      .harmless, "called by no program: for the start and the end of a process, or not declared",
      "dispatch_async_enforce_qos_class_f dispatch_main dispatch_atfork_* dispatch_read_f dispatch_write_f")

  private static let runLoops =
    entries(
      .virtual,
      "timers and blocks of the main run loop are work of the main queue, those of a thread that the code starts are run by it; those of other loops are reported",
      """
      CFRunLoopAddTimer CFRunLoopTimerSetNextFireDate CFRunLoopTimerCreate CFRunLoopTimerInvalidate
      CFRunLoopPerformBlock CFRunLoopGetCurrent
      """)
    + entries(
      .virtual, "NotificationQueue, and RunLoop.currentMode",
      "CFRunLoopAddObserver CFRunLoopRemoveObserver CFRunLoopCopyCurrentMode")
    + entries(
      .virtual, "the wait of XCTest for an expectation, in turns of the run; a loop of a thread that the code starts",
      "_CFRunLoopFinished CFRunLoopStop")
    + entries(
      .reported, "RunLoop.run, run(until:), run(mode:before:), but on a thread that the code starts; RunLoop.limitDate",
      "CFRunLoopRunInMode CFRunLoopGetNextTimerFireDate")
    + entries(
      .harmless, "makes, describes or ends what a run loop runs, or wakes it; a loop that is run is reported",
      """
      CFRunLoopAddCommonMode CFRunLoopAddSource CFRunLoopContains* CFRunLoopCopyAllModes CFRunLoopGetMain
      CFRunLoopGetTypeID CFRunLoopIsWaiting CFRunLoopObserver* CFRunLoopRemoveSource CFRunLoopRemoveTimer CFRunLoopRun CFRunLoopRunSpecific CFRunLoopSource*
      CFRunLoopTimerCreateWithHandler CFRunLoopTimerDoesRepeat CFRunLoopTimerGet*
      CFRunLoopTimerIsValid CFRunLoopTimerSetTolerance CFRunLoopWakeUp CFRunLoopCommonModes
      CFRunLoopDefaultMode _CFRunLoopGet* _CFRunLoopIsCurrent
      """)

  private static let outside =
    entries(.reported, "another process: Process.run", "posix_spawn posix_spawnp fork system popen")
    + entries(.reported, "a connection of a socket", "connect accept accept4")
    + entries(.reported, "a timer of the system, which sends a signal", "alarm ualarm setitimer timer_settime")
    + entries(
      .virtual,
      "the next timer of a run loop: in real time, as far away as in virtual time; a timer of the program is reported",
      "timerfd_settime")
    + entries(
      .reported, "reads or writes a file beside the run, or calls back when a message comes",
      "aio_read aio_read64 aio_write aio_write64 lio_listio lio_listio64 mq_notify")
    + entries(
      .harmless, "describes a process, a timer or a request, whose start is reported, or asks about it",
      """
      posix_spawnattr_* posix_spawn_file_actions_* timer_create timer_delete timer_gettime timer_getoverrun
      timerfd_create timerfd_gettime aio_init aio_error* aio_return* aio_cancel* aio_fsync*
      """)
    + entries(
      .reported, "on a thread that the code has started; elsewhere the call is as it was, and the run waits",
      "read readv recv recvfrom recvmsg wait waitpid waitid wait3 wait4")
    + entries(
      .harmless, "sends, blocks or describes signals, which come when the system wants",
      """
      __sysv_signal sysv_signal bsd_signal killpg ssignal gsignal psignal psiginfo sigblock
      sigsetmask siggetmask sigemptyset sigfillset sigaddset sigdelset sigismember sigisemptyset sigandset sigorset
      sigprocmask sigpending sigqueue sigreturn siginterrupt sigaltstack sigstack sighold sigrelse sigignore
      sigset __libc_current_sigrt*
      """)
    + entries(
      .reported, "waits for a signal of the process: those that a test sends go to its sources and handlers",
      "sigwait sigwaitinfo sigsuspend signalfd")

  private static let files =
    entries(
      .harmless, "the system sets the dates of files: inject the date",
      "stat fstat lstat statx fstatat utimes lutimes futimes futimesat futimens utimensat")
    + entries(
      .harmless, "a set of files to wait for, or an event: the wait is virtual",
      "epoll_create epoll_create1 epoll_ctl eventfd eventfd_read eventfd_write inotify_*")

  private static let chance =
    entries(
      .virtual, "random numbers of the system; the standard library makes a system call for them",
      "syscall getrandom getentropy arc4random arc4random_buf arc4random_uniform _foundation_uuid_generate_random")
    + entries(
      .harmless, "calculates numbers from a seed",
      """
      drand48* erand48* lrand48* nrand48* mrand48* jrand48* srand48* seed48* lcong48* random* srandom* initstate*
      setstate* rand rand_r srand
      """)

  /// Not replaced on each processor.
  private static let hops =
    replaced.contains("swift_task_switch")
    ? entries(
      .virtual, "a turn where orders are searched: a hop to a free actor, a task that begins on an actor",
      "swift_task_switch swift_task_create") : []

  private static func entries(_ treatment: RuntimeEntry.Treatment, _ reason: String, _ names: String) -> [RuntimeEntry]
  {
    names.split(whereSeparator: \.isWhitespace).map { RuntimeEntry(String($0), treatment, reason) }
  }

  /// Whether the table has a function.
  static func knows(_ function: String) -> Bool {
    exact.contains(function) || starts.contains(where: function.hasPrefix)
  }
  private static let exact = Set(functions.map(\.name))
  private static let starts = functions.map(\.name).filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
}

extension RuntimeEntry {
  fileprivate init(_ name: String, _ treatment: Treatment, _ reason: String) {
    self.name = name
    self.treatment = treatment
    self.reason = reason
  }
}

extension RuntimeEntries {
  /// The functions that are replaced here.
  static var replaced: [String] {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      ReplacedFunction.all.map(\.name)
    #else
      []
    #endif
  }
}
