/// The journal of a timeline: the timers of all schedulers, and marks that sources and recorders set, each with its cause. A picture of a
/// test is made of it.
///
/// Whatever runs has a context: for whom and because of what it runs. Actions that it schedules run in the same context later. Guarded by the
/// lock of the timeline.
package struct Journal: Sendable {
  /// For whom and because of what something happens.
  package struct Context: Hashable, Sendable {
    /// The subscriber, by its number in the test.
    package var owner: Int?
    /// The latest mark that led to it.
    package var mark: Int?
    /// The timer that fired, if one did after the mark.
    package var timer: Int?

    package init(owner: Int? = nil, mark: Int? = nil, timer: Int? = nil) { (self.owner, self.mark, self.timer) = (owner, mark, timer) }
  }

  /// A timer that waited.
  package struct Timer: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable { case fired, cancelled, restarted }
    package let context: Context
    package let start: VirtualInstant
    package let due: VirtualInstant
    package internal(set) var end: VirtualInstant?
    /// How it ended; nil if it was still running.
    package internal(set) var ending: Ending?
  }

  /// Something that a source or a recorder has noted.
  package struct Mark: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A subscription began, and was cancelled.
      case began, cancelled
      /// An event, by its number.
      case event(Int)
    }
    /// The author of the entry.
    package let subject: ObjectIdentifier
    /// Which of its subscriptions it concerns.
    package let window: Int
    package let kind: Kind
    package let instant: VirtualInstant
    package let context: Context
  }

  /// The entries, in order; the number is an index.
  package enum Step: Hashable, Sendable {
    case mark(Int), timerStarted(Int), timerEnded(Int)
  }

  package private(set) var marks: [Mark] = []
  package private(set) var timers: [Timer] = []
  package private(set) var steps: [Step] = []
  /// Whether it was too much to be written down to the end.
  package private(set) var isCut = false
  /// For whom and because of what something happens now.
  var context = Context()
  /// The contexts of what waits, by the order in the queue, with the timers.
  private var pending: [UInt64: (context: Context, timer: Int?)] = [:]

  /// The number of steps that are recorded.
  private static let limit = 4_000

  /// Something was scheduled.
  mutating func schedule(_ order: UInt64, at due: Int64, from now: Int64, isTimer: Bool) {
    let isTimer = isTimer && due > now && !isFull
    guard isTimer || context != Context() else { return }
    if isTimer {
      timers.append(Timer(context: context, start: VirtualInstant(nanoseconds: now), due: VirtualInstant(nanoseconds: due)))
      steps.append(.timerStarted(timers.count - 1))
    }
    if !isCut { pending[order] = (context, isTimer ? timers.count - 1 : nil) }
  }
  /// Something that was scheduled will not run.
  mutating func forget(_ order: UInt64, _ ending: Timer.Ending, at now: Int64) {
    if let timer = pending.removeValue(forKey: order)?.timer { end(timer, ending, at: now) }
  }
  /// Something that was scheduled is about to run. Returns what to restore afterwards.
  mutating func begin(_ order: UInt64, at now: Int64) -> Context {
    let outer = context, known = pending.removeValue(forKey: order)
    context = known?.context ?? Context()
    if let timer = known?.timer {
      end(timer, .fired, at: now)
      context.timer = timer
    }
    return outer
  }
  private mutating func end(_ timer: Int, _ ending: Timer.Ending, at now: Int64) {
    timers[timer].end = VirtualInstant(nanoseconds: now)
    timers[timer].ending = ending
    steps.append(.timerEnded(timer))
  }
  /// Something was noted; returns its number, or nil if it was too much.
  mutating func note(_ subject: ObjectIdentifier, _ window: Int, _ kind: Mark.Kind, at now: Int64) -> Int? {
    if isFull { return nil }
    marks.append(Mark(subject: subject, window: window, kind: kind, instant: VirtualInstant(nanoseconds: now), context: context))
    steps.append(.mark(marks.count - 1))
    return marks.count - 1
  }
  private var isFull: Bool {
    mutating get {
      if !isCut, steps.count >= Journal.limit { (isCut, pending) = (true, [:]) }
      return isCut
    }
  }
}

extension Timeline {
  /// The entries up to now; `nil` unless they are recorded.
  package var journal: Journal? { core.state.with { $0.journal } }
  /// Begins to write down what happens. To be called before anything is scheduled.
  package func keepJournal() { core.state.with { $0.journal = Journal() } }

  /// For whom and because of what something happens now.
  package var context: Journal.Context { core.state.with { $0.journal?.context ?? Journal.Context() } }
  /// Notes what happened to a subscription of somebody's.
  @discardableResult package func note(_ kind: Journal.Mark.Kind, of subject: AnyObject, window: Int = 0) -> Int? {
    core.state.with { $0.journal?.note(ObjectIdentifier(subject), window, kind, at: nanoseconds) }
  }
  /// Runs a body for somebody, and because of a mark.
  @discardableResult package func inContext<Result>(_ context: Journal.Context, _ body: () -> Result) -> Result {
    let outer = core.state.with { state in
      defer { state.journal?.context = context }
      return state.journal?.context
    }
    defer { if let outer { core.state.with { $0.journal?.context = outer } } }
    return body()
  }
}
