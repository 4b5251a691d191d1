import PipesCore
import Synchronization

/// Virtual time: pending actions, and a current instant that changes only when the test advances it.
///
/// Actions run in the order of their instants, and at one instant in the order in which they were scheduled. Nothing
/// else decides the order, so a run has the same outcome every time. Time passes only inside ``advance(by:)``,
/// ``advance(to:)``, ``run()`` and ``runOne()``.
///
///     let timeline = Timeline()
///     timeline.schedule(at: VirtualInstant(nanoseconds: 5)) { print("five") }
///     timeline.schedule(at: VirtualInstant(nanoseconds: 3)) { print("three") }
///     try timeline.run()  // three, five
///
/// Scheduling takes O(log *n*) for *n* pending actions, cancelling O(1). Both are safe from any thread. Only one thread
/// at a time may advance the time.
public final class Timeline: Sendable {
  /// Identifies a scheduled action, so that it can be cancelled.
  public struct Ticket: Hashable, Sendable {
    let order: UInt64
  }

  struct State {
    private let store: QueueStore
    var queue: ActionQueue {
      _read { yield store.queue }
      _modify { yield &store.queue }
    }
    var names = ActionNames()
    var guards: Guards
    var runs = RunStack()
    var reports = Reports()
    /// The calls of `sleep` that wait.
    var sleepers = Sleepers()
    var observers = Observers()
    var world = World()
    /// The random numbers of its runs.
    var numbers = Numbers()
    var rows = RowRounding()
    /// Work that may leave virtual time.
    var outside = Outside()
    /// Whether the timeline has been released, so that no action will run.
    var isClosed = false

    init(queue: consuming ActionQueue, guards: Guards) {
      store = QueueStore(queue)
      self.guards = guards
    }

    /// Adds an action to the queue. Returns its order, or zero for an action that never runs.
    @inline(__always) mutating func enqueue(_ content: ActionQueue.Content, at place: ActionQueue.Place, isTimer: Bool)
      -> UInt64
    {
      if place.instant == .never { return 0 }
      let order = queue.insert(content, at: place)
      observers.didSchedule(order, at: place.instant, from: place.from, isTimer: isTimer)
      return order
    }
  }
  /// The runs on the stack of the thread: one that is begun inside an action or a job is inside another one.
  struct RunStack {
    private(set) var depth = 0
    /// The index of the name of the running action, and the indices for the outer actions inside of which another run
    /// was begun.
    var action: UInt32 = 0
    private var outer: [UInt32] = []
    /// Runs the actions of a run that was begun inside another one: by a job in virtual time, which they are not part
    /// of.
    var nesting: ((() -> Void) -> Void)?
    /// The job of the task that drives the timeline in place of its run: see `run(while:)`.
    var driver: (() -> Void)?

    /// Begins a run. Actions of an outer run wait for it.
    mutating func enter() {
      if depth > 0 { outer.append(action) }
      depth += 1
    }
    mutating func leave() {
      depth -= 1
      action = outer.popLast() ?? 0
    }
  }
  /// An action or a timer that was taken from the queue to be run.
  struct TakenAction {
    var content: ActionQueue.Content?
    /// The round of the timer when it was taken.
    var round = 0
    /// The state of the observers to restore afterwards.
    var outer = Observers.Outer()
  }
  /// Holds the queue, which cannot be copied. Guarded with the rest of the state.
  final class QueueStore {
    @exclusivity(unchecked) var queue: ActionQueue
    init(_ queue: consuming ActionQueue) { self.queue = queue }
  }
  /// The state that a timeline and its timers share. The queue keeps a pending timer alive, and the timer keeps this
  /// object alive, so the timeline empties the queue when it is released. A weak reference to the timeline would slow
  /// down every retain of it.
  final class Core: Sendable {
    let state: Guarded<State>
    let present = Atomic<Int64>(0)
    let isWatched = Atomic<Bool>(false)
    /// Whether its test is over, so that no action will run any more.
    let isOver = Atomic<Bool>(false)
    /// Whether time passes only when the test advances it.
    let isHeld = Atomic<Bool>(false)
    /// Whether the clocks of the machine have been set, or have stood: see `World`.
    let hasChangedClocks = Atomic<Bool>(false)
    /// Whether an instant may be shown as another one in rows: see `RowRounding`.
    let roundsRows = Atomic<Bool>(false)
    /// Whether a task has begun a sleep whose deadline was over: see `EmptySleeps`.
    let hasEmptySleeps = Atomic<Bool>(false)

    init(_ state: State) { self.state = Guarded(state) }

