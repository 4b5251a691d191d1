extension Timeline {
  /// The error of a run that was stopped because it reached a limit.
  public struct Runaway: Error, Hashable, Sendable, CustomStringConvertible {
    /// A limit of a timeline.
    public enum Limit: Hashable, Sendable {
      /// Too many actions ran at one instant, so that the time does not advance.
      case actionsPerInstant
      /// Too many actions ran in one run: the time advances, and the work does not end.
      case actionsPerRun
      /// The time was to be advanced by a negative length.
      case backwards
    }
    /// The limit that was reached.
    public let limit: Limit
    /// The number of actions and subscriptions that were allowed.
    public let count: Int
    /// The instant at which the timeline stopped.
    public let instant: VirtualInstant
    /// The name that most of the last actions have.
    public let culprit: String
    /// The number of actions with that name among the last `lastCount` ones.
    public let culpritCount: Int
    /// The number of actions before the limit that were inspected.
    public let lastCount: Int

    /// The error of a call that advances the time by a negative length, with the text of that length.
    init(backwards length: String, at instant: VirtualInstant) {
      self.init(limit: .backwards, count: 0, instant: instant, culprit: length, culpritCount: 0, lastCount: 0)
    }
    init(limit: Limit, count: Int, instant: VirtualInstant, culprit: String, culpritCount: Int, lastCount: Int) {
      (self.limit, self.count, self.instant) = (limit, count, instant)
      (self.culprit, self.culpritCount, self.lastCount) = (culprit, culpritCount, lastCount)
    }

    public var description: String {
      if limit == .backwards {
        return "time cannot go back: at \(instant.inWords) it was to advance by \(culprit); advance it by a positive length"
      }
      let reason =
        limit == .actionsPerInstant
        ? "\(count) actions at \(instant.inWords) and time does not advance"
        : "\(count) actions up to \(instant.inWords) and no end in sight"
      if lastCount == 0 { return "stopped after \(reason)" }
      return "stopped after \(reason); \(culpritCount) of the last \(lastCount) were \(culprit)"
    }
  }

  /// Counts actions. That takes two additions per action; near a limit the names are counted, too.
  struct Guards {
    private let perInstant: Int
    private let perRun: Int
    private let window = 1_000
    private var atInstant = 0
    private var inRun = 0
    private var tally: [UInt32: Int] = [:]
    private var reached: Runaway.Limit?
    var isStopped: Bool { reached != nil }
    /// A number that differs after each action.
    var progress: Int { atInstant &+ inRun }
    /// The place of the running action among those of its instant: 1 for the first one.
    var turn: Int { atInstant }

    init(perInstant: Int, perRun: Int) { (self.perInstant, self.perRun) = (max(1, perInstant), max(1, perRun)) }

    mutating func enterInstant() {
      atInstant = 0
      if inRun < perRun - window, !tally.isEmpty { tally = [:] }
    }
    mutating func enterRun(isStep: Bool) {
      if !isStep { inRun = 0 }
    }
    /// Counts an action. Returns false if a limit is reached and no action may run.
    @inline(__always) mutating func allows(_ name: UInt32) -> Bool {
      if atInstant < perInstant - window, inRun < perRun - window {
        atInstant += 1
        inRun += 1
        return true
      }
      return allowsNearLimit(name)
    }
    @inline(never) private mutating func allowsNearLimit(_ name: UInt32) -> Bool {
      guard reached == nil else { return false }
      if atInstant >= perInstant { reached = .actionsPerInstant }
      if inRun >= perRun { reached = .actionsPerRun }
      guard reached == nil else { return false }
      atInstant += 1
      inRun += 1
      tally[name, default: 0] += 1
      return true
    }
    /// Returns the error if a limit was reached. The outermost call resets the counts.
    mutating func verdict(at instant: VirtualInstant, names: [String], isOutermost: Bool) -> Runaway? {
      guard let reached else { return nil }
      // The lowest index wins a tie, so that the report does not depend on the order of a dictionary.
      let culprit = tally.max { ($0.value, $1.key) < ($1.value, $0.key) }
      let report = Runaway(
        limit: reached, count: reached == .actionsPerInstant ? perInstant : perRun, instant: instant,
        culprit: names[Int(culprit?.key ?? 0)], culpritCount: culprit?.value ?? 0, lastCount: tally.values.reduce(0, +))
      if isOutermost { (self.reached, atInstant, inRun, tally) = (nil, 0, 0, [:]) }
      return report
    }
  }
}

extension Timeline.State {
  /// Called before the next action is taken, with its instant.
  @inline(__always) mutating func enter(_ instant: Int64, after now: Int64) {
    if instant > now { guards.enterInstant() }
  }
}
