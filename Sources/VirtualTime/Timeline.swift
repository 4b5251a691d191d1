import Pipes
import Synchronization

/// Virtual time: actions that wait for their instant, and a present that moves only when it is told to.
///
/// Actions run in the order of their instants, and at one instant in the order in which they were scheduled. Nothing else decides it, so a
/// run has the same outcome every time. Time passes only inside ``advance(by:)``, ``advance(to:)``, ``run()`` and ``runOne()``.
///
///     let timeline = Timeline()
///     timeline.schedule(at: VirtualInstant(nanoseconds: 5)) { print("five") }
///     timeline.schedule(at: VirtualInstant(nanoseconds: 3)) { print("three") }
///     try timeline.run()  // three, five
///
/// Scheduling and cancelling are O(log n) and safe from any thread; one thread at a time may run it.
public final class Timeline: Sendable {
  /// Names an action that was scheduled, so that it can be cancelled.
  public struct Ticket: Hashable, Sendable {
    let order: UInt64
  }

  struct State {
    private let pending: Pending
    var queue: ActionQueue {
      _read { yield pending.queue }
      _modify { yield &pending.queue }
    }
    var names = ["an action without a name", "a subscription", "a sleeper", "a task"]
    var nameIndices: [String: UInt32] = [:]
    var guards: Guards
    var depth = 0
    var collectsMisuse = false
    var misuses: [(instant: VirtualInstant, rule: String)] = []
    var sleepers: [Ticket: Sleeper] = [:]
    var trace: Trace?
    var causes: Causes?
    var journal: Journal?
    var rest: Rest?
    /// The first time that work left the timeline.
    var departure: Departure?
    /// The schedulers of the real world that were met, and the operators they were given to.
    var realSchedulers: [(scheduler: RealScheduler, user: String?)] = []
    /// The timeline is gone: nothing will run any more.
    var isClosed = false

    init(queue: consuming ActionQueue, guards: Guards) {
      pending = Pending(queue)
      self.guards = guards
    }
  }
  /// The one place of a queue, which cannot be copied. Guarded with the rest of the state.
  final class Pending {
    @exclusivity(unchecked) var queue: ActionQueue
    init(_ queue: consuming ActionQueue) { self.queue = queue }
  }
  /// The state that a timeline and its timers share. A timer that waits is kept by the queue in here, and keeps it: so the timeline empties
  /// the queue when it goes. A weak reference to the timeline instead would slow down every retain of it.
  final class Core: Sendable {
    let state: Guarded<State>
    let present = Atomic<Int64>(0)

    init(_ state: State) { self.state = Guarded(state) }

    var nanoseconds: Int64 { present.load(ordering: .relaxed) }
  }
  /// The indices of the first names.
  static let subscription: UInt32 = 1, sleep: UInt32 = 2, task: UInt32 = 3

  let core: Core
  #if !hasFeature(Embedded)
    private let mutation = Mutation.current
  #endif

  /// A timeline at zero with nothing to do.
  ///
  /// The two limits stop work that has no end: so many actions at one instant, and so many in one run. A subscription counts as an action.
  /// A seed permutes the order at equal instants, the same way for the same seed; `explore(seeds:_:)` tells what for.
  public init(actionsPerInstant: Int = 100_000, actionsPerRun: Int = 1_000_000, seed: UInt64? = nil) {
    core = Core(State(queue: ActionQueue(seed: seed), guards: Guards(perInstant: actionsPerInstant, perRun: actionsPerRun)))
  }
  deinit {
    core.state.with { $0.isClosed = true }
    removeAll()
  }

  /// The present.
  @inlinable public var now: VirtualInstant { VirtualInstant(nanoseconds: nanoseconds) }
  @usableFromInline var nanoseconds: Int64 { core.nanoseconds }

  /// Runs the action at an instant, after everything that was scheduled for it before. An instant in the past means now.
  ///
  /// The name tells a reader of a ``Runaway`` report or an ``Exploration`` whose action it was. O(log n).
  @discardableResult
  public func schedule(
    at instant: VirtualInstant, by name: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ action: @escaping () -> Void
  ) -> Ticket {
    let index = name.map(index(of:)) ?? 0
    return core.state.with { state in
      if name == nil { state.trace?.place = (fileID, line) }
      defer { state.trace?.place = nil }
      return enqueue(action, at: instant.nanoseconds, name: index, isFree: name == nil, isTimer: false, &state)
    }
  }
  /// Forgets an action that has not run yet; does nothing if it has. O(1).
  public func cancel(_ ticket: Ticket) {
    _ = core.state.with { $0.remove(ticket.order, at: nanoseconds) }  // what it held is released here, outside of the lock
  }

