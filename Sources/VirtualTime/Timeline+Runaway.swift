extension Timeline {
  /// The error of a run that was stopped because it reached a limit.
  public struct Runaway: Error, Hashable, Sendable, CustomStringConvertible {
    /// A limit of a timeline.
    public enum Limit: Hashable, Sendable {
      /// Too many actions ran at one instant, so that the time does not advance.
      case actionsPerInstant
      /// Too many actions ran in one run: the time advances, and the work does not end.
      case actionsPerRun
      /// A sleep or a timer repeats, many thousand instants were alike, and nothing else is pending.
      case ticksPerRun
      /// The time was to be advanced by a negative length.
      case backwards
    }
    /// The limit that was reached.
    public let limit: Limit
    /// The number of actions and subscriptions that were allowed, or of ticks.
    public let count: Int
    /// The instant at which the timeline stopped.
    public let instant: VirtualInstant
    /// The name that most of the last actions have, or what repeats.
    public internal(set) var culprit: String
    /// The number of actions with that name among the last `lastCount` ones. With ``Limit/ticksPerRun`` both are
    /// numbers of ticks.
    public let culpritCount: Int
    /// The number of actions before the limit that were inspected.
    public let lastCount: Int
    /// Whether the culprit is a task that runs or sleeps.
    package internal(set) var isTask = false

    /// The error of a call that advances the time by a negative length, with the text of that length.
    init(backwards length: String, at instant: VirtualInstant) {
      self.init(limit: .backwards, count: 0, instant: instant, culprit: length, culpritCount: 0, lastCount: 0)
    }
    init(limit: Limit, count: Int, instant: VirtualInstant, culprit: String, culpritCount: Int, lastCount: Int) {
      self.limit = limit
      self.count = count
      self.instant = instant
      self.culprit = culprit
      self.culpritCount = culpritCount
      self.lastCount = lastCount
    }

    public var description: String {
      if limit == .backwards {
        return
          "time cannot go back: at \(instant.inWords) it was to advance by \(culprit); advance it by a positive length"
      }
      if limit == .ticksPerRun {
        return "stopped after \(count) ticks up to \(instant.inWords): \(culprit), and nothing else is pending; "
          + "cancel it, or allow more with 'Timeline(actionsPerRun: \(count / 9 * 200))'"
      }
      let reason =
        limit == .actionsPerInstant
        ? "\(count) actions at \(instant.inWords) and time does not advance"
        : "\(count) actions up to \(instant.inWords) and no end in sight"
      if lastCount == 0 { return "stopped after \(reason)" }
      return "stopped after \(reason); \(culpritCount) of the last \(lastCount) were \(culprit)"
    }
  }

  /// The number of actions that stops a run as one without an end.
  ///
  /// Work that is wide ends, however much it is: thousands of tasks of a group have thousands of actions at one instant.
  /// So a limit that nobody has set grows to a hundred actions for each that is pending at once, up to a largest number,
  /// for tasks that start two tasks each.
  package struct ActionLimit: ExpressibleByIntegerLiteral, Sendable {
    private(set) var count: Int
    private let most: Int
    private init(_ count: Int, most: Int) {
      self.count = max(1, count)
      self.most = max(1, most)
    }
    package init(integerLiteral count: Int) { self.init(count) }
    /// A limit that does not grow.
    package init(_ count: Int) { self.init(count, most: count) }
    /// A limit that grows to at most another number.
    package static func growing(from count: Int, to most: Int) -> ActionLimit { ActionLimit(count, most: most) }

    /// Makes room for wide work. Returns false if there is none.
    fileprivate mutating func grow(for pending: Int) -> Bool {
      let new = min(100 * min(pending, most), most)
      defer { count = max(count, new) }
      return new > count
    }
  }

  /// Counts actions. That takes two additions per action; near a limit the names are counted, too.
  struct Guards {
    private var perInstant: ActionLimit
    private var perRun: ActionLimit
    private let window = 1_000
    /// The number of actions of a run from which on the names are counted.
    private var nearEnd: Int
    /// The same, or zero while the actions of a ticker are noted.
    private var fast: Int
    private var atInstant = 0
    private var inRun = 0
    /// The number of actions of the runs before.
    private var before = 0
    var ticker: Ticker
    private var tally: [UInt32: Int] = [:]
    private var reached: Runaway.Limit?
    var isStopped: Bool { reached != nil }
    /// A number that differs after each action.
    var progress: Int { atInstant &+ inRun }
    var total: Int { before &+ inRun }
    /// The place of the running action among those of its instant: 1 for the first one.
    var turn: Int { atInstant }

    init(perInstant: ActionLimit, perRun: ActionLimit) {
      self.perInstant = perInstant
      self.perRun = perRun
      nearEnd = perRun.count - window
      fast = nearEnd
      ticker = Ticker(perRun: perRun.count)
    }

    mutating func enterInstant() {
      atInstant = 0
      if inRun < nearEnd, !tally.isEmpty { tally = [:] }
    }
    mutating func enterRun(isStep: Bool) {
      if isStep { return }
      before &+= inRun
      inRun = 0
      endTicker()
    }
    /// Called at an instant that may be a tick: see `Ticker`.
    mutating func enter(_ tick: Ticker.FirstAction?) {
      switch ticker.enter(tick) {
      case .continues: fast = 0
      case .differs: fast = nearEnd
      case .isEndless: reached = reached ?? .ticksPerRun
      }
    }
    private mutating func endTicker() {
      fast = nearEnd
      ticker.reset()
    }
    /// Counts an action if no limit is near.
    @inline(__always) mutating func allowsFarFromLimits() -> Bool {
      guard atInstant < perInstant.count - window, inRun < fast else { return false }
      atInstant += 1
      inRun += 1
      return true
    }
    /// Counts an action near a limit. Returns false if the limit is reached and no action may run. `pending` is the
    /// largest number of actions that were pending at once.
    @inline(never) mutating func allowsNearLimit(_ name: UInt32, pending: Int) -> Bool {
      guard reached == nil else { return false }
      let isTicker = fast < nearEnd
      if atInstant >= perInstant.count, !perInstant.grow(for: pending) { reached = .actionsPerInstant }
      if inRun >= perRun.count, !perRun.grow(for: pending) { reached = .actionsPerRun }
      guard reached == nil else { return false }
      nearEnd = perRun.count - window
      fast = isTicker ? 0 : nearEnd
      if isTicker { ticker.note(name) }
      if atInstant >= perInstant.count - window || inRun >= nearEnd { tally[name, default: 0] += 1 }
      atInstant += 1
      inRun += 1
      return true
    }
    /// Returns the error if a limit was reached. The outermost call resets the counts.
    mutating func verdict(at instant: VirtualInstant, names: [String], isOutermost: Bool) -> Runaway? {
      guard let reached else { return nil }
      defer {
        if isOutermost {
          self.reached = nil
          atInstant = 0
          before = total
          inRun = 0
          tally = [:]
          endTicker()
        }
      }
      if reached == .ticksPerRun { return ticker.report(at: instant, names) }
      // The lowest index wins a tie, so that the report does not depend on the order of a dictionary.
      let count = tally.values.reduce(0, +), sleeps = tally[Timeline.sleep] ?? 0
      // A task that sleeps on an actor has three more actions for each sleep at most.
      let isOverdue = reached == .actionsPerInstant && sleeps > 0 && sleeps >= count / 4
      let culprit: (key: UInt32, value: Int)? =
        isOverdue ? (Timeline.sleep, sleeps) : tally.max { ($0.value, $1.key) < ($1.value, $0.key) }
      var error = Runaway(
        limit: reached, count: reached == .actionsPerInstant ? perInstant.count : perRun.count, instant: instant,
        culprit: names[Int(culprit?.key ?? 0)] + (isOverdue ? " whose deadline is over" : ""),
        culpritCount: culprit?.value ?? 0, lastCount: count)
      error.isTask = culprit.map { [Timeline.task, Timeline.sleep].contains($0.key) } ?? false
      return error
    }
  }
}
