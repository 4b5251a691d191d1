import PipesCore
import Synchronization

/// The real clocks of a run, and the tasks that sleep by them.
struct RunClocks: ~Copyable, Sendable {
  /// Whether they show the time of the timeline on its thread.
  let areVirtual: Bool
  let startDate: RunDate
  /// Whether a task has slept by one of them.
  let wereUsed = Atomic<Bool>(false)
  private let sleeps = Guarded<[UInt64: RuntimeSleep]>([:])
  /// The sleeps of tasks whose deadline was over.
  private let emptySleeps = Guarded(EmptySleeps())

  init(areVirtual: Bool, _ startDate: RunDate) {
    self.areVirtual = areVirtual
    self.startDate = startDate
  }

  func keep(_ sleep: RuntimeSleep, of task: UInt64) { if task != 0 { sleeps.with { $0[task] = sleep } } }
  func forget(_ task: UInt64) { if task != 0 { sleeps.with { _ = $0.removeValue(forKey: task) } } }
  /// Ends the sleep of a task that is resumed.
  func endSleep(of task: UInt64) {
    if wereUsed.load(ordering: .relaxed) { sleeps.with { $0.isEmpty ? nil : $0.removeValue(forKey: task) }?.end() }
  }
  func forgetAll() { sleeps.with { $0 = [:] } }
  /// The nanoseconds that pass for a sleep whose deadline is over: see `EmptySleeps`.
  func timeAfterEmptySleeps(of task: UInt64, _ length: Int64, at now: Int64) -> Int64 {
    emptySleeps.with { $0.begin(of: task, length, at: now) }
  }
  func tasksOfEmptySleeps(at now: Int64) -> [UInt64] { emptySleeps.with { $0.tasks(at: now) } }
}

/// The jobs that belong to a run, on whatever thread they are enqueued.
struct RunAdmission: ~Copyable, Sendable {
  let isClosed = Atomic<Bool>(false)
  /// Whether the outcome of the run is decided.
  let isOver = Atomic<Bool>(false)
  let lastWork = LastWork()
  private let tasks = Guarded(RunTasks())
  /// The one whose job came last: most jobs belong to the task of the previous job.
  private let lastTask = Atomic<UInt64>(0)

  func knows(_ task: UInt64) -> Bool {
    task == lastTask.load(ordering: .relaxed) || tasks.with { $0.contains(task) }
  }
  var known: RunTasks { tasks.with { $0 } }
  func add(_ task: UInt64, _ job: UnownedJob) {
    lastWork.count(jobOf: task)
    if task == 0 || task == lastTask.load(ordering: .relaxed) { return }
    tasks.with { $0.add(task, unsafeBitCast(job, to: UInt.self)) }
    lastTask.store(task, ordering: .relaxed)
  }
}

/// The waits of the thread of a run in real time.
final class RunWaits: Sendable {
  private let blocking = Guarded<(name: String, place: CallStack.Snapshot)?>(nil)
  /// The number of runs inside this one.
  private let innerRuns = Atomic<Int>(0)

  func begin(_ call: String?) {
    let new = call.map { (name: $0, place: CallStack.Snapshot()) }
    blocking.with { $0 = new }
  }
  /// The call in which the thread waits, with the function that calls. Asked on any thread.
  var call: String? {
    blocking.with { $0 }.map { call in
      call.name + (call.place.caller(outside: Timeline.ownModules).map { " in '\($0)'" } ?? "")
    }
  }
  var isForInnerRun: Bool { innerRuns.load(ordering: .relaxed) > 0 }
  func forInnerRun(_ wait: () -> Void) {
    innerRuns.wrappingAdd(1, ordering: .relaxed)
    wait()
    innerRuns.wrappingSubtract(1, ordering: .relaxed)
  }
  /// The waits of a thread while another one runs.
  struct KeptWaits {
    fileprivate let blocking: (name: String, place: CallStack.Snapshot)?
    fileprivate let innerRuns: Int
  }
  func beginStanding() -> KeptWaits {
    KeptWaits(blocking: blocking.with { $0.take() }, innerRuns: innerRuns.exchange(0, ordering: .relaxed))
  }
  func endStanding(_ outer: KeptWaits) {
    blocking.with { $0 = outer.blocking }
    innerRuns.store(outer.innerRuns, ordering: .relaxed)
  }
}
