/// The journal of a timeline: the timers of all schedulers, and the notes of sources and recorders, each with its
/// cause. Pictures of tests are made from it.
///
/// Every action has a context: the subscriber that it runs for and the note or timer that caused it. Actions that it
/// schedules run in the same context. Guarded by the lock of the timeline.
package struct Journal: Sendable {
  /// The subscriber and the cause of a note or a timer.
  package struct Context: Hashable, Sendable {
    private var ownerNumber, noteNumber, timerNumber: Int32

    /// The subscriber, by its number in the test.
    package var owner: Int? { ownerNumber < 0 ? nil : Int(ownerNumber) }
    /// The latest note of a source or a recorder that led to it.
    package var note: Int? { noteNumber < 0 ? nil : Int(noteNumber) }
    /// The timer that fired after the note, if one did.
    package var timer: Int? { timerNumber < 0 ? nil : Int(timerNumber) }

    package init(owner: Int? = nil, note: Int? = nil, timer: Int? = nil) {
      ownerNumber = Int32(owner ?? -1)
      noteNumber = Int32(note ?? -1)
      timerNumber = Int32(timer ?? -1)
    }
    /// Returns the context after a timer has fired.
    func fired(_ timer: Int) -> Context {
      var context = self
      context.timerNumber = Int32(timer)
      return context
    }
  }

  /// A timer that was started.
  package struct Timer: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable { case fired, cancelled, restarted }
    package let context: Context
    package let start: VirtualInstant
    package let due: VirtualInstant
    package internal(set) var end: VirtualInstant?
    /// The way in which the timer ended; `nil` if it was still running.
    package internal(set) var ending: Ending?
  }

  /// A note of a source or a recorder.
  package struct Note: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A subscription began, or was cancelled.
      case began, cancelled
      /// An event, by its number.
      case event(Int)
    }
    /// The source or recorder that made the note.
    package let subject: ObjectIdentifier
    package let instant: VirtualInstant
    package let context: Context
    private let windowNumber: Int32
    /// The number of the event, or a negative number for another kind.
    private let number: Int32
    /// The number of the subscription that the note belongs to.
    package var window: Int { Int(windowNumber) }
    package var kind: Kind { number >= 0 ? .event(Int(number)) : number == -1 ? .began : .cancelled }

    init(subject: ObjectIdentifier, window: Int, kind: Kind, instant: VirtualInstant, context: Context) {
      self.subject = subject
      self.instant = instant
      self.context = context
      windowNumber = Int32(window)
      number =
        switch kind {
        case .began: -1
        case .cancelled: -2
        case .event(let number): Int32(number)
        }
    }
  }

  /// One step, in the order of the journal; the number is an index into `notes` or `timers`.
  package enum Step: Hashable, Sendable {
    case note(Int), timerStarted(Int), timerEnded(Int)
  }

  package private(set) var notes: [Note] = []
  package private(set) var timers: [Timer] = []
  package private(set) var steps: [Step] = []
  /// Whether the journal reached its limit and is incomplete.
  package private(set) var isCut = false
  /// The context of the action that runs now.
  var context = Context()
  /// The context and the timer of a pending action. Its order is zero if there is none.
  private struct PendingAction {
    var order: UInt64 = 0
    var context = Context()
    var timer: Int?
  }
  /// The pending actions with a context or a timer, by their slot in the queue.
  private var pending: [PendingAction] = []

  /// The number of steps that are recorded.
  private static let limit = 4_000

  init() {
    notes.reserveCapacity(24)
    timers.reserveCapacity(16)
    steps.reserveCapacity(48)
    pending.reserveCapacity(16)
  }

  /// Called when an action was scheduled.
  mutating func schedule(_ order: UInt64, at due: Int64, from now: Int64, isTimer: Bool) {
    let isTimer = isTimer && due > now && !isFull
    guard isTimer || context != Context() else { return }
    if isTimer {
      timers.append(
        Timer(context: context, start: VirtualInstant(nanoseconds: now), due: VirtualInstant(nanoseconds: due)))
      steps.append(.timerStarted(timers.count - 1))
    }
    if isCut { return }
    let slot = ActionQueue.slot(of: order)
    while pending.count <= slot { pending.append(PendingAction()) }
    pending[slot] = PendingAction(order: order, context: context, timer: isTimer ? timers.count - 1 : nil)
  }
  /// Removes a pending action and returns it.
  private mutating func take(_ order: UInt64) -> PendingAction? {
    let slot = ActionQueue.slot(of: order)
    guard order != 0, slot < pending.count, pending[slot].order == order else { return nil }
    pending[slot].order = 0
    return pending[slot]
  }
  /// Called when a scheduled action will not run.
  mutating func forget(_ order: UInt64, _ ending: Timer.Ending, at now: Int64) {
    if let timer = take(order)?.timer { end(timer, ending, at: now) }
  }
  /// Called when a scheduled action is about to run. Returns the context to restore afterwards.
  mutating func begin(_ order: UInt64, at now: Int64) -> Context {
    let outer = context, known = take(order)
    context = known?.context ?? Context()
    if let timer = known?.timer {
      end(timer, .fired, at: now)
      context = context.fired(timer)
    }
    return outer
  }
  private mutating func end(_ timer: Int, _ ending: Timer.Ending, at now: Int64) {
    timers[timer].end = VirtualInstant(nanoseconds: now)
    timers[timer].ending = ending
    steps.append(.timerEnded(timer))
  }
  /// Adds a note. Returns its number, or `nil` if the journal is full.
  mutating func note(_ subject: ObjectIdentifier, _ window: Int, _ kind: Note.Kind, at now: Int64) -> Int? {
    if isFull { return nil }
    notes.append(
      Note(subject: subject, window: window, kind: kind, instant: VirtualInstant(nanoseconds: now), context: context))
    steps.append(.note(notes.count - 1))
    return notes.count - 1
  }
  private var isFull: Bool {
    mutating get {
      if !isCut, steps.count >= Journal.limit {
        isCut = true
        pending = []
      }
      return isCut
    }
  }
}

