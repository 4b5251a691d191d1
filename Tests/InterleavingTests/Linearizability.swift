import Pipes
import VirtualTime

/// A call that a thread makes on a pipeline with a timed operator, or one step of its clock.
enum Call: CustomStringConvertible {
  case send(Int), finish, fail, request(Int), cancel
  /// The next action of the scheduler runs, at its time.
  case fire

  var description: String {
    switch self {
    case .send(let value): "send \(value)"
    case .request(let count): "request \(count)"
    case .finish: "finish"
    case .fail: "fail"
    case .cancel: "cancel"
    case .fire: "fire"
    }
  }
}

/// An operator on a scheduler in virtual time.
struct TimedOperator {
  typealias Clock = AnyScheduler<VirtualInstant, Never>
  let name: String
  let make: (Tap, Clock) -> AnyPublisher<String, Fault>
  /// Reports a value that was delivered too early, given when each value was sent and delivered. A value may always be late.
  var timing: (_ sent: [Int: VirtualInstant], _ delivered: [(value: String, at: VirtualInstant)]) -> String? = { _, _ in nil }
  init(_ name: String, _ make: @escaping (Tap, Clock) -> AnyPublisher<String, Fault>) { (self.name, self.make) = (name, make) }
}

/// Hides that the timers of a scheduler can be moved, so that an operator cancels and schedules instead.
struct PlainScheduler: Scheduler, Sendable {
  let base: TestScheduler<VirtualInstant, Never>
  var now: VirtualInstant { base.now }
  var minimumTolerance: VirtualInstant.Stride { base.minimumTolerance }
  func schedule(options: Never?, _ action: @escaping () -> Void) { base.schedule(options: nil, action) }
  func schedule(after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: Never?, _ action: @escaping () -> Void) {
    base.schedule(after: date, tolerance: tolerance, options: nil, action)
  }
  func schedule(
    after date: VirtualInstant, interval: VirtualInstant.Stride, tolerance: VirtualInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

/// One run of a timed operator, and what its calls did.
final class TimedRun {
  private let bench: Bench
  private let timed: TimedOperator
  private let scheduler = TestScheduler()
  private var tap: Tap!
  private var judge: Judge<String>!
  private var sent: [Int: VirtualInstant] = [:]
  private var delivered: [(value: String, at: VirtualInstant)] = []

  init(_ bench: Bench, _ timed: TimedOperator, isMovable: Bool, demand: Subscribers.Demand) {
    (self.bench, self.timed) = (bench, timed)
    tap = Tap(bench, "a")
    judge = Judge(bench, demand: demand)
    judge.whenReceived = { [unowned self] in delivered.append(($0, scheduler.now)) }
    timed.make(tap, isMovable ? AnyScheduler(scheduler) : AnyScheduler(PlainScheduler(base: scheduler))).subscribe(judge)
  }
  /// Makes a call. Returns what it answers.
  func perform(_ call: Call) -> String {
    switch call {
    case .send(let value):
      sent[value] = scheduler.now
      return tap.send(value) ? "accepted" : "refused"
    case .finish: tap.end()
    case .fail: tap.end(.failure(.fault))
    case .request(let count): judge.request(.max(count))
    case .cancel: judge.cancel()
    case .fire: step()
    }
    return ""
  }
  private func step() {
    do { try scheduler.timeline.runOne() } catch { bench.report("\(error)") }
  }
  /// Runs the actions that are left, but not a repeating timer for ever.
  private func settle() { for _ in 0..<12 where scheduler.timeline.pendingCount > 0 { step() } }
  /// Goes on with one thread, so that what a call left behind shows: what was received, and the answers.
  func outcome() -> String {
    settle()
    if !judge.isCancelled { judge.request(.max(2)) }
    settle()
    var answers: [String] = []
    for call in [Call.send(8), .fire, .send(9), .finish] { answers.append(perform(call)) }
    settle()
    if let finding = timed.timing(sent, delivered) { bench.report(finding) }
    let completion = judge.completion.map { "\($0)" } ?? "open"
    return "\(judge.values.joined(separator: " ")) \(completion), then \(answers.filter { !$0.isEmpty }.joined(separator: " "))"
  }
  func end() {
    if judge.completion == nil { judge.cancel() }
    bench.expect(!tap.isOpen, "the upstream is still open at the end")
    settle()
    bench.expect(scheduler.timeline.pendingCount == 0, "a timer is left")
    judge.whenReceived = { _ in }
    judge.leave()
    (tap, judge) = (nil, nil)
  }
}

/// The threads of a scenario, each with the calls that it makes.
struct Program {
  let timed: TimedOperator
  let threads: [[Call]]
  var before: [Call] = [.send(1)]
  var isMovable = true
  var demand = Subscribers.Demand.unlimited

  /// A call in a history: its thread, and the times at which it began and returned.
  private struct Event {
    let thread: Int
    let begin: Int
    var end = Int.max
  }
  /// The calls of one run in the order in which they began, with their answers.
  private final class History {
    private(set) var events: [Event] = []
    var answers: [[String]]
    private var time = 0
    init(_ threads: Int) { answers = Array(repeating: [], count: threads) }
    func record(_ thread: Int, _ call: () -> String) {
      let place = events.count
      events.append(Event(thread: thread, begin: time))
      time += 1
      answers[thread].append(call())
      events[place].end = time
      time += 1
    }
    /// Whether an order of the calls, given by their threads, keeps the order of all calls that did not overlap.
    func allows(_ order: [Int]) -> Bool {
      var rest = events
      for thread in order {
        guard let place = rest.firstIndex(where: { $0.thread == thread }) else { return false }
        let event = rest.remove(at: place)
        if rest.contains(where: { $0.end < event.begin }) { return false }
      }
      return true
    }
  }
  /// The outcome of the calls, one after the other, for each order and each choice of steps of the clock that come too late to do anything: a
  /// scheduler may always be late.
  private final class Reference {
    private(set) var outcomes: [String: Set<[Int]>] = [:]
    init(_ program: Program) {
      for order in program.orders {
        let fires = program.threads.joined().count { if case .fire = $0 { true } else { false } }
        for late in 0..<(1 << fires) { outcomes[program.runInOrder(order, late: late), default: []].insert(order) }
      }
    }
  }
  /// All orders in which the calls of the threads can follow one another, as the numbers of the threads.
  private var orders: [[Int]] {
    func extend(_ left: [Int]) -> [[Int]] {
      if left.allSatisfy({ $0 == 0 }) { return [[]] }
      return left.indices.filter { left[$0] > 0 }.flatMap { thread in
        var rest = left
        rest[thread] -= 1
        return extend(rest).map { [thread] + $0 }
      }
    }
    return extend(threads.map(\.count))
  }
  private func start(_ bench: Bench) -> TimedRun {
    let run = TimedRun(bench, timed, isMovable: isMovable, demand: demand)
    for call in before { _ = run.perform(call) }
    return run
  }
  /// Makes the calls in one order. `late` has one bit for each step of the clock, which is set if it does nothing.
  private func runInOrder(_ order: [Int], late: Int) -> String {
    let bench = Bench()
    let run = start(bench)
    var next = Array(repeating: 0, count: threads.count), late = late
    var answers = Array(repeating: [String](), count: threads.count)
    for thread in order {
      let call = threads[thread][next[thread]]
      next[thread] += 1
      if case .fire = call {
        defer { late >>= 1 }
        if late & 1 == 1 {
          answers[thread].append("")
          continue
        }
      }
      answers[thread].append(run.perform(call))
    }
    defer { run.end() }
    return describe(run, answers)
  }
  private func describe(_ run: TimedRun, _ answers: [[String]]) -> String {
    "\(answers.map { $0.joined(separator: " ") }.joined(separator: "/")): \(run.outcome())"
  }

  var name: String {
    let text = threads.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " / ")
    let asked = demand == .unlimited ? "all" : "\(demand.max ?? 0)"
    return "linear, \(timed.name): \(text), \(asked) requested, \(isMovable ? "movable" : "plain") timers"
  }
  /// Every run of the threads has the outcome of one order of the calls, which keeps the order of those that did not overlap.
  var scenario: Scenario {
    var reference: Reference?
    return Scenario(name) {
      let known = reference ?? Reference(self)
      reference = known
      let bench = Bench(), history = History(threads.count)
      var run: TimedRun! = start(bench)
      let bodies = threads.indices.map { thread in
        { [run] in
          for call in threads[thread] { history.record(thread) { run!.perform(call) } }
        }
      }
      return Trial(threads: bodies) {
        let outcome = describe(run, history.answers)
        let orders = known.outcomes[outcome] ?? []
        bench.expect(!orders.isEmpty, "no order of the calls has the outcome \(outcome); the outcomes are \(known.outcomes.keys.sorted())")
        bench.expect(orders.isEmpty || orders.contains { history.allows($0) }, "only calls in another order have the outcome \(outcome)")
        run.end()
        run = nil
        return bench.findings + bench.left.map { "\($0) is never freed" }
      }
    }
  }
}
