import Pipes
import Synchronization

/// Runs the jobs of one `withVirtualTime` as actions of its timeline, on one thread, one at a time, in the order in which they were enqueued.
///
/// A job belongs to this executor if its thread enqueues it, or if the task of the job ran here before, so that a task that another thread
/// resumes comes back. (An actor cannot be distinguished from a later one at the same address, but the runtime always resumes a task
/// outside of actors first.)
final class VirtualExecutor: Sendable {
  let timeline: Timeline
  let room = WaitingRoom()
  private let tasks = Guarded<Set<UInt64>>([])
  private let isClosed = Atomic<Bool>(false)
  /// Whether a job of the main actor is running here. Only the thread of the timeline uses it.
  private let hasMainTurn = Atomic<Bool>(false)

  /// The executors that accept jobs, so that a job that is enqueued on any thread finds its executor.
  private static let open = Guarded<[VirtualExecutor]>([])
  private static let openCount = Atomic<Int>(0)

  init(_ timeline: Timeline) { self.timeline = timeline }

  func openDoors() {
    Self.open.with { $0.append(self) }
    Self.openCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }
  /// Refuses all further jobs.
  func closeDoors() {
    let wasClosed = room.locked { isClosed.exchange(true, ordering: .sequentiallyConsistent) }
    if wasClosed { return }
    Self.openCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    Self.open.with { $0.removeAll { $0 === self } }
  }

  /// Schedules a job as an action of the timeline that it belongs to, after a delay in nanoseconds. Returns false if it belongs to none.
  static func take(_ job: UnownedJob, on face: Face = .general, after delay: UInt64 = 0) -> Bool {
    guard openCount.load(ordering: .relaxed) > 0 else { return false }
    let id = RuntimeHooks.taskID(of: job)
    return owner(of: id)?.take(job, id, on: face, after: delay) ?? false
  }
  private static func owner(of task: UInt64) -> VirtualExecutor? {
    let own = Host.executor
    if task == 0 || own?.knows(task) == true { return own }
    return open.with { $0 }.first { $0 !== own && $0.knows(task) } ?? own
  }
  private func knows(_ task: UInt64) -> Bool { tasks.with { $0.contains(task) } }

  private func take(_ job: UnownedJob, _ task: UInt64, on face: Face, after delay: UInt64) -> Bool {
    if task != 0 { tasks.with { _ = $0.insert(task) } }
    let instant = timeline.nanoseconds.plus(Int64(clamping: delay))
    // Only the main actor guarantees the order of its jobs.
    let enqueue = { [timeline] in
      _ = timeline.enqueue({ Self.run(job, on: face) }, at: instant, name: Timeline.task, isFree: face != .main)
    }
    if Host.executor === self {
      if isClosed.load(ordering: .relaxed) { return false }
      enqueue()
      return true
    }
    timeline.didComeBack()
    var isTaken = false
    room.announce {
      isTaken = !isClosed.load(ordering: .relaxed)
      if isTaken { enqueue() }
    }
    return isTaken
  }
  private static func run(_ job: UnownedJob, on face: Face) {
    switch face {
    case .general: job.runSynchronously(on: general.asUnownedSerialExecutor())
    case .preferred: job.runSynchronously(on: preferred.asUnownedTaskExecutor())
    case .main:
      // The process has one main actor: its jobs on several timelines run one at a time. A job that advances its timeline runs other jobs
      // of the main actor inside itself.
      let own = Host.executor
      if own?.hasMainTurn.load(ordering: .relaxed) == true { return job.runSynchronously(on: main.asUnownedSerialExecutor()) }
      mainTurn.locked {
        own?.hasMainTurn.store(true, ordering: .relaxed)
        job.runSynchronously(on: main.asUnownedSerialExecutor())
        own?.hasMainTurn.store(false, ordering: .relaxed)
      }
    }
  }
  private static let mainTurn = WaitingRoom()

  /// Runs the body as the thread of this executor: jobs that it enqueues belong to the executor.
  func adopting<Result>(_ body: () -> Result) -> Result {
    let outer = Host.executor
    Host.executor = self
    defer { Host.executor = outer }
    return body()
  }

  // MARK: The view of the runtime

  /// The executor that a job sees. There is one of each kind in the process, because suspended tasks refer to executors without keeping
  /// them alive.
  enum Face {
    /// The global executor.
    case general
    /// The main actor.
    case main
    /// The executor that the body and its child tasks prefer. Without it, `Task.yield` inside an actor would use the real one.
    case preferred
  }
  static let general = SerialFace(.general)
  static let main = SerialFace(.main)
  static let preferred = TaskFace()

  final class SerialFace: SerialExecutor {
    let face: Face
    init(_ face: Face) { self.face = face }
    func enqueue(_ job: consuming ExecutorJob) { VirtualExecutor.enqueue(UnownedJob(job), on: face) }
  }
  final class TaskFace: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { VirtualExecutor.enqueue(UnownedJob(job), on: .preferred) }
  }
  private static func enqueue(_ job: UnownedJob, on face: Face) {
    if take(job, on: face) { return }
    // The run of its timeline is over.
    if face == .main { MainActor.shared.enqueue(job) } else { globalConcurrentExecutor.enqueue(job) }
  }
}