extension Timeline {
  /// The journal up to now; `nil` unless `keepJournal()` was called.
  package var journal: Journal? { core.state.with { $0.observers.journal } }
  /// Starts the journal. Call it before anything is scheduled.
  package func keepJournal() { core.state.with { $0.observers.journal = Journal() } }

  /// The context of the action that runs now.
  package var context: Journal.Context { core.state.with { $0.observers.journal?.context ?? Journal.Context() } }
  /// Adds a note for a subscription of a source or recorder.
  @discardableResult package func note(_ kind: Journal.Note.Kind, of subject: AnyObject, window: Int = 0) -> Int? {
    core.state.with { $0.observers.journal?.note(ObjectIdentifier(subject), window, kind, at: nanoseconds) }
  }
  /// Adds a note for an event, and runs a body in its context: the note is the cause of everything that happens
  /// meanwhile.
  package func delivering<Result>(
    _ number: Int, of subject: AnyObject, window: Int, to owner: Int?, _ body: () -> Result
  ) -> Result {
    let outer: Journal.Context? = core.state.with { state in
      guard let note = state.observers.journal?.note(ObjectIdentifier(subject), window, .event(number), at: nanoseconds)
      else { return nil }
      defer { state.observers.journal?.context = Journal.Context(owner: owner, note: note) }
      return state.observers.journal?.context
    }
    defer { if let outer { core.state.with { $0.observers.journal?.context = outer } } }
    return body()
  }
  /// Runs a body in a context.
  @discardableResult package func inContext<Result>(_ context: Journal.Context, _ body: () -> Result) -> Result {
    let outer = core.state.with { state in
      defer { state.observers.journal?.context = context }
      return state.observers.journal?.context
    }
    defer { if let outer { core.state.with { $0.observers.journal?.context = outer } } }
    return body()
  }
}
