import Pipes
import Synchronization
import VirtualTimeHooks

/// The threads of one run, of which exactly one runs: the one that has the baton.
///
/// 1. A thread that would block, while others of the run can act, *parks*: its wake is an action of the timeline. If it
///    was the one that runs the actions, a thread of the pool, a *driver*, runs them from now on.
/// 2. A wake gives the parked thread a *turn*. The thread that gave it waits until the turn is over: when that thread
///    parks again, or when the action is over in which it had parked.
/// 3. Then a loop of the run on that thread waits for the baton, and the driver leaves at the next border between two
///    actions. So in the end each loop is continued by its own thread, with its own condition.
/// 4. A thread may wait for something that only a parked one can give, such as a lock that the kit does not follow. When
///    the patience is over, the watchdog stops it with a signal, and it is parked like the others. It goes on in its
///    wait when another thread has had a turn, and is stopped again at once if it still waits.
/// 5. Only the thread with the baton uses the variables, or the watchdog while it has stopped that thread. The room hands
///    the baton on, and orders their accesses.
final class Baton: @unchecked Sendable {
  // Unchecked: see 5.
  /// A loop that runs actions: the outermost one of the run, one inside of it for which the body waits, or the one of a
  /// driver.
  enum Loop { case outermost, inner, driver }
  /// A thread that waits for a turn, or a loop that waits for the baton.
  final class Waiter: @unchecked Sendable {
    fileprivate let clock: ThreadClock?
    /// Whether the thread waits for a run inside of this one, which has other threads.
    fileprivate let inner: VirtualExecutor?
    /// The instant at which the thread goes on by itself.
    let end: Int64
    /// Whether the loop is the outermost one of the run.
    let isOutermost: Bool
    var wake: Timeline.Ticket?
    /// Whether it has what it waits for; `nil` if it only waits for its end.
    var isReady: (() -> Bool)?
    /// Whether a thread has the lock that it waits for, and the place in the code: for a report.
    var isHeld: (((CInt) -> Bool) -> Bool)?
    fileprivate var call: CallStack.Snapshot?
    fileprivate(set) var wasReady = false, isInVain = false
    fileprivate var mayGoOn = false, isAsleep = false
    /// The thread if a signal has stopped it, and what is to be done before it goes on.
    fileprivate var stopped: (thread: StoppedThread, standing: VirtualExecutor.Standing)?
    /// The number of turns when the thread was stopped.
    fileprivate var turns = 0
    init(
      end: Int64 = .max, isOutermost: Bool = false, _ clock: ThreadClock? = .ofThisThread,
      inside inner: VirtualExecutor? = nil
    ) { (self.end, self.isOutermost, self.clock, self.inner) = (end, isOutermost, clock, inner) }
    /// The function of the code under test in which it waits without a limit.
    fileprivate var place: String? { call?.caller(outside: Timeline.ownModules) }
    /// Whether it is a thread, by the kernel's number, or has one inside of it.
    fileprivate func has(_ thread: CInt) -> Bool { clock?.number == thread || inner?.has(thread) == true }
  }
  final class GivenTurn {
    fileprivate var isOver = false
  }
  private lazy var room = WaitingRoom()
  /// Whether a thread has ever parked.
  private(set) var isInUse = false
  /// The threads that are parked, in the order in which they have parked.
  private(set) var parked: [Waiter] = []
  /// The loops that wait for the baton.
  private var loops: [Waiter] = []
  /// The turn that the running thread has been given; `nil` if it runs the actions by itself.
  private(set) var turn: GivenTurn?
  /// The number of turns that are over.
  private var turns = 0
  /// Whether a loop waits for the baton.
  var isWanted: Bool { !loops.isEmpty }
  /// Whether a loop that is about to run an action may have to hand the baton on.
  var isAsked: Bool { turn != nil || isWanted }
  /// The processor time of the running thread.
  let clock = Guarded(ThreadClock?.none)
  /// The waits of the running thread in real time.
  let waits = RunWaits()
  /// Whether the body has returned, or is given up: from then on nobody parks.
  let isEnding = Atomic<Bool>(false)
  /// Whether a loop has nothing to do.
  let isIdle = Atomic<Bool>(false)

