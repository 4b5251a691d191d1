/// A subject that also keeps the value sent last, and gives it to a subscriber that asks for the first time.
///
/// A value sent while a subscriber has not asked for one is not queued: when it asks again it gets the latest. Safe to use from several
/// threads.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // Unchecked: the value is in the hub's lock. The hub cannot be checked because values need not be Sendable.
  @usableFromInline let hub: CurrentFanOut<Output, Failure>
  /// A subject with a first value.
  @inlinable public init(_ value: Output) { hub = CurrentFanOut(value) }
  deinit { hub.abandon() }

  /// The value sent last. Setting it sends it; after the end it is only stored.
  public var value: Output {
    get { hub.current.with { $0.value } }
    set {
      var old = newValue
      hub.current.with { if $0.isOver { swap(&$0.value, &old) } }
      send(newValue)
    }
  }
  /// Stores the value, then sends it to the subscribers that have asked for one. Ignored after the end.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.sendCurrent(value) }
  /// Ends the stream. The value is kept.
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.current.with { $0.isOver = true }
    hub.exclusively { [hub] in hub.finish(completion) }
  }
  /// Takes an upstream, from which everything is requested at once.
  public func send(subscription: any Subscription) {
    hub.want()
    hub.hold(subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { hub.connect(subscriber, "CurrentValueSubject", of: self) }
}

/// The downstreams of a subject with a current value.
@usableFromInline final class CurrentFanOut<Output, Failure: Error>: FanOut<Output, Failure>, @unchecked Sendable {
  /// The version counts up from 1 with every value sent.
  @usableFromInline let current: Guarded<(value: Output, version: Int, isOver: Bool)>
  @inlinable init(_ value: Output) {
    current = Guarded((value, 1, false))
    super.init()
  }
  @inlinable @inline(__always) func sendCurrent(_ value: Output) {
    var old = value  // the value that is replaced is freed outside the lock
    let version = current.with { current -> Int in
      guard !current.isOver else { return 0 }
      swap(&current.value, &old)
      current.version += 1
      return current.version
    }
    guard version > 0 else { return }
    let me = currentThread()
    if gate.enter(me) {
      spread(value, version)
      leave(me)
    } else if gate.isMine(me) {
      spread(value, version)
    } else {
      later(me) { [self] in spread(value, version) }
    }
  }
  @inlinable @inline(__always) func spread(_ value: Output, _ version: Int) {
    if let only { only._withUnsafeGuaranteedRef { give(value, version, to: $0) } } else { spreadToAll(value, version) }
  }
  @inlinable func spreadToAll(_ value: Output, _ version: Int) {
    forEachOutlet { give(value, version, to: $0) }
  }
  @inlinable @inline(__always) func give(_ value: Output, _ version: Int, to outlet: Outlet) {
    outlet.seen = version
    if !outlet.offer(value, Sender.self) { outlet.seen = 0 }
  }
  /// A downstream that asks gets the latest value, unless it has it.
  @usableFromInline override func asked(by outlet: Outlet) {
    want()
    exclusively(outlet) { hub, outlet in
      guard outlet.seen == 0 else { return }
      let hub = unsafeDowncast(hub, to: CurrentFanOut.self)
      let now = hub.current.with { ($0.value, $0.version) }
      hub.give(now.0, now.1, to: outlet)
    }
  }
}
