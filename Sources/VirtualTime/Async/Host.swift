// The only file of this module that talks to the C library: threads, waiting in real time, and looking up symbols.

import Pipes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif !hasFeature(Embedded)
  #error("This module has no branch for the C library of this platform; see Platforms in the README.")
#endif

/// Functions of the operating system: threads, thread-local storage and symbols.
enum Host {
  /// Runs the body on a thread of its own, which ends with it.
  static func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin) || canImport(Musl)  // where a thread is a pointer
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        #else
          Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        #endif
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    precondition(failure == 0, "the system has no thread left for virtual time")
    pthread_attr_destroy(&attributes)
  }

  /// A symbol of the running program or its libraries.
  static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
      dlsym(nil, name)
    #endif
  }

  /// The time of a real clock, in nanoseconds, also on the thread of a run whose clocks are virtual.
  static func realNanoseconds(_ id: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64)) && compiler(>=6.3) && compiler(<6.4)
      RealClocks.realNanoseconds(id)
    #else
      var time = timespec()
      clock_gettime(id, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    #endif
  }

  /// An object for each thread. The thread does not keep it alive.
  struct ThreadKey<Object: AnyObject>: Sendable {
    private let slot = RunHook.ThreadPointer()
    var value: Object? {
      get { slot.pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } }
      nonmutating set { slot.pointer = newValue.map { Unmanaged.passUnretained($0).toOpaque() } }
    }
  }
  private static let executorKey = ThreadKey<VirtualExecutor>()
  /// The executor whose jobs this thread runs.
  static var executor: VirtualExecutor? {
    get { executorKey.value }
    set { executorKey.value = newValue }
  }
  /// Runs the body as the thread of an executor, or of none: jobs that it enqueues belong to the executor.
  static func adopting<Result>(_ executor: VirtualExecutor?, _ body: () -> Result) -> Result {
    let outer = self.executor
    self.executor = executor
    defer { self.executor = outer }
    return body()
  }
}

/// A lock with a condition variable: threads can wait until a condition holds.
final class WaitingRoom: @unchecked Sendable {
  // Unchecked: the mutex of the C library guards the state.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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
    pthread_mutex_lock(mutex)
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
      let (seconds, attoseconds) = duration.components
      let nanoseconds = Int(attoseconds / 1_000_000_000) + end.tv_nsec
      end.tv_sec += Int(clamping: min(seconds, 1_000_000_000)) + nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
    }
    return locked {
      while !holds() {
        let code = duration == nil ? pthread_cond_wait(condition, mutex) : pthread_cond_timedwait(condition, mutex, &end)
        if code == ETIMEDOUT { return holds() }
      }
      return true
    }
  }
}