  /// Waits for a turn. The giver of the present one goes on, or a driver begins.
  func park(_ waiter: Waiter, startDriver: () -> Void) {
    isInUse = true
    StoppedThread.admitSignal()
    let room = room  // made before the driver may look for it
    parked.append(waiter)
    if waiter.end == .max { waiter.call = CallStack.Snapshot() }
    if !endTurn() { startDriver() }
    room.announce { waiter.isAsleep = true }
    room.wait { waiter.mayGoOn }
    parked.removeAll { $0 === waiter }
    beginsToRun()
  }
  /// Begins the work of a driver, when the thread that has parked is done with all that it did to park.
  func begin(for waiter: Waiter) {
    StoppedThread.admitSignal()
    room.wait { waiter.isAsleep }
    beginsToRun()
  }
  /// The parked thread that has what it waited for, and parked first.
  var nextReady: Waiter? {
    for waiter in parked where waiter.stopped == nil ? waiter.isReady?() == true : waiter.turns != turns {
      waiter.wasReady = true
      return waiter
    }
    return nil
  }
  /// The parked thread that goes on if no action can run any more: the one whose time is over first, or else one that
  /// waits in vain.
  var nextWithoutActions: Waiter? {
    let next = parked.min { $0.end < $1.end }
    next?.isInVain = next?.end == .max
    return next
  }
  /// Whether a thread is parked, by its number.
  func isParked(_ thread: CInt) -> Bool { thread != 0 && parked.contains { $0.has(thread) } }
  /// Gives a parked thread a turn, and waits until it is over.
  func giveTurn(to waiter: Waiter, in executor: VirtualExecutor) {
    let outer = turn, new = GivenTurn()
    turn = new
    if let (thread, standing) = waiter.stopped.take() {
      executor.endStanding(standing)
      goOn(waiter, thread)
      if !waiter.isInVain { stopAgain(waiter, new, executor) }
    } else {
      room.announce { waiter.mayGoOn = true }
    }
    room.wait { new.isOver }
    turn = outer
    if waiter.stopped == nil { turns += 1 }
    beginsToRun()
  }

  // MARK: Threads that are stopped

  /// Whether some thread is parked that may go on, and give what the running one waits for. One that waits for a lock of
  /// the running thread may not.
  func mayBeWaitedFor(hasActions: Bool, by running: CInt) -> Bool {
    parked.contains { waiter in
      if waiter.stopped != nil { return false }
      if hasActions || waiter.end != .max { return true }
      return waiter.isReady?() == true && waiter.isHeld?({ $0 == running }) != true
    }
  }
  /// Sentences about the parked threads that wait without a limit, when they cannot go on.
  func describe(beside running: CInt) -> [String] {
    parked.compactMap { waiter in
      guard let place = waiter.place else { return nil }
      guard let isHeld = waiter.isHeld else { return "another thread waits in '\(place)'" }
      let owner = parked.first { other in isHeld(other.has) }?.place
      return "another thread waits for a lock in '\(place)'"
        + (isHeld { $0 == running } ? ", which this one has" : owner.map { ", which the one in '\($0)' has" } ?? "")
    }
  }
  /// Parks the running thread, which a signal has stopped. The giver of its turn goes on, or a driver begins.
  func park(_ waiter: Waiter, _ thread: StoppedThread, in executor: VirtualExecutor, startDriver: () -> Void) {
    waiter.isAsleep = true
    keep(waiter, thread, executor)
    if !endTurn() { startDriver() }
  }
  private func keep(_ waiter: Waiter, _ thread: StoppedThread, _ executor: VirtualExecutor) {
    RunOfThread.parked.wrappingAdd(1, ordering: .relaxed)
    waiter.turns = turns
    waiter.stopped = (thread, executor.beginStanding())
    parked.append(waiter)
  }
  private func goOn(_ waiter: Waiter, _ thread: StoppedThread) {
    RunOfThread.parked.wrappingSubtract(1, ordering: .relaxed)
    parked.removeAll { $0 === waiter }
    clock.with { $0 = waiter.clock }
    thread.goOn()
  }
  /// Stops a thread again that has gone on in its wait, and still waits: three times in a row it neither runs nor could.
  private func stopAgain(_ waiter: Waiter, _ turn: GivenTurn, _ executor: VirtualExecutor) {
    guard let clock = waiter.clock else { return }
    var used = Int64.min, looks = 0
    for _ in 0..<40 where looks < 3 {
      if room.wait(atMost: .milliseconds(5), until: { turn.isOver }) { return }
      looks = clock.nanoseconds == used && !clock.isRunnable ? looks + 1 : 0
      used = clock.nanoseconds
    }
    guard looks == 3, let thread = StoppedThread(clock.number) else { return }
    if turn.isOver { return thread.goOn() }
    self.turn = nil
    turn.isOver = true
    keep(waiter, thread, executor)
  }
  /// Ends the turn of the running thread, which does not go on. Returns false if it has none.
  @discardableResult func endTurn() -> Bool {
    guard let turn = turn.take() else { return false }
    room.announce { turn.isOver = true }
    return true
  }
  /// Called by a loop of the run before an action: the action is over in which its thread had parked, or another loop
  /// is to go on.
  func yield(_ loop: Waiter) {
    let next = turn == nil ? loops.popLast() : nil
    loops.append(loop)
    if next == nil { endTurn() } else { room.announce { next?.mayGoOn = true } }
    room.wait { loop.mayGoOn }
    beginsToRun()
  }
  /// Hands the baton on to a loop that waits for it: the one that began to last, for it is further inside.
  func leave() {
    let next = loops.lastIndex { !$0.isOutermost } ?? loops.indices.last
    guard let loop = next.map({ loops.remove(at: $0) }) else { return }
    room.announce { loop.mayGoOn = true }
  }
  func beginsToRun() {
    let own = ThreadClock.ofThisThread
    clock.with { $0 = own }
  }
}

