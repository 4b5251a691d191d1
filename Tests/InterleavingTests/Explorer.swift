import Dispatch
import Foundation
import Pipes

/// One way to run several threads one at a time: which of them begins, at which steps another one takes over, and which loads return an
/// older store.
///
/// Its name, such as `0 12>1 30~2 31>0`, says just that: thread 0 begins, thread 1 takes over at step 12, the load at step 30 takes its
/// option 2, thread 0 goes on at step 31. The same name always means the same run.
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

  var description: String { ([String(first)] + choices.map { "\($0.step)\($0.isRead ? "~" : ">")\($0.to)" }).joined(separator: " ") }
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

/// Runs threads under a schedule. Every thread is a real one; all but one wait.
///
/// 1. Only the thread `current` runs; it alone touches what is in here. The semaphores hand that right over.
/// 2. A thread stops at steps only. A step comes before each operation on an atomic and before each look into a lock, never under a lock:
///    so a thread that waits here holds nothing that another one needs.
/// 3. A thread that ends is a step too, at which any other may go on without a preemption.
/// 4. A load that may return one of several stores is a step of its own.
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
  private let queue = DispatchQueue(label: "threads", attributes: .concurrent)
  /// More steps than this mean that the threads keep one another busy for ever.
  static let limit = 20_000

  init(threads: Int) { gates = (0..<threads).map { _ in DispatchSemaphore(value: 0) } }

  /// Runs the bodies, and returns the steps they took.
  func run(_ bodies: [() -> Void], _ schedule: Schedule) -> [Moment] {
    self.bodies = bodies
    (trace, plan, unfinished) = ([], schedule.choices[...], UInt8(1 << bodies.count) - 1)
    Controller.active = self
    Interleaving.fork(bodies.count)
    Interleaving.step = { [unowned self] in step() }
    Interleaving.choose = { [unowned self] in choose($0) }
    for number in bodies.indices { start(number) }
    // All have started before one runs: otherwise the queue may use one thread for two bodies, and a run would not repeat another one.
    for _ in bodies { ready.wait() }
    current = schedule.first
    gates[current].signal()
    done.wait()
    (Interleaving.step, Interleaving.choose) = (nil, nil)
    Interleaving.join(bodies.count)
    Controller.active = nil
    self.bodies = []
    return trace
  }
  private func start(_ number: Int) {
    queue.async { [self] in
      ready.signal()
      gates[number].wait()
      bodies[number]()
      end(number)
    }
  }
  private func step() {
    let me = current
    precondition(trace.count < Controller.limit, "the threads do not come to an end")
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

/// What a scenario consists of: its threads, and what must hold when they have ended.
struct Trial {
  var threads: [() -> Void]
  /// Called on the main thread when all threads have ended. What it returns is wrong.
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

  init(preemptions: Int = 2, staleReads: Int = 0, limit: Int = .max) {
    (self.preemptions, self.staleReads, self.limit) = (preemptions, staleReads, limit)
  }

  mutating func explore(_ scenario: Scenario) {
    var waiting: [Schedule] = []
    var next: [Schedule] = []
    let last = preemptions + staleReads
    for cost in 0...last {
      if cost == 0 { waiting = Explorer.turn.withLock { scenario.make().threads.indices }.map { Schedule(first: $0) } }
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
  /// Runs a scenario once.
  @discardableResult mutating func run(_ scenario: Scenario, _ schedule: Schedule) -> [Controller.Moment] {
    schedules += 1
    Explorer.turn.lock()
    defer { Explorer.turn.unlock() }
    Interleaving.begin()
    var trial = scenario.make()
    let trace = Controller(threads: trial.threads.count).run(trial.threads, schedule)
    trial.threads = []  // nothing is to be kept by them any more
    let wrong = trial.verify() + Interleaving.findings
    if !wrong.isEmpty {
      faults += 1
      if finding == nil { finding = Finding(schedule: schedule.description, what: wrong) }
    }
    return trace
  }
}
