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
    guard core.link.isLive else { return }
    if core.forwards { core.link.mute() } else { _ = core.link.end() }  // what is still to be delivered may be answered with a request
    complete(completion)
  }
  @inlinable func request(_ more: Subscribers.Demand) { core.request(more) }
  @inlinable func cancel() {
    guard core.close() != nil else { return }
    silence()
    core.link.leave()
  }

  // MARK: The scheduler's side

  /// Runs the action, which captures nothing, when no other runs: now, also nested, or when the other is done.
  @inlinable @inline(__always) func turn(_ action: @escaping (Self) -> Void) {
    core.gate.run(self, action) { $1($0) }
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
    core.link.leave()
    downstream.receive(completion: completion)
  }
}