  /// How many actions wait.
  public var pendingCount: Int { core.state.with { $0.queue.count } }
  /// The instant of the next action, if there is one.
  public var nextDeadline: VirtualInstant? { core.state.with { $0.queue.first().map { VirtualInstant(nanoseconds: $0.instant) } } }

  // MARK: Time passes

  /// Runs all that is due within this length of time, and stands at its end.
  public func advance(by stride: VirtualInstant.Stride) throws(Runaway) { try advance(to: now.advanced(by: stride)) }
  /// Runs all that is due up to and including an instant, and stands there. Time never goes back: an instant in the past means now.
  public func advance(to instant: VirtualInstant) throws(Runaway) {
    if moveIdly(to: instant.nanoseconds) { return }
    try drain(until: instant.nanoseconds)
    if instant > now { move(to: instant.nanoseconds) }
  }
  /// Runs until nothing waits any more, and stands at the instant of the last action.
  public func run() throws(Runaway) { try drain(until: .max) }
  /// Runs the next action alone, at its instant. False if there is none.
  ///
  /// All such single steps together count as one run for the limit, up to the next call of another kind.
  @discardableResult public func runOne() throws(Runaway) -> Bool {
    var didRun = false
    try running(isStep: true) { didRun = step(until: .max) }
    return didRun
  }
  /// Runs until nothing waits any more, or the condition does not hold: it is asked before time goes on, with the next instant. Counts as
  /// single steps do.
  package func run(while goesOn: (VirtualInstant) -> Bool) throws(Runaway) {
    try running(isStep: true) {
      while let next = nextDeadline, next <= now || goesOn(next), step(until: next.nanoseconds) {
        while step(until: next.nanoseconds) {}
      }
    }
  }
  /// Runs a body here and now as part of the run, so that limits and the report of broken rules cover it.
  package func perform(_ body: () -> Void) throws(Runaway) {
    try running(isStep: true, body)
  }

  // MARK: Inside

