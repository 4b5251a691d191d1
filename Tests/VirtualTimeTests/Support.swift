import Pipes
import Synchronization
import VirtualTime

extension VirtualInstant {
  static func ms(_ milliseconds: Int64) -> VirtualInstant { VirtualInstant(nanoseconds: milliseconds * 1_000_000) }
  static func ns(_ nanoseconds: Int64) -> VirtualInstant { VirtualInstant(nanoseconds: nanoseconds) }
}

/// The functions of the C library that the thread sanitizer has in the program itself: their calls by name pass no slot,
/// and a limit that is computed with `clock_gettime` is real.
let functionsOfThreadSanitizer: Set<String> =
  isWatchedByThreadSanitizer
  ? [
    "clock_gettime", "connect", "epoll_pwait", "epoll_wait", "getentropy", "getrandom", "posix_spawn", "pthread_create",
    "pthread_mutex_clocklock", "pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock", "sem_clockwait",
    "sigtimedwait", "timerfd_settime",
  ] : []

/// Threads that compute until the end. It must come from within: the last line of an asynchronous test waits for its turn
/// among all tests, and the threads take their processors meanwhile.
final class Load: Sendable {
  private let isOver = Atomic(false)
  init(threads: Int) {
    for _ in 0..<threads { Host.startThread { [self] in while !isOver.load(ordering: .relaxed) {} } }
  }
  func end() { isOver.store(true, ordering: .relaxed) }
}

/// The events, in order; a class so that escaping closures can write to it.
final class Log<Entry> {
  var entries: [Entry] = []
  func callAsFunction(_ entry: Entry) { entries.append(entry) }
}

extension VirtualTimeError {
  /// The problem, without the sentences about tasks.
  var alone: VirtualTimeError { if case .waiting(let problem, _) = self { problem } else { self } }
}

extension TestScheduler {
  /// A timer that can be moved, for a test in which the rounds do not matter.
  func restartable(after interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void) -> any MovableTimer {
    movableTimer(after: interval) { _ in action() }!
  }
}
extension MovableTimer {
  func restart() { restart(0) }
  func stop() { stop(0) }
}