    var nanoseconds: Int64 { present.load(ordering: .relaxed) }

    /// Reports the use of a timeline whose test is over to the run that is active on this thread: the action never
    /// runs.
    @inline(__always) func checkIsOpen() {
      if isOver.load(ordering: .relaxed) { reportUse() }
    }
  }
  /// The indices of the predefined names.
  static let subscription: UInt32 = 1, sleep: UInt32 = 2, task: UInt32 = 3, repeatingTimer: UInt32 = 4,
    mainQueue: UInt32 = 5

  /// The date that corresponds to zero. It matters for dates only: no action depends on it.
  public var start: StartDate {
    get { core.state.with { $0.world.start } }
    set { core.state.with { $0.world.start = newValue } }
  }
  let core: Core
  /// Whether choices decide the order at equal instants.
  package let takesTurns: Bool
  #if !hasFeature(Embedded)
    private let fault = Timeline.plantedFault
  #endif

  /// Creates a timeline at zero without pending actions.
  ///
  /// The limits stop work that never ends: a call that reaches one throws ``Runaway``.
  ///
  /// - Parameter actionsPerInstant: The largest number of actions at one instant. A subscription counts as an action,
  ///   too. By default 100,000, or a hundred for each action that is pending at once, up to a million.
  /// - Parameter actionsPerRun: The largest number of actions in one run; by default a million, or a hundred for each
  ///   action that is pending at once, up to four million. A sleep or timer that repeats while nothing else is pending
  ///   may have 9 % of it, and 90,000 ticks at least.
  /// - Parameter seed: Permutes the order at equal instants, in the same way for the same seed; see
  ///   `explore(seeds:_:)`. By default actions run in the order of scheduling.
  public convenience init(actionsPerInstant: Int? = nil, actionsPerRun: Int? = nil, seed: UInt64? = nil) {
    self.init(
      perInstant: actionsPerInstant.map { ActionLimit($0) } ?? .growing(from: 100_000, to: 1_000_000),
      perRun: actionsPerRun.map { ActionLimit($0) } ?? .growing(from: 1_000_000, to: 4_000_000), seed: seed)
  }
  package init(perInstant: ActionLimit, perRun: ActionLimit, seed: UInt64? = nil) {
    core = Core(State(queue: ActionQueue(seed: seed), guards: Guards(perInstant: perInstant, perRun: perRun)))
    takesTurns = false
    RunHook.announce()
  }
  /// Creates a timeline on which choices decide the order at equal instants: where an action would run behind others,
  /// it may run before them.
  package init(perInstant: ActionLimit, perRun: ActionLimit, turns: Choices) {
    core = Core(
      State(
        queue: ActionQueue(seed: nil, turns: Turns(turns)), guards: Guards(perInstant: perInstant, perRun: perRun)))
    takesTurns = true
    RunHook.announce()
  }
  deinit {
    RunHook.retract()
    core.state.with { $0.isClosed = true }
    removeAll()
  }

  /// The current instant.
  @inlinable public var now: VirtualInstant { VirtualInstant(nanoseconds: nanoseconds) }
  @usableFromInline var nanoseconds: Int64 { core.nanoseconds }

  /// Schedules an action at an instant, after all actions that were scheduled for it before.
  ///
  /// - Parameter instant: The instant. An instant in the past means now; the farthest one means never, and the action
  ///   is released.
  /// - Parameter name: The name of the action in a ``Runaway`` error or an ``Exploration``; by default the position in
  ///   the source code is used.
  /// - Parameter action: The action.
  /// - Returns: A ticket that cancels the action.
  /// - Complexity: O(log *n*) for *n* pending actions.
  @discardableResult
  public func schedule(
    at instant: VirtualInstant, by name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ action: @escaping () -> Void
  ) -> Ticket {
    let index = name.map(index(of:)) ?? 0
    core.checkIsOpen()
    return core.state.with { state in
      if name == nil { state.observers.log?.place = (fileID, line) }
      defer { state.observers.log?.place = nil }
      return enqueue(
        .action(.init(run: action)), at: instant.nanoseconds, name: index, order: name == nil ? .free : .together,
        isTimer: false, &state)
    }
  }
  /// Cancels an action that has not run yet, in constant time. Does nothing if it has run.
  public func cancel(_ ticket: Ticket) {
    // The action is released here, outside of the lock.
    _ = core.state.with { $0.remove(ticket.order, at: nanoseconds) }
  }

