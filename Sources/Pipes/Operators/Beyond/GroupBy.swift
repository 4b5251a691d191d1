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
  /// All groups complete with the upstream. When the downstream cancels, groups that have subscribers continue. A group
  /// that has never had a subscriber keeps its values, without a limit. When all subscribers of a group have cancelled,
  /// the next value with its key begins a new group, and the old one finishes.
  ///
  /// - Parameter key: Returns the key of a value.
  @inlinable public func groupBy<Key: Hashable>(_ key: @escaping (Output) -> Key) -> Publishers.GroupBy<Self, Key> {
    .init(upstream: self, key: key)
  }
  /// Sends a group for each key; each group has a duration, and the next value with its key begins a new group.
  ///
  /// *Requests* unlimited values. *Keeps* a group for each key, and the values of a group for which there is no demand.
  /// *Cancels* the duration of a group that completes.
  ///
  /// *Use it* to handle the values of each key separately, and to forget keys that are no longer used. *See also*
  /// `filter`, `flatMap`.
  ///
  ///     a: -1-1-1-1-|
  ///     > a.groupBy({ $0 }, duration: { g in g.dropFirst(1) }).flatMap { g in g.count() }
  ///     =  ---2---2-|
  ///
  /// The first value or the finish of the duration finishes its group. Its failure fails the group, and no other one. A
  /// duration of a time is `Publishers.timer(after:scheduler:)`; `group.debounce(for:scheduler:)` ends a group in which
  /// nothing has arrived for a while.
  ///
  /// - Parameter key: Returns the key of a value.
  /// - Parameter duration: Returns the duration of a group. It receives a publisher of the values of the group, which
  ///   sends each value after the group has received it. Subscribing to that publisher does not count as subscribing to
  ///   the group.
  @inlinable public func groupBy<Key: Hashable, Duration: Publisher>(
    _ key: @escaping (Output) -> Key, duration: @escaping (Publishers.Group<Key, Output, Failure>) -> Duration
  ) -> Publishers.GroupBy<Self, Key> where Duration.Failure == Failure {
    .init(upstream: self, key: key, duration: { duration($0).map { _ in }.eraseToAnyPublisher() })
  }
  /// Does the same for a duration that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func groupBy<Key: Hashable, Duration: Publisher>(
    _ key: @escaping (Output) -> Key, duration: @escaping (Publishers.Group<Key, Output, Failure>) -> Duration
  ) -> Publishers.GroupBy<Self, Key> where Duration.Failure == Never {
    groupBy(key, duration: { duration($0).setFailureType(to: Failure.self) })
  }
}

extension Publishers {
  public struct GroupBy<Upstream: Publisher, Key: Hashable>: Publisher {
    /// A group: the publisher of the values with one key.
    public typealias Output = Group<Key, Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let key: (Upstream.Output) -> Key
    /// Returns the duration of a group; `nil` if groups end with the upstream.
    @usableFromInline let duration: ((Output) -> AnyPublisher<Void, Failure>)?
    @inlinable public init(upstream: Upstream, key: @escaping (Upstream.Output) -> Key) {
      self.init(upstream: upstream, key: key, duration: nil)
    }
    @inlinable init(
      upstream: Upstream, key: @escaping (Upstream.Output) -> Key, duration: ((Output) -> AnyPublisher<Void, Failure>)?
    ) {
      self.upstream = upstream
      self.key = key
      self.duration = duration
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let grouper = Grouper(subscriber, "GroupBy", isRenewing: true, key)
      _ = grouper.duration.replace(by: duration)
      grouper.sendSubscription()
      grouper.start(upstream)
    }
  }

