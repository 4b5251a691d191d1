extension Publisher {
  /// Makes a publisher of every group of values for which the closure gives the same key, when the first value of it comes.
  ///
  /// Everything is asked for. A group that finds no demand waits, and so do values of a group until somebody has subscribed to it and asked
  /// for them; a group that nobody takes keeps its values. All groups end with this publisher. When the groups are cancelled those that have
  /// subscribers go on. Rx calls it `groupBy`, too.
  ///
  ///     source             -1-2-3-4-|
  ///     groupBy { $0 % 2 } -a-b-----|
  ///     a                   1---3---|
  ///     b                     2---4-|
  @inlinable public func groupBy<Key: Hashable>(_ key: @escaping (Output) -> Key) -> Publishers.GroupBy<Self, Key> {
    .init(upstream: self, key: key)
  }
}

extension Publishers {
  /// A publisher of groups of values.
  public struct GroupBy<Upstream: Publisher, Key: Hashable>: Publisher {
    /// One group.
    public typealias Output = Group<Key, Upstream.Output, Upstream.Failure>
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What the values of a group have in common.
    public let key: (Upstream.Output) -> Key
    /// A publisher of groups of values.
    @inlinable public init(upstream: Upstream, key: @escaping (Upstream.Output) -> Key) { (self.upstream, self.key) = (upstream, key) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { Grouper(subscriber, key).start(upstream) }
  }

  /// The values that have a key in common.
  ///
  /// The first subscriber gets those that have come before it; every one has its own buffer for what it has not asked for.
  public final class Group<Key: Hashable, Output, Failure: Error>: Publisher, @unchecked Sendable {
    // Unchecked: what changes is in the keeping of the grouper's gate.
    /// What the values have in common.
    public let key: Key
    @usableFromInline let subject = PassthroughSubject<Output, Failure>()
    /// What came before somebody subscribed.
    @usableFromInline let early = Queue<Output>()
    @exclusivity(unchecked) @usableFromInline var isOpen = false
    @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?
    /// Runs an action inside the gate.
    @usableFromInline let turn: (@escaping () -> Void) -> Void
    /// A subscriber has come, or has cancelled.
    @exclusivity(unchecked) @usableFromInline var count: (Int) -> Void

    @inlinable init(_ key: Key, turn: @escaping (@escaping () -> Void) -> Void, count: @escaping (Int) -> Void) {
      (self.key, self.turn, self.count) = (key, turn, count)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      turn { [self] in join(subscriber) }
    }
    /// Inside the gate.
    @inlinable func join<S: Subscriber<Output, Failure>>(_ subscriber: S) {
      if let ending {
        let left = (0..<early.count).map { _ in early.pop() }
        return Record(output: left, completion: ending).subscribe(subscriber)
      }
      count(1)
      subject.handleEvents(receiveCancel: { [count] in count(-1) }).subscribe(BufferInner(subscriber, .max, .byRequest, .dropNewest))
      isOpen = true
      flush()
    }
    /// Only the first subscriber finds any values here.
    @usableFromInline func flush() { while !early.isEmpty { subject.send(early.pop()) } }
    @inlinable @inline(__always) func take(_ value: Output) {
      if isOpen, early.isEmpty { subject.send(value) } else { early.push(value) }
    }
    @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
      (ending, count) = (completion, { _ in })
      if isOpen { flush() }
      subject.send(completion: completion)
    }
  }
}

@usableFromInline final class Grouper<Key: Hashable, Value, Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable
where Downstream.Input == Publishers.Group<Key, Value, Downstream.Failure> {
  @usableFromInline let key: (Value) -> Key
  // In the keeping of the gate:
  @exclusivity(unchecked) @usableFromInline var groups: [Key: Downstream.Input] = [:]
  /// In the order in which they were made.
  @exclusivity(unchecked) @usableFromInline var order: [Downstream.Input] = []
  /// Those the downstream has not asked for.
  @usableFromInline let waiting = Queue<Downstream.Input>()
  /// The subscribers of the groups.
  @exclusivity(unchecked) @usableFromInline var subscribers = 0
  @exclusivity(unchecked) @usableFromInline var isCancelled = false
  @exclusivity(unchecked) @usableFromInline var isFlowing = false
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Downstream.Failure>?

  @inlinable init(_ downstream: Downstream, _ key: @escaping (Value) -> Key) {
    self.key = key
    super.init(downstream)
  }
  @inlinable @inline(__always)
  func start<P: Publisher>(_ upstream: P) where P.Output == Value, P.Failure == Downstream.Failure {
    greet("GroupBy")
    let link = Link("Source")
    add(link)
    let onValue = { [self] (value: Value) -> Subscribers.Demand in
      gate.take(self, value, from: link) { grouper, value, _ in
        grouper.take(value)
        return .none
      }
    }
    upstream.subscribe(Leg(link, of: self, onValue: onValue) { [self] completion in gate.run { [self] in close(completion) } })
  }
  @usableFromInline override func joined(_ link: Link) { link.request(.unlimited) }
  @usableFromInline override func admit(_ more: Subscribers.Demand) { flow() }
  @usableFromInline override func dispose() {
    waiting.removeAll()
    (groups, order) = ([:], [])
  }
  /// The groups that have subscribers go on; with the last of them the upstream is cancelled.
  @usableFromInline override func cancel() {
    gate.run { [self] in
      isCancelled = true
      waiting.removeAll()
      stopIfUnused()
    }
  }
  private func stopIfUnused() { if isCancelled, subscribers == 0 { stop() } }
  @usableFromInline func count(_ change: Int) {
    gate.run { [self] in
      subscribers += change
      stopIfUnused()
    }
  }
  @inlinable @inline(__always) func take(_ value: Value) {
    if isOver { return }
    let key = key(value)
    if let group = groups[key] { group.take(value) } else { begin(key, value) }
  }
  @inlinable @inline(never) func begin(_ key: Key, _ value: Value) {
    if isCancelled { return }
    let turn = { [weak self] (action: @escaping () -> Void) in if let self { self.gate.run(action) } else { action() } }
    let group = Downstream.Input(key, turn: turn, count: { [weak self] in self?.count($0) })
    groups[key] = group
    order.append(group)
    group.take(value)
    waiting.push(group)
    flow()
  }
  @usableFromInline func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if isOver { return }
    for group in order { group.end(completion) }
    ending = completion
    flow()
  }
  @inlinable func flow() {
    if isFlowing { return }
    isFlowing = true
    while wants, !waiting.isEmpty { send(waiting.pop()) }
    isFlowing = false
    guard let ending else { return }
    if isCancelled { return stop() }
    if case .failure = ending { end(ending) } else if waiting.isEmpty { end(ending) }
  }
}
