/// Watches all runs of the process on one thread and stops a run in which nothing happens for the length of its
/// patience.
///
/// 1. `room` guards the list of watched runs. No call to a run is made while it is locked.
/// 2. A run is looked at with pauses of a tenth of its patience. A look that comes late only gives the run more time.
/// 3. Patience is what the process could have used, not what the clock shows: whatever the run waits for, a lock of
///    another thread or an answer, may wait for a processor. `ProcessShare` measures it.
/// 4. Only code of users is watched. The thread of a run and the replaced functions are there before the watch begins;
///    while `OwnWork` goes on, no time counts.
/// 5. The thread ends when no run is left at the time of its next look.
final class Watchdog: @unchecked Sendable {
  // Unchecked: `room` guards the state.
  static let shared = Watchdog()

  /// A run as the watchdog sees it.
  protocol Watched: AnyObject, Sendable {
    /// A number that changes when the run makes progress.
    var progress: Int { get }
    /// A reason for the lack of progress. Asked once for each look.
    var excuse: Stillness.Excuse { get }
    /// Whether nothing runs, so that the run need not be watched any more. Asked once for each look.
    var isIdle: Bool { get }
    /// Stops the run, in which nothing has happened for the length of its patience.
    func stopForStillness()
  }
  private struct Watch {
    let run: any Watched
    var stillness: Stillness
    /// The share of the process since the last look; `nil` before the first one, for whose time nothing counts: its
    /// processor time is a call of the system, a seventh of an empty run.
    private var share: ProcessShare?
    /// The real time of the next look, in nanoseconds. The first one comes soon.
    private(set) var due: Int64
    init(_ run: any Watched, _ patience: Duration) {
      (self.run, stillness) = (run, Stillness(patience: patience))
      _ = stillness.isOver(run.progress)  // only reads the number
      due = Host.realNanoseconds().plus(VirtualInstant.Stride(stillness.pause).nanoseconds / 10)
    }
    mutating func setDue(after now: Int64) { due = now.plus(VirtualInstant.Stride(stillness.pause).nanoseconds) }
    /// Looks at the run. Returns whether nothing has happened for the length of the patience.
    mutating func isOver() -> Bool {
      defer { share = ProcessShare() }
      return !OwnWork.goesOn && stillness.isOver(run.progress, run.excuse, timeOf: share?.time ?? { _ in 0 })
    }
  }
  private let room = WaitingRoom()
  private var watches: [Watch] = []
  private var isRunning = false
  /// The real time until which the thread waits.
  private var nextLook = Int64.max

  /// Watches a run until `forget` is called or the run is stopped.
  func watch(_ run: some Watched, patience: Duration) {
    let watch = Watch(run, patience)
    var startsThread = false
    room.announceIfNeeded {
      watches.append(watch)
      startsThread = !isRunning
      isRunning = true
      return watch.due < nextLook
    }
    if startsThread { ThreadPool.shared.run { self.work() } }
  }
  func forget(_ run: some Watched) {
    room.locked { watches.removeAll { $0.run === run } }
  }

  private func work() {
    while let pause = nextPause() {
      room.wait(atMost: .nanoseconds(pause)) { watches.contains { $0.due < nextLook } }
      for run in lookAtDueRuns() {
        forget(run)
        run.stopForStillness()
      }
    }
  }
  /// The time until the next look; `nil`, and the thread is over, if no run is left.
  private func nextPause() -> Int64? {
    room.locked {
      guard let next = watches.map(\.due).min() else {
        isRunning = false
        nextLook = .max
        return nil
      }
      nextLook = next
      return max(0, next - Host.realNanoseconds())
    }
  }
  /// The runs in which nothing has happened for the length of their patience.
  private func lookAtDueRuns() -> [any Watched] {
    let now = Host.realNanoseconds()
    let due = room.locked { watches.filter { $0.due <= now } }
    return due.compactMap { watch in
      // A run answers outside of the lock.
      var watch = watch
      let isIdle = watch.run.isIdle, isOver = !isIdle && watch.isOver()
      watch.setDue(after: now)
      return room.locked {
        guard let place = watches.firstIndex(where: { $0.run === watch.run }) else { return nil }
        if isIdle { watches.remove(at: place) } else { watches[place] = watch }
        return isOver ? watch.run : nil
      }
    }
  }
}

/// Detects that nothing happens, with checks at a tenth of the patience.
struct Stillness {
  /// A reason for a lack of progress, which makes the time since the last check count less.
  enum Excuse {
    case none
    /// Something that may take a while is waited for: the main actor, which other code may keep, or an answer. A
    /// twelfth of the time counts.
    case waits
    /// The thread has used the processor for so many nanoseconds since the last check, or would have if it had been
    /// given one. A twelfth of that counts: a machine that is busy with other things is no reason to stop a run.
    case computes(nanoseconds: Int64)
  }
  /// The number of checks during the patience.
  private static let looks: Int64 = 10
  /// Time with an excuse counts as this part of time without.
  static let excuse: Int64 = 12
  /// The real time between two checks.
  let pause: Duration
  private let length: Int64
  private var seen = 0
  /// The nanoseconds that count, times `excuse`.
  private var quiet: Int64

  init(patience: Duration) {
    pause = patience / Self.looks
    length = max(1, VirtualInstant.Stride(pause).nanoseconds)
    quiet = -length * Self.excuse  // the first check only reads the number
  }

  /// Whether nothing has happened for the length of the patience, given a number that changes with each step.
  /// `timeOf` returns how much of the time between two checks the process could have used.
  mutating func isOver(_ steps: Int, _ excuse: Excuse = .none, timeOf: (Int64) -> Int64 = { $0 }) -> Bool {
    defer { seen = steps }
    guard steps == seen else {
      quiet = 0
      return false
    }
    switch excuse {
    case .none: quiet += timeOf(length) * Self.excuse
    case .waits: quiet += timeOf(length)
    case .computes(let nanoseconds): quiet += min(max(0, nanoseconds), length)
    }
    return quiet >= Self.looks * length * Self.excuse
  }
}
