extension Publisher {
  /// Sends a group for each key: a publisher that sends the values with that key.
  ///
  /// *Requests* unlimited values. *Keeps* a group for each key, and the values of a group for which there is no demand.
  ///
  /// *Use it* to handle the values of each key separately. *See also* `filter`, `flatMap`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.groupBy { $0 % 2 }.flatMap { g in g.map { v in "\(g.key): \(v)" } }
  ///     =  -b-c-d-e-|
  ///       b = "1: 1"   c = "0: 2"   d = "1: 3"   e = "0: 4"
  ///
  /// All groups complete with the upstream. When the downstream cancels, groups that have subscribers continue. A group without a
  /// subscriber keeps its values, without a limit.
  ///
  /// - Parameter key: Returns the key of a value.
  @inlinable public func groupBy<Key: Hashable>(_ key: @escaping (Output) -> Key) -> Publishers.GroupBy<Self, Key> {
    .init(upstream: self, key: key)
  }
}

extension Publishers {
  /// The publisher that `groupBy(_:)` returns.
  public struct GroupBy<Upstream: Publisher, Key: Hashable>: Publisher {
    /// A group: the publisher of the values with one key.
    public typealias Output = Group<Key, Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns the key of a value.
    public let key: (Upstream.Output) -> Key
    /// Creates the publisher that `groupBy(_:)` returns.
    @inlinable public init(upstream: Upstream, key: @escaping (Upstream.Output) -> Key) { (self.upstream, self.key) = (upstream, key) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let grouper = Grouper(subscriber, "GroupBy", key)
      grouper.sendSubscription()
      grouper.start(upstream)
    }
  }

  /// The publisher of the values that have a key in common.
  ///
  /// The first subscriber receives the values that arrived before it. Each subscriber has a buffer of its own for values that it has not
  /// requested.
  public final class Group<Key: Hashable, Output, Failure: Error>: Publisher, @unchecked Sendable {
    // Unchecked: the gate of the grouper guards the state that changes.
    /// The key that all values of this group have.
    public let key: Key
    @usableFromInline let subject = PassthroughSubject<Output, Failure>()
    /// The values that arrived before the first subscription to the group.
    @usableFromInline let early = Queue<Output>()
    @exclusivity(unchecked) @usableFromInline var isOpen = false
    @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?
    /// The number of subscribers that have not cancelled.
    @exclusivity(unchecked) @usableFromInline var members = 0
    /// Runs an action inside the gate.
    @usableFromInline let turn: (@escaping () -> Void) -> Void
    /// Called when a subscriber has subscribed (1) or cancelled (-1).
    @exclusivity(unchecked) @usableFromInline var count: (Int) -> Void

    @inlinable init(_ key: Key, turn: @escaping (@escaping () -> Void) -> Void, count: @escaping (Int) -> Void) {
      (self.key, self.turn, self.count) = (key, turn, count)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      turn { [self] in join(subscriber) }
    }
    /// Called inside the gate: subscribes a subscriber to the group.
    @inlinable func join<S: Subscriber<Output, Failure>>(_ subscriber: S) {
      if let ending {
        let left = (0..<early.count).map { _ in early.pop() }
        return Record(output: left, completion: ending).subscribe(subscriber)
      }
      count(1)
      let buffer = BufferInner(subscriber, .max, .byRequest, .dropNewest, keepsFinish: false)
      subject.handleEvents(receiveCancel: { [count] in count(-1) }).subscribe(buffer)
      isOpen = true
      flush()
    }
    /// Sends the early values. Only the first subscriber receives any.
    @usableFromInline func flush() { while !early.isEmpty { subject.send(early.pop()) } }
    @inlinable @inline(__always) func take(_ value: Output) {
      if isOpen, early.isEmpty { subject.send(value) } else if ending == nil { early.push(value) }
    }
    @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
      (ending, count) = (completion, { _ in })
      if isOpen { flush() }
      subject.send(completion: completion)
    }
  }
}
