import PipesCore
import Synchronization

/// The turn to run code of the main actor on the thread of a run. The process has one main actor, and the real
/// one is borrowed as long as somebody has the turn.
///
/// 1. From the first job of the main actor on, actions take the turn, too: a pipeline that was built on the main actor
///    calls closures of it, and the compiler checks few of these calls.
/// 2. An action gives the turn back when it is over, and while a job outside of the main actor runs inside of it.
/// 3. A thread that waits while another one of the run goes on has a state of its own, its frame. If it has the turn,
///    jobs of the main actor are kept for it, and what else takes the turn meanwhile shares the real main actor with it.
/// 4. Only the thread with the baton uses the turn, or a thread for which it waits. The watchdog reads whether it waits
///    for the real main actor, and may return that.
final class MainTurn: Sendable {
  fileprivate enum Holder: UInt8, AtomicRepresentable {
    case nobody
    /// A job of the main actor, or the code around the run.
    case job
    /// An action outside of all jobs.
    case action
  }
  private let holder: Atomic<Holder>
  /// Whether code of the main actor has run here.
  private let isUsed = Atomic<Bool>(false)
  /// Whether a job outside of the main actor is running.
  private let isInTask = Atomic<Bool>(false)
  /// Whether a run that was begun inside a job or an action is running.
  private let isNested = Atomic<Bool>(false)
  /// Whether the thread waits until the real main actor is free.
  private let waits = Atomic<Bool>(false)
  /// Whether the turn is shared with a thread that waits, and has it, too.
  private let isShared = Atomic<Bool>(false)
  /// The number of threads with the turn that wait while another one runs.
  private let standing = Atomic<Int>(0)
  /// A job of the main actor, and its number among the work of the main queue.
  typealias KeptJob = (job: UnownedJob, number: Int)
  /// The jobs of the main actor that wait for them.
  private let keptJobs = Guarded<[KeptJob]>([])
  /// The latest loan of the real main actor.
  private let loan = Guarded(MainActorLoan?.none)
  /// The queue on which the code is.
  let place = RunPlace()

  /// - Parameter outer: The turn of a run around this one, whose thread waits for it and has lent what it has.
  init(inside outer: MainTurn?, isHeld: Bool) { holder = Atomic(outer?.isHeld ?? isHeld ? .job : .nobody) }

  private var isHeld: Bool { holder.load(ordering: .relaxed) != .nobody }
  var isMainActor: Bool { isHeld && !isInTask.load(ordering: .relaxed) }
  var isWaiting: Bool { waits.load(ordering: .relaxed) }

  func runJob(isMain: Bool, _ run: () -> Void) {
    let wasInTask = isInTask.exchange(!isMain, ordering: .relaxed), queue = place.swap(.none)
    let hasLent = !isMain && endAction()
    if isMain { isUsed.store(true, ordering: .relaxed) }
    let takes = isMain && takeForJob()
    run()
    if takes {
      // Inside a run that a job has begun, the actions after this one keep the turn.
      if isNested.load(ordering: .relaxed) { holder.store(.action, ordering: .relaxed) } else { giveBack() }
    }
    place.swap(queue)
    if hasLent { takeForAction() }
    isInTask.store(wasInTask, ordering: .relaxed)
  }
  /// Runs work of the main queue.
  func onMain(_ body: () -> Void) {
    let wasInTask = isInTask.exchange(false, ordering: .relaxed), takes = takeForJob()
    place.on(.main, body)
    if takes { giveBack() }
    isInTask.store(wasInTask, ordering: .relaxed)
  }
  /// Lets an action, which is not a job, run code of the main actor: it takes the turn for the rest of the action.
  /// Returns false inside a job of a task that is not on the main actor.
  func actsOnMain() -> Bool {
    if isInTask.load(ordering: .relaxed) { return false }
    takeForAction()
    return true
  }
  /// An action is about to begin. A job takes the turn by itself if it needs it, and may wait for the main thread
  /// otherwise.
  func beginAction(isJob: @autoclosure () -> Bool) {
    if isUsed.load(ordering: .relaxed), !isJob() { takeForAction() }
  }
  /// An action is over, and no other has begun. Returns whether it had the turn.
  @discardableResult func endAction() -> Bool {
    guard holder.load(ordering: .relaxed) == .action else { return false }
    giveBack()
    return true
  }
  /// Runs the actions of a run that a job has begun. They are not part of the job: they may use the main actor although
  /// the job is not on it.
  func nest(_ run: () -> Void) {
    let wasInTask = isInTask.exchange(false, ordering: .relaxed),
      wasNested = isNested.exchange(true, ordering: .relaxed)
    if isUsed.load(ordering: .relaxed) { takeForAction() }
    place.on(.none, run)
    if wasInTask { endAction() }
    isNested.store(wasNested, ordering: .relaxed)
    isInTask.store(wasInTask, ordering: .relaxed)
  }

