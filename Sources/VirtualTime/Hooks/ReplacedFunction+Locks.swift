#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore
  import Synchronization

  private typealias Lock = @convention(c) (Pointer?) -> CInt

  extension Original {
    fileprivate static let lock = OriginalFunction<Lock>(), lockC11 = OriginalFunction<Lock>(),
      signal = OriginalFunction<Lock>(), broadcast = OriginalFunction<Lock>(), semaphore = OriginalFunction<Lock>(),
      readLock = OriginalFunction<Lock>(), writeLock = OriginalFunction<Lock>(), tryReadLock = OriginalFunction<Lock>(),
      tryWriteLock = OriginalFunction<Lock>(), unlock = OriginalFunction<Lock>(), spinLock = OriginalFunction<Lock>(),
      trySpinLock = OriginalFunction<Lock>(), spinUnlock = OriginalFunction<Lock>()
    fileprivate static let condition = OriginalFunction<@convention(c) (Pointer?, Pointer?) -> CInt>()
  }

  /// Lets the run of this thread go on while a lock is held by a thread of it that waits. Asked where a thread may block.
  @inline(__always) func waitsForOwner(_ lock: UnsafeMutableRawPointer?, at offset: Int = 0, _ mask: CInt = -1) {
    if RunOfThread.parked.load(ordering: .relaxed) == 0 { return }
    guard let lock, let run = RunOfThread.current else { return }
    _ = run.waits(in: "a lock", atMost: .never) { $0(lock.load(fromByteOffset: offset, as: CInt.self) & mask) }
  }
  /// The same with a limit. Returns false if it is over.
  func waitsForOwner(
    of lock: UnsafeMutableRawPointer?, until end: UnsafePointer<timespec>?, _ clock: clockid_t = CLOCK_REALTIME,
    reads: Bool = false
  ) -> Bool {
    if RunOfThread.parked.load(ordering: .relaxed) == 0 { return true }
    guard let lock, let run = RunOfThread.current, let now = run.reading, let end = end?.pointee else { return true }
    return run.waits(in: "a lock with a limit", atMost: max(0, remaining(until: end, of: clock, now))) { isParked in
      isParked(lock.load(fromByteOffset: ownerOffset, as: CInt.self)) || HeldLocks.isHeld(lock, reads: reads, isParked)
    }
  }
  /// The C library writes the number of the owner into each mutex: the third word.
  private let ownerOffset = 8

  /// The locks of the threads of runs of which the C library does not know the owners.
  enum HeldLocks {
    /// The threads that have each lock; those that share it with other readers as negative numbers.
    private static let owners = Guarded<[UnsafeMutableRawPointer: [CInt]]>([:])
    private static let count = Atomic<Int>(0)

    /// Whether a thread waits for the lock because one of some threads has it. A reader waits for writers alone.
    static func isHeld(_ lock: UnsafeMutableRawPointer, reads: Bool, _ isOne: (CInt) -> Bool) -> Bool {
      (owners.with { $0[lock] } ?? []).contains { $0 > 0 ? isOne($0) : !reads && isOne(-$0) }
    }
    /// Waits for a lock, and notes that the thread has it.
    fileprivate static func lock(
      _ lock: UnsafeMutableRawPointer?, _ original: OriginalFunction<Lock>, reads: Bool = false
    ) -> CInt {
      if RunOfThread.parked.load(ordering: .relaxed) > 0, let lock, let run = RunOfThread.current {
        _ = run.waits(in: "a lock", atMost: .never) { isHeld(lock, reads: reads, $0) }
      }
      return note(lock, original.function(lock), reads: reads)
    }
    static func note(_ lock: UnsafeMutableRawPointer?, _ code: CInt, reads: Bool = false) -> CInt {
      if code == 0, let lock, RunOfThread.current != nil, let thread = ThreadClock.ofThisThread?.number {
        owners.with { $0[lock, default: []].append(reads ? -thread : thread) }
        count.wrappingAdd(1, ordering: .relaxed)
      }
      return code
    }
    fileprivate static func unlock(_ lock: UnsafeMutableRawPointer?, _ original: OriginalFunction<Lock>) -> CInt {
      if count.load(ordering: .relaxed) > 0, let lock, let thread = ThreadClock.ofThisThread?.number {
        let isKnown = owners.with { owners -> Bool in
          guard let place = owners[lock]?.lastIndex(where: { abs($0) == thread }) else { return false }
          owners[lock]?.remove(at: place)
          if owners[lock]?.isEmpty == true { owners[lock] = nil }
          return true
        }
        if isKnown { count.wrappingSubtract(1, ordering: .relaxed) }
      }
      return original.function(lock)
    }
  }

  /// Waits for a semaphore of the C library while the run goes on. Returns `nil` if no other work of the run can end the
  /// wait, and otherwise whether the semaphore was there in time.
  func semaphoreWaits(
    _ semaphore: UnsafeMutableRawPointer?, until end: UnsafePointer<timespec>?, _ clock: clockid_t = CLOCK_REALTIME
  ) -> Bool? {
    guard let run = RunOfThread.current, let now = run.reading, run.takesQueues, run.hasOtherWork,
      let semaphore = semaphore?.assumingMemoryBound(to: sem_t.self)
    else { return nil }
    let length = end.map { max(0, remaining(until: $0.pointee, of: clock, now)) } ?? .never
    return run.waits(atMost: length) { sem_trywait(semaphore) == 0 }
  }

  /// A wait for a condition, while the run of the thread goes on. A signal wakes the one that began first.
  final class ConditionWait {
    private var isOver = false
    private static let count = Atomic<Int>(0)
    private static let all = Guarded<[(condition: UnsafeMutableRawPointer, wait: ConditionWait)]>([])

    /// Waits with the mutex unlocked. Returns `nil` if no other work of the run can end the wait.
    static func wait(
      _ condition: UnsafeMutableRawPointer?, _ mutex: UnsafeMutableRawPointer?, until end: UnsafePointer<timespec>?,
      _ clock: clockid_t
    ) -> CInt? {
      guard let run = RunOfThread.current, let now = run.reading, run.takesQueues, run.hasOtherWork, let condition,
        let mutex = mutex?.assumingMemoryBound(to: pthread_mutex_t.self)
      else { return nil }
      let length = end.map { max(0, remaining(until: $0.pointee, of: clock, now)) } ?? .never
      let own = ConditionWait()
      all.with { $0.append((condition, own)) }
      count.wrappingAdd(1, ordering: .relaxed)
      pthread_mutex_unlock(mutex)
      let isSignalled = run.waits(atMost: length) { own.isOver }
      pthread_mutex_lock(mutex)
      count.wrappingSubtract(1, ordering: .relaxed)
      all.with { waits in waits.removeAll { $0.wait === own } }
      // A thread that has left the run may have missed a signal meanwhile: it looks again, as after any wait.
      if isSignalled == nil, RunOfThread.current == nil { return 0 }
      return isSignalled.map { $0 ? 0 : ETIMEDOUT }
    }
    static func signal(_ condition: UnsafeMutableRawPointer?, all wakesAll: Bool) {
      if count.load(ordering: .relaxed) == 0 { return }
      all.with { waits in
        for wait in waits where wait.condition == condition && !wait.wait.isOver {
          wait.wait.isOver = true
          if !wakesAll { return }
        }
      }
    }
  }

  extension ReplacedFunction {
    static let locks: [ReplacedFunction] = [
      ReplacedFunction("pthread_mutex_lock", Original.lock, from: [foundation, "libFoundationEssentials.", program]) {
        lock in
        waitsForOwner(lock, at: ownerOffset)
        return Original.lock.function(lock)
      },
      ReplacedFunction("mtx_lock", Original.lockC11, from: [program]) { lock in
        waitsForOwner(lock, at: ownerOffset)
        return Original.lockC11.function(lock)
      },
      ReplacedFunction("pthread_rwlock_rdlock", Original.readLock, from: [foundation, program]) {
        HeldLocks.lock($0, Original.readLock, reads: true)
      },
      ReplacedFunction("pthread_rwlock_wrlock", Original.writeLock, from: [foundation, program]) {
        HeldLocks.lock($0, Original.writeLock)
      },
      ReplacedFunction("pthread_rwlock_tryrdlock", Original.tryReadLock, from: [foundation, program]) {
        HeldLocks.note($0, Original.tryReadLock.function($0), reads: true)
      },
      ReplacedFunction("pthread_rwlock_trywrlock", Original.tryWriteLock, from: [foundation, program]) {
        HeldLocks.note($0, Original.tryWriteLock.function($0))
      },
      ReplacedFunction("pthread_rwlock_unlock", Original.unlock, from: [foundation, program]) {
        HeldLocks.unlock($0, Original.unlock)
      },
      ReplacedFunction("pthread_spin_lock", Original.spinLock, from: [program]) {
        HeldLocks.lock($0, Original.spinLock)
      },
      ReplacedFunction("pthread_spin_trylock", Original.trySpinLock, from: [program]) {
        HeldLocks.note($0, Original.trySpinLock.function($0))
      },
      ReplacedFunction("pthread_spin_unlock", Original.spinUnlock, from: [program]) {
        HeldLocks.unlock($0, Original.spinUnlock)
      },
      ReplacedFunction("sem_wait", Original.semaphore, from: [foundation, program]) { semaphore in
        if semaphoreWaits(semaphore, until: nil) == true { return 0 }
        let run = RunOfThread.current
        if run?.reading != nil { run?.waits(in: "a wait for a semaphore") }
        defer { run?.waits(in: nil) }
        return Original.semaphore.function(semaphore)
      },
      ReplacedFunction("pthread_cond_wait", Original.condition, from: [foundation, program]) { condition, mutex in
        if let code = ConditionWait.wait(condition, mutex, until: nil, CLOCK_REALTIME) { return code }
        let run = RunOfThread.current
        if let run, run.takesQueues, run.hasOtherWork {
          run.didCall(.blocking(CallStack.entry(of: foundation) ?? "a wait for a condition"))
        }
        if run?.reading != nil { run?.waits(in: "a wait for a condition") }
        defer { run?.waits(in: nil) }
        return Original.condition.function(condition, mutex)
      },
      ReplacedFunction("pthread_cond_signal", Original.signal) { condition in
        ConditionWait.signal(condition, all: false)
        return Original.signal.function(condition)
      },
      ReplacedFunction("pthread_cond_broadcast", Original.broadcast) { condition in
        ConditionWait.signal(condition, all: true)
        return Original.broadcast.function(condition)
      },
    ]
  }
#endif
