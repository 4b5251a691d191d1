import Pipes
import Synchronization
import VirtualTimeHooks

/// Runs the jobs of one `withVirtualTime` as actions of its timeline, on one thread, one at a time, in the order in
/// which they were enqueued.
///
/// A job belongs to this executor if its thread enqueues it, or if the task of the job ran here before, so that a task
/// that another thread resumes comes back. (An actor cannot be distinguished from a later one at the same address, but
/// the runtime always resumes a task outside of actors first.)
final class VirtualExecutor: HookedRun {
  let timeline: Timeline
  let room = WaitingRoom()
  /// Whether the outcome of the run is decided.
  let isOver = Atomic<Bool>(false)
  /// Whether real clocks show the time of the timeline on its thread.
  let hasVirtualClocks: Bool
  /// The answers that virtual time waits for.
  let answers: Answers
  /// The queues of Dispatch.
  let queues = RunQueues()
  private let startDate: RunDate
  private let tasks = Guarded(RunTasks())
  /// One of `tasks`, the one whose job came last: most jobs belong to the task of the previous job.
  private let lastTask = Atomic<UInt64>(0)
  /// The sleeping tasks, by their numbers, that wait on a real clock which is virtual here.
  private let naps = Guarded<[UInt64: Nap]>([:])
  /// The sleeps of tasks whose deadline was over.
  private let emptySleeps = Guarded(EmptySleeps())
  private let blocking = Guarded<(name: String, place: CallStack.Snapshot)?>(nil)
  private let isClosed = Atomic<Bool>(false)
  /// The work that is left when the body has returned.
  let lastWork = LastWork()
  /// Whether a task has slept on a real clock that is virtual here.
  let hasNapped = Atomic<Bool>(false)
  /// Whether the thread waits until the real main actor is free.
  private let isWaitingForMain = Atomic<Bool>(false)
  /// The number of runs inside this one, for which the thread waits.
  private let innerRuns = Atomic<Int>(0)
  /// The latest loan of the real main actor. The thread of the timeline changes it, and the watchdog may return it.
  private let loan = Guarded(MainActorLoan?.none)
  // Only the thread of the timeline uses these five.
  /// Whether code of the main actor has run here. From then on actions take the turn, too: a pipeline that was built on
  /// the main actor calls closures of it, and the compiler checks few of these calls.
  private let usesMain = Atomic<Bool>(false)
  /// Whether code of the main actor may run here now.
  private let hasMainTurn: Atomic<Bool>
  /// Whether an action outside of all jobs has taken the turn. It gives the turn back when it is over.
  private let hasTurnOfAction = Atomic<Bool>(false)
  /// Whether a job outside of the main actor is running here.
  private let isInTask = Atomic<Bool>(false)
  let place = RunPlace()
  let signals = RunSignals()
  /// Whether a run that was begun inside a job or an action is running here.
  private let isNested = Atomic<Bool>(false)

  /// The executors that accept jobs, so that a job that is enqueued on any thread finds its executor.
  private static let open = Guarded<[VirtualExecutor]>([])
  private static let openCount = Atomic<Int>(0)
  static var isAnyOpen: Bool { openCount.load(ordering: .relaxed) > 0 }

  /// Creates the executor of a run. If it runs inside another one, the thread of that one waits for it, and has lent
  /// what it has.
  init(
    _ timeline: Timeline, inside outer: VirtualExecutor? = nil, hasVirtualClocks: Bool = false,
    hasMainTurn: Bool = false,
    answers: Answers = Answers(isAllowed: false, patience: .zero)
  ) {
    (self.timeline, self.hasVirtualClocks, self.answers) = (timeline, hasVirtualClocks, answers)
    startDate = timeline.start.date
    self.hasMainTurn = Atomic(outer?.hasMainTurn.load(ordering: .relaxed) ?? hasMainTurn)
  }

