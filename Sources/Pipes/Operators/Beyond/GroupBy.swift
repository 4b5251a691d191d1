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
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let grouper = Grouper(subscriber, key)
      grouper.sendSubscription("GroupBy")
      grouper.start(upstream)
    }
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
    /// How many subscribers have not cancelled.
    @exclusivity(unchecked) @usableFromInline var members = 0
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
    @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
      (ending, count) = (completion, { _ in })
      if isOpen { flush() }
      subject.send(completion: completion)
    }
  }
}
