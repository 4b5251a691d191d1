#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import Pipes

  private typealias TimedWait =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<timespec>?) -> CInt
  private typealias TimedLock = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<timespec>?) -> CInt
  private typealias EpollWait = @convention(c) (CInt, UnsafeMutableRawPointer?, CInt, CInt) -> CInt
  private typealias ClockLock = @convention(c) (UnsafeMutableRawPointer?, clockid_t, UnsafePointer<timespec>?) -> CInt
  private typealias Join =
    @convention(c) (pthread_t, UnsafeMutableRawPointer?, UnsafePointer<timespec>?) -> CInt
  private typealias PlainJoin = @convention(c) (pthread_t, UnsafeMutableRawPointer?) -> CInt
  private typealias Cancel = @convention(c) (pthread_t) -> CInt
  private typealias ClockJoin =
    @convention(c) (pthread_t, UnsafeMutableRawPointer?, clockid_t, UnsafePointer<timespec>?) -> CInt
  private typealias Message =
    @convention(c) (CInt, UnsafeMutableRawPointer?, Int, UInt, UnsafePointer<timespec>?) -> Int
  private typealias SendMessage =
    @convention(c) (CInt, UnsafeMutableRawPointer?, Int, UInt, UnsafePointer<timespec>?) -> CInt
  private typealias SemaphoreOperations =
    @convention(c) (CInt, UnsafeMutableRawPointer?, Int, UnsafePointer<timespec>?) -> CInt
  private typealias EpollWaitWithSignals =
    @convention(c) (CInt, UnsafeMutableRawPointer?, CInt, CInt, UnsafeRawPointer?) -> CInt
  private typealias EpollWaitUntil =
    @convention(c) (CInt, UnsafeMutableRawPointer?, CInt, UnsafePointer<timespec>?, UnsafeRawPointer?) -> CInt

  extension Original {
    fileprivate static let clockLock = Original(), clockSemaphore = Original(),
      readLock = Original(), writeLock = Original(), clockReadLock = Original(), clockWriteLock = Original(),
      join = Original(), clockJoin = Original(), plainJoin = Original(), tryJoin = Original(), cancel = Original(),
      lockC11 = Original(), waitC11 = Original(), signal = Original(),
      receive = Original(), send = Original(), operations = Original(),
      epoll = Original(), epollSignals = Original(), epollUntil = Original()
  }

  /// The code of C11 for a time that is over.
  private let thrdTimedOut: CInt = 4
  /// Waits in real time for a length, and returns a negative number if it fails, with the reason in `errno`.
  private func lengthWaits<Code: BinaryInteger & SignedInteger>(
    _ call: String, for length: UnsafePointer<timespec>?, _ wait: (UnsafePointer<timespec>?) -> Code
  ) -> Code {
    guard RunOfThread.current?.reading != nil, let nanoseconds = length?.pointee.nanoseconds else {
      return wait(length)
    }
    var reason: CInt = 0
    let code = waits(
      call, for: nanoseconds,
      {
        let code = wait(length)
        if code < 0 { reason = errno }
        return code
      }, isInVain: { $0 < 0 && reason == EAGAIN })
    if code < 0 { errno = reason }
    return code
  }

  /// Lets the run go on until a thread that it has started is over. Returns false if the time is over before.
  private func waitsForEnd(
    of thread: pthread_t, until end: UnsafePointer<timespec>? = nil, _ clock: clockid_t = CLOCK_REALTIME
  ) -> Bool {
    guard let visitor = Visitors.visitor(thread), let run = RunOfThread.current, let now = run.reading else {
      return true
    }
    let length = end.map { max(0, remaining(until: $0.pointee, of: clock, now)) } ?? .never
    if let isOver = run.waits(atMost: length, until: { visitor.isOver }) { return isOver }
    if run.hasOtherWork { run.didCall(.blocking("pthread_join")) }
    return true
  }

  extension ReplacedFunction {
    /// Waits that only code in C calls.
    static let rareWaits: [ReplacedFunction] = [
      ReplacedFunction(
        "pthread_mutex_clocklock", .clockLock, sparing: waitingLibraries, isNeeded: false,
        { mutex, clock, end in
          if !waitsForOwner(of: mutex, until: end, clock) { return ETIMEDOUT }
          return clockWaits("a lock with a limit", until: end, clock) {
            Original.clockLock.function(ClockLock.self)(mutex, clock, $0)
          }
        } as ClockLock),
      ReplacedFunction(
        "sem_clockwait", .clockSemaphore, sparing: waitingLibraries, isNeeded: false,
        { semaphore, clock, end in
          if let isThere = semaphoreWaits(semaphore, until: end, clock) { return errorCode(isThere) }
          return errorWaits("a wait for a semaphore", until: end, clock) {
            Original.clockSemaphore.function(ClockLock.self)(semaphore, clock, $0)
          }
        } as ClockLock),
      ReplacedFunction(
        "pthread_rwlock_timedrdlock", .readLock, sparing: waitingLibraries, isNeeded: false,
        { lock, end in
          if !waitsForOwner(of: lock, until: end) { return ETIMEDOUT }
          let code = clockWaits("a lock with a limit", until: end, CLOCK_REALTIME) {
            Original.readLock.function(TimedLock.self)(lock, $0)
          }
          return HeldLocks.note(lock, code)
        } as TimedLock),
      ReplacedFunction(
        "pthread_rwlock_timedwrlock", .writeLock, sparing: waitingLibraries, isNeeded: false,
        { lock, end in
          if !waitsForOwner(of: lock, until: end) { return ETIMEDOUT }
          let code = clockWaits("a lock with a limit", until: end, CLOCK_REALTIME) {
            Original.writeLock.function(TimedLock.self)(lock, $0)
          }
          return HeldLocks.note(lock, code)
        } as TimedLock),
      ReplacedFunction(
        "pthread_rwlock_clockrdlock", .clockReadLock, sparing: waitingLibraries, isNeeded: false,
        { lock, clock, end in
          if !waitsForOwner(of: lock, until: end, clock) { return ETIMEDOUT }
          let code = clockWaits("a lock with a limit", until: end, clock) {
            Original.clockReadLock.function(ClockLock.self)(lock, clock, $0)
          }
          return HeldLocks.note(lock, code)
        } as ClockLock),
      ReplacedFunction(
        "pthread_rwlock_clockwrlock", .clockWriteLock, sparing: waitingLibraries, isNeeded: false,
        { lock, clock, end in
          if !waitsForOwner(of: lock, until: end, clock) { return ETIMEDOUT }
          let code = clockWaits("a lock with a limit", until: end, clock) {
            Original.clockWriteLock.function(ClockLock.self)(lock, clock, $0)
          }
          return HeldLocks.note(lock, code)
        } as ClockLock),
      ReplacedFunction(
        "pthread_join", .plainJoin, from: [foundation, program], isNeeded: false,
        { thread, result in
          _ = waitsForEnd(of: thread)
          return Original.plainJoin.function(PlainJoin.self)(thread, result)
        } as PlainJoin),
      // A thread whose end has come in the run is about to end.
      ReplacedFunction(
        "pthread_tryjoin_np", .tryJoin, from: [program], isNeeded: false,
        { thread, result in
          if Visitors.visitor(thread) != nil { return EBUSY }
          return Original.plainJoin.function(PlainJoin.self)(thread, result)
        } as PlainJoin),
      ReplacedFunction(
        "pthread_cancel", .cancel, from: [program], isNeeded: false,
        { thread in
          if Visitors.visitor(thread) != nil, let run = RunOfThread.current {
            run.didCall(OutsideCall(name: "pthread_cancel", fix: "tell the thread to end"))
          }
          return Original.cancel.function(Cancel.self)(thread)
        } as Cancel),
      ReplacedFunction(
        "pthread_timedjoin_np", .join, sparing: waitingLibraries, isNeeded: false,
        { thread, result, end in
          if !waitsForEnd(of: thread, until: end) { return ETIMEDOUT }
          return clockWaits("a wait for a thread", until: end, CLOCK_REALTIME) {
            Original.join.function(Join.self)(thread, result, $0)
          }
        } as Join),
      ReplacedFunction(
        "pthread_clockjoin_np", .clockJoin, sparing: waitingLibraries, isNeeded: false,
        { thread, result, clock, end in
          if !waitsForEnd(of: thread, until: end, clock) { return ETIMEDOUT }
          return clockWaits("a wait for a thread", until: end, clock) {
            Original.clockJoin.function(ClockJoin.self)(thread, result, clock, $0)
          }
        } as ClockJoin),
      // The functions of C11 have codes of their own: 4 if the time is over.
      ReplacedFunction(
        "mtx_timedlock", .lockC11, sparing: waitingLibraries, isNeeded: false,
        { mutex, end in
          if !waitsForOwner(of: mutex, until: end) { return thrdTimedOut }
          return clockWaits("a lock with a limit", until: end, CLOCK_REALTIME, isOver: thrdTimedOut) {
            Original.lockC11.function(TimedLock.self)(mutex, $0)
          }
        } as TimedLock),
      ReplacedFunction(
        "cnd_timedwait", .waitC11, sparing: waitingLibraries, isNeeded: false,
        { condition, mutex, end in
          clockWaits("a wait for a condition", until: end, CLOCK_REALTIME, isOver: thrdTimedOut) {
            Original.waitC11.function(TimedWait.self)(condition, mutex, $0)
          }
        } as TimedWait),
      ReplacedFunction(
        "sigtimedwait", .signal, sparing: waitingLibraries, isNeeded: false,
        { signals, info, length in
          lengthWaits("a wait for a signal", for: length) {
            Original.signal.function(TimedWait.self)(signals, info, $0)
          }
        } as TimedWait),
      ReplacedFunction(
        "mq_timedreceive", .receive, sparing: waitingLibraries, isNeeded: false,
        { queue, text, length, priority, end in
          errorWaits("a wait for a message", until: end) {
            Original.receive.function(Message.self)(queue, text, length, priority, $0)
          }
        } as Message),
      ReplacedFunction(
        "mq_timedsend", .send, sparing: waitingLibraries, isNeeded: false,
        { queue, text, length, priority, end in
          errorWaits("a wait for a message", until: end) {
            Original.send.function(SendMessage.self)(queue, text, length, priority, $0)
          }
        } as SendMessage),
      ReplacedFunction(
        "semtimedop", .operations, sparing: waitingLibraries, isNeeded: false,
        { set, operations, count, length in
          lengthWaits("a wait for a semaphore", for: length) {
            Original.operations.function(SemaphoreOperations.self)(set, operations, count, $0)
          }
        } as SemaphoreOperations),
      ReplacedFunction(
        "epoll_wait", .epoll, from: [program], isNeeded: false,
        { set, events, count, limit in
          fileWaits("epoll_wait", count: 1, for: limit < 0 ? nil : Int64(limit).times(1_000_000)) {
            Original.epoll.function(EpollWait.self)(set, events, count, limit)
          }
        } as EpollWait),
      ReplacedFunction(
        "epoll_pwait", .epollSignals, from: [program], isNeeded: false,
        { set, events, count, limit, signals in
          fileWaits("epoll_pwait", count: 1, for: limit < 0 ? nil : Int64(limit).times(1_000_000)) {
            Original.epollSignals.function(EpollWaitWithSignals.self)(set, events, count, limit, signals)
          }
        } as EpollWaitWithSignals),
      ReplacedFunction(
        "epoll_pwait2", .epollUntil, from: [program], isNeeded: false,
        { set, events, count, limit, signals in
          fileWaits("epoll_pwait2", count: 1, for: limit?.pointee.nanoseconds) {
            Original.epollUntil.function(EpollWaitUntil.self)(set, events, count, limit, signals)
          }
        } as EpollWaitUntil),
    ]
  }
#endif
