/// A subject that keeps the last value and sends it to each subscriber at its first request.
///
/// A value that is sent while a subscriber has no demand is not queued: at its next request the subscriber receives the latest value. Safe
/// to use from several threads.
///
/// Use it for state, which has a value at any time. Use ``PassthroughSubject`` for events, which a later subscriber must not receive, and
/// ``ReplaySubject`` to keep more than one value.
///
/// A `send` from inside a subscriber's `receive(_:)` is delivered immediately, to all subscribers. A subscriber that has not received the
/// outer value by then receives only the newer one: the last value that a subscriber receives is always `value`. (With Combine's subject
/// the older value may come last.)
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // Unchecked: the lock of the hub guards the value. The compiler cannot check the hub because values need not be Sendable.
  @usableFromInline let hub: CurrentFanOut<Output, Failure>
  /// Creates a subject with an initial value.
  @inlinable public init(_ value: Output) { hub = CurrentFanOut(value) }
  deinit { hub.cancelUpstreams() }

  /// The last value. Setting it sends the new value to the subscribers; after the completion the value is only stored.
  public var value: Output {
    get { hub.current.with { $0.value } }
    set {
      var old = newValue
      hub.current.with { if $0.isOver { swap(&$0.value, &old) } }
      send(newValue)
    }
  }
  /// Stores the value, then sends it to the subscribers that have requested one. Ignored after the completion.
  ///
  /// If another thread is delivering at that time, that thread delivers this value too, after this call has returned.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.sendCurrent(value) }
  /// Sends the completion to all subscribers. `value` stays readable; later subscribers receive only the completion.
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.completeCurrent(completion)
  }
  /// Accepts an upstream and immediately requests unlimited values from it.
  public func send(subscription: any Subscription) {
    hub.want()
    hub.hold(subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { hub.connect(subscriber, "CurrentValueSubject", of: self) }
}

/// The downstreams of a subject with a current value.
///
/// 1. `current` is guarded by its lock: the value, its version, and the values that wait for the gate. So values wait in the order of their
///    versions, and none of them overtakes the waiting ones: the thread inside the gate delivers those before its own.
/// 2. `value` shows a value as soon as it is sent, also while it waits.
@usableFromInline final class CurrentFanOut<Output, Failure: Error>: FanOut<Output, Failure>, @unchecked Sendable {
  @usableFromInline struct Current {
    @usableFromInline var value: Output
    /// Counts up from 1 with every value sent.
    @usableFromInline var version = 1
    @usableFromInline var isOver = false
    /// Values that another thread sent while the gate was owned.
    @usableFromInline var waiting: [(value: Output, version: Int)] = []
    @inlinable init(_ value: Output) { self.value = value }
    /// Swaps the value and `new`. Returns false after the completion, and changes nothing then.
    @inlinable @inline(__always) mutating func replace(_ new: inout Output) -> Bool {
      guard !isOver else { return false }
      swap(&value, &new)
      version += 1
      return true
    }
  }
  @usableFromInline let current: Guarded<Current>
  /// Whether a downstream that has received a later value skips the earlier ones.
  @usableFromInline let skipsOlder: Bool
  @inlinable init(_ value: Output, skipsOlder: Bool = true) {
    current = Guarded(Current(value))
    self.skipsOlder = skipsOlder
    super.init()
  }
  @inlinable @inline(__always) func sendCurrent(_ value: Output) {
    guard let pass = gate.enterAgain() else { return sendLater(value) }
    var old = value  // the value that is replaced is released last, outside of the lock: its `deinit` may send
    let version = current.with { current -> Int in
      guard current.replace(&old) else { return 0 }
      if current.waiting.isEmpty { return current.version }
      current.waiting.append((value, current.version))  // after the values that wait, before those that are sent meanwhile
      return -1
    }
    if version > 0 { spread(value, version) } else if version < 0 { spreadWaiting() }
    withExtendedLifetime(old) {}
    leave(pass)
  }
  @inlinable @inline(never) func sendLater(_ value: Output) {
    var old = value
    let isAccepted = current.with { current in
      guard current.replace(&old) else { return false }
      current.waiting.append((value, current.version))
      return true
    }
    if isAccepted { exclusively { [self] in spreadWaiting() } }
  }
  /// Called inside the gate: delivers the waiting values until none is left. Returns the current value with its version.
  @usableFromInline @discardableResult func spreadWaiting() -> (Output, Int) {
    while true {
      let (waiting, now) = current.with { current in
        defer { current.waiting = [] }
        return (current.waiting, (current.value, current.version))
      }
      if waiting.isEmpty { return now }
      for (value, version) in waiting { spread(value, version) }
    }
  }
  @usableFromInline func completeCurrent(_ completion: Subscribers.Completion<Failure>) {
    current.with { $0.isOver = true }
    exclusively { [self] in
      spreadWaiting()
      complete(completion)
    }
  }
  @inlinable @inline(__always) func spread(_ value: Output, _ version: Int) {
    if let only { only._withUnsafeGuaranteedRef { give(value, version, to: $0) } } else { spreadToAll(value, version) }
  }
  @inlinable func spreadToAll(_ value: Output, _ version: Int) {
    forEachSubscription { give(value, version, to: $0) }
  }
  /// Offers a value to a downstream, unless that has received a later one from a re-entrant send.
  @inlinable @inline(__always) func give(_ value: Output, _ version: Int, to subscription: SubjectSubscription) {
    let before = subscription.seen
    guard version > before || !skipsOlder else { return }
    subscription.seen = max(version, before)
    if !subscription.offer(value, Sender.self) { subscription.seen = before }
  }
  /// Sends the latest value to a downstream that requests, unless it has received that value.
  @usableFromInline override func asked(by subscription: SubjectSubscription) {
    want()
    exclusively(self, subscription) { hub, subscription in
      let now = hub.spreadWaiting()
      if now.1 > subscription.seen { hub.give(now.0, now.1, to: subscription) }
    }
  }
}
