import Dispatch
import Foundation
import Pipes

/// One way to run several threads one at a time: which of them begins, at which steps another one takes over, and which
/// loads return an older store.
///
/// Its name, such as `0 12>1 30~2 31>0`, says just that: thread 0 begins, thread 1 takes over at step 12, the load at
/// step 30 takes its option 2, thread 0 goes on at step 31. The same name always means the same run.
struct Schedule: CustomStringConvertible {
  struct Choice {
    let step: Int
    /// The thread that takes over, or the option of a load: 1 is the newest store but one.
    let to: Int
    var isRead = false
  }
  var first = 0
  var choices: [Choice] = []
  /// How many of the choices stop a thread that could have gone on.
  var preemptions = 0
  /// How many of the choices make a load return an older store.
  var staleReads: Int { choices.count { $0.isRead } }
  var cost: Int { preemptions + staleReads }

  var description: String {
    ([String(first)] + choices.map { "\($0.step)\($0.isRead ? "~" : ">")\($0.to)" }).joined(separator: " ")
  }
  init(first: Int) { self.first = first }
  init?(_ name: String) {
    let words = name.split(separator: " ")
    guard let first = words.first.flatMap({ Int($0) }) else { return nil }
    self.first = first
    for word in words.dropFirst() {
      let parts = word.split(whereSeparator: { ">~".contains($0) }).compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      choices.append(Choice(step: parts[0], to: parts[1], isRead: word.contains("~")))
    }
  }
}

/// A thread that runs one body after another. A dispatch queue would not do: it adds threads late, if those that it has
/// are waiting.
final class Worker: @unchecked Sendable {
  // Unchecked: the semaphore orders the uses of `body` and `done`.
  nonisolated(unsafe) private static var idle: [Worker] = []
  private static let lock = NSLock()
  private let wake = DispatchSemaphore(value: 0)
  private var body: (() -> Void)?
  private var done: DispatchSemaphore?

  /// Runs the body, and signals when it has returned and nothing is kept by it any more.
  static func run(done: DispatchSemaphore? = nil, _ body: @escaping () -> Void) {
    let worker = lock.withLock { idle.popLast() } ?? Worker()
    (worker.body, worker.done) = (body, done)
    worker.wake.signal()
  }
  private init() {
    Thread { [self] in
      while true {
        wake.wait()
        body?()
        body = nil
        let done = done.take()
        Worker.lock.withLock { Worker.idle.append(self) }
        done?.signal()
      }
    }.start()
  }
}

/// Runs threads under a schedule. Every thread is a real one; all but one wait.
///
/// 1. Only the thread `current` runs; it alone touches what is in here. The semaphores hand that right over.
/// 2. A thread stops at steps only. A step comes before each operation on an atomic and before each look into a lock,
///    never under a lock: so a thread that waits here holds nothing that another one needs.
/// 3. A thread that ends is a step too, at which any other may go on without a preemption.
/// 4. A load that may return one of several stores is a step of its own.
/// 5. Threads that take more than `limit` steps keep one another busy for ever. They are left where they are, and
///    nothing waits for them.
final class Controller: @unchecked Sendable {
  // Unchecked: see 1.
  struct Moment {
    let running: Int
    /// The others that have not ended, one bit each.
    let others: UInt8
    var isEnd = false
    /// The number of stores that a load may return; zero at any other step.
    var options = 0
  }
  nonisolated(unsafe) static var active: Controller?
  private(set) var current = 0 { didSet { Interleaving.thread = current } }
  private(set) var trace: [Moment] = []
  private var unfinished: UInt8 = 0
  private var plan: ArraySlice<Schedule.Choice> = []
  private var bodies: [() -> Void] = []
  private let gates: [DispatchSemaphore]
  private let ready = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  static let limit = 20_000
  /// The steps outside the threads, where a scenario may also compute what has to come out: a hundred times as many are
  /// allowed.
  private var steps = 0
  private var isStuck = false

  init(threads: Int) { gates = (0..<threads).map { _ in DispatchSemaphore(value: 0) } }

