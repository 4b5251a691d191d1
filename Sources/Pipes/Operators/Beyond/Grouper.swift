/// The delivery of `groupBy` and `window`: it sends the values of one upstream to groups. Each `var` is guarded by the
/// gate.
@usableFromInline
final class Grouper<Key: Hashable, Value, Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable
where Downstream.Input == Publishers.Group<Key, Value, Downstream.Failure> {
  @exclusivity(unchecked) @usableFromInline var key: Kept<((Value) -> Key)?>
  /// Whether a key begins a new group when all subscribers of its group have cancelled.
  @usableFromInline let isRenewing: Bool
  /// Returns the duration of a group. Set before the upstream is subscribed to.
  @exclusivity(unchecked) @usableFromInline var duration = Kept<
    ((Downstream.Input) -> AnyPublisher<Void, Downstream.Failure>)?
  >(nil)
  /// Called inside the gate when a group has received a value. Set before the upstream is subscribed to.
  @exclusivity(unchecked) @usableFromInline var whenTaken = Kept<((Grouper) -> Void)?>(nil)
  /// Whether there is such an action. Set with it; a look at a flag needs no retain.
  @exclusivity(unchecked) @usableFromInline var isCounting = false
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline var groups = Kept<[Key: Downstream.Input]>([:])
  /// The number of groups that have been created.
  @exclusivity(unchecked) @usableFromInline var created = 0
  /// The groups for which there has been no demand yet.
  @usableFromInline let waiting = Queue<Downstream.Input>()
  /// The number of subscribers of all groups.
  @exclusivity(unchecked) @usableFromInline var subscribers = 0
  @exclusivity(unchecked) @usableFromInline var isFlowing = false
  /// The number of the group that is on its way downstream; zero if there is none.
  @exclusivity(unchecked) @usableFromInline var sending = 0
  @exclusivity(unchecked) @usableFromInline var ending = Kept<Subscribers.Completion<Downstream.Failure>?>(nil)

  @inlinable init(_ downstream: Downstream, _ name: String, isRenewing: Bool = false, _ key: @escaping (Value) -> Key) {
    self.key = Kept(key)
    self.isRenewing = isRenewing
    super.init(downstream, name)
  }
  @inlinable @inline(__always)
  func start<P: Publisher>(_ upstream: P) where P.Output == Value, P.Failure == Downstream.Failure {
    let link = Link("Source")
    add(link)
    let onValue = { [self] (value: Value) -> Subscribers.Demand in
      gate.take(self, value, from: link) { grouper, value, _ in
        grouper.take(value)
        return .none
      }
    }
    upstream.subscribe(
      UpstreamSubscriber(link, of: self, onValue: onValue) { [self] completion in
        gate.run { [self] in close(completion) }
      })
  }
  /// Begins a group before it has a value.
  @inlinable func open(_ key: Key) { gate.run { [self] in begin(key) } }
  @usableFromInline override func upstreamAttached(_ link: Link) { link.request(.unlimited) }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) -> Link? {
    flow()
    return nil
  }
  @usableFromInline override func dispose() {
    let old = (key.take(), whenTaken.take(), duration.take(), groups.replace(by: [:]), waiting.takeAll(), ending.take())
    for group in old.3.values { _ = group.duration.take() }
    withExtendedLifetime(old) {}  // released last: a `deinit` may send
  }
  /// Releases the downstream. Groups with subscribers continue, and the upstream is cancelled with the last of them.
  @usableFromInline override func cancel() {
    detachDownstream()
    gate.run { [self] in
      waiting.removeAll()
      stopIfUnused()
    }
  }
  private func stopIfUnused() { if isDetached, subscribers == 0 { cancelAll() } }
  /// Called when a subscriber has joined a group (1) or cancelled (-1).
  @usableFromInline func count(_ change: Int, _ key: Key, _ number: Int) {
    gate.run { [self] in
      guard let group = groups.member(at: key), group.number == number else { return }
      group.members = (group.members ?? 0) + change
      subscribers += change
      stopIfUnused()
    }
  }
  @inlinable @inline(__always) func take(_ value: Value) {
    guard !isOver, let key = key.value?(value) else { return }
    if let group = groups.member(at: key), group.members != 0 || !isRenewing {
      give(value, to: group)
    } else {
      begin(key, value)
    }
    if isCounting, let whenTaken = whenTaken.value { whenTaken(self) }
  }
  @inlinable @inline(__always) func give(_ value: Value, to group: Downstream.Input) {
    group.take(value)
    if group.hasDuration, let duration = group.duration.value { duration.values.take(value) }
  }
  /// Called inside the gate: finishes the group with a key, if there is one.
  @usableFromInline func completeGroup(_ key: Key) {
    if let group = groups.member(at: key) { complete(group, .finished) }
  }
  /// Called inside the gate: completes a group. Its key is free for the next one.
  @usableFromInline func complete(_ group: Downstream.Input, _ completion: Subscribers.Completion<Downstream.Failure>) {
    guard ending.value == nil, groups.member(at: group.key) === group else { return }
    let old = groups.replace(at: group.key, by: nil)
    defer { withExtendedLifetime(old) {} }  // released last: the `deinit` of a key may send
    subscribers -= group.members ?? 0
    endDuration(of: group)
    group.complete(completion)
    stopIfUnused()
  }
  @inlinable @inline(never) func begin(_ key: Key, _ value: Value? = nil) {
    completeGroup(key)
    if isDetached || isOver || ending.value != nil { return }
    // The end of the old group may have sent a value with the same key.
    if let value, let group = groups.member(at: key) { return give(value, to: group) }
    created += 1
    let number = created
    let turn = { [weak self] (action: @escaping () -> Void) in
      if let self { self.admit(number, action) } else { action() }
    }
    let group = Downstream.Input(key, number, turn: turn, count: { [weak self] in self?.count($0, key, number) })
    let old = groups.replace(at: key, by: group)
    defer { withExtendedLifetime(old) {} }
    if let value { group.take(value) }
    if let duration = duration.value {
      startDuration(of: group, duration)
      if let value { group.duration.value?.values.take(value) }
    }
    waiting.push(group)
    flow()
  }
  /// Lets a subscriber join a group. A subscriber that joins when it receives the group does so before the values that
  /// are queued: otherwise a failure behind them would come first, and they would be lost.
  @usableFromInline func admit(_ number: Int, _ action: @escaping () -> Void) {
    if gate.isInside, sending == number { action() } else { gate.run(action) }
  }
  @usableFromInline func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if isOver || ending.value != nil { return }
    _ = ending.replace(by: completion)  // first: what a subscriber of a group sends now begins no other group
    if case .failure = completion { closeUpstreams() }
    let wasFlowing = isFlowing
    isFlowing = true  // until the groups have completed
    let inOrder = groups.value.values.sorted { $0.number < $1.number }
    for group in inOrder { endDuration(of: group) }
    for group in inOrder { group.complete(completion) }
    closeUpstreams()  // a boundary, which may have a timer, has nothing to do any more: contract BC-13
    isFlowing = wasFlowing
    flow()
  }
  @inlinable func flow() {
    if isFlowing { return }
    isFlowing = true
    while canSend, !isDetached, !waiting.isEmpty {
      let group = waiting.pop()
      sending = group.number
      send(group)
    }
    isFlowing = false
    sending = 0
    guard let ending = ending.value else { return }
    if isDetached { return cancelAll() }
    if case .failure = ending { complete(ending) } else if waiting.isEmpty { complete(ending) }
  }
}