  /// The number of pending actions.
  public var pendingCount: Int { core.state.with { $0.queue.count } }
  /// The instant of the next action, if there is one.
  public var nextDeadline: VirtualInstant? {
    core.state.with { $0.queue.first().map { VirtualInstant(nanoseconds: $0.instant) } }
  }

  // MARK: Time passes

  /// Advances the time by a length, and runs all actions that are due up to and including its end.
  ///
  /// - Throws: ``Runaway`` if a limit is reached, or if the length is negative.
  public func advance(by stride: VirtualInstant.Stride) throws(Runaway) {
    if stride.nanoseconds < 0 { throw Runaway(backwards: stride.description, at: now) }
    try advance(to: now.advanced(by: stride))
  }
  /// Advances the time to an instant, and runs all actions that are due up to and including it. An instant in the past
  /// means now.
  ///
  /// - Throws: ``Runaway`` if a limit is reached.
  public func advance(to instant: VirtualInstant) throws(Runaway) {
    try drain(until: instant.nanoseconds, moves: true)
  }
  /// Advances the time until no action is pending. The time stops at the instant of the last action.
  ///
  /// - Throws: ``Runaway`` if a limit is reached, as with a timer that repeats for ever.
  public func run() throws(Runaway) { try drain(until: .max, moves: false) }
  /// Advances the time to the next action and runs it alone. Returns false if no action is pending.
  ///
  /// All such single steps together count as one run for the limit, until another method advances the time.
  ///
  /// - Throws: ``Runaway`` if a limit is reached.
  @discardableResult public func runOne() throws(Runaway) -> Bool {
    var didRun = false
    try running(isStep: true, nests: true) { didRun = step(until: .max) }
    return didRun
  }
  /// Advances the time until no action is pending, or until the condition returns false: it is called with the next
  /// instant before the time advances. Counts as single steps do.
  package func run(while goesOn: (VirtualInstant) -> Bool) throws(Runaway) {
    try running(isStep: true) {
      var turn = TakenAction(), next = nextDeadline
      while let instant = next, instant <= now || goesOn(instant) {
        var count = 0
        while takeNext(&turn, until: instant.nanoseconds, &next) {
          run(&turn)
          count += 1
        }
        if count == 0 { return }
      }
    }
  }
  /// Runs a body at the current instant as part of the run, so that it counts for the limits and its misuses are
  /// reported.
  package func perform(_ body: () -> Void) throws(Runaway) {
    try running(isStep: true, body)
  }

  // MARK: Inside

