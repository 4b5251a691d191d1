/// A subject that keeps the last value and sends it to each subscriber at its first request.
///
/// A value that is sent while a subscriber has no demand is not queued: at its next request the subscriber receives the
/// latest value. Safe to use from several threads.
///
/// Use it for state, which has a value at any time. Use ``PassthroughSubject`` for events, which a later subscriber
/// must not receive, and ``ReplaySubject`` to keep more than one value.
///
/// A `send` from inside a subscriber's `receive(_:)` is delivered immediately, to all subscribers. A subscriber that
/// has not received the outer value by then receives only the newer one: the last value that a subscriber receives is
/// always `value`. (With Combine's subject the older value may come last.)
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline package let hub: CurrentFanOut<Output, Failure>
  /// Creates a subject with an initial value.
  @inlinable public init(_ value: Output) { hub = CurrentFanOut(value) }
  deinit { hub.cancelUpstreams() }

  /// The last value. Setting it sends the new value to the subscribers; after the completion the value is only stored.
  public var value: Output {
    get { hub.current.with { $0.value } }
    set { hub.sendCurrent(newValue, storesAlways: true) }
  }
  /// Stores the value, then sends it to the subscribers that have requested one. Ignored after the completion.
  ///
  /// If another thread is delivering at that time, that thread delivers this value too, after this call has returned.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.sendCurrent(value) }
  /// Sends the completion to all subscribers. `value` stays readable; later subscribers receive only the completion.
  public func send(completion: Subscribers.Completion<Failure>) { hub.completeCurrent(completion) }
  /// Accepts an upstream and immediately requests unlimited values from it.
  public func send(subscription: any Subscription) {
    hub.want()
    hub.hold(subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    hub.connectCurrent(subscriber, "CurrentValueSubject", of: self)
  }
}

// A value that is sent on one thread is received on another: so the subject may cross threads where its values may.
extension CurrentValueSubject: Sendable where Output: Sendable {}