  /// Runs what prepares or verifies a trial. Returns false if it does not come to an end.
  static func runAlone(_ body: @escaping () -> Void) -> Bool {
    let controller = Controller(threads: 1)
    Interleaving.step = {
      controller.steps += 1
      if controller.steps > 100 * limit { controller.getStuck(0) }
    }
    Worker.run(done: controller.done, body)
    controller.done.wait()
    Interleaving.step = nil
    return !controller.isStuck
  }
  /// Ends the run, but not the calling thread, which nobody wakes again.
  private func getStuck(_ me: Int) {
    isStuck = true
    done.signal()
    while true { gates[me].wait() }
  }
  /// Runs the bodies, and returns the steps they took, or `nil` if they do not come to an end.
  func run(_ bodies: [() -> Void], _ schedule: Schedule) -> [Moment]? {
    self.bodies = bodies
    (trace, plan, unfinished) = ([], schedule.choices[...], UInt8(1 << bodies.count) - 1)
    Controller.active = self
    Interleaving.fork(bodies.count)
    Interleaving.step = { [unowned self] in step() }
    Interleaving.choose = { [unowned self] in choose($0) }
    for number in bodies.indices { start(number) }
    // All have started before one runs: otherwise one thread may run two bodies, and a run would not repeat another
    // one.
    for _ in bodies { ready.wait() }
    current = schedule.first
    gates[current].signal()
    done.wait()
    (Interleaving.step, Interleaving.choose) = (nil, nil)
    Interleaving.join(bodies.count)
    Controller.active = nil
    self.bodies = []
    return isStuck ? nil : trace
  }
  private func start(_ number: Int) {
    Worker.run { [self] in
      ready.signal()
      gates[number].wait()
      bodies[number]()
      end(number)
    }
  }
  private func step() {
    let me = current
    if trace.count >= Controller.limit { getStuck(me) }
    trace.append(Moment(running: me, others: unfinished & ~(1 << me)))
    guard let next = takeChoice(isRead: false), next != me, unfinished & (1 << next) != 0 else { return }
    current = next
    gates[next].signal()
    gates[me].wait()
  }
  private func choose(_ options: Int) -> Int {
    trace.append(Moment(running: current, others: 0, options: options))
    guard let option = takeChoice(isRead: true) else { return 0 }
    precondition(option < options, "the load at this step has \(options) options")
    return option
  }
  private func end(_ me: Int) {
    unfinished &= ~(1 << me)
    if unfinished == 0 {
      done.signal()
      return
    }
    trace.append(Moment(running: me, others: unfinished, isEnd: true))
    let planned = takeChoice(isRead: false).flatMap { unfinished & (1 << $0) != 0 ? $0 : nil }
    current = planned ?? unfinished.trailingZeroBitCount
    gates[current].signal()
  }
  private func takeChoice(isRead: Bool) -> Int? {
    guard let next = plan.first, next.step == trace.count - 1, next.isRead == isRead else { return nil }
    plan.removeFirst()
    return next.to
  }
}

/// A scenario: its threads, and the conditions that must hold when they have ended.
struct Trial {
  var threads: [() -> Void]
  /// Called on the main thread when all threads have ended. Returns the faults.
  var verify: () -> [String]
}
struct Scenario {
  let name: String
  let make: () -> Trial
  init(_ name: String, _ make: @escaping () -> Trial) { (self.name, self.make) = (name, make) }
}

/// Runs a scenario under every schedule with up to so many preemptions and loads of older stores, in a fixed order.
struct Explorer {
  struct Finding: CustomStringConvertible {
    let schedule: String
    let what: [String]
    var description: String { "[\(schedule)] \(what.joined(separator: "; "))" }
  }
  var preemptions = 2
  /// At most so many loads return an older store than the newest.
  var staleReads = 0
  /// At most so many schedules; the first ones have the fewest preemptions and loads of older stores.
  var limit = Int.max
  /// Whether the first fault ends the exploration.
  var stopsAtFault = false
  /// One trial at a time: suites run beside each other, and all threads of a process share one model of the memory.
  private static let turn = NSLock()
  private(set) var schedules = 0
  private(set) var faults = 0
  /// The first fault: one of those with the fewest preemptions and loads of older stores.
  private(set) var finding: Finding?
  /// How many trials in this process did not come to an end. Each keeps its threads.
  nonisolated(unsafe) private static var stuck = 0

  init(preemptions: Int = 2, staleReads: Int = 0, limit: Int = .max) {
    (self.preemptions, self.staleReads, self.limit) = (preemptions, staleReads, limit)
  }

