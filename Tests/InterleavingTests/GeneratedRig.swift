import Pipes

/// The values of the sources from which a value was computed. All operators are composed with this one type, so that
/// each result says what it was made of: the thousands are the number of the source, the rest counts its values.
struct Parcel: Hashable, Comparable, Codable, CustomStringConvertible {
  /// Something that acts when the last operator has let go of the values that it belongs to.
  final class Weight {
    private let whenFreed: () -> Void
    init(_ whenFreed: @escaping () -> Void) { self.whenFreed = whenFreed }
    deinit { whenFreed() }
  }
  var parts: [Int]
  private var weights: [Weight] = []
  private enum CodingKeys: CodingKey { case parts }
  static func == (a: Parcel, b: Parcel) -> Bool { a.parts == b.parts }
  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
  init(_ parts: [Int]) { self.parts = parts }
  init(_ part: Int) { parts = [part] }
  static func < (a: Parcel, b: Parcel) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
  static func + (a: Parcel, b: Parcel) -> Parcel {
    var sum = Parcel(a.parts + b.parts)
    sum.weights = a.weights + b.weights
    return sum
  }
  /// The same without the weights: for a subscriber that keeps what it received.
  var light: Parcel { Parcel(parts) }
  func with(_ weight: Weight?) -> Parcel {
    guard let weight else { return self }
    var parcel = self
    parcel.weights = [weight]
    return parcel
  }
  var description: String { parts.map(Parcel.name).joined(separator: "+") }
  static func name(_ part: Int) -> String { "abc".map(String.init)[part / 1000] + String(part % 1000) }
}
typealias Flow = AnyPublisher<Parcel, Fault>
typealias Clock = AnyScheduler<HandScheduler.VirtualDate, Never>

/// The values of a source. `deliver` is told which value is on its way, and calls the closure that sends it on.
struct Noted<Upstream: Publisher>: Publisher where Upstream.Output == Int {
  typealias Output = Int
  typealias Failure = Upstream.Failure
  typealias Deliver = (Int, () -> Subscribers.Demand) -> Subscribers.Demand
  let upstream: Upstream
  let deliver: Deliver
  func receive<S: Subscriber<Int, Failure>>(subscriber: S) {
    upstream.subscribe(Inner(downstream: subscriber, deliver: deliver))
  }
  struct Inner<Downstream: Subscriber<Int, Failure>>: Subscriber {
    let downstream: Downstream
    let deliver: Deliver
    let combineIdentifier = CombineIdentifier()
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Int) -> Subscribers.Demand { deliver(input) { downstream.receive(input) } }
    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
  }
}

/// A publisher at the top of a generated pipeline.
final class Source {
  enum Kind: String, CaseIterable { case subject, current, replay, tap }
  let kind: Kind
  let flow: Flow
  /// The same without weights, for the witness: it would let go of each value first.
  let light: Flow
  private let sendValue: (Int) -> Bool
  private let sendEnd: (Subscribers.Completion<Fault>) -> Void
  var count = 0
  var isEnded = false