/// The downstreams of a subject with a current value.
///
/// 1. `current` is guarded by its lock: the value and its version. A value that must wait is queued at the gate under
///    the same lock. So values are delivered in the order of their versions, and none overtakes a queued one.
/// 2. `value` shows a value as soon as it is sent, also while it is queued.
/// 3. `begun` is the version whose delivery has begun last. If it is the current one, a downstream that requests
///    receives the current value; otherwise it receives the queued values, in their turn.
/// 4. A subscriber receives the current value before `subscribe` returns, also while another thread owns the gate. So
///    the thread that subscribes, the greeter, may send that value outside the gate, and until the greeting is over no
///    other thread calls the downstream: the subscription is unopened. Values that are delivered to the others
///    meanwhile are kept in `missed`.
@usableFromInline
package final class CurrentFanOut<Output, Failure: Error>: FanOut<Output, Failure>, @unchecked Sendable {
  @usableFromInline package struct Current {
    @usableFromInline package var value: Output
    /// Counts up from 1 with every value sent. Zero for a value that is only stored: nobody receives it.
    @usableFromInline package var version = 1
    @usableFromInline package var isOver = false
    /// The value that a published property shows; `nil` for a subject, which shows `value`.
    @usableFromInline package var stored: Output?
    /// The version of the last value of a property that was stored when it was queued.
    @usableFromInline var storedVersion = 0
    @inlinable package init(_ value: Output, stored: Output? = nil) {
      self.value = value
      self.stored = stored
    }
    /// Swaps the value and `new`. Returns false after the completion: then the value changes only with `storesAlways`,
    /// and is not sent.
    @inlinable @inline(__always) package mutating func replace(_ new: inout Output, storesAlways: Bool = false) -> Bool
    {
      guard !isOver else {
        if storesAlways {
          swap(&value, &new)
          version = 0
        }
        return false
      }
      swap(&value, &new)
      version += 1
      return true
    }
  }
  @usableFromInline package let current: Guarded<Current>
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline var begun = 1
  /// Values for downstreams that are being greeted.
  @usableFromInline package typealias Missed = (subscription: SubjectSubscription, value: Output, version: Int)
  @exclusivity(unchecked) @usableFromInline var missed = Kept<[Missed]>([])
  /// Whether a downstream that has received a later value skips the earlier ones.
  @usableFromInline let skipsOlder: Bool
  @inlinable package init(_ value: Output, isProperty: Bool = false) {
    current = Guarded(Current(value, stored: isProperty ? value : nil))
    skipsOlder = !isProperty  // of several values of a property set re-entrantly the outermost counts: see `set`
    super.init()
  }
  /// With `storesAlways` a value that comes after the completion is stored, and not sent: one step under the lock, so
  /// that no completion comes between the look and the store.
  @inlinable @inline(__always) func sendCurrent(_ value: Output, storesAlways: Bool = false) {
    guard let pass = gate.enterAgain() else { return sendLater(value, storesAlways) }
    var old = value  // the value that is replaced is released last, outside of the lock: its `deinit` may send
    let version = current.with { current -> Int in
      guard current.replace(&old, storesAlways: storesAlways) else { return 0 }
      if !gate.isBehind { return current.version }
      queue(value, current.version)
      return 0
    }
    if version > 0 { spread(value, version) }
    withExtendedLifetime(old) {}
    leave(pass)
  }
  @inlinable @inline(never) func sendLater(_ value: Output, _ storesAlways: Bool) {
    var old = value
    current.with { if $0.replace(&old, storesAlways: storesAlways) { queue(value, $0.version) } }
    gate.settleQueued()
  }
  /// Called under the lock of `current`.
  @inlinable @inline(never) package func queue(_ value: Output, _ version: Int) {
    gate.queue { [self] in
      spread(value, version)
      if !detached.isEmpty { disposeDetached() }
    }
  }
  @usableFromInline func completeCurrent(_ completion: Subscribers.Completion<Failure>) {
    current.with { $0.isOver = true }
    exclusively { [self] in complete(completion) }
  }
  @inlinable @inline(__always) package func spread(_ value: Output, _ version: Int) {
    begun = version
    if let only { only._withUnsafeGuaranteedRef { give(value, version, to: $0) } } else { spreadToAll(value, version) }
  }
  @inlinable func spreadToAll(_ value: Output, _ version: Int) { forEachSubscription { give(value, version, to: $0) } }
  /// Offers a value to a downstream, unless that has received a later one from a re-entrant send.
  @inlinable @inline(__always) package func give(_ value: Output, _ version: Int, to subscription: SubjectSubscription)
  {
    let before = subscription.seen
    guard version > before else { return giveOlder(value, version, to: subscription) }
    subscription.seen = version
    if !subscription.offer(value) { subscription.seen = before }
  }
  @inlinable @inline(never) func giveOlder(_ value: Output, _ version: Int, to subscription: SubjectSubscription) {
    if !subscription.isOpened {
      missed.append((subscription, value, version))
      if missed.value.count > Gate.Backlog.limit { Gate.Pause.once() }
    } else if !skipsOlder {
      _ = subscription.offer(value)
    }
  }

  // MARK: Requests

  @inlinable @inline(__always)
  final func connectCurrent<S: Subscriber<Output, Failure>>(_ subscriber: S, _ name: String, of subject: AnyObject) {
    if let end = ending.completion { return subscriber.complete(end) }
    sendSubscription(subscriber, name, of: subject, as: self, greeter: currentThread()) { hub, subscription in
      let isFirst = !subscription.isOpened
      if isFirst { hub.open(subscription) }
      if let end = hub.ending.completion { return hub.complete(subscription, end) }
      if isFirst, subscription.greeted == 0 { hub.giveCurrent(subscription) }
    }
  }
  /// Sends the latest value to a downstream that requests, unless it has received that value.
  @usableFromInline package override func asked(by subscription: SubjectSubscription) {
    want()
    if subscription.greeter == currentThread(), subscription.isGreeting {
      if subscription.greeted == 0 { greet(subscription) }
    } else {
      exclusively(self, subscription) { if $1.isOpened { $0.giveCurrent($1) } }
    }
  }
  private var now: (value: Output, version: Int) { current.with { ($0.value, $0.version) } }
  private var isOver: Bool { current.with { $0.isOver } }
  /// Called by the greeter at the first request: sends the current value. Inside the gate, and this is the end of the
  /// greeting, if the gate is free or owned by this thread and no value is queued. After the completion only that is
  /// sent.
  private func greet(_ subscription: SubjectSubscription) {
    if isOver { return }
    if let pass = gate.enterAgain() {
      let now = now
      if now.version == begun {
        subscription.isGreeting = false
        open(subscription)
        give(now.value, now.version, to: subscription)
      }
      leave(pass)
      if !subscription.isGreeting { return }
    }
    let now = now
    if now.version == 0 { return }
    subscription.greeted = now.version  // before the call, which may request again
    if !subscription.offer(now.value) { subscription.greeted = 0 }
  }
  /// Called inside the gate, by the greeter or when the greeting is over. If the greeter has sent a value, the values
  /// after it follow.
  @usableFromInline package func open(_ subscription: SubjectSubscription) {
    subscription.seen = subscription.greeted
    if subscription.isRemoved { detached.append(subscription) }
    let all = missed.value.isEmpty ? [] : missed.replace(by: missed.value.filter { $0.subscription !== subscription })
    let mine = all.filter { $0.subscription === subscription }
    guard subscription.greeted > 0 else { return }
    for (_, value, version) in mine where version > subscription.greeted { give(value, version, to: subscription) }
  }
  /// Called inside the gate: sends the current value, unless it is queued and will be sent in its turn.
  @usableFromInline func giveCurrent(_ subscription: SubjectSubscription) {
    let now = now
    if now.version == begun, now.version > subscription.seen { give(now.value, now.version, to: subscription) }
  }
}
