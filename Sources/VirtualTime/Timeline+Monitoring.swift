import PipesCore
import Synchronization

extension Timeline: RunHook.Monitor {
  package func didKeepNewest() { core.state.with { $0.observers.whenNewestIsKept }?() }
  package func willSubscribe() -> Bool {
    core.state.with {
      $0.guards.allowsFarFromLimits() || $0.guards.allowsNearLimit(Self.subscription, pending: $0.queue.slotCount)
    }
  }
  package func didMisuse(_ sentence: String) -> Bool {
    core.state.with { state in
      state.reports.add(RunMisuse(instant: now, sentence: sentence))
      return state.reports.advice != nil
    }
  }
  /// Reports a scheduler that runs in real time. An operator that received it also schedules on it: only one of the two
  /// is reported.
  package func didMeet(_ scheduler: RealScheduler, in user: String?) {
    if scheduler.isVirtualInRuns, time != nil { return }
    let isNews = core.state.with { state in
      let known = state.outside.schedulers.filter { $0.scheduler == scheduler }
      if user == nil ? !known.isEmpty : known.contains(where: { $0.user == user }) { return false }
      state.outside.schedulers.append((scheduler, user))
      return true
    }
    guard isNews else { return }
    let standIn = advice(on: .scheduler(kind: scheduler.kind))
    let what = user.map { "\($0) was given \(scheduler.name)" } ?? "work was scheduled on \(scheduler.name)"
    didLeave("\(what), whose time does not move here; pass \(standIn)")
  }
}

extension Timeline {
  /// The misuses of the engine, if the owner of the run reports them; otherwise they stop the program.
  struct Reports {
    var advice: Advice?
    private(set) var misuses: [RunMisuse] = []
    var waits: [OutsideWait] = []

    mutating func add(_ misuse: RunMisuse) { if advice != nil { misuses.append(misuse) } }
  }
  /// The work for which the owner of a run has some advice: where a scheduler of a type runs in real time, where a clock
  /// does, and where nobody waits for a task.
  package enum RealWork { case scheduler(kind: String), clock, task }
  package typealias Advice = @Sendable (RealWork) -> String
  /// Reports misuses of the engine, with the advice of who owns the run, instead of stopping the program.
  package func reportMisuse(advising advice: @escaping Advice = Timeline.advice) {
    core.state.with { $0.reports.advice = advice }
  }
  package var reportsMisuse: Bool { core.state.with { $0.reports.advice != nil } }
  /// Returns the advice of the owner of the run.
  func advice(on work: RealWork) -> String { (core.state.with { $0.reports.advice } ?? Timeline.advice)(work) }
  package static let advice: Advice = { work in
    if case .scheduler(let kind) = work { return "\(kind).test(on: clock.timeline)" }
    return "the clock and the schedulers of the timeline"
  }
  /// The reported misuses, in the order in which they came.
  package var misuses: [RunMisuse] { core.state.with { $0.reports.misuses } }
  /// Code of the run does what a rule does not allow.
  package struct RunMisuse {
    package let instant: VirtualInstant
    package let sentence: String
    /// Whether it ends with the reason why real clocks are not virtual.
    package var saysRealClocks = false
  }

  /// A subscription that began to wait for something outside of the timeline.
  package struct OutsideWait {
    package let start: VirtualInstant
    package let work: String
    let isWaiting: () -> Bool
    static let limit = 100
  }
  package func didWait(for work: String, _ isWaiting: @escaping () -> Bool) {
    core.state.with { state in
      guard state.reports.advice != nil, state.reports.waits.count < OutsideWait.limit else { return }
      state.reports.waits.append(OutsideWait(start: now, work: work, isWaiting: isWaiting))
    }
  }
  /// The subscriptions that still wait for something outside of the timeline: of the first hundred that began to.
  package var waits: [OutsideWait] { core.state.with { $0.reports.waits }.filter { $0.isWaiting() } }
}

