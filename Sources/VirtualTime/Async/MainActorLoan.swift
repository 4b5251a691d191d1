import Synchronization

/// Lends the real main actor to one timeline: a task on the main actor waits until the timeline gives it back, so no
/// other code of the main actor runs meanwhile, in virtual time or outside of it.
///
/// 1. A loan is requested by the thread of a timeline, and granted by a task that runs on the main actor and blocks its
///    thread.
/// 2. Code of the main actor runs in virtual time only between `beginUse` and `endUse`, while the loan is in use.
/// 3. Between two uses the loan may stay granted for a short time, so that jobs that follow one another need not wait
///    for two threads each time. Then the main actor takes it back by itself: a job outside of the main actor may wait
///    for the main thread.
final class MainActorLoan: @unchecked Sendable {
  // Unchecked: `room` guards the state.
  private enum State { case requested, inUse, idle, returned }
  private let room = WaitingRoom()
  private var state = State.requested
  /// The number of uses that have ended.
  private var uses = 0
  /// The real time after which the loan is returned at the end of a use. The clocks of the standard library may be
  /// virtual on the thread of a timeline.
  private var end = Host.realNanoseconds()

  /// The number of loans that are requested and not granted.
  private static let requests = Atomic<Int>(0)
  /// The real time that a loan which nobody uses stays granted.
  private static let pause = Duration.microseconds(200)
  /// The real time after which a loan is returned at the end of its use, in nanoseconds.
  private static let limit: Int64 = 1_000_000

  /// Waits until the real main actor is lent. Called on the thread of a timeline.
  static func request() -> MainActorLoan {
    let new = MainActorLoan()
    requests.wrappingAdd(1, ordering: .relaxed)
    // Without an executor the hooks of the runtime let the task pass to the real main actor.
    Host.adopting(nil) { _ = Task.detached(priority: .high) { @MainActor in new.lend() } }
    new.room.wait { new.state != .requested }
    requests.wrappingSubtract(1, ordering: .relaxed)
    return new
  }
  /// Uses the loan once more. Returns false if it has been returned.
  func beginUse() -> Bool {
    room.locked {
      guard state == .idle else { return false }
      state = .inUse
      return true
    }
  }
  func endUse() {
    let isWanted = Self.requests.load(ordering: .relaxed) > 0
    room.announceIfNeeded {
      guard state == .inUse else { return false }
      uses += 1
      state = isWanted || Host.realNanoseconds() > end ? .returned : .idle
      return state == .returned
    }
  }
  /// Gives the main actor back at once. The run of a thread that still uses it has failed.
  func giveBack() { room.announce { state = .returned } }

  /// Blocks the main actor until the loan is returned, or has not been used for a while.
  @MainActor private func lend() {
    room.announce {
      state = .inUse
      end = Host.realNanoseconds() + Self.limit
    }
    var uses = 0
    while !room.wait(atMost: Self.pause, until: { state == .returned }) {
      room.locked {
        if state == .idle, uses == uses { state = .returned }
        uses = uses
      }
    }
  }
}