  /// With `deliver` each value has a weight, and it is known which are on their way.
  init(
    _ kind: Kind, _ number: Int, _ bench: Bench, _ weigh: @escaping (Int) -> Parcel.Weight?,
    _ deliver: Noted<Tap>.Deliver?
  ) {
    self.kind = kind
    func parcels<P: Publisher<Int, Fault>>(_ values: P) -> (Flow, light: Flow) {
      let light = values.map { Parcel($0) }.eraseToAnyPublisher()
      guard let deliver else { return (light, light) }
      let flow = Noted(upstream: values, deliver: deliver).map { Parcel($0).with(weigh($0)) }.eraseToAnyPublisher()
      return (flow, light)
    }
    func uses<S: Subject>(_ subject: S) -> ((Flow, Flow), (Int) -> Bool, (Subscribers.Completion<Fault>) -> Void)
    where S.Output == Int, S.Failure == Fault {
      bench.watch(subject, "source \("abc".map(String.init)[number])")
      let send = { (value: Int) in
        subject.send(value)
        return true
      }
      return (parcels(subject), send, { subject.send(completion: $0) })
    }
    switch kind {
    case .subject: ((flow, light), sendValue, sendEnd) = uses(PassthroughSubject<Int, Fault>())
    case .current: ((flow, light), sendValue, sendEnd) = uses(CurrentValueSubject<Int, Fault>(number * 1000))
    case .replay: ((flow, light), sendValue, sendEnd) = uses(ReplaySubject<Int, Fault>())
    case .tap:
      let tap = Tap(bench, "tap")
      bench.watch(tap, "tap \(number)")
      ((flow, light), sendValue, sendEnd) = (parcels(tap), { tap.send($0) }, { tap.end($0) })
    }
  }
  func send(_ value: Int) -> Bool { sendValue(value) }
  func end(_ completion: Subscribers.Completion<Fault>) {
    isEnded = true
    sendEnd(completion)
  }
}

/// A call, in the rig's own time. A call happened before another one only if it ended before the other began.
struct RecordedCall {
  enum Kind: Equatable { case value(Int), finish, failure, clock, other }
  let kind: Kind
  /// `nil` for calls that do not send: they may touch any source.
  let source: Int?
  /// The values in whose delivery it was made, by a subscriber that reacts, or by the `deinit` of a value.
  let during: [Int]
  let thread: Int
  let begin: Int
  var end = Int.max
  var isAccepted = true
  /// Whether the subscriber itself sends the value while it receives one that had waited, and has demand left for it.
  var isAwaited = false
  var isEnd: Bool { if case .finish = kind { true } else if case .failure = kind { true } else { false } }
}

/// A subscriber of a generated pipeline, and when it subscribed and cancelled.
final class Watcher {
  let judge: Judge<Parcel>
  let isWitness: Bool
  /// Whether it had all the demand there is from the beginning.
  let isUnlimited: Bool
  var began = 0
  var subscribed = Int.max
  var cancelBegin = Int.max
  var cancelEnd = Int.max
  /// The calls of `cancel` that are under way: one that finds another at work returns at once.
  var cancels = 0
  /// Whether it let go of its subscription without cancelling it.
  var hasLeft = false
  /// Whether it cancelled in a callback: nothing may follow.
  var isSilent = false
  init(_ judge: Judge<Parcel>, isWitness: Bool, isUnlimited: Bool) {
    (self.judge, self.isWitness, self.isUnlimited) = (judge, isWitness, isUnlimited)
  }
}

/// The subscription of a `sink`, as a judge sees it.
final class SinkSubscription: Subscription {
  private var token: AnyCancellable?
  private var isCancelled = false
  /// Whether there is something to cancel: `sink` has returned.
  private(set) var isKept = false
  func keep(_ token: AnyCancellable) {
    isKept = true
    if isCancelled { token.cancel() } else { self.token = token }
  }
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {
    isCancelled = true
    let token = token
    self.token = nil
    token?.cancel()
  }
}

/// Everything that one trial of a generated scenario needs: sources, clock, subscribers, and the record of what was
/// called when.
final class Rig {
  let plan: Plan
  let bench = Bench()
  let clock: HandScheduler
  var sources: [Int: Source] = [:]
  var flow: Flow?
  var watchers: [Watcher] = []
  var calls: [RecordedCall] = []
  private var now = 0
  private var hasReacted = false
  /// The values of sources that each thread is delivering, one inside the other. Only if the `deinit` of a value acts.
  private var underWay: [Int: [Int]] = [:]
  private var thread: Int { Controller.active?.current ?? -1 }