  /// Runs all actions that are due. The lock is taken once to begin the run and to take the first action, then once
  /// after each action, to take the next one or to end the run.
  private func drain(until limit: Int64, moves: Bool) throws(Runaway) {
    var turn = TakenAction(), hasReachedLimit = false
    var nesting: ((() -> Void) -> Void)?
    var goesOn = core.state.with { state in
      if state.runs.depth == 0 { state.guards.enterRun(isStep: false) } else { nesting = state.runs.nesting }
      state.runs.enter()
      return next(&turn, until: limit, moves, &state, &hasReachedLimit)
    }
    if goesOn {
      monitored(in: nesting) {
        while goesOn {
          run(&turn)
          goesOn = core.state.with { state in
            state.observers.didEnd(&turn.outer)
            return next(&turn, until: limit, moves, &state, &hasReachedLimit)
          }
        }
      }
    }
    if hasReachedLimit, let runaway = core.state.with({ verdict(&$0) }) { throw runaway }
  }
  @inline(__always) private func monitored(in nesting: ((() -> Void) -> Void)?, _ body: () -> Void) {
    guard let nesting else { return RunHook.monitored(by: self, isAnnounced: true, body) }
    nesting { RunHook.monitored(by: self, isAnnounced: true, body) }
  }
  /// Takes the next action. If none is due, or a limit of the timeline is reached, ends the run; `moves` says that the
  /// time then advances.
  @inline(__always)
  private func next(
    _ turn: inout TakenAction, until limit: Int64, _ moves: Bool, _ state: inout State, _ hasReachedLimit: inout Bool
  )
    -> Bool
  {
    if take(&turn, until: limit, &state) { return true }
    leave(&state)
    hasReachedLimit = state.guards.isStopped
    if moves, !hasReachedLimit, limit > nanoseconds {
      core.present.store(limit, ordering: .relaxed)
      state.guards.enterInstant()
    }
    return false
  }
  /// Runs actions as long as one is pending and the condition, which is called before every action, returns true.
  /// Counts as single steps do.
  func step(while goesOn: () -> Bool) throws(Runaway) {
    try running(isStep: true) {
      while goesOn() {
        if let driver = core.state.with({ $0.runs.driver.take() }) { driver() } else if !step(until: .max) { return }
      }
    }
  }
  /// Ends the action that has run, and takes the next one if it is due and no limit is reached. If it is not, sets
  /// `next` to its instant.
  private func takeNext(_ turn: inout TakenAction, until limit: Int64, _ next: inout VirtualInstant?) -> Bool {
    core.state.with { state in
      state.observers.didEnd(&turn.outer)
      if take(&turn, until: limit, &state) { return true }
      next = state.queue.first().map { VirtualInstant(nanoseconds: $0.instant) }
      return false
    }
  }
  /// Runs one action, if one is due and no limit is reached.
  private func step(until limit: Int64) -> Bool {
    var turn = TakenAction()
    guard core.state.with({ take(&turn, until: limit, &$0) }) else { return false }
    run(&turn)
    if !turn.outer.isEmpty { core.state.with { $0.observers.didEnd(&turn.outer) } }
    return true
  }
  /// Takes the next action from the queue and advances the time to its instant, if it is due and no limit is reached.
  @inline(__always) private func take(_ turn: inout TakenAction, until limit: Int64, _ state: inout State) -> Bool {
    guard let key = state.queue.first(until: limit) else { return false }
    state.enter(key, after: nanoseconds, until: limit)
    let name = state.queue.slots[key.slot].name
    guard state.guards.allowsFarFromLimits() || state.allowsNearLimit(key) else { return false }
    state.runs.action = name
    core.present.store(max(key.instant, nanoseconds), ordering: .relaxed)
    if state.observers.log != nil { state.note(key) }
    turn.outer = state.observers.willRun(key.order, at: nanoseconds)
    let content = state.queue.takeFirst(key)
    if case .timer(let timer) = content { turn.round = timer.round }
    turn.content = content
    return true
  }
  /// Runs the action or the timer of a turn, and releases it outside of the lock.
  @inline(__always) private func run(_ turn: inout TakenAction) {
    guard let content = turn.content.take(), !isChanged(content, turn.round) else { return }
    run(content, turn.round)
  }
  @inline(__always) private func run(_ content: ActionQueue.Content, _ round: Int) {
    switch content {
    case .action(let action): action.run()
    case .timer(let timer): timer.fire(round)
    case .numbered(let action, let number): action.run(number)
    }
    if core.isWatched.load(ordering: .relaxed) { callWatchers() }
  }
  /// Runs the action with its planted fault, if it has one. Returns whether it has.
  @inline(__always) private func isChanged(_ content: ActionQueue.Content, _ round: Int) -> Bool {
    #if hasFeature(Embedded)
      return false
    #else
      guard let fault else { return false }
      return fault.changes({ [self] in run(content, round) }) { enqueue($1, at: nanoseconds.plus($0), name: 0) }
    #endif
  }
  /// Runs a body as the run of this thread, and throws at its end if a limit was reached meanwhile. `nests` says that
  /// the body runs actions inside the job or the action that has begun the run, if one has.
  private func running(isStep: Bool, nests: Bool = false, _ body: () -> Void) throws(Runaway) {
    let nesting = core.state.with { state in
      defer { state.runs.enter() }
      if state.runs.depth == 0 { state.guards.enterRun(isStep: isStep) }
      return nests && state.runs.depth > 0 ? state.runs.nesting : nil
    }
    monitored(in: nesting) {
      if core.isWatched.load(ordering: .relaxed) { callWatchers() }
      body()
    }
    let runaway = core.state.with { state in
      leave(&state)
      return verdict(&state)
    }
    if let runaway { throw runaway }
  }
  @inline(__always) private func leave(_ state: inout State) {
    state.runs.leave()
    if state.runs.depth == 0 { state.observers.log?.endRun() }
  }
  /// The report if a limit was reached meanwhile, when the run has ended.
  private func verdict(_ state: inout State) -> Runaway? {
    state.guards.verdict(at: now, names: state.names.list, isOutermost: state.runs.depth == 0)
  }
}

#if !hasFeature(Embedded)
  /// A fault that a test plants: it changes an action of a run.
  package protocol PlantedFault: Sendable {
    /// Runs an action with the fault, or returns false. `later` schedules an action after a delay in nanoseconds.
    func changes(_ run: @escaping () -> Void, later: (Int64, @escaping () -> Void) -> Void) -> Bool
  }
  extension Timeline {
    /// The fault of every timeline that is created while the task-local value is set.
    @TaskLocal package static var plantedFault: (any PlantedFault)?
  }
#endif