extension Timeline: RunTime {
  /// Lets time pass inside an action that blocks its thread: what is due meanwhile runs later.
  func pass(_ nanoseconds: Int64) {
    if nanoseconds > 0 { core.state.with { moveOn(to: self.nanoseconds.plus(nanoseconds), &$0) } }
  }
  func moveOn(to instant: Int64, _ state: inout State) {
    core.present.store(instant, ordering: .relaxed)
    state.guards.enterInstant()
  }

  /// Makes a scheduler of the real world a failure that is written into the code under test, such as
  /// `DispatchQueue.main`. Call it before the run, or at its beginning.
  ///
  /// Without this call, and where `PipesFoundation` declares the conformances, `DispatchQueue`, `RunLoop`,
  /// `OperationQueue` and `Timer.publish` work on the timeline while it runs. Use it if all code is supposed to receive
  /// its scheduler.
  public func refuseRealSchedulers() { core.state.with { $0.outside.refusesSchedulers = true } }

  package var time: (any RunTime)? { core.state.with { $0.outside.refusesSchedulers } ? nil : self }
  package var elapsed: Int64 { nanoseconds }
  package var asleep: Int64 { core.state.with { $0.world.asleep } }
  package var startDate: RunDate { core.state.with { $0.world.dateAtZero } }
  package func schedule(on queue: RunQueue, at instant: Int64, isTimer: Bool, _ action: @escaping () -> Void) {
    enqueue(
      action, at: instant, name: index(of: queue.name), order: queue.isSerial ? .inLine : .free, isTimer: isTimer,
      clock: .suspending)
  }
  package func schedule(on queue: RunQueue, at instant: Int64, every interval: Int64, _ action: @escaping () -> Void)
    -> any Cancellable
  {
    let timer = TimelineTimer(
      self, every: interval, repeats: true, name: ActionName(index(of: queue.name)), clock: .suspending
    ) {
      _ in action()
    }
    timer.start(at: instant)
    return timer
  }
}

extension Timeline {
  /// The number of pending timers that have fired and fire again. Takes O(*n*). A timer with an interval that has not
  /// fired yet may be one that its owner cancels when it does, as that of `timer(after:)`.
  package var repeatingTimerCount: Int {
    core.state.with { state in (0..<state.queue.slotCount).count { state.queue.slots[$0].timer?.isRepeating == true } }
  }
  /// The instants of all pending actions, but for the events of sources, the earliest first, and whether a task sleeps
  /// until then.
  package var dues: [(instant: VirtualInstant, isSleep: Bool)] {
    core.state.with { $0.queue.dues(sleeper: Timeline.sleep) }.map {
      (VirtualInstant(nanoseconds: $0.instant), $0.isSleep)
    }
  }
  /// Records an event outside of actions: all pending actions may show its effect.
  package func noteEffect() { core.state.with { $0.observers.effects?.noteEffect() } }
  /// Follows repeating timers only for a few ticks from now on.
  package func endPatience() { core.state.with { $0.observers.effects?.isImpatient = true } }
  /// Whether an action is pending that is more than the next tick of a repeating timer: see ``PendingEffects``.
  package var mayStillChange: Bool {
    core.state.with { $0.observers.effects?.hasEffects(among: $0.queue.count) ?? ($0.queue.count > 0) }
  }

  /// Calls a closure when an operator of state keeps a value that is due, because there is no demand for it; `nil` ends
  /// that.
  package func whenNewestIsKept(_ note: (() -> Void)?) { core.state.with { $0.observers.whenNewestIsKept = note } }

  /// Calls a closure at the end of each action, on the thread of the run and as a part of the action, until `removeAll`
  /// is called. The closure looks after objects of others whose changes nobody reports, such as a request that was
  /// cancelled.
  package func watch(_ look: @escaping () -> Void) {
    core.state.with { $0.observers.watchers.append(look) }
    core.isWatched.store(true, ordering: .relaxed)
  }
  func callWatchers() {
    for look in core.state.with({ $0.observers.watchers }) { look() }
  }
}

