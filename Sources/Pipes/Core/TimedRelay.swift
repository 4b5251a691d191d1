/// The parts of a timed operator: its downstream, its upstream, and the state that the upstream's side and the scheduler's side share.
///
/// Invariants:
/// 1. Everything in `Shared` is guarded by the one lock. State that must agree (a pending value, the round of its timer, the timer) changes
///    in one call of `shared.with`. No user code runs inside: values, timers and the downstream are released outside of it.
/// 2. A round begins with `Shared.nextRound()`. A timer knows the round it was started for, and claims the round when it fires, under the
///    lock, with the state that belongs to it. A timer of an earlier round does nothing, so a value is never sent without its own pause.
/// 3. After `Shared.endRounds()` no round begins: no timer is started after a completion, an expiry or a cancel.
/// 4. The upstream's side (`take`, `upstreamCompleted`) never calls the downstream. It stores and schedules; it may be called from inside a delivery.
/// 5. The scheduler's side calls the downstream inside `gate`, one call at a time. Events whose time has come wait in `due`, so that their
///    order is the one in which they were claimed, whichever threads the scheduler uses.
/// 6. `dispose()` succeeds once. It lets go of the downstream, the state and the timer; a delivery that runs meanwhile keeps its own
///    reference.
///
/// It is not a `Delivery`, because of rule 4: a thread that is inside the gate of a delivery also runs the actions that other threads have
/// queued, so the upstream's thread would call the downstream. Speed is not the reason: `debounce` written on `Delivery` takes 0.71 to 0.78
/// times as long a value, since it keeps the pending value and the timer without retains.
@usableFromInline final class TimedCore<Downstream: Subscriber, State>: @unchecked Sendable {
  /// An event that is delivered later than it arrived.
  @usableFromInline enum Event {
    case value(Downstream.Input), completion(Subscribers.Completion<Downstream.Failure>)
  }
  // Unchecked: the lock guards all state that changes.
  @usableFromInline struct Shared {
    /// The downstream and the state; `nil` once the operator has completed or been cancelled.
    @usableFromInline var downstream: Downstream?
    @usableFromInline var own: State?
    /// The demand that has not been fulfilled; not counted if requests are forwarded.
    @usableFromInline var demand = Subscribers.Demand.none
    /// The number of the current round, the only one whose timer has an effect; `.max` when no round may begin any more.
    @usableFromInline var round = 0
    /// The timer of the current round, or of an earlier one until it is cancelled. Only on schedulers that cannot move timers.
    @usableFromInline var timer: (any Cancellable)?
    @inlinable init(_ downstream: Downstream, _ own: State) { (self.downstream, self.own) = (downstream, own) }

    /// Begins a round and returns its number; `nil` if rounds have ended.
    @inlinable @inline(__always) mutating func nextRound() -> Int? {
      guard round != .max else { return nil }
      round += 1
      return round
    }
    /// Allows no further round. Returns the timer, which the caller cancels outside of the lock.
    @inlinable mutating func endRounds() -> (any Cancellable)? {
      round = .max
      return timer.take()
    }
  }
  @usableFromInline let shared: Guarded<Shared>
  /// Events whose time has come, to be delivered in this order. Guarded by the lock, and empty once the operator is closed. Apart from the
  /// state, because a constant needs no retain.
  @usableFromInline let due = Queue<Event>()
  @usableFromInline let link: Link
  /// The gate of the scheduler's side.
  @usableFromInline let gate = Gate()
  /// Whether the downstream's requests go to the upstream; otherwise unlimited values are requested from it.
  @usableFromInline let forwards: Bool

  @inlinable init(_ downstream: Downstream, _ name: String, forwards: Bool, _ state: State) {
    (link, self.forwards) = (Link(name), forwards)
    shared = Guarded(Shared(downstream, state))
  }
  @inlinable func request(_ more: Subscribers.Demand) {
    if forwards { link.request(more) } else { shared.with { $0.demand += more } }
  }
  /// Closes the operator. Returns the downstream to the one caller that closes it.
  @inlinable func dispose() -> Downstream? {
    let (old, events) = shared.with { shared in
      let old = (shared, due.takeAll())
      (shared.downstream, shared.own, shared.timer) = (nil, nil, nil)
      shared.round = .max
      return old  // freed outside the lock
    }
    withExtendedLifetime(events) { old.timer?.cancel() }
    return old.downstream
  }

  // MARK: Events whose time has come

