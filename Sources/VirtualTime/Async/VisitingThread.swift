import PipesCore
import Synchronization

/// A thread that the code of a run has started: one of the threads of its baton.
///
/// 1. It is parked when it is made. Its first turn is an action of the timeline, so threads begin in the order in which
///    they were started. It stands for no action: what it runs is neither a job nor on a queue.
/// 2. It waits for every sleep and every limit, so that each is an action: one that never ends meets the limits of the
///    timeline.
/// 3. When the body of the run has returned, time passes for it until it ends. If it sleeps too often, it is left behind,
///    without a turn, and the run says so. If it waits without a limit, it leaves: it is a thread of real time then, as in
///    the program.
/// 4. Only the thread itself changes `registration` and `sleeps`.
final class VisitingThread: Visitor, @unchecked Sendable {
  // Unchecked: see 4.
  private let executor: VirtualExecutor
  private let waiter: Baton.Waiter
  private let over = Atomic<Bool>(false)
  private var registration: AnyObject?
  private var sleeps = 0
  private static let key = Host.ThreadKey<VisitingThread>()
  /// The code that has started it.
  private let maker = CallStack.Snapshot()

  init(_ executor: VirtualExecutor) {
    self.executor = executor
    waiter = Baton.Waiter(end: executor.timeline.nanoseconds, nil)
    executor.baton.add(waiter)
    executor.setWake(of: waiter, "a thread")
  }
  func neverCame() { executor.forget(waiter) }

  var isOver: Bool { over.load(ordering: .acquiring) }
  /// The visitor of an executor that this thread is.
  static func current(of executor: VirtualExecutor) -> VisitingThread? {
    guard executor.baton.hasVisitors, let own = key.value, own.executor === executor else { return nil }
    return own
  }

  func begin() {
    StoppedThread.admitSignal()
    executor.baton.begin(as: waiter)
    registration = Host.enter(executor)
    Self.key.value = self
    executor.mainTurn.beginFrame(isVisitor: true)
    executor.queues.waits = 0
    executor.baton.makers.with { $0[Self.number] = maker }
  }
  func end() {
    if isOver { return }
    leave()
  }
  func leave() {
    stepOut()
    executor.baton.endTurn()
  }
  /// Leaves the run without a turn.
  func stepOut() {
    executor.baton.makers.with { $0[Self.number] = nil }
    over.store(true, ordering: .releasing)
    registration.take().map(Host.leave)
    Self.key.value = nil
  }
  private static var number: CInt { ThreadClock.ofThisThread?.number ?? 0 }
  /// Called when the thread is about to wait for some time.
  func countSleep() {
    if !executor.baton.isEnding.load(ordering: .relaxed) { return }
    sleeps += 1
    if sleeps <= Self.sleepsAtTheEnd { return }
    executor.baton.restless.with { $0 = $0 ?? maker }
    executor.baton.endTurn()
    WaitingRoom().wait { false }
  }
  /// The number of sleeps of a thread after the body has returned.
  private static var sleepsAtTheEnd: Int { 1_000 }
}
