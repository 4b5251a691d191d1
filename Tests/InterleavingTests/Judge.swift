@testable import Pipes

enum Fault: Error, Equatable { case fault }
typealias AccessCheck = Misuse.AccessCheck

/// Demand, with the event in which it was requested.
struct OrderedDemand {
  private var requests: [(demand: Subscribers.Demand, at: Interleaving.ThreadEvent)] = []
  mutating func add(_ demand: Subscribers.Demand) { requests.append((demand, Interleaving.ThreadEvent())) }
  /// The demand whose requests happened before what the running thread does now.
  var ordered: Subscribers.Demand { requests.reduce(.none) { $1.at.isBefore ? $0 + $1.demand : $0 } }
}

/// The findings of one trial, and what it is to leave nothing of.
final class Bench {
  private(set) var findings: [String] = []
  /// All that was requested by subscribers.
  var requested = OrderedDemand()
  private var watched: [(name: String, get: () -> AnyObject?)] = []
  /// Whether a step switches threads here, so that foreign code is a place to meet, too.
  func step() { Interleaving.point() }
  func report(_ what: String) { if !findings.contains(what) { findings.append(what) } }
  func expect(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { report(what()) } }
  /// From now on this must go when the trial is over.
  func watch(_ object: AnyObject, _ name: String) { watched.append((name, { [weak object] in object })) }
  /// The watched objects that are still in memory.
  var left: [String] { watched.filter { $0.get() != nil }.map(\.name) }
  /// The findings, and what is still in memory.
  func end() -> [String] { findings + left.map { "\($0) is never freed" } }
  /// The same, once a subscriber is let go.
  func end<A>(_ judge: inout Judge<A>?) -> [String] {
    judge?.leave()
    judge = nil
    return end()
  }
  func end<A, B>(_ first: inout Judge<A>?, _ second: inout Judge<B>?) -> [String] {
    second?.leave()
    second = nil
    return end(&first)
  }
}

extension Subject where Output == Int, Failure == Fault {
  func sendAll(_ values: Int..., then completion: Subscribers.Completion<Fault>? = nil) {
    for value in values { send(value) }
    if let completion { send(completion: completion) }
  }
}

/// A subscriber that knows the rules of the protocol, and reports every one that is broken.
final class Judge<Input>: Subscriber {
  typealias Failure = Fault
  let bench: Bench
  /// Requested as soon as there is a subscription.
  var first: Subscribers.Demand
  /// Returned for every value.
  var reply = Subscribers.Demand.none
  /// Called inside `receive(_:)`.
  var whenReceived: (Input) -> Void = { _ in }
  /// Called inside `receive(subscription:)`, after the first request.
  var whenSubscribed: () -> Void = {}
  /// Called inside `receive(completion:)`.
  var whenCompleted: () -> Void = {}
  private(set) var subscription: (any Subscription)?
  private(set) var values: [Input] = []
  private(set) var completion: Subscribers.Completion<Fault>?
  private(set) var isCancelled = false
  private var isSubscribed = false
  private(set) var demand = Subscribers.Demand.none
  private var inside: [Int] = []
  /// All that was requested. A value happens after a request that allows it, so it sees what its subscriber did before.
  private var requested = OrderedDemand()
  /// Every call of this subscriber happens after the previous one.
  private let calls = AccessCheck("the subscriber")
  /// Orders the thread that uses the subscription after the one that brought it, as the subscriber's own lock would.
  private let lock = Interleaving.Lock()

  init(_ bench: Bench, demand: Subscribers.Demand = .unlimited) {
    (self.bench, first) = (bench, demand)
    bench.watch(self, "the subscriber")
  }
  private var thread: Int { Controller.active?.current ?? -1 }
  private func enter(_ what: String, _ body: () -> Void) {
    let me = thread
    bench.expect(inside.allSatisfy { $0 == me }, "\(what) while another thread delivers")
    inside.append(me)
    calls.write()
    bench.step()
    body()
    inside.removeLast()
  }
  func receive(subscription: any Subscription) {
    bench.expect(!isSubscribed, "a second subscription")
    isSubscribed = true
    calls.write()
    self.subscription = subscription
    lock.release()
    bench.step()
    if isCancelled { return subscription.cancel() }
    if first > .none { request(first) }
    whenSubscribed()
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    bench.expect(isSubscribed, "a value before the subscription")
    bench.expect(demand > .none, "a value without demand")
    bench.expect(completion == nil, "a value after the completion")
    demand -= demand > .none ? 1 : 0
    bench.expect(requested.ordered > .max(values.count), "a value that is not ordered after its request")
    enter("a value") {
      values.append(input)
      whenReceived(input)
    }
    demand += reply
    requested.add(reply)
    return reply
  }
  func receive(completion: Subscribers.Completion<Fault>) {
    bench.expect(isSubscribed, "a completion before the subscription")
    bench.expect(self.completion == nil, "a second completion")
    self.completion = completion
    enter("a completion") { whenCompleted() }
  }
  func request(_ more: Subscribers.Demand) {
    lock.acquire()
    demand += more
    requested.add(more)
    bench.requested.add(more)
    subscription?.request(more)
  }
  func cancel() {
    lock.acquire()
    isCancelled = true
    subscription?.cancel()
  }
  /// Lets go of the subscription, so that nothing is kept by it.
  func leave() {
    // Released when the variable is written: its `deinit` may run other threads, which read the variable.
    let old = subscription
    subscription = nil
    withExtendedLifetime(old) {}
  }
}

