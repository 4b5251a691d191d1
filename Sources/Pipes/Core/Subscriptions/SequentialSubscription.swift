import Synchronization

/// A subscription that counts the demand that has not been fulfilled, and requests it from an upstream that is
/// subscribed to later or after another one.
@usableFromInline package final class SequentialSubscription: EngineSubscription, @unchecked Sendable {
  /// One of two upstreams that follow one another. Events of the first one after its completion are ignored.
  @usableFromInline package enum Position {
    case first, next
    @inlinable @inline(__always) package var live: Phase { self == .first ? .live : .liveNext }
    @inlinable @inline(__always) package var waiting: Phase { self == .first ? .waiting : .waitingNext }
  }
  @usableFromInline package enum Phase: UInt8, Link.AtomicState {
    /// Waiting for the first upstream, or it is live; waiting for the next upstream, or it is live.
    case waiting, live, waitingNext, liveNext
    case ended, cancelled
  }
  struct Ledger {
    var upstream: EngineSubscription?
    /// The sink that is notified whether cancelling the current upstream releases its subscriber.
    var sink: Link?
    var demand = Subscribers.Demand.none
    /// Demand to request from the first upstream in addition, once it has sent its subscription.
    let extra: Int
    /// Subscribes to the second upstream. Released when the subscription is over, even if it was never called.
    var next: ((SequentialSubscription) -> Void)?
  }
  // `phase` and `isUnlimited` change inside the lock only; they are atomics so that reading them per value needs no
  // lock. All their operations are relaxed: a caller that must see more takes the lock.
  @usableFromInline package let phase = Atomic(Phase.waiting)
  @usableFromInline package let isUnlimited = Atomic(false)
  let ledger: Guarded<Ledger>
  /// Whether a value of an upstream is on its way downstream. Only the signals of the upstream that is due use it.
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// Set if an upstream has completed inside the delivery of one of its values, before the next one is subscribed to.
  /// The events of the later upstreams go through it: so none comes, on another thread, before that delivery has
  /// returned.
  @exclusivity(unchecked) @usableFromInline var turn: Handover?
  @inlinable @inline(__always) package var hasTurn: Bool { turn != nil }
  @usableFromInline package let check = Misuse.AccessCheck("the deliveries of upstreams that follow one another")
  let name: String
  let refusesZero: Bool
  @usableFromInline package override var description: String { name }
  @usableFromInline package override var releasesSubscriber: Bool {
    ledger.with { $0.upstream }?.releasesSubscriber ?? false
  }
  @usableFromInline package override func reportChanges(to sink: Link) {
    ledger.with { if !isEnded { $0.sink = sink } }
  }

  @usableFromInline package init(
    _ name: String, refusesZero: Bool = false, extra: Int = 0, next: ((SequentialSubscription) -> Void)? = nil
  ) {
    self.name = name
    self.refusesZero = refusesZero
    ledger = Guarded(Ledger(extra: extra, next: next))
  }
  @usableFromInline package var isCancelled: Bool { phase.load(ordering: .relaxed) == .cancelled }
  /// Whether the first upstream is live, or the one that follows it.
  @inlinable @inline(__always) package func isLive(_ position: Position) -> Bool {
    phase.load(ordering: .relaxed) == position.live
  }

  /// Keeps an upstream that is due at this position, and cancels any other. Returns whether it is kept.
  @usableFromInline @discardableResult package func attach(_ subscription: any Subscription, _ position: Position)
    -> Bool
  {
    let upstream = subscription.kept
    let accepted: (owed: Subscribers.Demand, sink: Link?)? = ledger.with { ledger in
      guard phase.load(ordering: .relaxed) == position.waiting else { return nil }
      phase.store(position.live, ordering: .relaxed)
      ledger.upstream = upstream
      return (position == .first ? ledger.demand + ledger.extra : ledger.demand, ledger.sink)
    }
    guard let accepted else {
      upstream.cancel()
      return false
    }
    accepted.sink?.upstreamChanged(releasesSubscriber: upstream.releasesSubscriber)
    if accepted.owed > .none { upstream.request(accepted.owed) }
    return true
  }
  @usableFromInline package override func request(_ demand: Subscribers.Demand) {
    if isEnded { return }
    if refusesZero, !Misuse.isPositive(demand, name) { return }
    let upstream: EngineSubscription? = ledger.with { ledger in
      ledger.demand += demand
      if ledger.demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
      return ledger.upstream
    }
    upstream?.request(demand)
  }
  @usableFromInline package var isEnded: Bool { phase.load(ordering: .relaxed).rawValue >= Phase.ended.rawValue }

  /// Counts a value before it is delivered. Returns false if there is no demand for it.
  @inlinable @inline(__always) package func take() -> Bool { isUnlimited.load(ordering: .relaxed) || takeOne() }
  @usableFromInline func takeOne() -> Bool {
    ledger.with { ledger in
      guard ledger.demand > .none else { return false }
      ledger.demand -= 1
      return true
    }
  }
  /// Counts the demand that the downstream returned for a value. The caller returns the result to the upstream: none if
  /// another one has followed meanwhile, because it is requested from that one then.
  @inlinable @inline(__always) package func add(_ more: Subscribers.Demand, _ position: Position) -> Subscribers.Demand
  {
    more > .none ? count(more, position) : .none
  }
  @usableFromInline package func count(_ more: Subscribers.Demand, _ position: Position) -> Subscribers.Demand {
    let (isSame, upstream) = ledger.with { ledger in
      ledger.demand += more
      return (phase.load(ordering: .relaxed) == position.live, ledger.upstream)
    }
    if isSame { return more }
    upstream?.request(more)
    return .none
  }
  /// Sends a value of an upstream that another one may follow.
  @inlinable @inline(__always)
  package func deliver<Downstream: Subscriber>(_ value: Downstream.Input, to downstream: Downstream)
    -> Subscribers.Demand
  {
    check.write()
    let isOutermost = !isDelivering
    isDelivering = true
    let more = downstream.receive(value)
    if isOutermost {
      isDelivering = false
      if turn != nil { endTurn() }
    }
    return more
  }
  @usableFromInline package func endTurn() { turn?.end() }

  /// Detaches the first upstream after its completion, because another one follows: at position `.first` another
  /// attempt. Returns false if the subscription is over, also because what is released here has cancelled it.
  @usableFromInline package func detach(for position: Position = .next) -> Bool {
    if isDelivering, turn == nil { turn = Handover() }
    // While there is no upstream only the sink itself releases the subscriber.
    ledger.with { $0.sink }?.upstreamChanged(releasesSubscriber: false)
    let isDetached = transition(to: position.waiting) { $0 == .live }
    return isDetached && !isEnded
  }
  /// Subscribes to the second upstream after the first one has completed.
  @usableFromInline package func subscribeToNext() {
    let next = ledger.with { $0.next.take() }
    if detach() { next?(self) }
  }
  // The next three return true to the one caller that then sends the completion. They release objects, whose `deinit`
  // may cancel, so they look again at last.

  /// Called when the last upstream has completed.
  @usableFromInline package func complete(_ position: Position) -> Bool { end { $0 == position.live } }
  /// The same as `complete(_:)`, for a subscriber that accepts a completion without a subscription.
  @usableFromInline package func completeUnsubscribed() -> Bool { end { $0 == .live || $0 == .waiting } }
  /// Called when there is no next upstream, because its closure has thrown.
  @usableFromInline package func completeBetween() -> Bool { end { $0 == .waitingNext } }
  private func end(if isDue: (Phase) -> Bool) -> Bool {
    let isEnded = transition(to: .ended, if: isDue)
    return isEnded && !isCancelled
  }
  /// Cancels the upstream and refuses the next one. After the end it only says that the completion is not wanted.
  @usableFromInline package override func cancel() { transition(to: .cancelled, cancels: true) { _ in true } }
  /// Changes the phase if the change is due. The detached objects are cancelled, if that is asked for, and released
  /// before it returns, outside of the lock.
  @discardableResult
  private func transition(to next: Phase, cancels: Bool = false, if isDue: (Phase) -> Bool) -> Bool {
    let old: Ledger? = ledger.with { ledger in
      guard isDue(phase.load(ordering: .relaxed)) else { return nil }
      phase.store(next, ordering: .relaxed)
      let old = ledger
      ledger.upstream = nil
      if next.rawValue >= Phase.ended.rawValue {
        ledger.next = nil
        ledger.sink = nil
      }
      return old
    }
    if cancels { old?.upstream?.cancel() }
    return old != nil
  }
}

