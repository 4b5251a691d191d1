import PipesCore
import Synchronization

/// Answers that are under way to a run in real time: work that its code has given to a queue, where work may leave the
/// run. Virtual time does not pass until they are there, so that no timeout wins against an answer that takes some
/// milliseconds.
///
/// 1. The room of the run guards the numbers of the answers. `count` may be read without it.
/// 2. The thread of the run waits for half of its patience at most, as `ProcessShare` measures it: the thread that
///    answers may wait for a processor. Then it forgets the answers: time passes, and the run goes on without them.
final class Answers: @unchecked Sendable {
  // Unchecked: the room guards the state.
  /// Whether the run allows that work leaves it.
  let isAllowed: Bool
  private let patience: Duration
  private var numbers: Set<Int> = []
  private var latest = 0
  private let known = Atomic<Int>(0), waits = Atomic<Bool>(false)

  init(isAllowed: Bool, patience: Duration) {
    self.isAllowed = isAllowed
    self.patience = patience / 2
  }

  /// Whether the thread of the run waits for an answer.
  var isWaiting: Bool { waits.load(ordering: .relaxed) }
  var count: Int { known.load(ordering: .relaxed) }

  /// Adds an answer that is given after a delay in nanoseconds at the earliest. Returns the closure to call when it has
  /// been given; `nil` if it takes longer than the run waits.
  func begin(after delay: Int64, _ room: WaitingRoom) -> (@Sendable () -> Void)? {
    if delay >= .nanoseconds(of: patience) { return nil }
    let number = room.locked { () -> Int in
      latest += 1
      numbers.insert(latest)
      known.store(numbers.count, ordering: .relaxed)
      return latest
    }
    return { [self] in
      room.announce {
        numbers.remove(number)
        known.store(numbers.count, ordering: .relaxed)
      }
    }
  }
  /// Waits until no answer is under way, or the condition holds.
  func wait(_ room: WaitingRoom, until holds: () -> Bool) {
    waits.store(true, ordering: .relaxed)
    defer { waits.store(false, ordering: .relaxed) }
    var left = Int64.nanoseconds(of: patience)
    let pause = max(1, left / 10)
    while left > 0 {
      let share = ProcessShare()
      if room.wait(atMost: .nanoseconds(pause), until: { numbers.isEmpty || holds() }) { return }
      left -= share.time(of: pause)
    }
    room.locked {
      numbers = []
      known.store(0, ordering: .relaxed)
    }
  }
}
