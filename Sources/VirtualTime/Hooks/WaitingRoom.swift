import PipesCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif !hasFeature(Embedded)
  #error("No branch for the C library of this platform; see Sources/Marbles/Marbles.docc/AllPages.md#platforms")
#endif

/// A lock with a condition variable: threads can wait until a condition holds.
final class WaitingRoom: @unchecked Sendable {
  // Unchecked: the mutex of the C library guards the state.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private typealias Lock = @convention(c) (UnsafeMutablePointer<pthread_mutex_t>) -> CInt
  /// The function itself: a thread that hands its run on is about to leave the lock, which is no reason to wait.
  private static let lock: Lock =
    Host.function("pthread_mutex_lock", Lock.self) ?? { pthread_mutex_lock($0) }

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }
  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    _ = Self.lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
  /// Makes a change under the lock, then lets all waiting threads check their condition again.
  func announce(_ change: () -> Void = {}) {
    locked {
      change()
      pthread_cond_broadcast(condition)
    }
  }
  /// Makes a change under the lock. If the change returns true, all waiting threads check their condition again.
  func announceIfNeeded(_ change: () -> Bool) {
    locked { if change() { pthread_cond_broadcast(condition) } }
  }
  /// Waits until a condition holds, at most for a duration if one is given. Returns whether it holds.
  @discardableResult func wait(atMost duration: Duration? = nil, until holds: () -> Bool) -> Bool {
    var end = timespec()
    if let duration {
      let now = Host.realNanoseconds(CLOCK_REALTIME)
      end = timespec(tv_sec: Int(now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
      let length = min(Int64.nanoseconds(of: duration), 1_000_000_000_000_000_000)
      let nanoseconds = Int(length % 1_000_000_000) + end.tv_nsec
      end.tv_sec += Int(length / 1_000_000_000) + nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
    }
    // Not as the thread of a run, whose waits may be virtual.
    return RunOfThread.withoutRun {
      locked {
        while !holds() {
          let code =
            duration == nil ? pthread_cond_wait(condition, mutex) : pthread_cond_timedwait(condition, mutex, &end)
          if code == ETIMEDOUT { return holds() }
        }
        return true
      }
    }
  }
}
