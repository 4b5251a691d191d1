#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore
  import Synchronization

  private typealias ClockLock = OriginalFunction<@convention(c) (Pointer?, clockid_t, UnsafePointer<timespec>?) -> CInt>
  private typealias TimedLock = OriginalFunction<@convention(c) (Pointer?, UnsafePointer<timespec>?) -> CInt>
  private typealias PlainJoin = OriginalFunction<@convention(c) (pthread_t, Pointer?) -> CInt>
  private typealias TimedWait = OriginalFunction<@convention(c) (Pointer?, Pointer?, UnsafePointer<timespec>?) -> CInt>

  extension Original {
    fileprivate static let clockLock = ClockLock(), clockSemaphore = ClockLock(), clockReadLock = ClockLock(),
      clockWriteLock = ClockLock()
    fileprivate static let readLock = TimedLock(), writeLock = TimedLock(), lockC11 = TimedLock()
    fileprivate static let join = OriginalFunction<
      @convention(c) (pthread_t, Pointer?, UnsafePointer<timespec>?) -> CInt
    >()
    fileprivate static let clockJoin = OriginalFunction<
      @convention(c) (pthread_t, Pointer?, clockid_t, UnsafePointer<timespec>?) -> CInt
    >()
    fileprivate static let plainJoin = PlainJoin(), tryJoin = PlainJoin()
    fileprivate static let cancel = OriginalFunction<@convention(c) (pthread_t) -> CInt>()
    fileprivate static let barrier = OriginalFunction<@convention(c) (Pointer?) -> CInt>()
    fileprivate static let waitC11 = TimedWait(), signal = TimedWait()
    fileprivate static let receive = OriginalFunction<
      @convention(c) (CInt, Pointer?, Int, UInt, UnsafePointer<timespec>?) -> Int
    >()
    fileprivate static let send = OriginalFunction<
      @convention(c) (CInt, Pointer?, Int, UInt, UnsafePointer<timespec>?) -> CInt
    >()
    fileprivate static let operations = OriginalFunction<
      @convention(c) (CInt, Pointer?, Int, UnsafePointer<timespec>?) -> CInt
    >()
    fileprivate static let epoll = OriginalFunction<@convention(c) (CInt, Pointer?, CInt, CInt) -> CInt>()
    fileprivate static let epollSignals = OriginalFunction<
      @convention(c) (CInt, Pointer?, CInt, CInt, UnsafeRawPointer?) -> CInt
    >()
    fileprivate static let epollUntil = OriginalFunction<
      @convention(c) (CInt, Pointer?, CInt, UnsafePointer<timespec>?, UnsafeRawPointer?) -> CInt
    >()
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

  /// A wait of threads of a run for each other: the last one that comes lets all go on.
  private final class BarrierWait: Sendable {
    private let arrivals = Guarded(1), isOver = Atomic<Bool>(false)
    private static let all = Guarded<[UnsafeMutableRawPointer: BarrierWait]>([:])
    /// The place of the number of threads in a barrier, found with one whose number is known.
    private static let place: Int? = {
      let known = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1), count: CUnsignedInt = 23_456_789
      defer { known.deallocate() }
      guard pthread_barrier_init(known, nil, count) == 0 else { return nil }
      let places = stride(from: 0, to: MemoryLayout<pthread_barrier_t>.size, by: 4).filter {
        UnsafeRawPointer(known).load(fromByteOffset: $0, as: CUnsignedInt.self) == count
      }
      return places.count == 1 ? places[0] : nil
    }()

    /// Returns what the function returns, or `nil` if no other work of the run can end the wait.
    static func wait(_ barrier: UnsafeMutableRawPointer?) -> CInt? {
      guard let run = RunOfThread.current, run.reading != nil, run.takesQueues, let barrier, let place else {
        return nil
      }
      let count = Int(barrier.load(fromByteOffset: place, as: CUnsignedInt.self))
      let own = all.with { all in
        if let known = all[barrier] { return known }
        let new = BarrierWait()
        all[barrier] = new
        return new
      }
      let number = own.arrivals.with { arrivals in
        defer { arrivals += 1 }
        return arrivals
      }
      if number >= count {
        all.with { $0[barrier] = nil }
        own.isOver.store(true, ordering: .relaxed)
        return PTHREAD_BARRIER_SERIAL_THREAD
      }
      if run.waits(atMost: .never, until: { own.isOver.load(ordering: .relaxed) }) == true { return 0 }
      own.arrivals.with { $0 -= 1 }
      return nil
    }
  }

  /// Waits for a lock until a virtual time.
  func timedLock(
    _ lock: UnsafeMutableRawPointer?, until end: UnsafePointer<timespec>?, _ clock: clockid_t = CLOCK_REALTIME,
    reads: Bool = false, _ wait: (UnsafePointer<timespec>?) -> CInt
  ) -> CInt {
    if !waitsForOwner(of: lock, until: end, clock, reads: reads) { return ETIMEDOUT }
    return clockWaits("a lock with a limit", until: end, clock, wait)
  }

  extension ReplacedFunction {
    /// Waits that only code in C calls.
    static let rareWaits: [ReplacedFunction] = [
      ReplacedFunction("pthread_mutex_clocklock", Original.clockLock, sparing: waitingLibraries) { mutex, clock, end in
        timedLock(mutex, until: end, clock) { Original.clockLock.function(mutex, clock, $0) }
      },
      ReplacedFunction("sem_clockwait", Original.clockSemaphore, sparing: waitingLibraries) { semaphore, clock, end in
        if let isThere = semaphoreWaits(semaphore, until: end, clock) { return errorCode(isThere) }
        return errorWaits("a wait for a semaphore", until: end, clock) {
          Original.clockSemaphore.function(semaphore, clock, $0)
        }
      },
      ReplacedFunction("pthread_rwlock_timedrdlock", Original.readLock, sparing: waitingLibraries) { lock, end in
        HeldLocks.note(
          lock, timedLock(lock, until: end, reads: true) { Original.readLock.function(lock, $0) }, reads: true)
      },
      ReplacedFunction("pthread_rwlock_timedwrlock", Original.writeLock, sparing: waitingLibraries) { lock, end in
        HeldLocks.note(lock, timedLock(lock, until: end) { Original.writeLock.function(lock, $0) })
      },
      ReplacedFunction("pthread_rwlock_clockrdlock", Original.clockReadLock, sparing: waitingLibraries) {
        lock, clock, end in
        HeldLocks.note(
          lock, timedLock(lock, until: end, clock, reads: true) { Original.clockReadLock.function(lock, clock, $0) },
          reads: true)
      },
      ReplacedFunction("pthread_rwlock_clockwrlock", Original.clockWriteLock, sparing: waitingLibraries) {
        lock, clock, end in
        HeldLocks.note(lock, timedLock(lock, until: end, clock) { Original.clockWriteLock.function(lock, clock, $0) })
      },
      ReplacedFunction("pthread_join", Original.plainJoin, from: [foundation, program]) { thread, result in
        _ = waitsForEnd(of: thread)
        return Original.plainJoin.function(thread, result)
      },
      ReplacedFunction("pthread_barrier_wait", Original.barrier, from: [program]) { barrier in
        if let code = BarrierWait.wait(barrier) { return code }
        let run = RunOfThread.current
        if run?.reading != nil { run?.waits(in: "pthread_barrier_wait") }
        defer { run?.waits(in: nil) }
        return Original.barrier.function(barrier)
      },
      // A thread whose end has come in the run is about to end.
      ReplacedFunction("pthread_tryjoin_np", Original.tryJoin, from: [program]) { thread, result in
        if Visitors.visitor(thread) != nil { return EBUSY }
        return Original.plainJoin.function(thread, result)
      },
      ReplacedFunction("pthread_cancel", Original.cancel, from: [program]) { thread in
        if Visitors.visitor(thread) != nil, let run = RunOfThread.current {
          run.didCall(OutsideCall(name: "pthread_cancel", fix: "tell the thread to end"))
        }
        return Original.cancel.function(thread)
      },
      ReplacedFunction("pthread_timedjoin_np", Original.join, sparing: waitingLibraries) { thread, result, end in
        if !waitsForEnd(of: thread, until: end) { return ETIMEDOUT }
        return clockWaits("a wait for a thread", until: end, CLOCK_REALTIME) {
          Original.join.function(thread, result, $0)
        }
      },
      ReplacedFunction("pthread_clockjoin_np", Original.clockJoin, sparing: waitingLibraries) {
        thread, result, clock, end in
        if !waitsForEnd(of: thread, until: end, clock) { return ETIMEDOUT }
        return clockWaits("a wait for a thread", until: end, clock) {
          Original.clockJoin.function(thread, result, clock, $0)
        }
      },
      // The functions of C11 have codes of their own: 4 if the time is over.
      ReplacedFunction("mtx_timedlock", Original.lockC11, sparing: waitingLibraries) { mutex, end in
        if !waitsForOwner(of: mutex, until: end) { return thrdTimedOut }
        return clockWaits("a lock with a limit", until: end, CLOCK_REALTIME, isOver: thrdTimedOut) {
          Original.lockC11.function(mutex, $0)
        }
      },
      ReplacedFunction("cnd_timedwait", Original.waitC11, sparing: waitingLibraries) { condition, mutex, end in
        clockWaits("a wait for a condition", until: end, CLOCK_REALTIME, isOver: thrdTimedOut) {
          Original.waitC11.function(condition, mutex, $0)
        }
      },
      ReplacedFunction("sigtimedwait", Original.signal, sparing: waitingLibraries) { signals, info, length in
        lengthWaits("a wait for a signal", for: length) {
          Original.signal.function(signals, info, $0)
        }
      },
      ReplacedFunction("mq_timedreceive", Original.receive, sparing: waitingLibraries) {
        queue, text, length, priority, end in
        errorWaits("a wait for a message", until: end) {
          Original.receive.function(queue, text, length, priority, $0)
        }
      },
      ReplacedFunction("mq_timedsend", Original.send, sparing: waitingLibraries) { queue, text, length, priority, end in
        errorWaits("a wait for a message", until: end) {
          Original.send.function(queue, text, length, priority, $0)
        }
      },
      ReplacedFunction("semtimedop", Original.operations, sparing: waitingLibraries) { set, operations, count, length in
        lengthWaits("a wait for a semaphore", for: length) {
          Original.operations.function(set, operations, count, $0)
        }
      },
      ReplacedFunction("epoll_wait", Original.epoll, from: [program]) { set, events, count, limit in
        fileWaits("epoll_wait", count: 1, for: limit < 0 ? nil : Int64(limit).times(1_000_000)) {
          Original.epoll.function(set, events, count, limit)
        }
      },
      ReplacedFunction("epoll_pwait", Original.epollSignals, from: [program]) { set, events, count, limit, signals in
        fileWaits("epoll_pwait", count: 1, for: limit < 0 ? nil : Int64(limit).times(1_000_000)) {
          Original.epollSignals.function(set, events, count, limit, signals)
        }
      },
      ReplacedFunction("epoll_pwait2", Original.epollUntil, from: [program]) { set, events, count, limit, signals in
        fileWaits("epoll_pwait2", count: 1, for: limit?.pointee.nanoseconds) {
          Original.epollUntil.function(set, events, count, limit, signals)
        }
      },
    ]
  }
#endif