  /// Whether the run is not over.
  var acceptsWork: Bool { !isClosed.load(ordering: .relaxed) }
  /// Sentences about the tasks that wait. Called while the thread of the run waits.
  func waits(of body: Task<Void, Never>) -> [String] {
    let names = timeline.core.state.with { $0.observers.log?.tasks }
    return tasks.with { $0 }.waits(body: unsafeBitCast(body, to: UInt.self), names: names)
  }
  func admitJobs() {
    Self.open.with { $0.append(self) }
    Self.openCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }
  /// Refuses all further jobs.
  func refuseJobs() {
    let wasClosed = room.locked { isClosed.exchange(true, ordering: .sequentiallyConsistent) }
    if wasClosed { return }
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
    if task == 0 || own?.knows(task) == true { return own }
    return open.with { $0.first { $0 !== own && $0.knows(task) } } ?? own
  }
  private func knows(_ task: UInt64) -> Bool {
    task == lastTask.load(ordering: .relaxed) || tasks.with { $0.contains(task) }
  }

  private func take(_ job: UnownedJob, _ task: UInt64, on face: RunFace, _ own: VirtualExecutor?) -> Bool {
    if task != 0, task != lastTask.load(ordering: .relaxed) {
      tasks.with { $0.add(task, unsafeBitCast(job, to: UInt.self)) }
      lastTask.store(task, ordering: .relaxed)
    }
    lastWork.count(jobOf: task)
    if hasVirtualClocks { naps.with { $0.isEmpty ? nil : $0.removeValue(forKey: task) }?.end() }
    let instant = timeline.nanoseconds
    // Only the main actor guarantees the order of its jobs.
    let enqueue = { [timeline] in
      _ = timeline.enqueue({ Self.run(job, on: face) }, at: instant, name: Timeline.task, isFree: !face.isMain)
      if timeline.takesTurns { timeline.didSchedule(job, of: task) }
    }
    if own === self {
      if isClosed.load(ordering: .relaxed) { return false }
      enqueue()
      return true
    }
    timeline.didComeBack()
    var isTaken = false
    room.announce {
      isTaken = !isClosed.load(ordering: .relaxed)
      if isTaken { enqueue() }
    }
    return isTaken
  }
  private static func run(_ job: UnownedJob, on face: RunFace, endsSleep: Bool = false) {
    let own = Host.executor
    own?.lastWork.beginJob()
    let turns = own.flatMap { $0.timeline.takesTurns ? $0.timeline : nil }
    let noted = endsSleep ? nil : turns?.noteJob(job)
    defer { if let noted { turns?.noteEnd(of: noted) } }
    let wasInTask = own?.isInTask.exchange(!face.isMain, ordering: .relaxed) ?? false
    let outerQueue = own?.place.swap(.none)
    let hasLent = !face.isMain && own?.endTurnOfAction() == true
    switch face {
    // A call of a function that is on no actor goes on at once, as in the runtime. A call of an actor is a turn, because
    // on several threads another task may come first.
    case .general where RuntimeHooks.leadsDefaultExecutor:
      job.runSynchronously(isolatedTo: noExecutor, taskExecutor: noTaskExecutor)
    case .general: job.runSynchronously(on: SerialFace.general.asUnownedSerialExecutor())
    case .preferred: job.runSynchronously(on: TaskFace.preferred.asUnownedTaskExecutor())
    case .main:
      own?.usesMain.store(true, ordering: .relaxed)
      let hadTurn = own?.hasMainTurn.exchange(true, ordering: .relaxed) ?? false
      if !hadTurn { own?.borrowMain() }
      job.runSynchronously(on: SerialFace.main.asUnownedSerialExecutor())
      if !hadTurn { own?.endTurnOfMainJob() }
    }
    if let outerQueue { own?.place.swap(outerQueue) }
    if hasLent { own?.takeTurnOfAction() }
    own?.isInTask.store(wasInTask, ordering: .relaxed)
  }

  // MARK: Real clocks

