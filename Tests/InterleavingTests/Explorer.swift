import Dispatch
import Pipes

/// One way to run several threads one at a time: which of them begins, and at which steps another one takes over.
///
/// Its name, such as `0 12>1 30>0`, says just that, and the same name always means the same run.
struct Schedule: CustomStringConvertible {
  var first = 0
  var switches: [(step: Int, to: Int)] = []
  /// How many of the switches stop a thread that could have gone on.
  var preemptions = 0

  var description: String { ([String(first)] + switches.map { "\($0.step)>\($0.to)" }).joined(separator: " ") }
  init(first: Int) { self.first = first }
  init?(_ name: String) {
    let words = name.split(separator: " ")
    guard let first = words.first.flatMap({ Int($0) }) else { return nil }
    self.first = first
    for word in words.dropFirst() {
      let parts = word.split(separator: ">").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      switches.append((parts[0], parts[1]))
    }
  }
}

/// Runs threads under a schedule. Every thread is a real one; all but one wait.
///
/// 1. Only the thread `current` runs; it alone touches what is in here. The semaphores hand that right over.
/// 2. A thread stops at steps only. A step comes before each operation on an atomic and before each look into a lock, never under a lock:
///    so a thread that waits here holds nothing that another one needs.
/// 3. A thread that ends is a step too, at which any other may go on without a preemption.
final class Controller: @unchecked Sendable {
  // Unchecked: see 1.
  struct Moment {
    let running: Int
    /// The others that have not ended, one bit each.
    let others: UInt8
    let isEnd: Bool
  }
  nonisolated(unsafe) static var active: Controller?
  private(set) var current = 0
  private(set) var trace: [Moment] = []
  private var unfinished: UInt8 = 0
  private var plan: ArraySlice<(step: Int, to: Int)> = []
  private var bodies: [() -> Void] = []
  private let gates: [DispatchSemaphore]
  private let done = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "threads", attributes: .concurrent)
  /// More steps than this mean that the threads keep one another busy for ever.
  static let limit = 20_000

  init(threads: Int) { gates = (0..<threads).map { _ in DispatchSemaphore(value: 0) } }

  /// Runs the bodies, and returns the steps they took.
  func run(_ bodies: [() -> Void], _ schedule: Schedule) -> [Moment] {
    self.bodies = bodies
    (trace, plan, unfinished) = ([], schedule.switches[...], UInt8(1 << bodies.count) - 1)
    Controller.active = self
    Interleaving.step = { [unowned self] in step() }
    for number in bodies.indices { start(number) }
    current = schedule.first
    gates[current].signal()
    done.wait()
    Interleaving.step = nil
    Controller.active = nil
    self.bodies = []
    return trace
  }
  private func start(_ number: Int) {
    queue.async { [self] in
      gates[number].wait()
      bodies[number]()
      end(number)
    }
  }
  private func step() {
    let me = current
    precondition(trace.count < Controller.limit, "the threads do not come to an end")
    trace.append(Moment(running: me, others: unfinished & ~(1 << me), isEnd: false))
    guard let next = takeSwitch(), next != me, unfinished & (1 << next) != 0 else { return }
    current = next
    gates[next].signal()
    gates[me].wait()
  }
  private func end(_ me: Int) {
    unfinished &= ~(1 << me)
    if unfinished == 0 {
      done.signal()
      return
    }
    trace.append(Moment(running: me, others: unfinished, isEnd: true))
    let planned = takeSwitch().flatMap { unfinished & (1 << $0) != 0 ? $0 : nil }
    current = planned ?? unfinished.trailingZeroBitCount
    gates[current].signal()
  }
  private func takeSwitch() -> Int? {
    guard let next = plan.first, next.step == trace.count - 1 else { return nil }
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

/// Runs a scenario under every schedule with up to so many preemptions, in a fixed order.
struct Explorer {
  struct Finding: CustomStringConvertible {
    let schedule: String
    let what: [String]
    var description: String { "[\(schedule)] \(what.joined(separator: "; "))" }
  }
  var preemptions = 2
  /// At most so many schedules; the first ones have the fewest preemptions.
  var limit = Int.max
  private(set) var schedules = 0
  private(set) var faults = 0
  /// The first fault: one of those with the fewest preemptions.
  private(set) var finding: Finding?

  init(preemptions: Int = 2, limit: Int = .max) { (self.preemptions, self.limit) = (preemptions, limit) }

  mutating func explore(_ scenario: Scenario) {
    var waiting: [Schedule] = []
    var next: [Schedule] = []
    for depth in 0...preemptions {
      if depth == 0 { waiting = scenario.make().threads.indices.map { Schedule(first: $0) } }
      next = []
      while let schedule = waiting.popLast() {
        guard schedules < limit else { return }
        for longer in extensions(of: schedule, after: run(scenario, schedule)) {
          if longer.preemptions == depth { waiting.append(longer) } else if depth < preemptions { next.append(longer) }
        }
      }
      waiting = next.reversed()
    }
  }
  /// The schedules with one more switch, behind the last one.
  private func extensions(of schedule: Schedule, after trace: [Controller.Moment]) -> [Schedule] {
    let first = (schedule.switches.last?.step ?? -1) + 1
    return trace.indices.dropFirst(first).flatMap { step in
      let moment = trace[step]
      let others = (0..<8).filter { moment.others & (1 << $0) != 0 }
      // At an end the first one goes on anyway.
      return (moment.isEnd ? Array(others.dropFirst()) : others).map { other in
        var longer = schedule
        longer.switches.append((step, other))
        longer.preemptions += moment.isEnd ? 0 : 1
        return longer
      }
    }
  }
  /// Runs a scenario once.
  @discardableResult mutating func run(_ scenario: Scenario, _ schedule: Schedule) -> [Controller.Moment] {
    schedules += 1
    var trial = scenario.make()
    let trace = Controller(threads: trial.threads.count).run(trial.threads, schedule)
    trial.threads = []  // nothing is to be kept by them any more
    let wrong = trial.verify()
    if !wrong.isEmpty {
      faults += 1
      if finding == nil { finding = Finding(schedule: schedule.description, what: wrong) }
    }
    return trace
  }
}
