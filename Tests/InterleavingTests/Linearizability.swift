import Pipes
import VirtualTime

/// A call that a thread makes on a pipeline with a timed operator, or one step of its clock.
enum Call: CustomStringConvertible {
  case send(Int), finish, fail, request(Int), cancel
  /// The next action of the scheduler runs, at its time.
  case fire

  var isFire: Bool { if case .fire = self { true } else { false } }
  var isCancel: Bool { if case .cancel = self { true } else { false } }
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
  /// Reports a value that was delivered too early, given when each value was sent and delivered. A value may always be
  /// late.
  var timing: (_ sent: [Int: VirtualInstant], _ delivered: [(value: String, at: VirtualInstant)]) -> String? = { _, _ in
    nil
  }
  /// Whether it keeps a distance between the times at which values are due.
  var isSpaced = false
  /// Whether it restarts a timer, where the scheduler can move timers.
  var movesTimers = false
  init(_ name: String, _ make: @escaping (Tap, Clock) -> AnyPublisher<String, Fault>) {
    (self.name, self.make) = (name, make)
  }
}

/// Hides that the timers of a scheduler can be moved, so that an operator cancels and schedules instead.
struct PlainScheduler: Scheduler, Sendable {
  let base: TestScheduler<VirtualInstant, Never>
  var now: VirtualInstant { base.now }
  var minimumTolerance: VirtualInstant.Stride { base.minimumTolerance }
  func schedule(options: Never?, _ action: @escaping () -> Void) { base.schedule(options: nil, action) }
  func schedule(
    after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
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
  /// Whether the first value may have been due before, and have waited for the first request.
  private let firstMayWait: Bool
  /// The number of the value in which the downstream cancels; zero for none.
  private var cancelAt = 0

  init(_ bench: Bench, _ timed: TimedOperator, isMovable: Bool, demand: Subscribers.Demand) {
    (self.bench, self.timed, firstMayWait) = (bench, timed, timed.isSpaced && demand == .none)
    tap = Tap(bench, "a")
    judge = Judge(bench, demand: demand)
    judge.whenReceived = { [unowned self] value in
      delivered.append((value, scheduler.now))
      if delivered.count == cancelAt { judge.cancel() }
    }
    timed.make(tap, isMovable ? AnyScheduler(scheduler) : AnyScheduler(PlainScheduler(base: scheduler))).subscribe(
      judge)
  }
  /// Makes a call. With `cancelAt` the downstream cancels inside the event of that number which it causes, or else
  /// after the call.
  func perform(_ call: Call, times: Int = 1, cancelAt event: Int = 0) {
    if event > 0 { cancelAt = delivered.count + event }
    switch call {
    case .send(let value):
      sent[value] = scheduler.now
      tap.send(value)
    case .finish: tap.end()
    case .fail: tap.end(.failure(.fault))
    case .request(let count): judge.request(.max(count))
    case .cancel: judge.cancel()
    case .fire: for _ in 0..<times { step() }
    }
    if event > 0, !judge.isCancelled { judge.cancel() }
    cancelAt = 0
  }
  private func step() {
    do { try scheduler.timeline.runOne() } catch { bench.report("\(error)") }
  }
  /// Runs the actions that are left, but not a repeating timer for ever.
  private func settle() { for _ in 0..<12 where scheduler.timeline.pendingCount > 0 { step() } }
  /// Goes on with one thread, so that what a call left behind shows: what was received.
  func outcome() -> String {
    settle()
    if !judge.isCancelled { judge.request(.max(2)) }
    settle()
    for call in [Call.send(8), .fire, .send(9), .finish] { perform(call) }
    settle()
    if let finding = timed.timing(sent, firstMayWait ? Array(delivered.dropFirst()) : delivered) {
      bench.report(finding)
    }
    let completion = judge.completion.map { "\($0)" } ?? "open"
    return (judge.values + [completion]).joined(separator: " ")
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

  /// One call in an order.
  private struct Turn: Hashable {
    let thread: Int
    /// For a cancel: the event of the call before it in which it happens, from 1; zero if it follows that call.
    var event = 0
  }
  /// The calls of one run, with the times at which they began and returned.
  private final class History {
    private struct Entry {
      let thread: Int
      let isCancel: Bool
      let begin: Int
      var end = Int.max
      func overlaps(_ other: Entry) -> Bool { begin < other.end && other.begin < end }
    }
    private var entries: [Entry] = []
    private var time = 0
    func record(_ thread: Int, _ call: Call, _ body: () -> Void) {
      let place = entries.count
      entries.append(Entry(thread: thread, isCancel: call.isCancel, begin: time))
      body()
      entries[place].end = time + 1
      time += 2
    }
    private func mayMeet(_ call: Entry, _ later: Entry) -> Bool {
      call.overlaps(later) || later.isCancel && entries.contains { $0.overlaps(call) && $0.overlaps(later) }
    }
    /// Whether an order of the calls keeps the order of those that did not overlap. A cancel takes effect at once,
    /// while the effect of a call may wait until another thread leaves a gate: so a cancel may come before an earlier
    /// call, or inside it, if that thread's call overlaps both.
    func allows(_ order: [Turn]) -> Bool {
      var rest = entries, last: Entry?
      for turn in order {
        guard let place = rest.firstIndex(where: { $0.thread == turn.thread }) else { return false }
        let entry = rest.remove(at: place)
        if turn.event > 0, last.map({ mayMeet($0, entry) }) != true { return false }
        if rest.contains(where: { $0.end < entry.begin && !mayMeet($0, entry) }) { return false }
        last = entry
      }
      return true
    }
  }
  /// The outcomes of the calls, one after the other, in all their orders. Time may pass in the middle of a call, before
  /// it has scheduled an action, and a scheduler may be late. So in each order a step of the clock runs no action, one
  /// or two.
  private final class Reference {
    private(set) var outcomes: [String: Set<[Turn]>] = [:]
    init(_ program: Program) {
      let fires = program.threads.joined().count(where: \.isFire)
      let choices = (0..<fires).reduce([[Int]()]) { choices, _ in
        choices.flatMap { choice in (0...2).map { choice + [$0] } }
      }
      for order in program.orders {
        for actions in choices { outcomes[program.runInOrder(order, actions), default: []].insert(order) }
      }
    }
  }
  /// All orders in which the calls of the threads can follow one another.
  private var orders: [[Turn]] {
    func extend(_ next: [Int]) -> [[Turn]] {
      let unfinished = threads.indices.filter { next[$0] < threads[$0].count }
      if unfinished.isEmpty { return [[]] }
      return unfinished.flatMap { thread in
        var rest = next
        rest[thread] += 1
        let events = threads[thread][next[thread]].isCancel && next.contains { $0 > 0 } ? 0...2 : 0...0
        return extend(rest).flatMap { order in events.map { [Turn(thread: thread, event: $0)] + order } }
      }
    }
    return extend(threads.map { _ in 0 })
  }
  private func start(_ bench: Bench) -> TimedRun {
    let run = TimedRun(bench, timed, isMovable: isMovable, demand: demand)
    for call in before { run.perform(call) }
    return run
  }
  /// Makes the calls in one order. `actions` has the number of actions that each step of the clock runs.
  private func runInOrder(_ order: [Turn], _ actions: [Int]) -> String {
    let run = start(Bench())
    var next = Array(repeating: 0, count: threads.count), actions = actions[...]
    for (place, turn) in order.enumerated() {
      let call = threads[turn.thread][next[turn.thread]]
      next[turn.thread] += 1
      if turn.event > 0 { continue }  // it happened in the call before
      let cancel = place + 1 < order.count ? order[place + 1].event : 0
      run.perform(call, times: call.isFire ? actions.removeFirst() : 1, cancelAt: cancel)
    }
    defer { run.end() }
    return run.outcome()
  }

  var name: String {
    let text = threads.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " / ")
    let asked = demand == .unlimited ? "all" : "\(demand.max ?? 0)"
    return "linear, \(timed.name): \(text), \(asked) requested, \(isMovable ? "movable" : "plain") timers"
  }
  /// Every run of the threads has the outcome of one order of the calls, which keeps the order of those that did not
  /// overlap.
  var scenario: Scenario {
    var reference: Reference?
    return Scenario(name) {
      let known = reference ?? Reference(self)
      reference = known
      let bench = Bench(), history = History()
      var run: TimedRun! = start(bench)
      let bodies = threads.indices.map { thread in
        { [run] in
          for call in threads[thread] { history.record(thread, call) { run!.perform(call) } }
        }
      }
      return Trial(threads: bodies) {
        let outcome = run.outcome(), orders = known.outcomes[outcome] ?? []
        bench.expect(
          !orders.isEmpty,
          "no order of the calls has the outcome \(outcome); the outcomes are \(known.outcomes.keys.sorted())")
        bench.expect(
          orders.isEmpty || orders.contains { history.allows($0) },
          "only calls in another order have the outcome \(outcome)")
        run.end()
        run = nil
        return bench.end()
      }
    }
  }
}