  init(_ plan: Plan) {
    self.plan = plan
    clock = HandScheduler(bench)
    clock.runsInside = plan.runsInside
    let isWeighed = plan.reaction?.moment == .free
    let weigh = { [weak self] (value: Int) in isWeighed ? Parcel.Weight { self?.freed(value) } : nil }
    let deliver: Noted<Tap>.Deliver = { [weak self] value, send in
      guard let self else { return send() }
      underWay[thread, default: []].append(value)
      defer { underWay[thread]?.removeLast() }
      return send()
    }
    for number in plan.sources { sources[number] = Source(plan.kind, number, bench, weigh, isWeighed ? deliver : nil) }
    flow = plan.pipeline(
      { self.sources[$0]!.flow },
      plan.movesTimers ? MovingScheduler(clock).eraseToAnyScheduler() : clock.eraseToAnyScheduler())
    if plan.kind != .tap, let source = sources[0] { subscribe(to: source.light, .all, isWitness: true) }
    // The witness may have released the pipeline when it received a first value.
    if !plan.isLate, let flow { subscribe(to: flow, plan.subscriber, isWitness: false) }
  }
  func tick() -> Int {
    now += 1
    return now
  }

  // MARK: Actions of threads and subscribers

  /// Carries out one step, for a subscriber that reacts or for a thread.
  ///
  /// `isAlone` says that no other thread is inside a call: nothing may follow a cancel then, as in a callback.
  func perform(_ step: Step, by reacting: Watcher? = nil, during: [Int] = [], isAlone: Bool = false) {
    let own = reacting.flatMap { $0.isWitness ? nil : $0 } ?? watchers.first { !$0.isWitness }
    switch step {
    case .send(let source): send(source, during: during, by: reacting)
    case .finish(let source): end(source, .finished, during: during)
    case .fail(let source): end(source, .failure(.fault), during: during)
    case .clock, .lose, .clockTwice, .clockLast:
      if reacting == nil { record(.clock, nil, during) { run(step) } } else { run(step) }
    default:
      record(.other, nil, during) { carryOut(step, own, reacting, isAlone) }
    }
  }
  private func run(_ step: Step) {
    switch step {
    case .lose: clock.lose()
    case .clockTwice: clock.runTwice()
    case .clockLast: clock.runLast()
    default: clock.runOne()
    }
  }
  private func carryOut(_ step: Step, _ own: Watcher?, _ reacting: Watcher?, _ isAlone: Bool) {
    switch step {
    case .request: own?.judge.request(.max(1))
    case .requestTwo: own?.judge.request(.max(2))
    case .cancel: if let own { cancel(own, inside: own === reacting || isAlone) }
    case .cancelNewest:
      if let newest = watchers.last(where: { !$0.isWitness && $0 !== reacting }) { cancel(newest, inside: false) }
    case .subscribe: if let flow { subscribe(to: flow, plan.subscriber == .sink ? .sink : .all, isWitness: false) }
    default:
      flow = nil
      guard let own else { return }
      if plan.subscriber == .sink { return cancel(own, inside: own === reacting) }
      own.hasLeft = true
      own.judge.leave()
    }
  }
  func send(_ number: Int, during: [Int] = [], by reacting: Watcher? = nil) {
    guard let source = sources[number] else { return }
    let isAwaited = reacting.map { self.isAwaited(by: $0) } ?? false
    source.count += 1
    let value = number * 1000 + source.count, isEnded = source.isEnded
    let index = calls.count
    record(.value(value), number, during) { source.send(value) && !isEnded }
    calls[index].isAwaited = isAwaited
  }
  /// Whether a value that is sent now has to come because its subscriber, which is inside a callback, has demand left:
  /// no other value waits, and no source is inside a call.
  private func isAwaited(by watcher: Watcher) -> Bool {
    plan.kind == .subject && !watcher.isWitness && watcher.judge.demand > .none
      && calls.allSatisfy { call in
        let isOver = call.end < .max
        guard case .value(let value) = call.kind else { return !call.isEnd && (isOver || call.thread == thread) }
        return isOver && watcher.judge.values.contains { $0.parts.contains(value) }
      }
  }
  func end(_ number: Int, _ completion: Subscribers.Completion<Fault>, during: [Int] = []) {
    guard let source = sources[number] else { return }
    record(completion == .finished ? .finish : .failure, number, during) { source.end(completion) }
  }
  private func record(_ kind: RecordedCall.Kind, _ source: Int?, _ during: [Int], _ body: () -> Void) {
    record(kind, source, during) {
      body()
      return true
    }
  }
  private func record(_ kind: RecordedCall.Kind, _ source: Int?, _ during: [Int], _ body: () -> Bool) {
    let index = calls.count
    calls.append(RecordedCall(kind: kind, source: source, during: during, thread: thread, begin: tick()))
    let isAccepted = body()
    calls[index].isAccepted = isAccepted
    calls[index].end = tick()
  }
  private func cancel(_ watcher: Watcher, inside: Bool) {
    guard !watcher.hasLeft else { return }
    watcher.cancelBegin = min(watcher.cancelBegin, tick())
    watcher.cancels += 1
    watcher.judge.cancel()
    watcher.cancels -= 1
    if let sink = watcher.judge.subscription as? SinkSubscription, !sink.isKept { return }
    if watcher.cancels > 0 { return }
    watcher.cancelEnd = min(watcher.cancelEnd, tick())
    // While a subscription is being received, a value that was requested there may be on its way on another thread.
    if inside { watcher.isSilent = plan.reaction?.moment != .subscription || Controller.active == nil }
  }
  func subscribe(to pipeline: Flow, _ kind: Plan.Receiver, isWitness: Bool) {
    let flow = plan.reaction?.moment == .free ? pipeline.map(\.light).eraseToAnyPublisher() : pipeline
    let judge = Judge<Parcel>(bench, demand: kind == .one ? .max(1) : kind == .nothing ? .none : .unlimited)
    let watcher = Watcher(judge, isWitness: isWitness, isUnlimited: kind == .all || kind == .sink)
    let reacts = isWitness == plan.reaction?.isWitness && (isWitness || !watchers.contains { !$0.isWitness })
    judge.whenSubscribed = { [unowned self, unowned watcher] in if reacts { react(.subscription, watcher) } }
    judge.whenReceived = { [unowned self, unowned watcher] parcel in
      if watcher.isSilent { bench.report("a value after a cancel inside a callback") }
      if reacts { react(isWitness ? .witness : .value, watcher, during: parcel.parts) }
    }
    judge.whenCompleted = { [unowned self, unowned watcher] in
      if watcher.isSilent { bench.report("a completion after a cancel inside a callback") }
      if reacts { react(.completion, watcher) }
    }
    watcher.began = tick()
    if kind == .sink {
      // Another thread that cancels before `sink` has returned does not keep values from coming: so the sink has its
      // demand before.
      let subscription = SinkSubscription()
      judge.receive(subscription: subscription)
      watchers.append(watcher)
      subscription.keep(
        flow.sink(receiveCompletion: { judge.receive(completion: $0) }, receiveValue: { _ = judge.receive($0) }))
    } else {
      watchers.append(watcher)
      flow.subscribe(judge)
    }
    watcher.subscribed = tick()
  }
  /// Called by the `deinit` of a value, as long as the trial goes on. A value that passes through is let go of inside
  /// its own delivery: only one that was kept acts.
  private func freed(_ value: Int) {
    guard !hasReacted, !isConcluding, let reaction = plan.reaction, reaction.moment == .free else { return }
    if underWay[thread]?.contains(value) == true { return }
    hasReacted = true
    let isAlone = calls.allSatisfy { $0.end < .max || $0.thread == thread }
    perform(reaction.step, during: underWay[thread] ?? [], isAlone: isAlone)
  }
  var isConcluding = false
  /// When the threads had ended.
  var concluded = Int.max
  private func react(_ moment: Reaction.Moment, _ watcher: Watcher, during: [Int] = []) {
    guard !hasReacted, let reaction = plan.reaction, reaction.moment == moment else { return }
    hasReacted = true
    perform(reaction.step, by: watcher, during: during)
  }
}
