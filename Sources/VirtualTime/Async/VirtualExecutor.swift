import PipesCore
import Synchronization

/// Runs the jobs of one `withVirtualTime` as actions of its timeline, on one thread, one at a time, in the order in
/// which they were enqueued.
///
/// A job belongs to this executor if its thread enqueues it, or if the task of the job ran here before, so that a task
/// that another thread resumes comes back. (An actor cannot be distinguished from a later one at the same address, but
/// the runtime always resumes a task outside of actors first.)
final class VirtualExecutor: HookedRun {
  let timeline: Timeline
  let room = WaitingRoom()
  let clocks: RunClocks
  let mainTurn: MainTurn
  let admission = RunAdmission()
  /// The answers that virtual time waits for.
  let answers: Answers
  private let actors = ActorLines()
  /// The queues of Dispatch.
  let queues = RunQueues()
  let baton = Baton()
  /// Ends the run with an error while its thread does not return. Set while the run goes on.
  let stop = Guarded<(@Sendable (any Error) -> Void)?>(nil)
  /// The run around this one, whose thread waits until this run is over.
  let outer: VirtualExecutor?
  var blocking: RunWaits { baton.waits }
  var place: RunPlace { mainTurn.place }
  var signals: RunSignals { queues.signals }
  var notifications: MainNotifications { queues.notifications }
  var isOver: Bool { admission.isOver.load(ordering: .acquiring) }
  var isRestless: Bool { admission.lastWork.isRestless.load(ordering: .relaxed) }

  /// The executors that accept jobs, so that a job that is enqueued on any thread finds its executor.
  private static let open = Guarded<[VirtualExecutor]>([])
  private static let openCount = Atomic<Int>(0)

  /// Creates the executor of a run. If it runs inside another one, the thread of that one waits for it, and has lent
  /// what it has.
  init(
    _ timeline: Timeline, inside outer: VirtualExecutor? = nil, hasVirtualClocks: Bool = false,
    hasMainTurn: Bool = false,
    answers: Answers = Answers(isAllowed: false, patience: .zero)
  ) {
    self.timeline = timeline
    self.answers = answers
    self.outer = outer
    clocks = RunClocks(areVirtual: hasVirtualClocks, timeline.start.date)
    mainTurn = MainTurn(inside: outer?.mainTurn, isHeld: hasMainTurn)
  }

  /// Whether the run is not over.
  var acceptsWork: Bool { !admission.isClosed.load(ordering: .relaxed) }
  /// Sentences about the tasks that wait. Called while the thread of the run waits.
  func waits(of body: Task<Void, Never>) -> [String] {
    let names = timeline.core.state.with { $0.observers.log?.tasks }
    return admission.known.waits(body: unsafeBitCast(body, to: UInt.self), names: names)
  }
  func admitJobs() {
    Self.open.with { $0.append(self) }
    Self.openCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if timeline.takesTurns { RuntimeHooks.beginSearch() }
  }
  /// Refuses all further jobs.
  func refuseJobs() {
    let wasClosed = room.locked { admission.isClosed.exchange(true, ordering: .sequentiallyConsistent) }
    if wasClosed { return }
    if timeline.takesTurns { RuntimeHooks.endSearch() }
    Self.openCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    Self.open.with { $0.removeAll { $0 === self } }
  }

