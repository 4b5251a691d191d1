import Pipes
import Synchronization

/// Runs the jobs of one `withVirtualTime` as actions of its timeline, on one thread, one at a time, in the order in which they were enqueued.
///
/// A job belongs here if this executor's thread enqueues it, or if its task ran here before: so a task that another thread resumes comes back.
/// (An actor cannot be told from a later one at the same place in memory; but the runtime always resumes a task outside of actors first.)
final class VirtualExecutor: Sendable {
  let timeline: Timeline
  let room = WaitingRoom()
  private let tasks = Guarded<Set<UInt64>>([])
  private let arrivalCount = Atomic<Int>(0)
  private let isClosed = Atomic<Bool>(false)

  /// All executors at work, so that a job enqueued on any thread finds its own.
  private static let open = Guarded<[VirtualExecutor]>([])
  private static let openCount = Atomic<Int>(0)

  init(_ timeline: Timeline) { self.timeline = timeline }

  func openDoors() {
    Self.open.with { $0.append(self) }
    Self.openCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }
  /// From here on nothing comes in.
  func closeDoors() {
    guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
    Self.openCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    Self.open.with { $0.removeAll { $0 === self } }
  }

  /// How often a job came in from another thread.
  var arrivals: Int { arrivalCount.load(ordering: .relaxed) }

  /// The executor that a job belongs to, if any.
  static func owner(of job: UnownedJob) -> VirtualExecutor? {
    guard openCount.load(ordering: .relaxed) > 0 else { return nil }
    let own = Host.executor
    let id = RuntimeHooks.taskID(of: job)
    if id == 0 || own?.knows(id) == true { return own }
    return open.with { $0 }.first { $0 !== own && $0.knows(id) } ?? own
  }
  private func knows(_ task: UInt64) -> Bool { tasks.with { $0.contains(task) } }

  /// Makes a job an action of the timeline: now, or some nanoseconds later.
  func enqueue(_ job: UnownedJob, on face: Face = .general, after delay: UInt64 = 0) {
    let id = RuntimeHooks.taskID(of: job)
    if id != 0 { tasks.with { _ = $0.insert(id) } }
    let instant = timeline.nanoseconds.plus(Int64(clamping: delay))
    // Only the main actor promises its jobs an order.
    let enqueue = { [timeline] in
      _ = timeline.enqueue({ Self.run(job, on: face) }, at: instant, name: Timeline.task, isFree: face != .main)
    }
    if Host.executor === self { return enqueue() }
    arrivalCount.wrappingAdd(1, ordering: .relaxed)
    room.announce(enqueue)
  }
  private static func run(_ job: UnownedJob, on face: Face) {
    switch face {
    case .general: job.runSynchronously(on: general.asUnownedSerialExecutor())
    case .preferred: job.runSynchronously(on: preferred.asUnownedTaskExecutor())
    case .main:
      // The main actor is one for the process: its jobs on several timelines take turns.
      mainTurn.locked { job.runSynchronously(on: main.asUnownedSerialExecutor()) }
    }
  }
  private static let mainTurn = WaitingRoom()

  /// Runs the body as this executor's thread: what it enqueues belongs here.
  func adopting<Result>(_ body: () -> Result) -> Result {
    let outer = Host.executor
    Host.executor = self
    defer { Host.executor = outer }
    return body()
  }

  // MARK: What the runtime sees

  /// As what a job runs. The executors are one each for the process, for suspended tasks point to them without keeping them.
  enum Face {
    /// Nothing in particular.
    case general
    /// The main actor.
    case main
    /// The executor that the body and its child tasks prefer. Without it, `Task.yield` inside an actor would go to the real one.
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
    if let executor = owner(of: job) { return executor.enqueue(job, on: face) }
    // Its timeline is gone.
    if case .main = face { MainActor.shared.enqueue(job) } else { globalConcurrentExecutor.enqueue(job) }
  }
}
