/// One upstream whose values go through, and another publisher whose first value changes that.
///
/// What ends the stream does not cancel the other publisher, unless the contract says so; the end of this object does.
@usableFromInline final class UntilInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let until: UntilLink
  @usableFromInline let gate = Gate()
  /// The downstream gets its subscription with that of the upstream; otherwise it has it already.
  @usableFromInline let isLate: Bool
  // In the keeping of the gate:
  /// Values are left out.
  @exclusivity(unchecked) @usableFromInline var isShut: Bool
  @exclusivity(unchecked) @usableFromInline var isGreeted: Bool
  /// The completion that came while the downstream was given its subscription.
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?
  /// Through this the other publisher knows this object until the end.
  @exclusivity(unchecked) @usableFromInline weak var lease: Lease<UntilInner>?

  @inlinable init(_ downstream: Downstream, _ name: String, isLate: Bool) {
    (self.downstream, self.isLate) = (downstream, isLate)
    (isShut, isGreeted) = (!isLate, !isLate)
    until = UntilLink(name, isLate: isLate)
  }
  @inlinable deinit { _ = until.other.stop() }
  @inlinable var link: Link { until }

  /// Subscribes to the other publisher. The closures run inside the gate, until the end.
  @inlinable
  func watch<P: Publisher>(
    _ publisher: P, onValue: @escaping (UntilInner) -> Void, onCompletion: @escaping (UntilInner, Subscribers.Completion<P.Failure>) -> Void
  ) {
    let lease = Lease(self)
    self.lease = lease
    publisher.subscribe(Watch<P.Output, P.Failure, Downstream>(until.other, lease, onValue, onCompletion))
  }
  @inlinable func receive(subscription: any Subscription) {
    guard until.join(subscription), isLate, until.claimGreeting() else { return }
    // Outside the gate: an upstream that answers the first request without a pause must not keep the other publisher out.
    downstream.receive(subscription: PlainSubscription(until))
    gate.run { [self] in
      isGreeted = true
      if let ending { close(ending) }
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
      guard until.endUnsubscribed() else { return }
      if isLate { _ = until.other.stop() }
      close(completion)
    }
  }
  /// Inside the gate: the other publisher lets values through from now on.
  @inlinable func begin() {
    isShut = false
    _ = until.other.stop()
  }
  /// Inside the gate: the other publisher ends the stream.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>) {
    if until.isOver { return }
    _ = until.stop()
    close(completion)
  }
  /// Inside the gate. A downstream that has no subscription yet gets one that has ended; one that is just being given its subscription gets
  /// the completion afterwards.
  @inlinable func close(_ completion: Subscribers.Completion<Failure>) {
    if !isGreeted {
      guard until.claimGreeting() else {
        ending = completion
        return
      }
      isGreeted = true
      downstream.receive(subscription: PlainSubscription(until))
    }
    lease?.drop()
    if !until.isCancelled { downstream.receive(completion: completion) }
  }
}

/// The subscription of a stream with another publisher beside its upstream.
@usableFromInline final class UntilLink: Link, @unchecked Sendable {
  @usableFromInline let other: Link
  // Under the lock of `upstream`:
  /// Whether the downstream has its subscription, or is being given it.
  @exclusivity(unchecked) private var isGreeting = false
  @exclusivity(unchecked) private var wasCancelled = false
  let isLate: Bool
  @usableFromInline init(_ name: String, isLate: Bool) {
    other = Link(name)
    self.isLate = isLate
    super.init(name)
  }
  @usableFromInline override var releasesSubscriber: Bool { false }
  @usableFromInline func join(_ subscription: any Subscription) -> Bool {
    guard attach(subscription) else { return false }
    catchUp()
    return true
  }
  /// True for the one caller that is to give the downstream its subscription.
  @usableFromInline func claimGreeting() -> Bool {
    upstream.with { _ in
      defer { isGreeting = true }
      return !isGreeting
    }
  }
  @usableFromInline var isCancelled: Bool { upstream.with { _ in wasCancelled } }
  @usableFromInline override func cancel() {
    upstream.with { _ in wasCancelled = true }
    if isOver, isLate { return }
    super.cancel()
    _ = other.stop()
  }
}

/// The subscriber of the other publisher: it asks for one value.
@usableFromInline struct Watch<Input, Fault: Error, Downstream: Subscriber>: EngineSubscriber {
  @usableFromInline typealias Failure = Fault
  @usableFromInline typealias Watcher = UntilInner<Downstream>
  @usableFromInline let link: Link
  @usableFromInline let lease: Lease<Watcher>
  @usableFromInline let onValue: (Watcher) -> Void
  @usableFromInline let onCompletion: (Watcher, Subscribers.Completion<Fault>) -> Void
  @inlinable
  init(
    _ link: Link, _ lease: Lease<Watcher>, _ onValue: @escaping (Watcher) -> Void,
    _ onCompletion: @escaping (Watcher, Subscribers.Completion<Fault>) -> Void
  ) {
    (self.link, self.lease, self.onValue, self.onCompletion) = (link, lease, onValue, onCompletion)
  }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable func receive(subscription: any Subscription) { if link.attach(subscription) { subscription.request(.max(1)) } }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive, let watcher = lease.value else { return .none }
    let onValue = onValue
    watcher.gate.run { onValue(watcher) }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Fault>) {
    guard link.end(), let watcher = lease.value else { return }
    let onCompletion = onCompletion
    watcher.gate.run { onCompletion(watcher, completion) }
  }
}
