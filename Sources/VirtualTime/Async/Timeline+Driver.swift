import Synchronization

extension Timeline {
  /// Runs actions until none is left, or the time does not continue to the next instant, with the task-local values of
  /// the caller.
  ///
  /// Only the body of a run in virtual time calls it. The thread of the run starts with it as soon as the caller is
  /// suspended.
  ///
  /// - Returns: The limit that was reached. The run around it throws it, too.
  package func run(isolation: isolated (any Actor)? = #isolation, while goesOn: @escaping (VirtualInstant) -> Bool)
    async -> Runaway?
  {
    let mayContinue = Decision(goesOn)
    return await Task(executorPreference: DriverFace(self)) { self.drive(while: mayContinue.goesOn) }.value
  }
  private func drive(while goesOn: (VirtualInstant) -> Bool) -> Runaway? {
    guard let executor = Host.executor else { return nil }
    let wasExempt = core.state.with { $0.guards.ticker.exempt() }
    defer { core.state.with { $0.guards.ticker.isExempt = wasExempt } }
    do throws(Runaway) {
      try executor.runActions(in: .inner) {
        executor.waitForAnswers()
        guard !executor.isOver, let next = nextDeadline else { return false }
        return next <= now || goesOn(next)
      }
      return nil
    } catch {
      let task = withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
      return withPlaces(error, of: executor, like: task)
    }
  }
  private struct Decision: @unchecked Sendable {
    // Unchecked: the thread of the run calls it while the caller waits.
    let goesOn: (VirtualInstant) -> Bool
    init(_ goesOn: @escaping (VirtualInstant) -> Bool) { self.goesOn = goesOn }
  }

  /// Keeps the job of a task that drives a timeline until the thread of the run takes it. It is not an action of the
  /// timeline, so it does not change the order of actions.
  private final class DriverFace: TaskExecutor {
    let timeline: Timeline
    init(_ timeline: Timeline) { self.timeline = timeline }
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      timeline.core.state.with { $0.runs.driver = { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) } }
    }
  }

  /// Runs the actions of each run that is begun inside another one.
  var nesting: ((() -> Void) -> Void)? {
    get { core.state.with { $0.runs.nesting } }
    set { core.state.with { $0.runs.nesting = newValue } }
  }
  /// Runs a body that is not part of the job which calls it: it may use the main actor although the job is not on it.
  package func apart(_ body: () throws -> Void) throws {
    guard let nesting else { return try body() }
    var failure: (any Error)?
    nesting { do { try body() } catch { failure = error } }
    if let failure { throw failure }
  }
  /// Whether the next action is a job of a task.
  var isTaskNext: Bool {
    core.state.with { state in
      state.queue.first(until: .max).map { state.queue.slots[$0.slot].name == Self.task } ?? false
    }
  }

  /// Notes that the running action is a job, for a report: of a task, of an actor, or of the end of a pause. The result
  /// is for `noteEnd`.
  ///
  /// A job of an actor runs the first task that waits for it, and others until one gives the actor away.
  func noteJob(_ job: UnownedJob) -> NotedJob? {
    guard core.state.with({ $0.observers.log != nil }) else { return nil }
    let address = unsafeBitCast(job, to: UInt.self), number = Self.number(of:)
    if let task = SuspendedTask.continuation(ofJob: address) {
      noteEnd(of: .pause, task)
      return nil
    }
    let actor = RuntimeHooks.taskID(of: job) == 0 ? SuspendedTask.actor(ofJob: address) : nil
    let tasks = actor.map(SuspendedTask.tasks(waitingFor:)) ?? (RuntimeHooks.taskID(of: job) == 0 ? [] : [address])
    name(tasks)
    let turns = tasks.map { (number($0), CallStack.function(ofTask: $0, outside: Self.ownModules)) }
    let place = core.state.with { $0.observers.log?.noteJob(of: turns.first) }
    guard let actor, let place, turns.count > 1 else { return nil }
    return NotedJob(actor: actor, place: place, later: Array(zip(tasks, turns).dropFirst()))
  }
  /// Notes that the running action ends a pause or a sleep of a task, for a report.
  func noteEnd(of rest: ActionLog.Rest, _ task: UInt) {
    guard core.state.with({ $0.observers.log != nil }) else { return }
    name([task])
    let number = Self.number(of: task)
    core.state.with { $0.observers.log?.noteEnd(of: rest, number) }
  }
  /// Notes which other tasks a job of an actor has run: those that do not wait any more.
  func noteEnd(of job: NotedJob) {
    let waiting = SuspendedTask.tasks(waitingFor: job.actor)
    let turns = job.later.filter { !waiting.contains($0.task) }.map(\.turn)
    core.state.with { $0.observers.log?.noteMore(turns, behind: job.place) }
  }
  /// Names tasks that wait. A task that was made on an actor has none up to then: it waits for the actor at once.
  private func name(_ tasks: [UInt]) {
    for task in tasks {
      let number = Self.number(of: task)
      if core.state.with({ $0.observers.log?.tasks.mayBeNamed(number) }) == false { continue }
      let name = SuspendedTask.name(of: task)
      let maker = name == nil ? CallStack.maker(ofTask: task, outside: Self.ownModules) : nil
      core.state.with { $0.observers.log?.add(number, name: name, maker: maker) }
    }
  }
  static func number(of task: UInt) -> UInt64 {
    RuntimeHooks.taskID(of: unsafeBitCast(task, to: UnownedJob.self))
  }
  /// A job of an actor for which several tasks wait, by their addresses.
  struct NotedJob {
    let actor: UInt
    let place: Int
    let later: [(task: UInt, turn: ActionLog.Turn)]
  }
  /// Notes for a search of all orders that the running action has scheduled the job of a task, or of an actor if the
  /// task is 0.
  func didSchedule(_ job: UnownedJob, of task: UInt64) {
    let isNew = core.state.with { state in
      state.queue.turns?.scheduledJob()
      return state.observers.log?.tasks[task] == nil && state.observers.log != nil
    }
    guard task != 0, isNew else { return }
    let name = SuspendedTask.name(of: unsafeBitCast(job, to: UInt.self))
    let maker = name == nil ? CallStack.caller(outside: Self.ownModules) : nil
    let creator = withUnsafeCurrentTask { $0.map(RuntimeHooks.taskID(of:)) }
    core.state.with { $0.observers.log?.add(task, name: name, maker: maker, in: creator) }
  }
}