  var reading: ClockReading? {
    guard hasVirtualClocks else { return nil }
    lastWork.countReading()
    return timeline.reading(startDate)
  }
  func pass(_ nanoseconds: Int64) { timeline.pass(nanoseconds) }
  func didCall(_ call: OutsideCall) {
    if !isClosed.load(ordering: .relaxed) { timeline.didCall(call) }
  }
  var isMainActor: Bool { hasMainTurn.load(ordering: .relaxed) && !isInTask.load(ordering: .relaxed) }
  func waitsForItself(in call: String) { timeline.didWaitForItself(call) }
  func onMain(_ body: () -> Void) -> Bool {
    let wasInTask = isInTask.exchange(false, ordering: .relaxed)
    let hadTurn = hasMainTurn.exchange(true, ordering: .relaxed)
    if !hadTurn { borrowMain() }
    place.on(.main, body)
    if !hadTurn {
      hasMainTurn.store(false, ordering: .relaxed)
      returnMain()
    }
    isInTask.store(wasInTask, ordering: .relaxed)
    return true
  }
  func waits(in call: String?) {
    let new = call.map { (name: $0, place: CallStack.Snapshot()) }
    blocking.with { $0 = new }
  }
  /// The call in which the thread waits in real time, with the function that calls. Asked on any thread.
  var callThatBlocks: String? {
    blocking.with { $0 }.map { call in
      call.name + (call.place.caller(outside: Timeline.ownModules).map { " in '\($0)'" } ?? "")
    }
  }
  func randomNumber() -> UInt64? { hasVirtualClocks ? timeline.randomNumber() : nil }
  var runsTasks: Bool { true }
  func didEnqueue() {}
  func didGiveWork(after delay: Int64) -> (@Sendable () -> Void)? {
    if isClosed.load(ordering: .relaxed) || !answers.isAllowed && !timeline.allowsOutsideWork { return nil }
    return answers.begin(after: delay, room)
  }
  /// Blocks the thread while an answer is under way and nothing is due now. Returns whether an answer was under way.
  @discardableResult func waitForAnswers() -> Bool {
    if answers.count == 0 { return false }
    answers.wait(room) {
      isOver.load(ordering: .acquiring) || timeline.nextDeadline.map { $0 <= timeline.now } ?? false
    }
    return true
  }

  func sleep(_ job: UnownedJob, for length: SleepLength) -> Bool {
    if isClosed.load(ordering: .relaxed) { return false }
    if !hasVirtualClocks {
      timeline.didMeetRealClock()
      return false
    }
    hasNapped.store(true, ordering: .relaxed)
    let task = withUnsafeCurrentTask { $0 }
    let id = task.map(RuntimeHooks.taskID(of:)) ?? 0
    let now = timeline.nanoseconds, more = timeAfterEmptySleeps(of: id, length.nanoseconds)
    let deadline = VirtualInstant(nanoseconds: now.plus(length.nanoseconds).plus(more))
    let nap = Nap(timeline, deadline, by: length.clock, isRounded: length.isRounded || more > 0, task) { [self] in
      if id != 0 { naps.with { _ = $0.removeValue(forKey: id) } }
      Self.run(job, on: .general, endsSleep: true)
    }
    if id != 0 { naps.with { $0[id] = nap } }
    nap.begin()
    return true
  }

  /// The nanoseconds that pass for a sleep whose deadline is over: see `EmptySleeps`.
  func timeAfterEmptySleeps(of task: UInt64, _ length: Int64) -> Int64 {
    if length > 0, !timeline.core.hasEmptySleeps.load(ordering: .relaxed) { return 0 }
    timeline.core.hasEmptySleeps.store(true, ordering: .relaxed)
    let now = timeline.nanoseconds
    return emptySleeps.with { $0.begin(of: task, length, at: now) }
  }

  /// Lets all tasks that sleep go on sleeping for ever.
  func abandonNaps() {
    naps.with { $0 = [:] }
    timeline.abandonSleepers()
  }

  // MARK: The main actor