/// A subscriber of one of several upstreams that follow one another. It counts values; demand that the downstream
/// returns goes to the upstream. An operator adds `receive(subscription:)` and `receive(completion:)`.
@usableFromInline package protocol SequentialSubscriber<Input, Failure>: EngineSubscriber
where Input == Downstream.Input {
  associatedtype Downstream: Subscriber
  var downstream: Downstream { get }
  var link: SequentialSubscription { get }
  var position: SequentialSubscription.Position { get }
}
extension SequentialSubscriber {
  @inlinable @inline(__always) package var position: SequentialSubscription.Position { .first }
  @inlinable package var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable package var description: String { link.description }
  /// Keeps the subscription of the first upstream, and sends the downstream its only subscription.
  @inlinable package func begin(_ subscription: any Subscription) {
    if link.attach(subscription, position) { downstream.receive(subscription: link) }
  }
  @inlinable @inline(__always) package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard link.isLive(position) else { return .none }
    if link.turn != nil { return link.deliverInTurn(input, to: downstream) }
    return link.take() ? link.add(link.deliver(input, to: downstream), position) : .none
  }
  @inlinable package func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let link = link  // kept as long as the action waits
    link.inTurn { if link.complete(position) { downstream.receive(completion: completion) } }
  }
}

extension SequentialSubscription {
  /// Keeps the events of an upstream back until the delivery has returned in which the upstream before it has
  /// completed.
  @usableFromInline package final class Handover: @unchecked Sendable {
    // Unchecked: only the thread of that delivery uses `pass`.
    @usableFromInline package let gate = Gate()
    private var pass: Gate.Pass?
    /// Called inside that delivery.
    init() { pass = gate.enter() }
    /// Called when that delivery has returned.
    func end() { if let pass = pass.take() { gate.leave(pass) } }
  }
  /// Sends a value when it is its turn. The demand that the downstream returns is requested from the upstream that is
  /// due then.
  @inlinable @inline(never)
  package func deliverInTurn<Downstream: Subscriber>(
    _ value: Downstream.Input, to downstream: Downstream, isCounted: Bool = true
  ) -> Subscribers.Demand {
    inTurn { [self] in
      guard !isEnded, !isCounted || take() else { return }
      let more = downstream.receive(value)
      if more > .none { request(more) }
    }
    return .none
  }
  /// Runs the action, which completes the downstream, when it is its turn.
  @inlinable @inline(__always) package func inTurn(_ action: @escaping () -> Void) {
    if let turn { turn.gate.run(action) } else { action() }
  }

