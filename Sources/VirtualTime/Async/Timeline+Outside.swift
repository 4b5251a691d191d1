import PipesCore

extension Timeline {
  /// Called when the code of a run calls something that works in real time: Dispatch, a run loop, a thread.
  func didCall(_ call: OutsideCall) {
    // A scheduler that was reported already calls them, too.
    let isAllowed = core.state.with { state in
      state.outside.hasLeft = true
      return state.outside.isAllowed
        || state.outside.schedulers.contains { call.queue == nil || $0.scheduler.name == call.queue }
    }
    if isAllowed { return }
    didLeave("\(call.name)\(placeOfFirst) \(call.problem); \(call.fix)")
  }
  /// Called when code of a run that is not awaited enqueues the job of a task.
  func didStartTask() {
    let (isAllowed, isKnown) = core.state.with { state in
      defer {
        state.outside.hasStartedTask = true
        state.outside.hasLeft = true
      }
      return (state.outside.isAllowed || state.reports.advice == nil, state.outside.hasStartedTask)
    }
    if isAllowed || isKnown { return }
    let code = CallStack.caller(outside: Self.ownModules).map { "'\($0)'" } ?? "the code"
    didLeave("\(code) started a task, for which this test does not wait; \(advice(on: .task))")
  }
  package func run(_ action: () -> Void, isMain: Bool) {
    guard let run = RunOfThread.current, run.reading != nil else { return action() }
    run.place.on(isMain ? .main : .another, action)
  }
  /// Called when code calls a function that waits for the main queue, on which the code is.
  func didWaitForItself(_ call: String) {
    let code = CallStack.caller(outside: Self.ownModules).map { " in '\($0)'" } ?? ""
    let text = "\(call)\(code) waits for the main queue, on which it is called; call its work directly"
    core.state.with { state in
      if state.outside.waitForItself == nil { state.outside.waitForItself = Departure(instant: now, text: text) }
      state.reports.add(RunMisuse(instant: now, sentence: text))
    }
  }
  /// Called when another thread has resumed a task that waits.
  func didComeBack() {
    let outside = core.state.with { state in
      state.outside.hasLeft = true
      return state.outside.isAllowed ? nil : state.outside
    }
    guard let outside else { return }
    let reason = outside.realClocksReason.map { "; \($0)" } ?? ""
    didLeave(
      "another thread resumed a task: Task.sleep or another real clock, a queue or a callback; use \(advice(on: .clock))\(reason)",
      saysRealClocks: outside.realClocksReason != nil)
  }
  /// Called when a task sleeps on a real clock that is not virtual.
  func didMeetRealClock() { core.state.with { $0.outside.metRealClock = true } }

  /// The function that calls, for the first report of a run: to find it takes a while.
  private var placeOfFirst: String {
    if core.state.with({ $0.outside.departure != nil }) { return "" }
    return CallStack.caller(outside: Self.ownModules).map { " in '\($0)'" } ?? ""
  }
  /// The modules whose functions call on behalf of code under test.
  static let ownModules: Set<String> = [
    "Swift", "_Concurrency", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Testing",
    "XCTest",
    "Synchronization", "PipesCore", "Pipes",
    "PipesFoundation", "VirtualTime", "Marbles", "MarblesTesting", "MarblesFoundation",
  ]

  /// The function of code under test in which a suspended task waits; `nil` where it cannot be found.
  package func function(inWhichWaits task: Task<Void, Never>) -> String? {
    CallStack.function(ofTask: unsafeBitCast(task, to: UInt.self), outside: Self.ownModules)
  }
  /// The error of a run in which a task sleeps again and again, with the function that sleeps.
  ///
  /// - Parameter task: The address of another task.
  func withPlaces(_ error: Runaway, of executor: VirtualExecutor, like task: UInt) -> Runaway {
    var tasks: [UInt] = [], error = error
    switch error.limit {
    case .ticksPerRun:
      let sleepers = sleepers
      if sleepers.count == pendingCount { tasks = sleepers.compactMap(\.suspendedTask).map { UInt(bitPattern: $0) } }
    case .actionsPerInstant where error.isTask:
      let sleepers = executor.clocks.tasksOfEmptySleeps(at: error.instant.nanoseconds)
      tasks = executor.admission.known.addresses(of: sleepers, like: task)
    default: break
    }
    let functions = tasks.compactMap { CallStack.function(ofTask: $0, outside: Self.ownModules) }
    let names = functions.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.map { "'\($0)'" }
    if !names.isEmpty { error.culprit += ", in \(names.prefix(3).joined(separator: " and "))" }
    return error
  }

  /// The error with the reason why real clocks are not virtual, if the run met one.
  func withRealClocks(_ error: any Error) -> any Error {
    guard let problem = error as? VirtualTimeError, let reason = reasonOfRealClocks else { return error }
    switch problem {
    case .metRealClock: return error
    case .waiting(let inner, let tasks):
      return (withRealClocks(inner) as? VirtualTimeError).map { .waiting($0, tasks: tasks) } ?? problem
    case .outsideWork where core.state.with({ $0.outside.saysRealClocks }): return error
    default: return VirtualTimeError.metRealClock(problem, reason: reason)
    }
  }
}
