import Synchronization

/// A subscription that remembers what was asked for and not delivered: an upstream that comes late, or after another one, is asked for it.
@usableFromInline final class Handover: EngineSubscription, @unchecked Sendable {
  @usableFromInline enum Phase: UInt8, AtomicRepresentable { case waiting, live, ended, cancelled }
  struct Ledger {
    var upstream: (any Subscription)?
    var demand = Subscribers.Demand.none
    /// Asked for beside the first demand.
    var extra: Int
    /// Subscribes to what follows; freed at the end, also if it never came to that.
    var next: ((Handover) -> Void)?
  }
  // `phase` and `isUnlimited` change inside the lock only; they are atomics so that reading them per value needs no lock.
  @usableFromInline let phase = Atomic(Phase.waiting)
  @usableFromInline let isUnlimited = Atomic(false)
  let ledger: Guarded<Ledger>
  let name: String
  let refusesZero: Bool
  @usableFromInline override var description: String { name }
  @usableFromInline override var isTidy: Bool { ledger.with { $0.upstream }?.forgetsSubscribers ?? true }

  @usableFromInline init(_ name: String, refusesZero: Bool = false, extra: Int = 0, next: ((Handover) -> Void)? = nil) {
    (self.name, self.refusesZero) = (name, refusesZero)
    ledger = Guarded(Ledger(extra: extra, next: next))
  }
  @usableFromInline var isCancelled: Bool { phase.load(ordering: .relaxed) == .cancelled }
  @inlinable @inline(__always) var isLive: Bool { phase.load(ordering: .relaxed) == .live }

  /// Takes the next upstream, unless there is one already or all is over: then it is cancelled.
  @usableFromInline @discardableResult func attach(_ subscription: any Subscription) -> Bool {
    let owed: Subscribers.Demand? = ledger.with { ledger in
      guard phase.load(ordering: .relaxed) == .waiting else { return nil }
      phase.store(.live, ordering: .releasing)
      ledger.upstream = subscription
      return ledger.demand > .none ? ledger.withExtra(ledger.demand) : .some(.none)
    }
    guard let owed else {
      subscription.cancel()
      return false
    }
    if owed > .none { subscription.request(owed) }
    return true
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    if isEnded { return }
    if refusesZero, !Misuse.isPositive(demand, name) { return }
    let (upstream, asked): ((any Subscription)?, Subscribers.Demand) = ledger.with { ledger in
      ledger.demand += demand
      if ledger.demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
      return (ledger.upstream, ledger.upstream == nil ? demand : ledger.withExtra(demand))
    }
    upstream?.request(asked)
  }
  private var isEnded: Bool { phase.load(ordering: .relaxed).rawValue >= Phase.ended.rawValue }

  /// Counts a value before it is delivered. False: nobody asked for it.
  @inlinable @inline(__always) func take() -> Bool { isUnlimited.load(ordering: .relaxed) || takeOne() }
  @usableFromInline func takeOne() -> Bool {
    ledger.with { ledger in
      guard ledger.demand > .none else { return false }
      ledger.demand -= 1
      return true
    }
  }
  /// Counts what the downstream returned for a value; the caller returns it to the upstream.
  @inlinable @inline(__always) func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
    if more > .none { count(more) }
    return more
  }
  @usableFromInline func count(_ more: Subscribers.Demand) { ledger.with { $0.demand += more } }

  /// The upstream has ended and another one will follow. False if all is over.
  @usableFromInline func release() -> Bool { leave(for: .waiting) != nil }
  /// The upstream has ended: subscribes to what follows it.
  @usableFromInline func goOn() {
    let next = ledger.with { $0.next.take() }
    if release() { next?(self) }
  }
  /// The upstream has ended, and with it everything. True for the one caller that ends it.
  @usableFromInline func end() -> Bool { leave(for: .ended) != nil }
  @usableFromInline override func cancel() { _ = stop() }
  /// Cancels the upstream, and refuses the next. True for the one caller that ends it.
  @usableFromInline func stop() -> Bool {
    guard let old = leave(for: .cancelled, evenWaiting: true) else { return false }
    old.upstream?.cancel()
    return true
  }
  /// What is let go of, to be freed outside the lock.
  private func leave(for next: Phase, evenWaiting: Bool = false) -> Ledger? {
    ledger.with { ledger in
      let now = phase.load(ordering: .relaxed)
      guard now == .live || now == .waiting && evenWaiting else { return nil }
      phase.store(next, ordering: .releasing)
      let old = ledger
      ledger.upstream = nil
      if next != .waiting { ledger.next = nil }
      return old
    }
  }
}

extension Handover.Ledger {
  /// Adds the extra demand, once.
  mutating func withExtra(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    defer { extra = 0 }
    return demand > .none ? demand + extra : demand
  }
}

/// A subscriber of one of several upstreams that follow one another. Its values are counted; what the downstream returns goes to the
/// upstream. An operator adds `receive(subscription:)` and `receive(completion:)`.
@usableFromInline protocol Successive<Input, Failure>: EngineSubscriber where Input == Downstream.Input {
  associatedtype Downstream: Subscriber
  var downstream: Downstream { get }
  var link: Handover { get }
}
extension Successive {
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  /// The first upstream is there: the downstream gets its one subscription.
  @inlinable func begin(_ subscription: any Subscription) {
    if link.attach(subscription) { downstream.receive(subscription: link) }
  }
  @inlinable @inline(__always) func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard link.isLive, link.take() else { return .none }
    return link.add(downstream.receive(input))
  }
  @inlinable func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if link.end() { downstream.receive(completion: completion) }
  }
}

/// The subscriber of the last upstream: whatever happens to it happens to the whole.
@usableFromInline struct Successor<Downstream: Subscriber>: Successive {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Handover
  @inlinable init(_ downstream: Downstream, _ link: Handover) { (self.downstream, self.link) = (downstream, link) }
  @inlinable func receive(subscription: any Subscription) { _ = link.attach(subscription) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) { finish(completion) }
}
