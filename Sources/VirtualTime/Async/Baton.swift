import PipesCore
import Synchronization

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
    fileprivate var clock: ThreadClock?
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
    /// Whether it may leave the run at its end, because nobody gives it what it waits for: see `VisitingThread`.
    var mayLeave = false
    fileprivate(set) var hasLeft = false
    fileprivate var mayGoOn = false, isAsleep = false
    /// The thread if a signal has stopped it, and what is to be done before it goes on.
    fileprivate var stopped: (thread: StoppedThread, standing: VirtualExecutor.Standing)?
    /// The number of turns when the thread was stopped.
    fileprivate var turns = 0
    init(
      end: Int64 = .max, isOutermost: Bool = false, _ clock: ThreadClock? = .ofThisThread,
      inside inner: VirtualExecutor? = nil
    ) {
      self.end = end
      self.isOutermost = isOutermost
      self.clock = clock
      self.inner = inner
    }
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

  /// The kernel's number of the thread that waits until this run is over, if the run is inside another one.
  let caller = Atomic<CInt>(0)
  /// Whether the code of the run has started a thread.
  private(set) var hasVisitors = false
  /// The code that has started each thread, by the kernel's number: for reports.
  let makers = Guarded<[CInt: CallStack.Snapshot]>([:])
  /// The code that has started a thread that sleeps again and again after the body has returned.
  let restless = Guarded(CallStack.Snapshot?.none)
  /// The parked threads when the run had nothing to do: for reports.
  let waiting = Guarded<[Waiter]>([])
  /// Adds a thread that waits for its first turn.
  func add(_ waiter: Waiter) {
    _ = room  // made before the thread may look for it
    isInUse = true
    hasVisitors = true
    parked.append(waiter)
  }
  /// Waits for the first turn, on the thread.
  func begin(as waiter: Waiter) {
    room.wait { waiter.mayGoOn }
    waiter.clock = .ofThisThread
    remove(waiter)
    beginsToRun()
  }
  func remove(_ waiter: Waiter) { parked.removeAll { $0 === waiter } }
  /// Lets the threads that are left leave the run, which is over.
  func letLeave() {
    let leaving = parked.filter(\.mayLeave)
    parked = []
    room.announce { for waiter in leaving { (waiter.hasLeft, waiter.mayGoOn) = (true, true) } }
  }
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
    if waiter.hasLeft { return }
    remove(waiter)
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
  /// waits in vain and is not one that the code has started.
  var nextWithoutActions: Waiter? {
    let next = parked.filter { !$0.mayLeave }.min { $0.end < $1.end }
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
  /// A sentence about the running thread, if the code of the run has started it.
  var makerOfRunningThread: [String] {
    let number = clock.with { $0?.number }
    let maker = number.flatMap { number in makers.with { $0[number] } }
    return (maker?.caller(outside: Timeline.ownModules)).map { ["it is a thread that '\($0)' has started"] } ?? []
  }
  /// Sentences about the threads that wait without a limit while the run has nothing to do.
  var waitsOfIdle: [String] {
    waiting.with { $0 }.compactMap { $0.place.map { "another thread waits in '\($0)'" } }
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