/// The way in which work left a timeline: for a real clock, a scheduler that runs in real time, or another thread.
struct Departure {
  let instant: VirtualInstant
  let text: String
}

extension Timeline {
  /// Facts about work that may leave a timeline.
  struct Outside {
    /// The first time that work left the timeline.
    var departure: Departure?
    /// Whether work has left the timeline, allowed or not.
    var hasLeft = false
    /// Whether work may leave the timeline for a queue, a run loop or a callback.
    var isAllowed = false
    /// The schedulers that run in real time and were reported, with the operators that received them.
    var schedulers: [(scheduler: RealScheduler, user: String?)] = []
    /// Whether a scheduler of real time is a failure, and does not work on the timeline.
    var refusesSchedulers = false
    /// The reason why real clocks are not virtual although they should be.
    var realClocksReason: String?
    /// Whether a task slept on a real clock that is not virtual.
    var metRealClock = false
    /// Whether the text of the first departure ends with that reason.
    var saysRealClocks = false
    /// Whether code of a run that is not awaited has started a task.
    var hasStartedTask = false
    /// The first time that code waited for the queue on which it is.
    var waitForItself: Departure?
  }
  /// The reason why real clocks are not virtual, if the run met one or started a task that left it.
  package var reasonOfRealClocks: String? {
    core.state.with {
      $0.outside.metRealClock || $0.outside.hasStartedTask || $0.outside.departure != nil
        ? $0.outside.realClocksReason : nil
    }
  }
  /// The number of actions that have been carried out.
  package var actionCount: Int { core.state.with { $0.guards.total } }
  /// A number that changes with each action.
  var progress: Int { core.state.with { $0.guards.progress } &+ Int(nanoseconds) }
  /// Called when work leaves the timeline, or comes back to it.
  ///
  /// - Parameter saysRealClocks: Whether the text ends with the reason why real clocks are not virtual.
  func didLeave(_ text: String, saysRealClocks: Bool = false) {
    core.state.with { state in
      state.outside.hasLeft = true
      if state.outside.departure == nil {
        state.outside.departure = Departure(instant: now, text: text)
        state.outside.saysRealClocks = saysRealClocks
      }
      state.reports.add(RunMisuse(instant: now, sentence: text, saysRealClocks: saysRealClocks))
    }
  }
  /// Allows that work leaves the timeline for a queue, a run loop or a callback.
  package func allowOutsideWork() {
    core.state.with { state in
      state.outside.isAllowed = true
      state.guards.ticker.exempt()
    }
  }
  /// Whether the queues of Dispatch may work on the timeline.
  var takesQueues: Bool { core.state.with { !$0.outside.isAllowed && !$0.outside.refusesSchedulers } }
  var allowsOutsideWork: Bool { core.state.with { $0.outside.isAllowed } }
  /// Whether work has left the timeline up to now, allowed or not.
  package var hasLeft: Bool { core.state.with { $0.outside.hasLeft } }
  /// Returns and clears the first departure.
  func takeDeparture() -> Departure? { core.state.with { $0.outside.departure.take() } }
}

extension Timeline {
  /// Lets only the number of actions end a run in which a timer repeats for ever.
  package func allowTickers() { core.state.with { _ = $0.guards.ticker.exempt() } }

  /// Whether the test of this timeline is over. An action that is scheduled afterwards is a misuse of the run that
  /// schedules it.
  package var isOver: Bool {
    get { core.isOver.load(ordering: .relaxed) }
    set { core.isOver.store(newValue, ordering: .relaxed) }
  }
}

extension Timeline.Core {
  @inline(never) func reportUse() {
    _ = RunHook.current?.didMisuse(
      "work was scheduled in the virtual time of a run that is over, and never runs\n  create schedulers and clocks in the body of each test"
    )
  }
}
