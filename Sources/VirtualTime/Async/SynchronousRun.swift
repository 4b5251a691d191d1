import PipesCore
import Synchronization

/// A test that its thread runs in one piece.
package protocol SynchronousTest: AnyObject {
  /// The report if the thread of the test does not go on. Read on another thread, while the thread of the test waits.
  func report(waitedFor patience: Duration) -> String
}

/// The synchronous tests of one thread, for the watchdog: a thread that waits for itself cannot say so.
///
/// 1. The thread of the tests changes `depth`, `rounds` and `test`. The watchdog's thread reads them.
/// 2. A test makes progress as long as its thread uses the processor or begins another test: seven seconds of
///    computation are no hang.
/// 3. A thread is watched from its first test on. When the watchdog finds it without a test, it is no longer watched;
///    the next test changes that.
/// 4. Nothing is watched on a platform whose threads have no clock of their own.
package final class SynchronousRun: Watchdog.Watched {
  /// The real time that a thread may wait: ten seconds. Only the test of this type changes it.
  static let patience = Guarded(Duration.seconds(10))

  private static let ofThread = Host.ThreadKey<SynchronousRun>()
  /// Keeps the object of each thread that has run a test.
  private static let all = Guarded([SynchronousRun]())

  private struct Current {
    // The test outlives the call that sets it.
    unowned var test: any SynchronousTest
  }
  private let clock: ThreadClock
  private let test = Guarded(Current?.none)
  private let depth = Atomic<Int>(0)
  private let rounds = Atomic<Int>(0)
  private let isWatched = Atomic<Bool>(false)

  private init(_ clock: ThreadClock) { self.clock = clock }

  /// Runs a test on this thread. If the thread waits for the length of the patience, the process ends with the report
  /// of the test.
  package static func watched<Result>(_ test: any SynchronousTest, _ body: () throws -> Result) rethrows -> Result {
    guard let run = ofThread.value ?? add() else { return try body() }
    let outer = run.test.with { current in
      defer { current = Current(test: test) }
      return current
    }
    run.rounds.wrappingAdd(1, ordering: .relaxed)
    run.depth.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer {
      run.depth.wrappingSubtract(1, ordering: .relaxed)
      run.test.with { $0 = outer }
    }
    if !run.isWatched.load(ordering: .sequentiallyConsistent) {
      run.isWatched.store(true, ordering: .sequentiallyConsistent)
      Watchdog.shared.watch(run, patience: patience.with { $0 })
    }
    return try body()
  }
  private static func add() -> SynchronousRun? {
    guard let clock = ThreadClock.ofThisThread else { return nil }
    let run = SynchronousRun(clock)
    all.with { $0.append(run) }
    ofThread.value = run
    return run
  }

  // MARK: The watchdog

  /// Changes with each test, and with each hundredth of a second of processor time.
  var progress: Int { rounds.load(ordering: .relaxed) &+ Int(clock.nanoseconds / 10_000_000) }
  var excuse: Stillness.Excuse { clock.isRunnable ? .computes(nanoseconds: 0) : .none }
  var isIdle: Bool {
    if depth.load(ordering: .sequentiallyConsistent) > 0 { return false }
    isWatched.store(false, ordering: .sequentiallyConsistent)
    if depth.load(ordering: .sequentiallyConsistent) == 0 { return true }
    // A test has begun meanwhile. If it has seen that it is not watched, it watches itself.
    return isWatched.exchange(true, ordering: .sequentiallyConsistent)
  }
  func stopForStillness() {
    guard depth.load(ordering: .sequentiallyConsistent) > 0, let test = test.with({ $0?.test }) else { return }
    Host.stop(test.report(waitedFor: Self.patience.with { $0 }))
  }
}