/// A publisher that keeps to the rules, of a kind that the engine does not know: it keeps its subscriber until it is
/// told otherwise.
final class Tap: Publisher {
  typealias Output = Int
  typealias Failure = Fault
  let bench: Bench
  let name: String
  /// Gives the subscription only when `open` is called.
  var isLate = false
  /// Whether it keeps its subscriber after a cancel or a completion.
  var forgets = true
  /// Whether all its demand comes from requests of the subscriber: then each request happens after those, and sees what
  /// the subscriber did.
  var isAskedBySubscriber = false
  /// Called at the end of each request.
  var whenRequested: () -> Void = {}
  private(set) var line: Line?

  init(_ bench: Bench, _ name: String) { (self.bench, self.name) = (bench, name) }

  func receive<S: Subscriber<Int, Fault>>(subscriber: S) {
    line = Line(self, subscriber)
    if !isLate { open() }
  }
  /// Gives the subscription, and then the completion that came meanwhile: a good publisher does not complete before.
  func open() {
    guard let line, !line.isGiven else { return }
    line.isGiven = true
    line.subscriber?.receive(subscription: line)
    line.isReady = true
    line.lock.release()
    if let ending = line.ending { end(ending) }
  }
  /// Sends the value if there is demand. True if it did.
  @discardableResult func send(_ value: Int) -> Bool {
    guard let line, let subscriber = line.subscriber, line.isOpen, line.demand > .none else { return false }
    line.demand -= 1
    line.lock.acquire()
    let more = subscriber.receive(value)
    line.demand += more
    line.lock.release()
    return true
  }
  func sendAll(_ values: Int..., then completion: Subscribers.Completion<Fault>? = nil) {
    for value in values { send(value) }
    if let completion { end(completion) }
  }
  func end(_ completion: Subscribers.Completion<Fault> = .finished) {
    guard let line, line.isOpen, let subscriber = line.subscriber else { return }
    guard line.isReady else {
      line.ending = completion
      return
    }
    line.lock.acquire()
    line.isOpen = false
    if case .failure = completion { line.hasFailed = true }
    if forgets { line.subscriber = nil }
    subscriber.receive(completion: completion)
  }
  /// Neither cancelled nor ended.
  var isOpen: Bool { line?.isOpen == true }

  final class Line: Subscription {
    let bench: Bench
    let name: String
    let forgets: Bool
    let isAskedBySubscriber: Bool
    let whenRequested: () -> Void
    private var total = Subscribers.Demand.none
    fileprivate(set) var subscriber: (any Subscriber<Int, Fault>)?
    fileprivate(set) var demand = Subscribers.Demand.none
    fileprivate(set) var isOpen = true
    fileprivate(set) var isGiven = false
    fileprivate(set) var isReady = false
    fileprivate(set) var ending: Subscribers.Completion<Fault>?
    /// Orders what a signal does after the subscription, after the earlier signals, and after the calls that led to it.
    fileprivate let lock = Interleaving.Lock()
    /// Whether a failure was sent before a cancel.
    fileprivate(set) var hasFailed = false
    private(set) var cancels = 0
    fileprivate init(_ tap: Tap, _ subscriber: any Subscriber<Int, Fault>) {
      (bench, name, forgets, isAskedBySubscriber) = (tap.bench, tap.name, tap.forgets, tap.isAskedBySubscriber)
      whenRequested = tap.whenRequested
      self.subscriber = subscriber
    }
    func request(_ more: Subscribers.Demand) {
      bench.step()
      lock.release()
      demand += more
      total += more
      if isAskedBySubscriber {
        bench.expect(bench.requested.ordered >= total, "a request that is not ordered after the subscriber's")
      }
      whenRequested()
    }
    func cancel() {
      bench.step()
      lock.release()
      cancels += 1
      isOpen = false
      if forgets { subscriber = nil }
    }
  }
}

