import PipesCore

/// A timer on a timeline, which can be restarted cheaply or repeats. It fires once per start or tick.
///
/// The timeline keeps a pending timer alive. The timer does not keep the timeline alive.
final class TimelineTimer: MovableTimer, Cancellable, @unchecked Sendable {
  // Unchecked: the lock of the timeline guards the state that changes.
  private let core: Timeline.Core
  private let action: (Int) -> Void
  private let interval: Int64
  private let name: ActionName
  private let clock: RunClock
  let repeats: Bool
  @exclusivity(unchecked) private(set) var due: Int64 = 0
  @exclusivity(unchecked) private var order: UInt64 = 0
  @exclusivity(unchecked) private var isCancelled = false
  /// The latest round that was started or stopped.
  @exclusivity(unchecked) private(set) var round = 0
  @exclusivity(unchecked) private var hasTicked = false
  /// Whether it has fired and fires again.
  var isRepeating: Bool { repeats && hasTicked }
  /// The actions that were added and may be pending, in the order in which they are due.
  @exclusivity(unchecked) private var added: ContiguousArray<UInt64> = []
  /// The number of orders in `added` at which those that have run are removed: at least half are new then.
  @exclusivity(unchecked) private var addedLimit = 16
  /// The number of ticks that were scheduled since a free action, and the number of that action: see
  /// ``PendingEffects``.
  @exclusivity(unchecked) private var ticks = (count: 0, turn: 0)

  init(
    _ timeline: Timeline, every interval: Int64, repeats: Bool, name: ActionName, clock: RunClock = .continuous,
    _ action: @escaping (Int) -> Void
  ) {
    core = timeline.core
    self.interval = interval
    self.repeats = repeats
    self.name = name
    self.clock = clock
    self.action = action
  }

  func start(at instant: Int64) {
    core.checkIsOpen()
    core.state.with { insert(at: instant, &$0) }
  }
  func restart(_ round: Int) {
    core.checkIsOpen()
    core.state.with { restart(round, &$0) }
  }
  func restart(_ round: Int, scheduling action: NumberedAction, _ number: Int) {
    core.checkIsOpen()
    // In one step, because each step takes the lock.
    core.state.with { state in
      restart(round, &state)
      schedule(action, number, &state)
    }
  }
  @inline(__always) private func restart(_ round: Int, _ state: inout Timeline.State) {
    guard round >= self.round else { return }
    self.round = round
    let instant = core.nanoseconds.plus(max(0, interval))
    state.observers.didRemove(order, .restarted, at: core.nanoseconds)
    if instant >= due, instant != .never, state.queue.isPending(order) {
      due = instant
      order = state.queue.postpone(order, to: place)
      state.observers.didSchedule(order, at: due, from: core.nanoseconds, isTimer: true)
    } else {
      _ = state.queue.remove(order)
      insert(at: instant, &state)
    }
  }
  func stop(_ round: Int) {
    let old = core.state.with { state in
      guard round >= self.round else { return [] as [ActionQueue.Content?] }
      self.round = round
      var old = [state.remove(order, at: core.nanoseconds)]
      guard round == .max else { return old }
      for order in added { old.append(state.remove(order, at: core.nanoseconds)) }
      added = []
      return old
    }
    withExtendedLifetime(old) {}  // released outside of the lock
  }
  var now: Int64 { core.nanoseconds }
  func add(_ action: NumberedAction, _ number: Int) {
    core.checkIsOpen()
    core.state.with { add(action, number, at: core.nanoseconds.plus(max(0, interval)), &$0) }
  }
  func add(_ action: NumberedAction, _ number: Int, since start: Int64) {
    core.checkIsOpen()
    core.state.with { add(action, number, at: max(core.nanoseconds, start.plus(max(0, interval))), &$0) }
  }
  @inline(__always) private func add(
    _ action: NumberedAction, _ number: Int, at instant: Int64, _ state: inout Timeline.State
  ) {
    if state.isClosed || round == .max { return }
    let place = ActionQueue.Place(instant: instant, from: core.nanoseconds, name: name.index)
    let order = state.enqueue(.numbered(action, number), at: place, isTimer: true)
    if added.count == addedLimit { forgetRun(state) }
    added.append(order)
  }
  @inline(never) private func forgetRun(_ state: Timeline.State) {
    added.removeAll { !state.queue.isPending($0) }
    addedLimit = max(16, 2 * added.count)
  }
  /// Schedules a numbered action now.
  func schedule(_ action: NumberedAction, _ number: Int) {
    core.checkIsOpen()
    core.state.with { schedule(action, number, &$0) }
  }
  @inline(__always) private func schedule(_ action: NumberedAction, _ number: Int, _ state: inout Timeline.State) {
    if state.isClosed { return }
    let now = core.nanoseconds
    _ = state.enqueue(.numbered(action, number), at: .init(instant: now, from: now, name: name.index), isTimer: false)
  }
  func cancel() {
    core.state.with { state in
      isCancelled = true
      _ = state.remove(order, at: core.nanoseconds)
    }
  }
  /// Runs the action for the round that was current when the timer was removed from the queue, then schedules the next
  /// tick.
  func fire(_ round: Int) {
    action(round)
    guard repeats else { return }
    core.state.with { state in
      hasTicked = true
      if !isCancelled { insert(at: due.plus(interval), &state) }
    }
  }
  /// Counts a tick that is scheduled now. Returns its number after the last free action. Called under the lock of the
  /// timeline.
  func countTick(at turn: Int) -> Int {
    ticks = ticks.turn == turn ? (ticks.count + 1, turn) : (1, turn)
    return ticks.count
  }
  /// Adds the timer to the queue. Called under the lock of the timeline.
  private func insert(at instant: Int64, _ state: inout Timeline.State) {
    if state.isClosed || instant == .never { return }
    due = max(instant, core.nanoseconds)
    order = state.queue.insert(.timer(self), at: place)
    state.observers.didSchedule(order, at: due, from: core.nanoseconds, isTimer: true, tickOf: hasTicked ? self : nil)
  }
  private var place: ActionQueue.Place {
    ActionQueue.Place(instant: due, from: core.nanoseconds, name: name.index, clock: clock)
  }
  /// Called under the lock of the timeline.
  func didMove(to instant: Int64) { due = instant }
}