  /// The process has one main actor: code of it runs here while the real one is borrowed. A job that advances its
  /// timeline runs other jobs of the main actor inside itself.
  private func borrowMain() {
    if loan.with({ $0 })?.beginUse() == true { return }
    isWaitingForMain.store(true, ordering: .relaxed)
    let new = MainActorLoan.request()
    loan.with { $0 = new }
    isWaitingForMain.store(false, ordering: .relaxed)
  }
  private func returnMain() { loan.with { $0 }?.endUse() }
  /// Gives the main actor back although code of it may still run here: the thread does not return, and the run has
  /// failed.
  func giveUpMain() { loan.with { $0 }?.giveBack() }

  /// Lets an action of this timeline, which is not a job, run code of the main actor: it takes the turn for the rest of
  /// the action. Returns false inside a job of a task that is not on the main actor.
  func actsOnMain() -> Bool {
    if isInTask.load(ordering: .relaxed) { return false }
    takeTurnOfAction()
    return true
  }
  private func takeTurnOfAction() {
    if hasMainTurn.load(ordering: .relaxed) { return }
    borrowMain()
    hasMainTurn.store(true, ordering: .relaxed)
    hasTurnOfAction.store(true, ordering: .relaxed)
  }
  /// An action is about to begin. A job takes the main actor by itself if it needs it, and may wait for the main thread
  /// otherwise.
  private func beginTurnOfAction() {
    if usesMain.load(ordering: .relaxed), !timeline.isTaskNext { takeTurnOfAction() }
  }
  /// An action is over, and no other has begun.
  @discardableResult private func endTurnOfAction() -> Bool {
    guard hasTurnOfAction.exchange(false, ordering: .relaxed) else { return false }
    hasMainTurn.store(false, ordering: .relaxed)
    returnMain()
    return true
  }
  /// A job of the main actor is over that began without a turn. Inside a run that a job has begun, the actions after it
  /// keep the turn.
  private func endTurnOfMainJob() {
    if isNested.load(ordering: .relaxed) { return hasTurnOfAction.store(true, ordering: .relaxed) }
    hasMainTurn.store(false, ordering: .relaxed)
    returnMain()
  }
  /// Runs the actions of a run that a job has begun. They are not part of the job: they may use the main actor although
  /// the job is not on it.
  func nest(_ run: () -> Void) {
    let wasInTask = isInTask.exchange(false, ordering: .relaxed),
      wasNested = isNested.exchange(true, ordering: .relaxed)
    if usesMain.load(ordering: .relaxed) { takeTurnOfAction() }
    place.on(.none, run)
    if wasInTask { endTurnOfAction() }
    isNested.store(wasNested, ordering: .relaxed)
    isInTask.store(wasInTask, ordering: .relaxed)
  }

  // MARK: The run

  /// Runs actions as long as one is pending and the condition, which is called before each action, returns true.
  func runActions(while goesOn: () -> Bool) throws(Timeline.Runaway) {
    try timeline.step {
      endTurnOfAction()
      if !queues.notices.isEmpty, timeline.nextDeadline.map({ $0 > timeline.now }) ?? true { noticeGroups() }
      guard goesOn() else { return false }
      if waitForAnswers(), !goesOn() { return false }
      beginTurnOfAction()
      return true
    }
    endTurnOfAction()
  }
  /// Runs the actions that are due now.
  func runDueActions() throws(Timeline.Runaway) {
    try runActions {
      !lastWork.isRestless.load(ordering: .relaxed) && timeline.nextDeadline.map { $0 <= timeline.now } ?? false
    }
  }
  /// Blocks the thread until a run inside this one is over.
  func waitForInnerRun(_ wait: () -> Void) {
    innerRuns.wrappingAdd(1, ordering: .relaxed)
    wait()
    innerRuns.wrappingSubtract(1, ordering: .relaxed)
  }
  /// The reason why the thread waits, if it does.
  var wait: Wait? {
    if innerRuns.load(ordering: .relaxed) > 0 { return .innerRun }
    return isWaitingForMain.load(ordering: .relaxed) ? .main : nil
  }
  enum Wait { case innerRun, main }

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
