import Synchronization

extension VirtualExecutor {
  /// Lets virtual time pass for the code that runs, and other work of the run meanwhile. Without other work, time passes
  /// at once.
  func pass(_ nanoseconds: Int64) {
    if VisitingThread.current(of: self) == nil {
      let parks = Host.executor === self && !isEndingOrOver
      if timeline.pass(nanoseconds, unlessActing: parks) { return admission.lastWork.countSleep() }
    }
    _ = park(Baton.Waiter(end: timeline.nanoseconds.plus(nanoseconds)))
  }
  /// Whether other work of the run may act while the thread that runs waits.
  var mayPark: Bool {
    Host.executor === self
      && (!isEndingOrOver && timeline.isRunning || VisitingThread.current(of: self) != nil)
  }
  /// Waits until the waiter is ready, or its end has come. Returns false if no work is left that could do either.
  func park(_ own: Baton.Waiter) -> Bool {
    let visitor = VisitingThread.current(of: self)
    if own.end != .max {
      visitor?.countSleep()
      setWake(of: own, "a thread that waits")
    }
    let standing = beginStanding()
    RunOfThread.parked.wrappingAdd(1, ordering: .relaxed)
    baton.park(own) { startDriver(for: own) }
    RunOfThread.parked.wrappingSubtract(1, ordering: .relaxed)
    if own.hasLeft {
      visitor?.stepOut()
      return false
    }
    endStanding(standing)
    return !own.isInVain
  }
  /// Adds the action that gives a waiting thread its turn.
  func setWake(of waiter: Baton.Waiter, _ name: String) {
    waiter.wake = timeline.enqueue(
      { [self] in giveTurn(to: waiter) }, at: waiter.end, name: timeline.index(of: name), order: .free)
  }
  /// Removes a thread that has not begun.
  func forget(_ waiter: Baton.Waiter) {
    if let wake = waiter.wake.take() { timeline.cancel(wake) }
    baton.remove(waiter)
  }
  private func startDriver(for parked: Baton.Waiter) {
    Host.adopting(nil) { _ = Task(executorPreference: Self.ownThread) { self.drive(for: parked) } }
  }
  func giveTurn(to waiter: Baton.Waiter) {
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
    for (job, number) in jobs {
      timeline.enqueue(
        { Self.run(job, on: .main, number) }, at: timeline.nanoseconds, name: Timeline.task, order: .inLine)
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
      run = here.outer
      inner = here
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
        own.isReady = nil
        own.isHeld = nil
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
  func has(_ thread: CInt) -> Bool { baton.isParked(thread) || baton.caller.load(ordering: .relaxed) == thread }
  /// Waits as `waits(atMost:servesMain:until:)` does, while a driver lets the run go on.
  func parks(atMost limit: Int64, until isOver: () -> Bool) -> Bool? {
    if isOver() { return true }
    return withoutActuallyEscaping(isOver) { isOver in
      let own = Baton.Waiter(end: limit == .never ? .max : timeline.nanoseconds.plus(limit))
      own.isReady = isOver
      own.mayLeave = own.end == .max && VisitingThread.current(of: self) != nil
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
      var turnsAtTheEnd = 0
      while true {
        var failure: Timeline.Runaway?
        do throws(Timeline.Runaway) {
          try runActions(in: .driver) { !isEndingOrOver && timeline.mayGoOn }
        } catch { failure = error }
        // The run has ended without its thread: the others are left where they are.
        if isOver { return baton.letLeave() }
        // This thread had parked itself, and another driver gave it the turn.
        if baton.endTurn() { return }
        if baton.isWanted { return baton.leave() }
        if failure != nil { turnsAtTheEnd += 1 }
        // A thread that waits again and again keeps the body from its end.
        if let failure, turnsAtTheEnd > Self.turnsAtTheEnd, let stop = stop.with({ $0.take() }) { return stop(failure) }
        if timeline.pendingCount == 0 || failure != nil || isEndingOrOver, wakeParked() { continue }
        idle { timeline.pendingCount > 0 && timeline.mayGoOn || isEndingOrOver }
      }
    }
  }
  /// The number of turns of threads after a limit has stopped the run.
  private static var turnsAtTheEnd: Int { 1_000 }
  /// Waits, with nothing to do, until a condition holds.
  func idle(until holds: () -> Bool) {
    if baton.isInUse { baton.waiting.with { $0 = baton.parked } }
    baton.isIdle.store(true, ordering: .releasing)
    room.wait(until: holds)
    baton.isIdle.store(false, ordering: .releasing)
  }
  private var isEndingOrOver: Bool { baton.isEnding.load(ordering: .relaxed) || isOver }
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
