import PipesCore
import Synchronization

/// The work that is left when the body of a run has returned: tasks that sleep are cancelled, and their loops should
/// end.
///
/// 1. A task with too many jobs is restless: the run does not wait for it.
/// 2. A sleep of the runtime ends at once in a task that is cancelled. On an actor the task does not even suspend
///    itself, so a loop that ignores the error of its sleeps keeps the thread. It reads a clock in each round, and is
///    noticed there: the run ends, and the thread does not return.
/// 3. Any thread may enqueue a job. Only the thread of the run begins the end, runs jobs and reads clocks.
struct LastWork: ~Copyable, Sendable {
  /// The number of jobs that a task may have after the body has returned.
  static let jobsOfTask = 3_000
  /// The number of times that one job of a cancelled task may read a clock then.
  static let readingsOfJob = 4_000

  // Not private: the compiler (6.3.1) fails where a file destroys a private part of a type of another one.
  struct State {
    var jobs: [UInt64: Int] = [:]
    /// Ends the run, whose thread does not return.
    var leave: (@Sendable () -> Void)?
  }
  private let state = Guarded(State())
  private let hasBegun = Atomic<Bool>(false)
  private let readings = Atomic<Int>(0)
  /// Whether a task goes on and on, although the body has returned and the task is cancelled.
  let isRestless = Atomic<Bool>(false)

  /// Called when the body has returned, and the tasks that it has started are to end. `leave` ends the run while one of
  /// them keeps its thread.
  func begin(_ leave: @escaping @Sendable () -> Void) {
    state.with { $0.leave = leave }
    hasBegun.store(true, ordering: .relaxed)
  }
  /// Called when the thread of the run is done.
  func end() { state.with { $0.leave = nil } }
  /// Called when a job of a task is enqueued.
  @inline(__always) func count(jobOf task: UInt64) {
    if hasBegun.load(ordering: .relaxed) { add(jobOf: task) }
  }
  private func add(jobOf task: UInt64) {
    let count = state.with { state -> Int in
      state.jobs[task, default: 0] += 1
      return state.jobs[task] ?? 0
    }
    if count > Self.jobsOfTask { isRestless.store(true, ordering: .relaxed) }
  }
  /// Called when a job begins to run.
  @inline(__always) func beginJob() {
    if hasBegun.load(ordering: .relaxed) { readings.store(0, ordering: .relaxed) }
  }
  /// Called when the running job reads a clock.
  @inline(__always) func countReading() {
    if hasBegun.load(ordering: .relaxed) { addReading() }
  }
  /// Called when the running job blocks its thread: it may wait for what nobody does any more.
  func countSleep() {
    if hasBegun.load(ordering: .relaxed) { addReading(isCancelled: true) }
  }
  private func addReading(isCancelled: Bool = false) {
    if readings.wrappingAdd(1, ordering: .relaxed).newValue <= Self.readingsOfJob { return }
    readings.store(0, ordering: .relaxed)
    guard isCancelled || withUnsafeCurrentTask(body: { $0?.isCancelled }) == true,
      let leave = state.with({ $0.leave.take() })
    else { return }
    RunOfThread.adopting(nil, leave)
    WaitingRoom().wait { false }
  }
}
