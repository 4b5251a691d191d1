#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import Pipes
  import Synchronization

  private typealias Wait = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
  private typealias Lock = @convention(c) (UnsafeMutableRawPointer?) -> CInt

  extension Original {
    fileprivate static let lock = Original(), condition = Original(), signal = Original(), broadcast = Original()
  }

  /// Lets the run of this thread go on while a lock is held by a thread of it that waits. Asked where a thread may block.
  @inline(__always) func waitsForOwner(_ lock: UnsafeMutableRawPointer?, at offset: Int = 0, _ mask: CInt = -1) {
    if RunOfThread.parked.load(ordering: .relaxed) == 0 { return }
    guard let lock, let run = RunOfThread.current else { return }
    run.waits(in: "a lock") { lock.load(fromByteOffset: offset, as: CInt.self) & mask }
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
    /// Locks. The C library writes the number of the owner into each of its own: the third word.
    static let locks: [ReplacedFunction] = [
      ReplacedFunction(
        "pthread_mutex_lock", .lock, from: [foundation, "libFoundationEssentials.", program], isNeeded: false,
        { lock in
          waitsForOwner(lock, at: 8)
          return Original.lock.function(Lock.self)(lock)
        } as Lock),
      ReplacedFunction(
        "pthread_cond_wait", .condition, from: [foundation, program], isNeeded: false,
        { condition, mutex in
          if let code = ConditionWait.wait(condition, mutex, until: nil, CLOCK_REALTIME) { return code }
          let run = RunOfThread.current
          if let run, run.takesQueues, run.hasOtherWork {
            run.didCall(.blocking(CallStack.entry(of: foundation) ?? "a wait for a condition"))
          }
          if run?.reading != nil { run?.waits(in: "a wait for a condition") }
          defer { run?.waits(in: nil) }
          return Original.condition.function(Wait.self)(condition, mutex)
        } as Wait),
      ReplacedFunction(
        "pthread_cond_signal", .signal, isNeeded: false,
        { condition in
          ConditionWait.signal(condition, all: false)
          return Original.signal.function(Lock.self)(condition)
        } as Lock),
      ReplacedFunction(
        "pthread_cond_broadcast", .broadcast, isNeeded: false,
        { condition in
          ConditionWait.signal(condition, all: true)
          return Original.broadcast.function(Lock.self)(condition)
        } as Lock),
    ]
  }
#endif
