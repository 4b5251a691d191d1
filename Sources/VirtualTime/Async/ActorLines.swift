import Synchronization

/// The tasks that wait for actors, in a search of orders. An actor runs what it has received in that order: a task that
/// begins on it, such as `Task { … }` in one of its methods, is in its line from then on, and who calls it later stands
/// behind. A call before that may come first, because on several threads it may have been received already.
///
/// Only the thread that has the run uses this, without `hasOne`.
final class ActorLines: @unchecked Sendable {
  /// The number of tasks that wait, by the address of the actor.
  private var counts: [UInt: Int] = [:]
  /// Whether the job that runs is one of an actor, or enters one.
  let hasOne = Atomic<Bool>(false)
  private var isOpening = false
  private var opened: UnownedJob?

  func isWaiting(for actor: UInt) -> Bool { counts[actor] != nil }
  func join(_ actor: UInt) { counts[actor, default: 0] += 1 }
  func leave(_ actor: UInt) {
    let left = counts[actor, default: 1] - 1
    counts[actor] = left == 0 ? nil : left
  }

  /// Runs a body that gives a job to a free actor, and returns the job with which the actor comes to the executor.
  func open(_ body: () -> Void) -> UnownedJob? {
    isOpening = true
    body()
    isOpening = false
    defer { opened = nil }
    return opened
  }
  /// Takes the job of an actor. Returns false if no actor was given a job.
  func opens(with job: UnownedJob) -> Bool {
    if !isOpening { return false }
    isOpening = false
    opened = job
    return true
  }
}