  /// The publisher of the values that have a key in common.
  ///
  /// The first subscriber receives the values that arrived before it. Each subscriber has a buffer of its own for
  /// values that it has not requested.
  public final class Group<Key: Hashable, Output, Failure: Error>: Publisher {
    // 1. The gate of `subject` guards the state up to `ending`. It lives as long as the group, which may outlive its
    //    grouper: a group can be kept after the end of its stream, and subscribed to by several threads.
    // 2. As long as the grouper lives, callers enter its gate first, so that the events of a group and the events of
    //    the stream of groups have one order.
    // 3. The gate of the grouper guards the other state.
    /// The key that all values of this group have.
    public let key: Key
    @usableFromInline let subject = PassthroughSubject<Output, Failure>()
    /// The hub of the subject, one look nearer.
    @usableFromInline let hub: FanOut<Output, Failure>
    /// The values that arrived before the first subscription to the group.
    @usableFromInline let early = Queue<Output>()
    @exclusivity(unchecked) @usableFromInline var isOpen: Bool
    /// Whether the first subscriber is joining. Until it has its subscription, values and the completion wait for it.
    @exclusivity(unchecked) @usableFromInline var isJoining = false
    @exclusivity(unchecked) @usableFromInline var ending = Kept<Subscribers.Completion<Failure>?>(nil)
    /// The place of the group in the order in which groups were created.
    @usableFromInline let number: Int
    /// The number of subscribers that have not cancelled; `nil` before the first one.
    @exclusivity(unchecked) @usableFromInline var members: Int?
    /// The duration of the group, and the publisher of values that it was created from.
    @exclusivity(unchecked) @usableFromInline var duration = Kept<(link: Link, values: Group)?>(nil)
    /// Whether it has ever had a duration. A look at a flag needs no retain.
    @exclusivity(unchecked) @usableFromInline var hasDuration = false
    /// Runs an action inside the gate of the grouper, or at once if there is no grouper any more.
    @usableFromInline let turn: (@escaping () -> Void) -> Void
    /// Called when a subscriber has subscribed (1) or cancelled (-1).
    @usableFromInline let count: (Int) -> Void

    /// Creates a group that keeps its values until the first subscription, or one that is open and keeps none.
    @inlinable init(
      _ key: Key, _ number: Int, isOpen: Bool = false, turn: @escaping (@escaping () -> Void) -> Void,
      count: @escaping (Int) -> Void
    ) {
      self.key = key
      self.number = number
      self.isOpen = isOpen
      self.turn = turn
      self.count = count
      hub = subject.hub
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      turn { [self] in hub.exclusively { [self] in join(subscriber) } }
    }
    /// Called inside the gate of the group: subscribes a subscriber to it.
    @inlinable func join<S: Subscriber<Output, Failure>>(_ subscriber: S) {
      if let ending = ending.value, !isJoining {
        let left = (0..<early.count).map { _ in early.pop() }
        return Record(output: left, completion: ending).subscribe(subscriber)
      }
      count(1)
      let isFirst = !isOpen && !isJoining
      if isFirst { isJoining = true }
      let buffer = BufferInner(subscriber, .max, .byRequest, .dropNewest, keepsFinish: false)
      subject.handleEvents(receiveCancel: { [count] in count(-1) }).subscribe(buffer)
      // Behind the subscription, which is queued if an action of another thread is.
      if isFirst { hub.exclusively { [self] in open() } }
    }
    /// Called inside the gate of the group when its first subscriber has its subscription.
    @usableFromInline func open() {
      isOpen = true
      isJoining = false
      flush()
      if let ending = ending.value { hub.complete(ending) }
    }
    /// Sends the early values. Only the first subscriber receives any.
    @usableFromInline func flush() { while !early.isEmpty { hub.spread(early.pop()) } }
    @inlinable @inline(__always) func take(_ value: Output) {
      guard let pass = hub.gate.enterAgain() else { return hub.exclusively { [self] in accept(value) } }
      accept(value)
      hub.leave(pass)
    }
    @inlinable @inline(__always) func accept(_ value: Output) {
      if isOpen, early.isEmpty { hub.spread(value) } else if ending.value == nil { early.push(value) }
    }
    @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
      hub.exclusively { [self] in
        if ending.value != nil { return }
        _ = ending.replace(by: completion)
        if isJoining { return }
        if isOpen { flush() }
        hub.complete(completion)
      }
    }
  }
}

// Unchecked: gates guard the state that changes; see the numbered list in the type.
extension Publishers.Group: @unchecked Sendable where Key: Sendable, Output: Sendable {}
