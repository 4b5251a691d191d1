/// The tasks that wait for actors, in a search of orders. An actor runs what it has received in that order: a task that
/// begins on it, such as `Task { … }` in one of its methods, is in its line from then on, and who calls it later stands
/// behind. A call before that may come first, because on several threads it may have been received already.
///
/// Only the thread that has the run uses this.
final class ActorLines: @unchecked Sendable {
  private struct Line {
    let number: UInt32
    var count = 0
  }
  /// By the address of the actor, while something waits for it.
  private var lines: [UInt: Line] = [:]
  private var lastNumber: UInt32 = 0
  private var isOpening = false
  private var opened: UnownedJob?

  func isWaiting(for actor: UInt) -> Bool { lines[actor] != nil }
  /// Returns the number of the line.
  func join(_ actor: UInt) -> UInt32 {
    if lines[actor] == nil {
      lastNumber += 1
      lines[actor] = Line(number: lastNumber)
    }
    lines[actor]!.count += 1
    return lines[actor]!.number
  }
  func leave(_ actor: UInt) {
    lines[actor]!.count -= 1
    if lines[actor]!.count == 0 { lines[actor] = nil }
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
