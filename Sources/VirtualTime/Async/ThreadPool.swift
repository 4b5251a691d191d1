import Pipes

/// Threads for runs. To start a thread costs more than a short run, so a thread that is done waits a moment for the next work.
///
/// 1. A thread runs one body at a time, from its start to its end. A body that blocks keeps its thread; no other body waits for it.
/// 2. A thread that has no work for the length of the patience ends: a process that uses no virtual time any more has no thread of the pool.
/// 3. A worker is in `idle` only while it has no body. The thread that removes a worker from `idle` gives it a body, or is that worker and ends.
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
      repeat {
        worker.runBody()
        idle.with { $0.append(worker) }
      } while worker.waits(atMost: patience) || !leaves(worker)
    }
  }
  /// Removes a worker that has waited for too long. Returns false if another thread has removed it, which is about to give it a body.
  private func leaves(_ worker: Worker) -> Bool {
    idle.with { idle in
      guard let place = idle.lastIndex(where: { $0 === worker }) else { return false }
      idle.remove(at: place)
      return true
    }
  }

  /// One thread and its next body.
  private final class Worker: @unchecked Sendable {
    // Unchecked: `room` guards the body.
    private let room = WaitingRoom()
    private var next: (@Sendable () -> Void)?

    init(_ first: @escaping @Sendable () -> Void) { next = first }

    func give(_ body: @escaping @Sendable () -> Void) { room.announce { next = body } }
    func waits(atMost patience: Duration) -> Bool { room.wait(atMost: patience) { next != nil } }
    func runBody() {
      room.wait { next != nil }
      room.locked { next.take() }?()
    }
  }
}