  /// The index under which a name is kept.
  package func index(of name: String) -> UInt32 {
    core.state.with { state in
      if let known = state.nameIndices[name] { return known }
      let index = UInt32(state.names.count)
      state.names.append(name)
      state.nameIndices[name] = index
      return index
    }
  }
  /// Schedules an action under the index of a name.
  @usableFromInline @discardableResult
  package func enqueue(
    _ action: @escaping () -> Void, at instant: Int64, name: UInt32, isFree: Bool = false, isTimer: Bool = false
  ) -> Ticket {
    core.state.with { enqueue(action, at: instant, name: name, isFree: isFree, isTimer: isTimer, &$0) }
  }
  @inline(__always)
  func enqueue(
    _ action: @escaping () -> Void, at instant: Int64, name: UInt32, isFree: Bool, isTimer: Bool, _ state: inout State
  ) -> Ticket {
    let now = nanoseconds
    let place = ActionQueue.Place(instant: max(instant, now), from: now, name: name, isFree: isFree)
    let order = state.queue.insert(.init(run: action), nil, at: place)
    state.causes?.note(order)
    state.journal?.schedule(order, at: place.instant, from: now, isTimer: isTimer)
    state.trace?.note(order)
    return Ticket(order: order)
  }
  private func drain(until limit: Int64) throws(Runaway) {
    try running(isStep: false) { while step(until: limit) {} }
  }
  /// Goes on running as long as something waits and the condition, asked before every action, holds. Counts as single steps do.
  func step(while goesOn: () -> Bool) throws(Runaway) {
    try running(isStep: true) {
      while goesOn() {
        if let rest = takeRest() { rest.action() } else if !step(until: .max) { return }
      }
    }
  }
  private func move(to instant: Int64) {
    core.present.store(instant, ordering: .relaxed)
    core.state.with { $0.guards.enterInstant() }
  }
  /// Moves on at once if nothing is due on the way. False: something is, or a run is going on.
  private func moveIdly(to instant: Int64) -> Bool {
    core.state.with { state in
      guard state.depth == 0, !state.guards.isStopped, state.queue.isIdle(until: instant) else { return false }
      state.guards.enterRun(isStep: false)
      if instant > nanoseconds {
        core.present.store(instant, ordering: .relaxed)
        state.guards.enterInstant()
      }
      return true
    }
  }
  /// One action, if one is due and no limit is reached.
  @inline(__always) private func step(until limit: Int64) -> Bool {
    var outer: Causes.Kind?
    var context: Journal.Context?
    let next: (action: ActionQueue.Action?, timer: TimelineTimer?, round: Int)? = core.state.with { state in
      guard let key = state.queue.first(), key.instant <= limit else { return nil }
      if key.instant > nanoseconds { state.guards.enterInstant() }
      guard state.guards.allows(state.queue.slots[key.slot].name) else { return nil }
      core.present.store(max(key.instant, nanoseconds), ordering: .relaxed)
      if state.trace != nil { state.note(key) }
      outer = state.causes?.begin(key.order)
      context = state.journal?.begin(key.order, at: nanoseconds)
      let (action, timer) = state.queue.takeFirst(key)
      return (action, timer, timer?.round ?? 0)
    }
    guard let next else { return false }
    if !isChanged(next.action, next.timer, next.round) {
      if let action = next.action { action.run() } else { next.timer?.fire(next.round) }
    }
    if outer != nil || context != nil {
      core.state.with { state in
        if let outer { state.causes?.end(outer) }
        if let context { state.journal?.context = context }
      }
    }
    return true
  }
  /// Whether the action is the one that a mutation runs in its own way.
  @inline(__always) private func isChanged(_ action: ActionQueue.Action?, _ timer: TimelineTimer?, _ round: Int) -> Bool {
    #if hasFeature(Embedded)
      return false
    #else
      guard let mutation else { return false }
      let run = { action?.run() ?? timer?.fire(round) ?? () }
      return mutation.changes(run) { enqueue($1, at: nanoseconds.plus($0), name: 0) }
    #endif
  }
  /// Runs a body as the run of this thread, and throws at its end if a limit was reached meanwhile.
  private func running(isStep: Bool, _ body: () -> Void) throws(Runaway) {
    core.state.with { state in
      if state.depth == 0 { state.guards.enterRun(isStep: isStep) }
      state.depth += 1
    }
    RunHook.monitored(by: self, body)
    let runaway: Runaway? = core.state.with { state in
      state.depth -= 1
      if state.depth == 0 { state.trace?.running = nil }
      return state.guards.verdict(at: now, names: state.names, isOutermost: state.depth == 0)
    }
    if let runaway { throw runaway }
  }

  /// Whether broken rules of the engine are collected, rather than stop the program.
  package var collectsMisuse: Bool {
    get { core.state.with { $0.collectsMisuse } }
    set { core.state.with { $0.collectsMisuse = newValue } }
  }
  /// The broken rules that were collected, in the order in which they were reported.
  package var misuses: [(instant: VirtualInstant, rule: String)] { core.state.with { $0.misuses } }
  /// How many of the actions that wait are timers that repeat: O(n).
  package var repeatingTimerCount: Int {
    core.state.with { state in (0..<state.queue.slotCount).count { state.queue.slots[$0].timer?.repeats == true } }
  }
  /// Forgets all that waits. A pending action often keeps the timeline alive, so a test calls this at its end.
  package func removeAll() {
    _ = core.state.with { state in
      state.causes?.forgetAll()
      return (state.queue.removeAll(), state.rest.take())
    }  // released here, outside of the lock
  }
  /// Whether it is followed what causes what, which ``mayStillChange`` needs. To be set before anything is scheduled.
  package var followsCauses: Bool {
    get { core.state.with { $0.causes != nil } }
    set { core.state.with { $0.causes = newValue ? Causes() : nil } }
  }
  /// Everything that waits may show an effect of what happened up to now.
  package func noteEffect() { core.state.with { $0.causes?.noteEffect() } }
  /// Whether something waits that is more than a periodic timer going on: see ``Causes``.
  package var mayStillChange: Bool { core.state.with { $0.causes?.hasEffects(among: $0.queue.count) ?? ($0.queue.count > 0) } }

  /// Stops the program if the queue is not in order. For tests, in debug builds; O(n).
  package func _checkInvariants() { core.state.with { $0.queue._checkInvariants() } }
}