  /// Schedules a job as an action of the timeline that it belongs to. Returns false if it belongs to none.
  static func take(_ job: UnownedJob, on face: RunFace) -> Bool {
    guard openCount.load(ordering: .relaxed) > 0 else { return false }
    let id = RuntimeHooks.taskID(of: job), own = Host.executor
    return owner(of: id, own)?.take(job, id, on: face, own) ?? false
  }
  private static func owner(of task: UInt64, _ own: VirtualExecutor?) -> VirtualExecutor? {
    if task == 0 || own?.admission.knows(task) == true { return own }
    return open.with { $0.first { $0 !== own && $0.admission.knows(task) } } ?? own
  }
  private func take(_ job: UnownedJob, _ task: UInt64, on face: RunFace, _ own: VirtualExecutor?) -> Bool {
    admission.add(task, job)
    clocks.endSleep(of: task)
    let enqueue = { [self] in
      // The order of calls of an actor is free, unless a task is already in its line.
      if case .hop = face, let actor = RuntimeHooks.actor(ofHop: task), actors.isWaiting(for: actor) {
        self.enqueue(job, on: face, inLineOf: actor)
      } else {
        // Only the main actor guarantees the order of its jobs.
        let isMain = face.isMain, number = isMain && own === self ? queues.receiveJob() : 0
        let action = number > 0 ? actionInLine(job, number) : nil
        timeline.enqueue(
          action ?? { Self.run(job, on: face, number) }, at: timeline.nanoseconds, name: Timeline.task,
          order: isMain ? .inLine : .free)
      }
      if timeline.takesTurns { timeline.didSchedule(job, of: task) }
    }
    if own === self {
      if admission.isClosed.load(ordering: .relaxed) { return false }
      if task == 0, actors.opens(with: job) { return true }
      enqueue()
      return true
    }
    timeline.didComeBack()
    var isTaken = false
    room.announce {
      isTaken = !admission.isClosed.load(ordering: .relaxed)
      if isTaken { enqueue() }
    }
    return isTaken
  }
  func begin(_ job: UnownedJob, onActor actor: UInt) -> Bool {
    if admission.isClosed.load(ordering: .relaxed) { return false }
    let task = RuntimeHooks.taskID(of: job)
    admission.add(task, job)
    enqueue(job, on: .actor(actor), inLineOf: actor)
    timeline.didSchedule(job, of: task)
    return true
  }
  private func enqueue(_ job: UnownedJob, on face: RunFace, inLineOf actor: UInt) {
    actors.join(actor)
    timeline.enqueue(
      { [actors] in
        actors.leave(actor)
        Self.run(job, on: face)
      }, at: timeline.nanoseconds, name: Timeline.task, order: .inLine, line: actor)
  }
  /// - Parameter number: The number of a job of the main actor; 0 if another thread gave it.
  static func run(_ job: UnownedJob, on face: RunFace, _ number: Int = 0, endsSleep: Bool = false) {
    guard let own = Host.executor else { return begin(job, on: face) }
    if !face.isMain { return own.begin(job, on: face, endsSleep: endsSleep) }
    let number = number > 0 ? number : own.queues.receiveJob()
    if own.mainTurn.keeps(job, number) { return }
    if own.standsBack(job, number) { return }
    own.queues.onMainLoop(nil, number, at: own.timeline.nanoseconds) {
      own.begin(job, on: face, endsSleep: endsSleep)
    }
  }
  @inline(__always) func begin(_ job: UnownedJob, on face: RunFace, endsSleep: Bool) {
    admission.lastWork.beginJob()
    if timeline.takesTurns { return runTurn(job, on: face, endsSleep: endsSleep) }
    mainTurn.runJob(isMain: face.isMain) { Self.begin(job, on: face) }
  }
  /// Runs a job of a search of orders.
  private func runTurn(_ job: UnownedJob, on face: RunFace, endsSleep: Bool) {
    let noted = endsSleep ? nil : timeline.noteJob(job)
    // The job of an actor belongs to no task.
    var isOnActor = face.isMain || RuntimeHooks.taskID(of: job) == 0
    switch face {
    case .hop, .actor: isOnActor = true
    case .general, .main, .preferred: break
    }
    let before = hasBeenOnActor
    actors.hasOne.store(isOnActor, ordering: .relaxed)
    mainTurn.runJob(isMain: face.isMain) { Self.begin(job, on: face) }
    actors.hasOne.store(before, ordering: .relaxed)
    if let noted { timeline.noteEnd(of: noted) }
  }
  @inline(__always) private static func begin(_ job: UnownedJob, on face: RunFace) {
    switch face {
    // A call of a function that is on no actor goes on at once, as in the runtime. A call of an actor is a turn,
    // because on several threads another task may come first.
    case .general where RuntimeHooks.leadsDefaultExecutor:
      job.runSynchronously(isolatedTo: noExecutor, taskExecutor: noTaskExecutor)
    case .general: job.runSynchronously(on: SerialFace.general.asUnownedSerialExecutor())
    case .hop: job.runSynchronously(on: noExecutor)
    case .actor(let actor):
      // The runtime gives the job to the actor, and that, which is free, to the executor. Both are one turn.
      let opened = Host.executor?.actors.open { RuntimeHooks.enqueue(job, onActor: actor) }
      if let opened { begin(opened, on: .general) }
    case .preferred: job.runSynchronously(on: TaskFace.preferred.asUnownedTaskExecutor())
    case .main: job.runSynchronously(on: SerialFace.main.asUnownedSerialExecutor())
    }
  }

  // MARK: Real clocks

