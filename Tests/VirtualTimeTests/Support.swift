import Foundation
import Pipes
import Synchronization
import VirtualTime

extension VirtualInstant {
  static func ms(_ milliseconds: Int64) -> VirtualInstant { VirtualInstant(nanoseconds: milliseconds * 1_000_000) }
  static func ns(_ nanoseconds: Int64) -> VirtualInstant { VirtualInstant(nanoseconds: nanoseconds) }
}

/// Whether the calls of functions of the C library by name are virtual in a run. A sanitizer has many of them in the
/// program itself, where their calls pass no slot.
let callsAreVirtual = RealClocks.unavailable == nil && !["__asan_init", "__tsan_init"].contains(where: isLoaded)
private func isLoaded(_ name: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), name) != nil }

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
