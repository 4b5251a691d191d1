extension Timeline {
  /// The report of a run that was stopped because it did not seem to end.
  public struct Runaway: Error, Hashable, Sendable, CustomStringConvertible {
    /// The two limits of a timeline.
    public enum Limit: Hashable, Sendable {
      /// Too many actions at one instant: time does not go on.
      case actionsPerInstant
      /// Too many actions in one run: time goes on, and the work never ends.
      case actionsPerRun
    }
    /// The limit that was reached.
    public let limit: Limit
    /// The number of actions and subscriptions that were allowed.
    public let count: Int
    /// The position of the timeline. All that happened up to there holds.
    public let instant: VirtualInstant
    /// The name that most of the last actions carried.
    public let culprit: String
    /// How many of the `lastCount` actions before the limit the culprit ran.
    public let culpritCount: Int
    /// How many actions before the limit were looked at.
    public let lastCount: Int

    public var description: String {
      let reason =
        switch limit {
        case .actionsPerInstant: "\(count) actions at \(instant) and time does not go on"
        case .actionsPerRun: "\(count) actions up to \(instant) and no end in sight"
        }
      return "stopped after \(reason); \(culpritCount) of the last \(lastCount) were \(culprit)"
    }
  }

  /// Counts actions. While no limit is near that is two additions; near one it also counts whose they are.
  struct Guards {
    private let perInstant, perRun: Int
    private let window = 1_000
    private var atInstant = 0
    private var inRun = 0
    private var tally: [UInt32: Int] = [:]
    private var reached: Runaway.Limit?
    var isStopped: Bool { reached != nil }

    init(perInstant: Int, perRun: Int) { (self.perInstant, self.perRun) = (max(1, perInstant), max(1, perRun)) }

    mutating func enterInstant() {
      atInstant = 0
      if inRun < perRun - window, !tally.isEmpty { tally = [:] }
    }
    mutating func enterRun(isStep: Bool) {
      if !isStep { inRun = 0 }
    }
    /// Counts an action. False: a limit is reached and nothing may run.
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
    /// The report if a limit was reached. With the outermost call the counts begin anew.
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
