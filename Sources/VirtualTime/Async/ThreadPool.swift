import PipesCore

/// Threads for runs. To start a thread costs more than a short run, so a thread that is done waits a moment for the
/// next work.
///
/// 1. A thread runs one body at a time, from its start to its end. A body that blocks keeps its thread; no other body
///    waits for it.
/// 2. A thread that has no work for the length of the patience ends: a process that uses no virtual time any more has
///    no thread of the pool.
/// 3. A worker is in `idle` only while it has no body. The thread that removes a worker from `idle` gives it a body, or
///    is that worker and ends.
/// 4. To wake a thread of the system costs more than a short run, too. So the task that waits for a run continues on
///    the thread of that run, as its guest, until it is suspended for the first time, and a run that the guest begins
///    meanwhile runs there when the guest is suspended. Other threads never see the guest or that body. Only a run on
///    another thread may be over before the task is suspended; then the task stays where it is.
final class ThreadPool: Sendable {
  static let shared = ThreadPool(patience: .milliseconds(500))

  private let idle = Guarded<[Worker]>([])
  /// The real time that an idle thread waits for work.
  private let patience: Duration

  init(patience: Duration) { self.patience = patience }

  /// Runs the body on a thread that runs nothing else until the body returns.
  func run(_ body: @escaping @Sendable () -> Void) {
    if let worker = idle.with({ $0.popLast() }) { return worker.give(body) }
    let worker = Worker(body)
    Host.startThread { [self] in
      Host.nameThread()
      repeat {
        worker.runBodies()
        idle.with { $0.append(worker) }
      } while worker.waits(atMost: patience) || !leaves(worker)
    }
  }
  /// Runs the body as `run` does. The task that calls it is suspended as soon as the call returns, and waits for the
  /// body: if it is the guest of a thread, that thread runs the body then.
  func runWhenSuspended(_ body: @escaping @Sendable () -> Void) {
    if let worker = Worker.current, worker.acceptsBodyOfGuest { worker.bodyOfGuest = body } else { run(body) }
  }
  /// Resumes a task that waits for the body that this thread runs, which is about to return: the thread continues with
  /// the task.
  static func resumeHere(_ resume: () -> Void) {
    Worker.current?.expectsGuest = true
    resume()
    Worker.current?.expectsGuest = false
  }
  /// Keeps the job of a task that is being resumed by `resumeHere`. Returns false for all other jobs.
  static func keep(_ job: UnownedJob) -> Bool {
    // An actor's job may go on with other jobs of that actor.
    guard let worker = Worker.current, worker.expectsGuest, RuntimeHooks.taskID(of: job) != 0 else { return false }
    worker.expectsGuest = false
    worker.guest = job
    return true
  }
  /// Removes a worker that has waited for too long. Returns false if another thread has removed it, which is about to
  /// give it a body.
  private func leaves(_ worker: Worker) -> Bool {
    idle.with { idle in
      guard let place = idle.lastIndex(where: { $0 === worker }) else { return false }
      idle.remove(at: place)
      return true
    }
  }

  /// One thread and its next body.
  private final class Worker: @unchecked Sendable {
    // Unchecked: `room` guards `next`; only the thread of the worker uses the other variables.
    private let room = WaitingRoom()
    private var next: (@Sendable () -> Void)?
    /// Whether the next job of a task that this thread enqueues is the guest.
    var expectsGuest = false
    var guest: UnownedJob?
    private var isGuestRunning = false
    /// The body that is to run when the guest is suspended.
    var bodyOfGuest: (@Sendable () -> Void)?
    var acceptsBodyOfGuest: Bool { isGuestRunning && bodyOfGuest == nil }

    private static let key = Host.ThreadKey<Worker>()
    /// The worker of this thread, if the thread is one of a pool.
    static var current: Worker? { key.value }

    init(_ first: @escaping @Sendable () -> Void) { next = first }

    func give(_ body: @escaping @Sendable () -> Void) { room.announce { next = body } }
    func waits(atMost patience: Duration) -> Bool { room.wait(atMost: patience) { next != nil } }
    func runBodies() {
      Self.key.value = self
      room.wait { next != nil }
      room.locked { next.take() }?()
      while let job = guest.take() {
        isGuestRunning = true
        job.runSynchronously(on: VirtualExecutor.noExecutor)
        isGuestRunning = false
        bodyOfGuest.take()?()
      }
    }
  }
}
