/// Forwards the values of one upstream until, or from the time when, another publisher sends its first value.
///
/// A completion does not cancel the other publisher, unless the contract says so; releasing this object does.
@usableFromInline final class TriggeredRelay<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let until: SharedLink
  @usableFromInline let gate = Gate()
  /// Whether the downstream receives its subscription when the upstream sends one. Otherwise it has received one
  /// before.
  @usableFromInline let isLate: Bool
  // Guarded by the gate:
  /// Whether values are dropped.
  @exclusivity(unchecked) @usableFromInline var isShut: Bool
  @exclusivity(unchecked) @usableFromInline var hasSubscription: Bool
  /// The completion that arrived while the downstream was receiving its subscription.
  @exclusivity(unchecked) @usableFromInline var ending = Kept<Subscribers.Completion<Failure>?>(nil)

  @inlinable init(_ downstream: Downstream, _ name: String, isLate: Bool) {
    self.downstream = downstream
    self.isLate = isLate
    isShut = !isLate
    hasSubscription = !isLate
    until = SharedLink(name, isLate: isLate)
  }
  @inlinable deinit { _ = until.other.cancelOnce() }
  @inlinable var link: Link { until }

  /// Subscribes to the other publisher. The closures are called inside the gate, until the relay completes or is
  /// cancelled.
  @inlinable
  func watch<P: Publisher>(
    _ publisher: P, onValue: @escaping (TriggeredRelay) -> Void,
    onCompletion: @escaping (TriggeredRelay, Subscribers.Completion<P.Failure>) -> Void
  ) {
    publisher.subscribe(Trigger<P.Output, P.Failure>(until.other, until.lend(self), onValue, onCompletion))
  }
  @inlinable func receive(subscription: any Subscription) {
    guard until.join(subscription), isLate, until.claimSubscription() else { return }
    // Outside the gate: an upstream that answers the first request without a pause must not keep the other publisher
    // out.
    downstream.receive(subscription: EngineSubscription.Plain(until))
    gate.run { [self] in
      hasSubscription = true
      if let ending = ending.value { close(ending) }
    }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    gate.take(self, input, from: until) { inner, input, _ in inner.take(input) }
  }
  @inlinable @inline(__always) func take(_ input: Input) -> Subscribers.Demand {
    if !until.isLive { return .none }
    return isShut ? .max(1) : downstream.receive(input)
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    gate.run { [self] in
      guard until.completeUnsubscribed() else { return }
      _ = until.other.cancelOnce()
      close(completion)
    }
  }
  /// Called inside the gate: from now on values are sent.
  @inlinable func begin() {
    isShut = false
    _ = until.other.cancelOnce()
  }
  /// Called inside the gate: the other publisher completes the downstream.
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    if until.isOver { return }
    _ = until.cancelOnce()
    close(completion)
  }
  /// Called inside the gate: sends the completion. A downstream without a subscription receives one first, which is
  /// over already; a downstream that is receiving its subscription receives the completion afterwards.
  @inlinable func close(_ completion: Subscribers.Completion<Failure>) {
    if !hasSubscription {
      guard until.claimSubscription() else {
        _ = ending.replace(by: completion)
        return
      }
      hasSubscription = true
      downstream.receive(subscription: EngineSubscription.Plain(until))
    }
    until.disposeLease()
    if !until.isCancelled { downstream.receive(completion: completion) }
  }
}

extension TriggeredRelay {
  /// The subscription of a stream with another publisher beside its upstream.
  @usableFromInline final class SharedLink: Link, @unchecked Sendable {
    @usableFromInline let other: Link
    // Guarded by the lock of `upstream`:
    /// Whether the downstream has its subscription, or is being given it.
    @exclusivity(unchecked) private var isSubscribing = false
    @exclusivity(unchecked) private var wasCancelled = false
    /// The only reference from the other publisher to the relay. It is cleared at the completion or a cancel.
    @exclusivity(unchecked) private weak var lease: SharedValue<TriggeredRelay?>?
    /// The sink that asked for reports of changes before there was an upstream.
    @exclusivity(unchecked) private var sink: Link?
    let isLate: Bool
    @usableFromInline init(_ name: String, isLate: Bool) {
      other = Link(name)
      self.isLate = isLate
      super.init(name)
    }
    @usableFromInline override func reportChanges(to sink: Link) {
      upstream.with { if $0 == nil, !isOver { self.sink = sink } }
      super.reportChanges(to: sink)
    }
    @usableFromInline func lend(_ relay: TriggeredRelay) -> SharedValue<TriggeredRelay?> {
      let lease = SharedValue<TriggeredRelay?>(relay)
      upstream.with { _ in self.lease = lease }
      return lease
    }
    /// Detaches the relay from the other publisher.
    @usableFromInline func disposeLease() {
      let old: (lease: SharedValue<TriggeredRelay?>?, sink: Link?) = upstream.with { _ in
        defer { self.sink = nil }
        return (self.lease, self.sink)
      }
      old.lease?.dispose()  // both are freed outside the lock
    }
    @usableFromInline func join(_ subscription: any Subscription) -> Bool {
      guard attach(subscription) else { return false }
      let sink: Link? = upstream.with { _ in self.sink.take() }
      sink?.upstreamChanged(releasesSubscriber: releasesSubscriber)
      if let sink { super.reportChanges(to: sink) }
      catchUp()
      return true
    }
    /// Returns true to the one caller that must send the downstream its subscription.
    @usableFromInline func claimSubscription() -> Bool {
      upstream.with { _ in
        defer { isSubscribing = true }
        return !isSubscribing
      }
    }
    @usableFromInline var isCancelled: Bool { upstream.with { _ in wasCancelled } }
    @usableFromInline override func cancel() {
      upstream.with { _ in wasCancelled = true }
      if isOver, isLate { return }
      super.cancel()
      _ = other.cancelOnce()
      disposeLease()
    }
  }

  /// The subscriber of the other publisher. It requests one value.
  @usableFromInline struct Trigger<Input, Failure: Error>: EngineSubscriber {
    @usableFromInline let link: Link
    @usableFromInline let lease: SharedValue<TriggeredRelay?>
    @usableFromInline let onValue: (TriggeredRelay) -> Void
    @usableFromInline let onCompletion: (TriggeredRelay, Subscribers.Completion<Failure>) -> Void
    @inlinable
    init(
      _ link: Link, _ lease: SharedValue<TriggeredRelay?>, _ onValue: @escaping (TriggeredRelay) -> Void,
      _ onCompletion: @escaping (TriggeredRelay, Subscribers.Completion<Failure>) -> Void
    ) {
      self.link = link
      self.lease = lease
      self.onValue = onValue
      self.onCompletion = onCompletion
    }
    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
    @inlinable var description: String { link.description }
    @inlinable func receive(subscription: any Subscription) {
      if link.attach(subscription) { subscription.request(.max(1)) }
    }
    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
      guard link.isLive, let watcher = lease.value else { return .none }
      let onValue = onValue
      watcher.gate.run { onValue(watcher) }
      return .none
    }
    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
      guard link.complete(), let watcher = lease.value else { return }
      let onCompletion = onCompletion
      watcher.gate.run { onCompletion(watcher, completion) }
    }
  }
}