  // MARK: Threads that wait

  /// The state of the code that runs. Each thread has its own.
  struct Frame {
    fileprivate let holder: Holder, isShared, isInTask, isNested: Bool
    fileprivate let queue: RunPlace.Queue
  }
  private var frame: Frame {
    get {
      Frame(
        holder: holder.load(ordering: .relaxed), isShared: isShared.load(ordering: .relaxed),
        isInTask: isInTask.load(ordering: .relaxed), isNested: isNested.load(ordering: .relaxed), queue: place.queue)
    }
    set {
      holder.store(newValue.holder, ordering: .relaxed)
      isShared.store(newValue.isShared, ordering: .relaxed)
      isInTask.store(newValue.isInTask, ordering: .relaxed)
      isNested.store(newValue.isNested, ordering: .relaxed)
      place.swap(newValue.queue)
    }
  }
  /// Begins the state of another thread, which runs actions, or code that is not on the main actor.
  func beginFrame(isVisitor: Bool = false) {
    frame = Frame(
      holder: .nobody, isShared: false, isInTask: isVisitor, isNested: false, queue: isVisitor ? .another : .none)
  }
  /// Whether a thread with the turn waits while another one runs.
  var isStanding: Bool { standing.load(ordering: .relaxed) > 0 }
  /// The thread that runs is about to wait while another one runs. If it has the turn, code of the main actor waits for
  /// it.
  func beginStanding() -> Frame {
    let outer = frame
    if outer.holder != .nobody { standing.wrappingAdd(1, ordering: .relaxed) }
    return outer
  }
  /// The thread goes on. The result is the jobs of the main actor that may run from now on, or `nil` if that has not
  /// changed.
  func endStanding(_ outer: Frame) -> [KeptJob]? {
    frame = outer
    if outer.holder == .nobody || standing.wrappingSubtract(1, ordering: .relaxed).newValue > 0 { return nil }
    return keptJobs.with { jobs in
      defer { jobs = [] }
      return jobs
    }
  }
  /// Keeps a job of the main actor while a thread that waits is on it.
  func keeps(_ job: UnownedJob, _ number: Int) -> Bool {
    if isStanding { keptJobs.with { $0.append((job, number)) } }
    return isStanding
  }

  // MARK: The real main actor

  /// Takes the turn. Returns whether nobody had it.
  private func takeForJob() -> Bool {
    if isHeld { return false }
    holder.store(.job, ordering: .relaxed)
    borrow()
    return true
  }
  private func takeForAction() {
    if isHeld { return }
    borrow()
    holder.store(.action, ordering: .relaxed)
  }
  private func giveBack() {
    holder.store(.nobody, ordering: .relaxed)
    if !isShared.exchange(false, ordering: .relaxed) { loan.with { $0 }?.endUse() }
  }
  private func borrow() {
    if isStanding { return isShared.store(true, ordering: .relaxed) }
    if loan.with({ $0 })?.beginUse() == true { return }
    waits.store(true, ordering: .relaxed)
    let new = MainActorLoan.request()
    loan.with { $0 = new }
    waits.store(false, ordering: .relaxed)
  }
  /// Gives the main actor back although code of it may still run here: the thread does not return, and the run has
  /// failed.
  func giveUp() { loan.with { $0 }?.giveBack() }
}