  /// Called under the lock, with the state: adds an event whose time has come, unless the operator is closed.
  @inlinable @inline(__always) func push(_ event: Event, _ shared: inout Shared) {
    if case .some = shared.downstream { due.push(event) }
  }
  /// Delivers the next due event inside the gate: now, also re-entrant, or when the gate is free. Called once for every event. An
  /// action that is scheduled for it keeps only the core alive, because the operator may be the target of a weak reference.
  @inlinable @inline(__always) func deliver() { gate.run(self, ()) { core, _ in core.deliverNext() } }
  /// Called inside the gate: delivers the first due event. A value for which there is no demand is dropped, unless requests are
  /// forwarded. A timer has stopped before a completion was queued.
  @inlinable @inline(__always) func deliverNext() {
    let (event, downstream): (Event?, Downstream?) = shared.with { shared in
      guard let downstream = shared.downstream, !due.isEmpty else { return (nil, nil) }
      let event = due.pop()
      guard !forwards, case .value = event else { return (event, downstream) }
      guard shared.demand > .none else { return (event, nil) }
      shared.demand -= 1
      return (event, downstream)
    }
    guard let event, let downstream else { return }
    switch event {
    case .value(let value):
      let more = downstream.receive(value)
      if more > .none { request(more) }  // also when the upstream has ended: contract TI-03, TI-06
    case .completion(let completion): complete(completion)
    }
  }
  /// Cancels the upstream, unless it has completed, then completes the downstream.
  @inlinable func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard let downstream = dispose() else { return }
    link.detach()
    downstream.receive(completion: completion)
  }
}

/// An operator with one upstream and a scheduler. A conforming type adds `take` and `upstreamCompleted`.
@usableFromInline protocol TimedRelay<Input, Failure>: Subscriber, Subscription, AnyObject where Failure == Downstream.Failure {
  associatedtype Downstream: Subscriber
  associatedtype State
  var core: TimedCore<Downstream, State> { get }
  func take(_ input: Input)
  /// Called once when the upstream has completed; no value is accepted afterwards.
  func upstreamCompleted(_ completion: Subscribers.Completion<Failure>)
  /// This operator as the subscription of its downstream.
  var subscription: any Subscription { get }
  /// Called when the upstream has sent its subscription.
  func begin(_ downstream: Downstream)
  /// The demand that is returned to the upstream for a value.
  var reply: Subscribers.Demand { get }
  /// Stops a timer that the scheduler can move. Any other timer is cancelled by the core.
  func stopTimer()
}
extension TimedRelay {
  @inlinable @inline(__always) var reply: Subscribers.Demand { .none }
  @inlinable func stopTimer() {}
  @inlinable var description: String { core.link.description }
  @inlinable var subscription: any Subscription { EngineSubscription.Wrapped(self, releasesSubscriber: true) }
  @inlinable func begin(_ downstream: Downstream) {
    downstream.receive(subscription: subscription)
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
    guard core.link.isLive else { return }
    // The upstream stays attached, because the downstream may return demand for a value that is still to be delivered.
    if core.forwards { core.link.completeAttached() } else { _ = core.link.complete() }
    upstreamCompleted(completion)
  }
  @inlinable func request(_ more: Subscribers.Demand) { core.request(more) }
  @inlinable func cancel() {
    guard core.dispose() != nil else { return }
    stopTimer()
    core.link.detach()
  }

  // MARK: The scheduler's side

  /// Runs the action, which captures nothing, inside the gate: now, also re-entrant, or when the gate is free.
  @inlinable @inline(__always) func inTurn(_ action: @escaping (Self) -> Void) {
    core.gate.run(self, action) { $1($0) }
  }
  /// Sends a value, and adds the demand that the downstream returns.
  @inlinable @inline(__always) func send(_ value: Downstream.Input, to downstream: Downstream) {
    let more = downstream.receive(value)
    if more != .none { request(more) }
  }
  /// Cancels the upstream, unless it has completed, then completes the downstream.
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) { core.complete(completion) }
}

/// A timed relay that sends every event later and in the same order, whatever order the scheduler runs its actions in. A conforming type
/// decides when: it adds `postpone`.
@usableFromInline protocol LateRelay<Input, Failure>: TimedRelay where Input == Downstream.Input {
  func postpone(_ action: @escaping () -> Void)
}
extension LateRelay {
  @inlinable func request(_ more: Subscribers.Demand) { if core.link.isLive { core.link.request(more) } }
  @inlinable @inline(__always) func take(_ input: Input) { enqueue(.value(input)) }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) { enqueue(.completion(completion)) }
  @inlinable @inline(__always) func enqueue(_ event: TimedCore<Downstream, State>.Event) {
    core.shared.with { core.push(event, &$0) }
    postpone { [core] in core.deliver() }
  }
}
