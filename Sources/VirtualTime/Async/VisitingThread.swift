import Pipes
import Synchronization
import VirtualTimeHooks

/// A thread that the code of a run has started, and that runs only while the thread of the run waits for it: in turns,
/// each of which is an action of the timeline.
///
/// 1. A turn begins when the action runs, and ends when the thread waits in a run loop or is over. Meanwhile the thread
///    of the run waits, so exactly one of the two runs.
/// 2. The thread sees the clocks of the run, and what it resumes belongs to the run.
/// 3. `room` guards the state. The turns are counted: an action for an earlier one does nothing.
final class VisitingThread: Visitor, @unchecked Sendable {
  // Unchecked: `room` guards the state.
  private let executor: VirtualExecutor
  private let room = WaitingRoom()
  private var hasTurn = false, turns = 0, isStopped = false, isWaiting = false

  init(_ executor: VirtualExecutor) {
    self.executor = executor
    schedule(after: 0)
  }

  /// Runs the body of the thread, on that thread.
  func run(_ body: () -> Void) {
    room.wait { hasTurn }
    executor.baton.beginsToRun()
    Host.adopting(executor, body)
    room.announce { hasTurn = false }
  }
  /// Waits in a run loop, on the thread itself, for a length of virtual time at most. Returns whether the loop was
  /// stopped.
  func waits(atMost nanoseconds: Int64) -> Bool {
    let waits = room.locked {
      isWaiting = !isStopped
      return isWaiting
    }
    if waits {
      schedule(after: nanoseconds)
      room.announce { hasTurn = false }
      room.wait { hasTurn }
      executor.baton.beginsToRun()
    }
    return room.locked {
      isWaiting = false
      defer { isStopped = false }
      return isStopped
    }
  }
  /// Stops the run loop in which the thread waits, or will wait next.
  func stop() {
    let wakes = room.locked {
      defer { isStopped = true }
      return isWaiting && !isStopped
    }
    if wakes { schedule(after: 0) }
  }
  func neverCame() { room.locked { turns += 1 } }
  private func schedule(after nanoseconds: Int64) {
    let turn = room.locked {
      turns += 1
      return turns
    }
    executor.timeline.enqueue(
      { [weak self] in self?.begin(turn) }, at: executor.timeline.nanoseconds.plus(nanoseconds),
      name: executor.timeline.index(of: "a thread"))
  }
  /// Runs a turn, on the thread of the run.
  private func begin(_ turn: Int) {
    if room.locked({ turn != turns }) { return }
    executor.place.on(.another) {
      room.announce { hasTurn = true }
      room.wait { !hasTurn }
    }
    executor.baton.beginsToRun()
  }
}
