import PipesCore

extension Timeline {
  /// Finds out whether all that is left of a run is a sleep or a timer that repeats.
  ///
  /// A loop that ends after a day in seconds and one that never ends look alike, so a number decides. It is a number of
  /// instants, so the outcome does not depend on the machine:
  ///
  /// 1. Instants are counted. Up to nine for a hundred actions that a run may have, but at least 90,000 instants,
  ///    nothing is decided: a day has 86,400 seconds.
  /// 2. The last thousand of them are looked at. The run is stopped if nothing but the due actions was pending at the
  ///    beginning of each, and if the same actions ran at each, in the same order: nobody schedules anything but the
  ///    next tick, and nothing else is to come.
  /// 3. If an instant differs, the next look is a tenth of the limit later.
  /// 4. An advance to an instant ends by itself, so its instants do not count. Those for which a marble test continues
  ///    do not either: it has its own limit.
  struct Ticker {
    /// The first action of an instant.
    struct FirstAction {
      enum Kind { case sleep, repeatingTimer, action }
      let kind: Kind
      let name: UInt32
      let instant: Int64
    }
    enum Continuity { case continues, differs, isEndless }
    /// The number of instants that are looked at.
    private static var window: Int { 1_000 }
    /// The largest number of actions at an instant of a ticker.
    private static var actionsPerTick: Int { 32 }

    /// The number of instants after which a ticker is stopped.
    private let limit: Int
    /// The number of instants that are not looked at.
    private var passed: Int
    private var count = 0
    private var last: FirstAction?
    /// The number of instants that were alike.
    private var alike = 0
    /// The names of the actions of the running instant, and of the first one that was looked at.
    private var names: [UInt32] = [], pattern: [UInt32] = []
    /// The time between two ticks, and whether it is always the same.
    private var stride: Int64 = 0, isRegular = true
    /// Whether something that is not pending may end the ticks, such as the rows of a test or work outside of the run.
    var isExempt = false

    init(perRun: Int) { self.init(limit: max(90_000, perRun / 100 * 9)) }
    init(limit: Int) {
      self.limit = limit
      passed = limit - Self.window
    }
    /// Counts an instant of a run that has no end. Returns whether the instant has to be looked at.
    @inline(__always) mutating func counts() -> Bool {
      count += 1
      return count > passed
    }
    mutating func note(_ name: UInt32) {
      if names.count <= Self.actionsPerTick { names.append(name) }
    }
    /// Looks at the beginning of an instant, and at the actions of the previous one. `tick` is `nil` if more is pending
    /// than what is due.
    mutating func enter(_ tick: FirstAction?) -> Continuity {
      guard let tick, !isExempt, continues(tick) else {
        last = nil
        alike = 0
        passed = count + limit / 10
        return .differs
      }
      names.removeAll(keepingCapacity: true)
      last = tick
      return alike == Self.window ? .isEndless : .continues
    }
    private mutating func continues(_ tick: FirstAction) -> Bool {
      guard let last else { return true }
      if alike == 0 {
        pattern = names
        stride = tick.instant - last.instant
        isRegular = true
      }
      if tick.instant - last.instant != stride { isRegular = false }
      alike += 1
      return tick.kind == last.kind && tick.name == last.name && names == pattern && names.count <= Self.actionsPerTick
    }
    /// Returns whether it was exempt before.
    @discardableResult mutating func exempt() -> Bool {
      defer { isExempt = true }
      return isExempt
    }
    mutating func reset() {
      count = 0
      passed = limit - Self.window
      last = nil
      alike = 0
    }

    /// The error of a run in which only a ticker is left.
    func report(at instant: VirtualInstant, _ texts: [String]) -> Runaway {
      let text = texts[Int(last?.name ?? 0)], isNamed = last.map { $0.name > 0 } ?? false
      let what =
        switch last?.kind {
        case .sleep: "a task sleeps again and again"
        case .repeatingTimer: "a timer\(isNamed ? " of \(text)" : "") repeats"
        default: "\(text) comes again and again"
        }
      let every = isRegular ? ", every \(VirtualInstant(nanoseconds: stride).inWords)" : ""
      return Runaway(
        limit: .ticksPerRun, count: limit, instant: instant, culprit: what + every, culpritCount: alike,
        lastCount: alike)
    }
  }
}

extension Timeline.State {
  /// Called before the next action is taken. `end` is the last instant of the advance, or the farthest one.
  @inline(__always) mutating func enter(_ key: ActionQueue.Key, after now: Int64, until end: Int64) {
    if key.instant <= now { return }
    guards.enterInstant()
    if end == .max, guards.ticker.counts() { enterTick(key) }
  }
  @inline(never) private mutating func enterTick(_ key: ActionQueue.Key) {
    let slot = queue.slots[key.slot]
    let kind: Timeline.Ticker.FirstAction.Kind =
      slot.name == Timeline.sleep ? .sleep : slot.timer?.repeats == true ? .repeatingTimer : .action
    guards.enter(
      queue.areAllDue(at: key.instant)
        ? Timeline.Ticker.FirstAction(kind: kind, name: slot.name, instant: key.instant) : nil)
  }
  /// Counts an action near a limit, with its name.
  @inline(never) mutating func allowsNearLimit(_ key: ActionQueue.Key) -> Bool {
    let slot = queue.slots[key.slot]
    return guards.allowsNearLimit(
      slot.name == 0 && slot.timer?.repeats == true ? Timeline.repeatingTimer : slot.name, pending: queue.slotCount)
  }
}