/// A scheduler whose actions a thread runs when the scenario says so.
final class HandScheduler: Scheduler {
  typealias SchedulerTimeType = VirtualDate
  typealias SchedulerOptions = Never
  struct VirtualDate: Strideable {
    var ticks = 0
    func distance(to other: VirtualDate) -> Stride { Stride(ticks: other.ticks - ticks) }
    func advanced(by n: Stride) -> VirtualDate { VirtualDate(ticks: ticks + n.ticks) }
    struct Stride: SignedNumeric, Comparable, SchedulerTimeIntervalConvertible {
      var ticks: Int
      var magnitude: Int { abs(ticks) }
      init(ticks: Int) { self.ticks = ticks }
      init(integerLiteral value: Int) { ticks = value }
      init?<T: BinaryInteger>(exactly source: T) { ticks = Int(source) }
      static func < (a: Stride, b: Stride) -> Bool { a.ticks < b.ticks }
      static func + (a: Stride, b: Stride) -> Stride { Stride(ticks: a.ticks + b.ticks) }
      static func - (a: Stride, b: Stride) -> Stride { Stride(ticks: a.ticks - b.ticks) }
      static func * (a: Stride, b: Stride) -> Stride { Stride(ticks: a.ticks * b.ticks) }
      static func *= (a: inout Stride, b: Stride) { a.ticks *= b.ticks }
      static func seconds(_ s: Int) -> Stride { Stride(ticks: s) }
      static func seconds(_ s: Double) -> Stride { Stride(ticks: Int(s)) }
      static func milliseconds(_ ms: Int) -> Stride { Stride(ticks: ms) }
      static func microseconds(_ us: Int) -> Stride { Stride(ticks: us) }
      static func nanoseconds(_ ns: Int) -> Stride { Stride(ticks: ns) }
    }
  }
  final class Timer: Cancellable {
    let bench: Bench
    let due: VirtualDate
    private let lock = Interleaving.Lock()
    private(set) var action: (() -> Void)?
    init(_ bench: Bench, _ due: VirtualDate, _ action: @escaping () -> Void) {
      (self.bench, self.due, self.action) = (bench, due, action)
      lock.release()
    }
    func fire() {
      lock.acquire()
      action?()
    }
    func cancel() {
      bench.step()
      action = nil
    }
  }
  let bench: Bench
  var now = VirtualDate()
  let minimumTolerance: VirtualDate.Stride = 0
  /// Actions to be run once, in order.
  private(set) var soon: [(run: () -> Void, isSafe: Bool)] = []
  private(set) var timers: [Timer] = []
  /// Orders an action after the call that scheduled it.
  private let lock = Interleaving.Lock()
  /// Whether an action without a date runs inside the call that schedules it.
  var runsInside = false
  init(_ bench: Bench) { self.bench = bench }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    bench.step()
    if runsInside { return action() }
    lock.release()
    soon.append((action, isSafe: false))
  }
  /// Does the same for an action that is not lost.
  func scheduleSafely(_ action: @escaping () -> Void) {
    bench.step()
    if runsInside { return action() }
    lock.release()
    soon.append((action, isSafe: true))
  }
  func schedule(after date: VirtualDate, tolerance: VirtualDate.Stride, options: Never?, _ action: @escaping () -> Void)
  { scheduleLater(action, isSafe: false) }
  /// Never runs inside the call that schedules it.
  func scheduleLater(_ action: @escaping () -> Void, isSafe: Bool) {
    bench.step()
    lock.release()
    soon.append((action, isSafe))
  }
  func schedule(
    after date: VirtualDate, interval: VirtualDate.Stride, tolerance: VirtualDate.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    bench.step()
    let timer = Timer(bench, date, action)
    timers.append(timer)
    return timer
  }
  /// Runs a timer once, if it was not cancelled.
  func fire(_ number: Int) { if number < timers.count { timers[number].fire() } }
  /// Runs one of the actions that wait.
  func runNext() {
    guard !soon.isEmpty else { return }
    lock.acquire()
    soon.removeFirst().run()
  }
  /// Runs one of the actions that wait, twice.
  func runTwice() {
    guard !soon.isEmpty else { return }
    lock.acquire()
    let action = soon.removeFirst()
    action.run()
    action.run()
  }
  /// Runs the action that was scheduled last.
  func runLast() {
    guard !soon.isEmpty else { return }
    lock.acquire()
    soon.removeLast().run()
  }
  /// Loses the actions that wait, as a queue whose operations are cancelled.
  func lose() {
    bench.step()
    lock.acquire()
    let lost = soon
    soon = lost.filter(\.isSafe)
    withExtendedLifetime(lost) {}
  }
  /// Runs everything until nothing is left: actions first, then each timer once.
  func settle() {
    for _ in 0..<1000 where !runOne() { return }
  }
  private var fired: Set<ObjectIdentifier> = []
  /// Runs the next action that waits, or a timer that has not fired yet.
  @discardableResult func runOne() -> Bool {
    if !soon.isEmpty {
      runNext()
    } else if let timer = moving.first(where: \.isStarted) {
      timer.fire()
    } else if let timer = timers.first(where: { $0.action != nil && !fired.contains(ObjectIdentifier($0)) }) {
      fired.insert(ObjectIdentifier(timer))
      timer.fire()
    } else {
      return false
    }
    return true
  }
  /// The timers that can be restarted.
  private(set) var moving: [Moving] = []
  func movable(_ action: @escaping (Int) -> Void) -> Moving {
    let timer = Moving(bench, self, action)
    moving.append(timer)
    return timer
  }
  /// Drops everything.
  func clear() { (soon, timers, moving) = ([], [], []) }
  /// How many timers were neither cancelled nor dropped.
  var running: Int { timers.count { $0.action != nil } + moving.count { $0.isStarted } }
}