extension VirtualExecutor {
  /// Lets virtual time pass for the code that runs, and other work of the run meanwhile. Without other work, time passes
  /// at once.
  func pass(_ nanoseconds: Int64) {
    let parks = Host.executor === self && !isEndingOrOver
    if timeline.pass(nanoseconds, unlessActing: parks) { return lastWork.countSleep() }
    _ = park(Baton.Waiter(end: timeline.nanoseconds.plus(nanoseconds)))
  }
  /// Whether other work of the run may act while the thread that runs waits.
  var mayPark: Bool { Host.executor === self && !isEndingOrOver && timeline.isRunning }
  /// Waits until the waiter is ready, or its end has come. Returns false if no work is left that could do either.
  func park(_ own: Baton.Waiter) -> Bool {
    if own.end != .max {
      own.wake = timeline.enqueue(
        { [self] in giveTurn(to: own) }, at: own.end, name: timeline.index(of: "a thread that waits"), isFree: true)
    }
    RunOfThread.parked.wrappingAdd(1, ordering: .relaxed)
    standing { baton.park(own) { startDriver(for: own) } }
    RunOfThread.parked.wrappingSubtract(1, ordering: .relaxed)
    return !own.isInVain
  }
  private func startDriver(for parked: Baton.Waiter) {
    Host.adopting(nil) { _ = Task(executorPreference: Self.ownThread) { self.drive(for: parked) } }
  }
  private func giveTurn(to waiter: Baton.Waiter) {
    if let wake = waiter.wake.take() { timeline.cancel(wake) }
    standing { baton.giveTurn(to: waiter, in: self) }
  }
  /// The state of a thread while another one runs.
  struct Standing {
    fileprivate let queueWaits: Int, waits: RunWaits.KeptWaits, action: Timeline.ActionFrame, main: MainTurn.Frame
  }
  /// Another thread is about to run. If this one is on the main actor, code of the main actor waits for it.
  func beginStanding() -> Standing {
    Standing(
      queueWaits: queues.waits, waits: baton.waits.beginStanding(), action: timeline.actionFrame,
      main: mainTurn.beginStanding())
  }
  func endStanding(_ standing: Standing) {
    queues.waits = standing.queueWaits
    baton.waits.endStanding(standing.waits)
    timeline.actionFrame = standing.action
    guard let jobs = mainTurn.endStanding(standing.main) else { return }
    for job in jobs {
      timeline.enqueue({ Self.run(job, on: .main) }, at: timeline.nanoseconds, name: Timeline.task)
    }
    didResume()
  }
  private func standing(_ wait: () -> Void) {
    let own = beginStanding()
    wait()
    endStanding(own)
  }
  /// Called by the watchdog when the running thread has not come back for the length of the patience: it may wait for
  /// what a parked one has. It is stopped and parked, and the run goes on. If that is no way out, the result is sentences
  /// about the other threads.
  func stopRunningThread() -> [String]? {
    guard RunOfThread.parked.load(ordering: .relaxed) > 0, let clock = baton.clock.with({ $0 }) else { return [] }
    let progress = timeline.progress
    guard let thread = StoppedThread(clock.number) else { return [] }
    guard progress == timeline.progress else {
      thread.goOn()
      return nil
    }
    var run: VirtualExecutor? = self, inner: VirtualExecutor?
    while let here = run, !here.baton.mayBeWaitedFor(hasActions: here.timeline.pendingCount > 0, by: clock.number) {
      (run, inner) = (here.outer, here)
    }
    guard let run else {
      defer { thread.goOn() }
      return baton.describe(beside: clock.number)
    }
    let own = Baton.Waiter(clock, inside: inner)
    run.baton.park(own, thread, in: run) { run.startDriver(for: own) }
    return nil
  }
  /// Lets the threads go on that have what they wait for. Called after an action.
  func wakeReady() {
    while let next = baton.nextReady { giveTurn(to: next) }
  }
  /// Lets a parked thread go on, because no action is left: what it waits for is there, or its time passes.
  func wakeParked() -> Bool {
    guard let next = baton.nextReady ?? baton.nextWithoutActions else { return false }
    if !next.wasReady, !next.isInVain { timeline.pass(next.end.minus(timeline.nanoseconds)) }
    giveTurn(to: next)
    return true
  }
  func waits(in call: String, atMost limit: Int64, whileHeld isHeld: ((CInt) -> Bool) -> Bool) -> Bool {
    let end = limit == .never ? .max : timeline.nanoseconds.plus(limit)
    return withoutActuallyEscaping(isHeld) { isHeld in
      while let run = holder(isHeld) {
        // The time of this run stands while an outer one goes on.
        let own = Baton.Waiter(end: run === self ? end : .max, inside: run === self ? nil : self)
        own.isReady = { [baton = run.baton] in !isHeld(baton.isParked) }
        own.isHeld = isHeld
        let goesOn = Host.adopting(run) { run.park(own) }
        (own.isReady, own.isHeld) = (nil, nil)
        if !goesOn { waits(in: call) }
        if !goesOn || !own.wasReady { return !goesOn }
      }
      return true
    }
  }
  /// The run with the parked thread that has a lock: this one, or one around it.
  private func holder(_ isHeld: ((CInt) -> Bool) -> Bool) -> VirtualExecutor? {
    var run: VirtualExecutor? = self
    while let here = run, !(here.timeline.isRunning && isHeld(here.baton.isParked)) { run = here.outer }
    return run
  }
  /// Whether a thread is one of those that stand while the thread of this run waits for a run around it.
  func has(_ thread: CInt) -> Bool { baton.isParked(thread) || caller.load(ordering: .relaxed) == thread }
  /// Waits as `waits(atMost:servesMain:until:)` does, while a driver lets the run go on.
  func parks(atMost limit: Int64, until isOver: () -> Bool) -> Bool? {
    if isOver() { return true }
    return withoutActuallyEscaping(isOver) { isOver in
      let own = Baton.Waiter(end: limit == .never ? .max : timeline.nanoseconds.plus(limit))
      own.isReady = isOver
      defer { own.isReady = nil }
      return park(own) ? own.wasReady : nil
    }
  }