  /// The subscriber of the last upstream. Its completion completes the downstream.
  @usableFromInline package struct LastSubscriber<Downstream: Subscriber>: SequentialSubscriber {
    @usableFromInline package typealias Input = Downstream.Input
    @usableFromInline package typealias Failure = Downstream.Failure
    @usableFromInline package let downstream: Downstream
    @usableFromInline package unowned(unsafe) let link: SequentialSubscription
    /// Keeps the subscription alive for an upstream that sends by itself. One that sends on request only is called
    /// inside a request of the subscription, and would keep a subscription that nobody else holds for ever.
    @usableFromInline package let owner: SequentialSubscription?
    @inlinable package init<P: Publisher>(_ downstream: Downstream, _ link: SequentialSubscription, to upstream: P) {
      self.downstream = downstream
      self.link = link
      owner = upstream is any SendingOnRequest ? nil : link
    }
    @inlinable @inline(__always) package var position: SequentialSubscription.Position { .next }
    @inlinable package func receive(subscription: any Subscription) { link.attach(subscription, position) }
    @inlinable package func receive(completion: Subscribers.Completion<Failure>) { complete(completion) }
  }
  /// The subscriber of the first upstream, whose failure leads to the last one.
  @usableFromInline
  package struct RecoveringSubscriber<Failure: Error, Next: Publisher, Downstream: Subscriber>: SequentialSubscriber
  where Next.Output == Downstream.Input, Next.Failure == Downstream.Failure {
    @usableFromInline package typealias Input = Downstream.Input
    @usableFromInline package let downstream: Downstream
    @usableFromInline package let link: SequentialSubscription
    @usableFromInline package let handler: (Failure) -> Next
    @inlinable package init(_ downstream: Downstream, _ name: String, _ handler: @escaping (Failure) -> Next) {
      self.downstream = downstream
      self.handler = handler
      link = SequentialSubscription(name, refusesZero: true)
    }
    @inlinable package func receive(subscription: any Subscription) { begin(subscription) }
    @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
      switch completion {
      case .finished: complete(.finished)
      case .failure(let error):
        guard link.detach() else { return }
        let next = handler(error)
        if link.isEnded { return }  // cancelled by the handler
        next.subscribe(LastSubscriber(downstream, link, to: next))
      }
    }
  }
}
