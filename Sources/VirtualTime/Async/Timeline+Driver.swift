import Synchronization
import VirtualTimeHooks

extension Timeline {
  /// Runs actions until none is left, or the time does not continue to the next instant, with the task-local values of
  /// the caller.
  ///
  /// Only the body of a run in virtual time calls it. The thread of the run starts with it as soon as the caller is
  /// suspended.
  package func run(isolation: isolated (any Actor)? = #isolation, while goesOn: @escaping (VirtualInstant) -> Bool)
    async
  {
    let mayContinue = Decision(goesOn)
    await Task(executorPreference: DriverFace(self)) { self.drive(while: mayContinue.goesOn) }.value
  }
  /// Runs the actions. An error is thrown by the run around it, too.
  private func drive(while goesOn: (VirtualInstant) -> Bool) {
    guard let executor = Host.executor else { return }
    let wasExempt = core.state.with { $0.guards.ticker.exempt() }
    defer { core.state.with { $0.guards.ticker.isExempt = wasExempt } }
    try? executor.runActions {
      executor.waitForAnswers()
      guard !executor.isOver.load(ordering: .acquiring), let next = nextDeadline else { return false }
      return next <= now || goesOn(next)
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
      timeline.core.state.with { $0.driver = { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) } }
    }
  }

  /// Runs the actions of each run that is begun inside another one.
  var nesting: ((() -> Void) -> Void)? {
    get { core.state.with { $0.nesting } }
    set { core.state.with { $0.nesting = newValue } }
  }
  /// Whether the next action is a job of a task.
  var isTaskNext: Bool {
    core.state.with { state in
      state.queue.first(until: .max).map { state.queue.slots[$0.slot].name == Self.task } ?? false
    }
  }

  /// Notes that the running action is a job, for a report.
  func noteJob(_ job: UnownedJob) {
    guard core.state.with({ $0.observers.log != nil }) else { return }
    let task = RuntimeHooks.taskID(of: job), address = unsafeBitCast(job, to: UInt.self)
    let function = task == 0 ? nil : CallStack.function(ofTask: address, outside: Self.ownModules)
    core.state.with { $0.observers.log?.noteJob(of: task, at: address, function) }
  }
  /// Notes for a search of all orders that the running action has scheduled the job of a task, or of an actor if the
  /// task is 0.
  func didSchedule(_ job: UnownedJob, of task: UInt64, _ ticket: Ticket) {
    let log = core.state.with { state in
      state.queue.turns?.scheduledJob()
      return state.observers.log.map { (knows: $0.knows(task), running: $0.runningTask) }
    }
    guard let log, !log.knows else { return }
    if task != 0 {
      let name = CallStack.name(ofTask: unsafeBitCast(job, to: UInt.self))
      let creator = name == nil ? CallStack.caller(outside: Self.ownModules) : nil
      core.state.with { $0.observers.log?.add(task, name: name, creator: creator) }
    } else if let running = log.running, withUnsafeCurrentTask(body: { $0 == nil }) {
      // A task that has called an actor is not the current one any more: it waits there.
      let function = CallStack.function(ofTask: running.job, outside: Self.ownModules)
      core.state.with { $0.observers.log?.addCall(ticket.order, function) }
    }
  }
}