  var reading: ClockReading? {
    guard clocks.areVirtual else { return nil }
    admission.lastWork.countReading()
    return timeline.reading(clocks.startDate)
  }
  func didCall(_ call: OutsideCall) {
    if !admission.isClosed.load(ordering: .relaxed) { timeline.didCall(call) }
  }
  var isMainActor: Bool { mainTurn.isMainActor }
  func waitsForItself(in call: String) { timeline.didWaitForItself(call) }
  func onMain(_ body: () -> Void) -> Bool {
    mainTurn.onMain(body)
    return true
  }
  func actsOnMain() -> Bool { mainTurn.actsOnMain() }
  func waits(in call: String?) { blocking.begin(call) }
  func randomNumber() -> UInt64? { clocks.areVirtual ? timeline.randomNumber() : nil }
  var runsTasks: Bool { true }
  var mayHop: Bool { timeline.takesTurns }
  var hasBeenOnActor: Bool { actors.hasOne.load(ordering: .relaxed) }
  func didEnqueue() {}
  func didGiveWork(after delay: Int64) -> (@Sendable () -> Void)? {
    if admission.isClosed.load(ordering: .relaxed) || !answers.isAllowed && !timeline.allowsOutsideWork { return nil }
    return answers.begin(after: delay, room)
  }
  /// Blocks the thread while an answer is under way and nothing is due now. Returns whether an answer was under way.
  @discardableResult func waitForAnswers() -> Bool {
    if answers.count == 0 { return false }
    answers.wait(room) {
      isOver || timeline.nextDeadline.map { $0 <= timeline.now } ?? false
    }
    return true
  }

  func sleep(_ job: UnownedJob, for length: SleepLength) -> Bool {
    if admission.isClosed.load(ordering: .relaxed) { return false }
    if !clocks.areVirtual {
      timeline.didMeetRealClock()
      return false
    }
    clocks.wereUsed.store(true, ordering: .relaxed)
    let task = withUnsafeCurrentTask { $0 }
    let id = task.map(RuntimeHooks.taskID(of:)) ?? 0
    let now = timeline.nanoseconds, more = timeAfterEmptySleeps(of: id, length.nanoseconds)
    let deadline = VirtualInstant(nanoseconds: now.plus(length.nanoseconds).plus(more))
    let sleep = RuntimeSleep(timeline, deadline, by: length.clock, isRounded: length.isRounded || more > 0, task) {
      [self] in
      clocks.forget(id)
      Self.run(job, on: .general, endsSleep: true)
    }
    clocks.keep(sleep, of: id)
    sleep.begin()
    return true
  }

  /// The nanoseconds that pass for a sleep whose deadline is over: see `EmptySleeps`.
  func timeAfterEmptySleeps(of task: UInt64, _ length: Int64) -> Int64 {
    if length > 0, !timeline.core.hasEmptySleeps.load(ordering: .relaxed) { return 0 }
    timeline.core.hasEmptySleeps.store(true, ordering: .relaxed)
    return clocks.timeAfterEmptySleeps(of: task, length, at: timeline.nanoseconds)
  }

  /// Lets all tasks that sleep go on sleeping for ever.
  func abandonSleeps() {
    clocks.forgetAll()
    timeline.abandonSleepers()
  }

  // MARK: The run

  /// Runs actions as long as one is pending and the condition, which is called before each action, returns true.
  func runActions(in loop: Baton.Loop = .outermost, while goesOn: () -> Bool) throws(Timeline.Runaway) {
    try timeline.step {
      mainTurn.endAction()
      if baton.isInUse {
        wakeReady()
        if baton.isAsked, !yieldsBaton(in: loop) { return false }
      }
      noticeGroups()
      guard goesOn() else { return false }
      if waitForAnswers(), !goesOn() { return false }
      mainTurn.beginAction(isJob: timeline.isTaskNext)
      return true
    }
    mainTurn.endAction()
  }
  /// Runs the actions that are due now.
  func runDueActions() throws(Timeline.Runaway) {
    try runActions {
      !isRestless && timeline.nextDeadline.map { $0 <= timeline.now } ?? false
    }
  }
  // MARK: The view of the runtime

  /// Runs each job on a thread that runs nothing else meanwhile. A task that it runs has the task-local values of its
  /// creator, unlike a thread.
  static let ownThread = OwnThread()
  /// The place of tasks that are on no actor, as the runtime writes it: without an address.
  static let noExecutor = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)

  /// The preference of tasks that prefer no executor.
  static let noTaskExecutor = unsafeBitCast((UInt(0), UInt(0)), to: UnownedTaskExecutor.self)

  final class OwnThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      ThreadPool.shared.runWhenSuspended { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}

/// The jobs that the hooks find on any thread.
final class RunJobs: JobHandler {
  /// The names of the hooks that this runtime lacks. The first access fills them.
  static let missingHooks = RuntimeHooks.install(for: RunJobs())

  func take(_ job: UnownedJob, on face: RunFace) -> Bool {
    RunOfThread.current?.didEnqueue()
    return VirtualExecutor.take(job, on: face)
  }
  func keep(_ job: UnownedJob) -> Bool { ThreadPool.keep(job) }
}