  mutating func explore(_ scenario: Scenario) {
    var waiting: [Schedule] = []
    var next: [Schedule] = []
    let last = preemptions + staleReads
    for cost in 0...last {
      if cost == 0 { waiting = (0..<count(scenario)).map { Schedule(first: $0) } }
      next = []
      while let schedule = waiting.popLast() {
        guard schedules < limit, finding == nil || !stopsAtFault else { return }
        for longer in extensions(of: schedule, after: run(scenario, schedule)) {
          if longer.cost == cost { waiting.append(longer) } else if cost < last { next.append(longer) }
        }
      }
      waiting = next.reversed()
    }
  }
  /// The number of threads: one if they cannot be made, which the first run reports.
  private func count(_ scenario: Scenario) -> Int {
    Explorer.turn.withLock {
      Watchdog.begin(scenario, Schedule(first: 0))
      defer { Watchdog.end() }
      var count = 1
      return Controller.runAlone { count = scenario.make().threads.count } ? count : 1
    }
  }
  /// The schedules with one more choice, behind the last one.
  private func extensions(of schedule: Schedule, after trace: [Controller.Moment]) -> [Schedule] {
    let first = (schedule.choices.last?.step ?? -1) + 1
    return trace.indices.dropFirst(first).flatMap { step in
      let moment = trace[step]
      if moment.options > 0 {
        guard schedule.staleReads < staleReads else { return [Schedule]() }
        return (1..<moment.options).map { longer(schedule, Schedule.Choice(step: step, to: $0, isRead: true)) }
      }
      guard moment.isEnd || schedule.preemptions < preemptions else { return [] }
      let others = (0..<8).filter { moment.others & (1 << $0) != 0 }
      // At an end the first one goes on anyway.
      return (moment.isEnd ? Array(others.dropFirst()) : others).map {
        longer(schedule, Schedule.Choice(step: step, to: $0), isPreemption: !moment.isEnd)
      }
    }
  }
  private func longer(_ schedule: Schedule, _ choice: Schedule.Choice, isPreemption: Bool = false) -> Schedule {
    var longer = schedule
    longer.choices.append(choice)
    longer.preemptions += isPreemption ? 1 : 0
    return longer
  }
  /// Runs a scenario once, and returns the steps of its threads.
  @discardableResult mutating func run(_ scenario: Scenario, _ schedule: Schedule) -> [Controller.Moment] {
    schedules += 1
    Explorer.turn.lock()
    Watchdog.begin(scenario, schedule)
    defer {
      Watchdog.end()
      Explorer.turn.unlock()
    }
    Interleaving.begin()
    var trial: Trial!
    guard Controller.runAlone({ trial = scenario.make() }) else { return stop(schedule, "the preparation") }
    guard let trace = Controller(threads: trial.threads.count).run(trial.threads, schedule) else {
      return stop(schedule, "the schedule")
    }
    trial.threads = []  // nothing is to be kept by them any more
    var wrong: [String] = []
    guard Controller.runAlone({ wrong = trial.verify() + Interleaving.findings }) else {
      return stop(schedule, "the verification")
    }
    if !wrong.isEmpty { report(schedule, wrong) }
    return trace
  }
  private mutating func report(_ schedule: Schedule, _ wrong: [String]) {
    faults += 1
    if finding == nil { finding = Finding(schedule: schedule.description, what: wrong) }
  }
  /// Reports a trial that is left where it is, and ends the exploration.
  private mutating func stop(_ schedule: Schedule, _ part: String) -> [Controller.Moment] {
    report(schedule, ["\(part) does not come to an end"])
    stopsAtFault = true
    Explorer.stuck += 1
    if Explorer.stuck > 12 { Watchdog.giveUp("too many schedules do not come to an end; the last one") }
    return []
  }
}

/// Ends the process if one schedule takes longer than a minute, which means that a loop has no step, so that it cannot
/// be left.
enum Watchdog {
  nonisolated(unsafe) private static var running: (name: String, schedule: String, since: DispatchTime)?
  private static let lock = NSLock()
  nonisolated(unsafe) private static let timer: any DispatchSourceTimer = {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watchdog"))
    timer.schedule(deadline: .now() + 5, repeating: 5)
    timer.setEventHandler {
      let since = lock.withLock { running?.since }
      if let since, since + 60 < .now() { giveUp("no step comes for a minute") }
    }
    timer.resume()
    return timer
  }()
  static func begin(_ scenario: Scenario, _ schedule: Schedule) {
    _ = timer
    lock.withLock { running = (scenario.name, schedule.description, .now()) }
  }
  static func end() { lock.withLock { running = nil } }
  static func giveUp(_ reason: String) {
    let (name, schedule) = lock.withLock { (running?.name ?? "", running?.schedule ?? "") }
    FileHandle.standardError.write(Data("\(reason): \"\(name)\" \"\(schedule)\"\n".utf8))
    exit(1)
  }
}
