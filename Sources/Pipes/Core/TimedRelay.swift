/// What a timed operator is made of: its downstream, its upstream, and what the upstream's side and the scheduler's side share.
///
/// The upstream's side stores what comes, under the lock, and schedules. Only the scheduler's side calls the downstream, one call at a time,
/// so no event arrives on a thread that is not the scheduler's.
@usableFromInline final class TimedCore<Downstream: Subscriber, State>: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.
  @usableFromInline struct Shared {
    /// Gone when all is over, and `own` with it.
    @usableFromInline var downstream: Downstream?
    @usableFromInline var own: State?
    /// Asked for and not yet delivered, unless requests are forwarded.
    @usableFromInline var demand = Subscribers.Demand.none
    @inlinable init(_ downstream: Downstream, _ own: State) { (self.downstream, self.own) = (downstream, own) }
  }
  @usableFromInline let shared: Guarded<Shared>
  @usableFromInline let link: Link
  /// Of the scheduler's side.
  @usableFromInline let gate = Gate()
  /// Whether the downstream's requests go to the upstream; otherwise that is asked for everything.
  @usableFromInline let forwards: Bool

  @inlinable init(_ downstream: Downstream, _ name: String, forwards: Bool, _ state: State) {
    (link, self.forwards) = (Link(name), forwards)
    shared = Guarded(Shared(downstream, state))
  }
  @inlinable func request(_ more: Subscribers.Demand) {
    if forwards { link.request(more) } else { shared.with { $0.demand += more } }
  }
  /// All is over. The downstream, for the one caller that closes it.
  @inlinable func close() -> Downstream? {
    let old = shared.with { shared in
      let old = shared
      (shared.downstream, shared.own) = (nil, nil)
      return old  // freed outside the lock
    }
    return old.downstream
  }
}

/// One upstream and a scheduler. An operator adds `take` and `complete`.
@usableFromInline protocol TimedRelay<Input, Failure>: Subscriber, Forgetful, AnyObject where Failure == Downstream.Failure {
  associatedtype Downstream: Subscriber
  associatedtype State
  var core: TimedCore<Downstream, State> { get }
  func take(_ input: Input)
  /// The upstream has ended. Called once, and nothing is taken afterwards.
  func complete(_ completion: Subscribers.Completion<Failure>)
  /// The upstream is there.
  func begin(_ downstream: Downstream)
  /// What a value is answered with.
  var reply: Subscribers.Demand { get }
  /// All is over: stops the timers.
  func silence()
}
extension TimedRelay {
  @inlinable @inline(__always) var reply: Subscribers.Demand { .none }
  @inlinable func silence() {}
  @inlinable var description: String { core.link.description }
  @inlinable func begin(_ downstream: Downstream) {
    downstream.receive(subscription: self)
    if !core.forwards, core.link.isLive { core.link.request(.unlimited) }
  }
  @inlinable func receive(subscription: any Subscription) {
    if core.link.attach(subscription), let downstream = core.shared.with({ $0.downstream }) { begin(downstream) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard core.link.isLive else { return .none }
    take(input)
    return reply
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if core.link.end() { complete(completion) }
  }
  @inlinable func request(_ more: Subscribers.Demand) { core.request(more) }
  @inlinable func cancel() {
    guard core.close() != nil else { return }
    silence()
    _ = core.link.stop()
  }

  // MARK: The scheduler's side

  /// Runs the action, which captures nothing, when no other runs: now, also nested, or when the other is done.
  @inlinable @inline(__always) func turn(_ action: @escaping (Self) -> Void) {
    let me = currentThread()
    if core.gate.enter(me) {
      action(self)
      core.gate.leave(me)
    } else if core.gate.isMine(me) {
      action(self)
    } else {
      core.gate.note(me) { [self] in action(self) }
    }
  }
  /// What the downstream returns is its demand.
  @inlinable @inline(__always) func send(_ value: Downstream.Input, to downstream: Downstream) {
    let more = downstream.receive(value)
    if more != .none { request(more) }
  }
  /// Cancels the upstream, unless it has ended, then ends the downstream.
  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    guard let downstream = core.close() else { return }
    silence()
    _ = core.link.stop()
    downstream.receive(completion: completion)
  }
}

/// One timer of a fixed length that can be started anew. On a scheduler that can move timers it moves one; on any other it cancels and
/// schedules a repeating one, which is cancelled when it has fired: the contract's TI-02. While it runs there it keeps its owner alive.
@usableFromInline final class Countdown<Context: Scheduler, Owner: AnyObject> {
  private let scheduler: Context
  private let interval: Context.SchedulerTimeType.Stride
  private let options: Context.SchedulerOptions?
  private weak let owner: Owner?
  private let fire: (Owner) -> Void
  @usableFromInline let movable: (any MovableTimer)?
  /// The timer, and how often it was started or stopped: so that one that fires too late is known.
  private let state = Guarded<(running: (any Cancellable)?, round: Int)>((nil, 0))

  @usableFromInline
  init(
    _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?, of owner: Owner,
    fire: @escaping (Owner) -> Void
  ) {
    (self.scheduler, self.interval, self.options, self.owner, self.fire) = (scheduler, interval, options, owner, fire)
    let action = { [weak owner] in
      if let owner { fire(owner) }
    }
    movable = (scheduler as? any MovableTimers).map { Countdown.timer(on: $0, interval, action) }
  }
  private static func timer<Moving: MovableTimers>(
    on scheduler: Moving, _ interval: Context.SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any MovableTimer {
    // Found by a cast of the very scheduler, so the stride is the same type.
    scheduler.movableTimer(after: interval as! Moving.SchedulerTimeType.Stride, action)
  }
  @inlinable @inline(__always) func restart() {
    if let movable { movable.restart() } else { reschedule() }
  }
  @usableFromInline func reschedule() {
    guard let owner, let round = nextRound() else { return }
    let due = scheduler.now.advanced(by: interval)
    let timer = scheduler.schedule(after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: options) { [self] in
      if nextRound(after: round) != nil { fire(owner) }
    }
    let isLate = state.with { state in
      if state.round == round { state.running = timer }
      return state.round != round
    }
    if isLate { timer.cancel() }
  }
  @usableFromInline func stop() {
    if let movable { movable.stop() } else { nextRound() }
  }
  /// Cancels the timer and begins a round; not if another than the given one has begun.
  @discardableResult private func nextRound(after last: Int? = nil) -> Int? {
    let (running, round): ((any Cancellable)?, Int?) = state.with { state in
      if let last, last != state.round { return (nil, nil) }
      state.round += 1
      return (state.running.take(), state.round)
    }
    running?.cancel()
    return round
  }
}
