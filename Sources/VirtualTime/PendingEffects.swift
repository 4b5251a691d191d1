/// Decides which pending actions may still show an effect of the rows of a test, and which only repeat by themselves.
///
/// A test runs after its last symbol until only repeating actions are left:
///
/// 1. An action is *free* if no repeating timer caused it: it was scheduled from outside a run, or by a free action. So
///    is the first tick of a repeating timer that a free action started, for a repeating timer cancelled at its first
///    tick is the usual way to write a timer that fires once. The last symbol of the test counts as a free action.
/// 2. The next five ticks of a repeating timer after each free action are *bound*, and so is all that a bound action
///    schedules: they may deliver what came (the next tick of `collect`), and a timer that repeats may have an end
///    (`interval` with `prefix`). As long as the run has been silent, so are a thousand more, of all timers together: a
///    timer may count silently before it sends.
/// 3. Later ticks are *endless*, and so is all that an endless action schedules, unless a free action runs while it is
///    pending: then it is bound.
///
/// The run goes on while a free or a bound action is pending. Bound actions make no timer tick longer, so that takes
/// finitely many ticks.
///
/// Guarded by the lock of the timeline.
final class PendingEffects {
  static let patience = (each: 5, all: 1_000)

  enum Kind {
    case free, bound, endless
  }
  private struct Pending {
    var kind: Kind
    /// The number of free actions that had run when it was scheduled.
    var turn: Int
  }

  /// The cause of actions that are scheduled now.
  @exclusivity(unchecked) var current = Kind.free
  /// The pending actions that are not free, by their order.
  @exclusivity(unchecked) private var pending: [UInt64: Pending] = [:]
  private var endlessCount = 0
  /// The number of free actions that have run.
  @exclusivity(unchecked) private(set) var turn = 1
  /// The number of ticks beyond those of each timer that were followed since a free action.
  @exclusivity(unchecked) private var followed = (count: 0, turn: 0)
  /// Whether the run has not been silent, so that only the first ticks of each timer are followed.
  @exclusivity(unchecked) var isImpatient = false

  /// Called when an action was scheduled. `timer` is its timer if it is a tick other than the first one.
  @inline(__always) func note(_ order: UInt64, tickOf timer: TimelineTimer? = nil) {
    if timer != nil || current != .free { add(order, timer) }
  }
  private func add(_ order: UInt64, _ timer: TimelineTimer?) {
    var kind = current
    if let timer, kind != .endless { kind = isFollowed(timer) ? .bound : .endless }
    pending[order] = Pending(kind: kind, turn: turn)
    if kind == .endless { endlessCount += 1 }
  }
  private func isFollowed(_ timer: TimelineTimer) -> Bool {
    if timer.countTick(at: turn) <= Self.patience.each { return true }
    if isImpatient { return false }
    followed = followed.turn == turn ? (followed.count + 1, turn) : (1, turn)
    return followed.count <= Self.patience.all
  }
  /// Called when an action will not run.
  @inline(__always) func forget(_ order: UInt64) {
    if !pending.isEmpty { _ = remove(order) }
  }
  private func remove(_ order: UInt64) -> Kind {
    guard let known = pending.removeValue(forKey: order) else { return .free }
    if known.kind == .endless { endlessCount -= 1 }
    return kind(of: known)
  }
  func forgetAll() {
    pending = [:]
    endlessCount = 0
  }
  private func kind(of action: Pending) -> Kind { action.kind == .endless && action.turn < turn ? .bound : action.kind }

  /// Called when an action is about to run. The caller passes the result to ``end(_:)``.
  func begin(_ order: UInt64) -> Kind {
    defer { current = pending.isEmpty ? .free : remove(order) }
    return current
  }
  /// Ends the action that ``begin(_:)`` announced.
  func end(_ outer: Kind) {
    if current == .free { turn += 1 }
    current = outer
  }
  /// Called when an event has happened outside of all actions.
  func noteEffect() { turn += 1 }

  /// Whether one of `count` pending actions may show an effect.
  func hasEffects(among count: Int) -> Bool {
    count > endlessCount || pending.values.contains { kind(of: $0) != .endless }
  }
}