  /// Runs actions in place of a thread that is parked, on a thread of its own.
  private func drive(for parked: Baton.Waiter) {
    Host.adopting(self) {
      baton.begin(for: parked)
      mainTurn.beginFrame()
      queues.waits = 0
      while true {
        var hasFailed = false
        do { try runActions(in: .driver) { !isEndingOrOver && timeline.mayGoOn } } catch { hasFailed = true }
        // This thread had parked itself, and another driver gave it the turn.
        if baton.endTurn() { return }
        if baton.isWanted { return baton.leave() }
        if timeline.pendingCount == 0 || hasFailed || isEndingOrOver, wakeParked() { continue }
        idle { timeline.pendingCount > 0 && timeline.mayGoOn || isEndingOrOver }
      }
    }
  }
  /// Waits, with nothing to do, until a condition holds.
  func idle(until holds: () -> Bool) {
    baton.isIdle.store(true, ordering: .releasing)
    room.wait(until: holds)
    baton.isIdle.store(false, ordering: .releasing)
  }
  private var isEndingOrOver: Bool { baton.isEnding.load(ordering: .relaxed) || isOver.load(ordering: .acquiring) }
  /// Hands the baton on, if another thread is to have it. Returns false if the loop is to end: that of a driver.
  func yieldsBaton(in loop: Baton.Loop) -> Bool {
    switch loop {
    case .driver: return false
    // It stands for the body, which waits for it.
    case .inner where baton.turn == nil: return true
    case .inner, .outermost:
      standing { baton.yield(Baton.Waiter(isOutermost: loop == .outermost)) }
      return true
    }
  }
}
