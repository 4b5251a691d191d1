import Synchronization

/// The downstreams and upstreams of a subject, independent of its types. Every `var` is guarded by the gate.
@usableFromInline package class Hub: @unchecked Sendable {
  @usableFromInline package final let gate = Gate()
  /// The open downstream, if there is exactly one.
  @exclusivity(unchecked) @usableFromInline final var only: Unmanaged<SubjectSubscription>?
  /// The downstreams in the order in which they subscribed. Some may be removed already.
  @exclusivity(unchecked) @usableFromInline final var subscriptions: ContiguousArray<SubjectSubscription> = []
  @exclusivity(unchecked) final var live = 0
  /// Removed downstreams, to be released directly before the gate is.
  @exclusivity(unchecked) @usableFromInline final var detached: ContiguousArray<SubjectSubscription> = []
  /// Changes inside the lock of `upstreams` only, so its operations are relaxed.
  final let isWanted = Atomic(false)
  final let upstreams = Guarded(Attached())
  @usableFromInline package final let check = Misuse.AccessCheck("the downstreams of a subject")
  @usableFromInline package init() {}

  /// Runs the action inside the gate: now, also re-entrant, or when the gate is free.
  @usableFromInline package final func exclusively(_ action: @escaping () -> Void) {
    exclusively(self, action) { $1() }
  }
  /// Does the same for an action that captures nothing. `hub` is this object, with the type that the action needs.
  @inlinable @inline(__always)
  package final func exclusively<Typed: Hub, Argument>(
    _ hub: Typed, _ argument: Argument, while link: Link? = nil, _ action: @escaping (Typed, Argument) -> Void
  ) {
    gate.run(hub, argument, while: link, leaving: { if !$0.detached.isEmpty { $0.disposeDetached() } }, action)
  }
  /// Releases the gate for a caller that has entered it by hand.
  @inlinable @inline(__always) package final func leave(_ pass: Gate.Pass) {
    if pass.isOutermost, !detached.isEmpty { disposeDetached() }
    gate.leave(pass)
  }
  @usableFromInline final func disposeDetached() {
    while let subscription = detached.popLast() { subscription.dispose() }
  }

  // MARK: Downstreams

  /// One downstream of a subject.
  @usableFromInline package final class Target<Downstream: Subscriber> {
    @usableFromInline package let downstream: Downstream
    @inlinable package init(_ downstream: Downstream) { self.downstream = downstream }
  }
  /// An event of a target: a pointer to the value, or to the completion. The cases are told apart by their names and
  /// never by the pointer: that of a value without bytes, such as `()`, may be nil in optimized code.
  @usableFromInline package enum Event {
    case value(UnsafeRawPointer)
    case completion(UnsafeRawPointer)
  }
  /// Delivers an event to a target. The closure is created in the inlinable `receive(subscriber:)`, where the types are
  /// known. It captures nothing, so it needs no memory.
  @usableFromInline package typealias Call = (AnyObject, Event) -> Subscribers.Demand

  /// Adds a downstream. This happens before its subscriber receives the subscription.
  @usableFromInline package final func add(_ subscription: SubjectSubscription) {
    exclusively(self, subscription) { hub, subscription in
      hub.check.write()
      if subscription.isRemoved { return }
      subscription.isAdded = true
      hub.subscriptions.append(subscription)
      hub.live += 1
      hub.findOnly()
    }
  }
  @usableFromInline package final func remove(_ subscription: SubjectSubscription) {
    check.write()
    guard !subscription.isRemoved else { return }
    subscription.isRemoved = true
    if subscription.isOpened { detached.append(subscription) }  // the greeter may be calling it
    guard subscription.isAdded else { return }
    live -= 1
    if live == 0, subscriptions.count == 1 {
      subscriptions.removeLast()
    } else if live == 0 {
      subscriptions.removeAll(keepingCapacity: subscriptions.count <= 8)
    } else if live * 2 <= subscriptions.count {
      subscriptions.removeAll { $0.isRemoved }
    }
    findOnly()
  }
  /// Called inside the gate of a completed subject: the downstreams that still wait for values keep it, and it does not
  /// keep them, so that all of it is released if nobody holds them.
  @usableFromInline package final func forgetAll() {
    let old = subscriptions
    for subscription in old { subscription.isAdded = false }
    subscriptions = []
    live = 0
    only = nil
    gate.runAtExit(self) { _ in withExtendedLifetime(old) {} }  // one of them may be being called
  }
  private final func findOnly() {
    only = live == 1 ? subscriptions.first { !$0.isRemoved }.map(Unmanaged.passUnretained) : nil
  }
  /// Returns the demand to add for a request; none if the request is a misuse.
  @usableFromInline package func granted(_ demand: Subscribers.Demand, to name: String) -> Subscribers.Demand {
    Misuse.isPositive(demand, name) ? demand : .none
  }
  /// Called when a downstream has requested values.
  @usableFromInline package func asked(by subscription: SubjectSubscription) { want() }
  /// Called inside the gate when nobody holds the subscription of a downstream any more.
  @usableFromInline func abandoned(_ subscription: SubjectSubscription) { subscription.isAbandoned = true }

  /// Called inside the gate: runs the body for each current subscription, without a retain for each.
  @inlinable @inline(__always) final func forEachSubscription(_ body: (SubjectSubscription) -> Void) {
    check.read()
    let subscriptions = subscriptions  // keeps them alive while others are added and removed
    subscriptions.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: Unmanaged<SubjectSubscription>.self) {
        for subscription in $0 { subscription._withUnsafeGuaranteedRef(body) }
      }
    }
  }

  // MARK: Upstreams

  /// Requests unlimited values from the upstreams, the present and the later ones.
  @usableFromInline package final func want() {
    guard !isWanted.load(ordering: .relaxed) else { return }
    upstreams.withCopy(of: { isWanted.exchange(true, ordering: .relaxed) ? [] : $0.list }) { upstreams in
      for upstream in upstreams { upstream.request(.unlimited) }
    }
  }
  /// Called when the subject is released: no caller can send or subscribe any more.
  @usableFromInline package final func cancelUpstreams() {
    for upstream in upstreams.with({ $0.list }) { upstream.cancel() }
  }
  @usableFromInline package final func hold(_ upstream: any Subscription) {
    let (old, asksNow) = upstreams.with { ($0.add(upstream), isWanted.load(ordering: .relaxed)) }
    withExtendedLifetime(old) {}  // released outside of the lock
    if asksNow { upstream.request(.unlimited) }
  }
  /// The upstreams of a subject or a property. Before the list grows, the upstreams that have completed or were
  /// cancelled are released. So the list has at most eight entries, or twice as many as there are open upstreams, and
  /// adding one takes constant time.
  @usableFromInline package struct Attached {
    private(set) var list: [any Subscription] = []
    private var limit = 8
    /// Adds an upstream. Returns the list of before if some were released, which the caller does outside of the lock.
    mutating func add(_ upstream: any Subscription) -> [any Subscription] {
      var old: [any Subscription] = []
      if list.count >= limit {
        old = list
        list = old.filter { ($0 as? Link)?.isOver != true }
        limit = max(8, 2 * list.count)
      }
      list.append(upstream)
      return old
    }
  }
}
