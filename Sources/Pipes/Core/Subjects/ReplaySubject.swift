/// A subject that keeps the last values and sends them to each later subscriber before the values that follow.
///
/// Each subscriber receives the values according to its demand. A slow subscriber receives only the values that are
/// still kept when it requests, as a late one does. Its completion waits until it has received them. Safe to use from
/// several threads. Not part of Combine; Rx calls it `ReplaySubject`, too.
public final class ReplaySubject<Output, Failure: Error>: Subject {
  @usableFromInline package let hub: ReplayFanOut<Output, Failure>
  /// Creates a subject that keeps the last `bufferSize` values.
  ///
  /// - Parameter bufferSize: The number of values to keep, at least 1. By default all values are kept, for as long as
  ///   the subject lives.
  @inlinable public init(bufferSize: Int = .max) {
    precondition(bufferSize > 0, "a replay subject keeps one value or more")
    hub = ReplayFanOut(bufferSize)
  }
  deinit { hub.cancelUpstreams() }
  /// Keeps the value, and sends it to the subscribers that have requested one. Ignored after the completion.
  @inlinable @inline(__always) public func send(_ value: Output) { hub.sendKept(value) }
  /// Sends the completion to all subscribers. Later subscribers still receive the kept values, then the completion.
  public func send(completion: Subscribers.Completion<Failure>) { hub.exclusively { [hub] in hub.endKept(completion) } }
  @usableFromInline package var hasEnded: Bool { hub.ending.isOver }
  /// Accepts an upstream and immediately requests unlimited values from it.
  public func send(subscription: any Subscription) {
    hub.want()
    hub.hold(subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    hub.sendSubscription(subscriber, "ReplaySubject", of: self, as: hub) { $0.welcome($1) }
  }
}

// A value that is sent on one thread is received on another: so the subject may cross threads where its values may.
extension ReplaySubject: Sendable where Output: Sendable {}

/// The downstreams of a subject that keeps values. `SubjectSubscription.seen` is the number of the next value for that
/// downstream.
@usableFromInline package final class ReplayFanOut<Output, Failure: Error>: FanOut<Output, Failure>, @unchecked Sendable
{
  @usableFromInline package let size: Int
  // Guarded by the gate:
  /// The kept values, from number `sent - kept.count` on. Value number n is at index n modulo `size`.
  @exclusivity(unchecked) @usableFromInline var kept = Kept<ContiguousArray<Output>>([])
  @exclusivity(unchecked) @usableFromInline var sent = 0
  @exclusivity(unchecked) @usableFromInline var isOver = false
  /// The downstream that is receiving kept values. Requests that it makes meanwhile are served afterwards, not
  /// re-entrantly.
  @exclusivity(unchecked) @usableFromInline var fed: ObjectIdentifier?
  @inlinable package init(_ size: Int) { self.size = size }

  @inlinable @inline(__always) func sendKept(_ value: Output) { exclusively(self, value) { $0.keep($1) } }
  @inlinable package func keep(_ value: Output) {
    if isOver { return }
    var old: Output?  // the value that is replaced is released last: its `deinit` may send
    if kept.value.count < size { kept.append(value) } else { old = kept.replace(at: sent % size, by: value) }
    sent += 1
    if let only { only._withUnsafeGuaranteedRef { give(value, to: $0) } } else { forEachSubscription { feed($0) } }
    withExtendedLifetime(old) {}
  }
  /// Offers the value that was sent last. A downstream that has missed earlier values is fed from the kept ones
  /// instead.
  @inlinable @inline(__always) package func give(_ value: Output, to subscription: SubjectSubscription) {
    guard subscription.seen == sent - 1 else { return feed(subscription) }
    let outer = fed
    fed = ObjectIdentifier(subscription)
    subscription.seen = sent
    let isTaken = subscription.offer(value)
    fed = outer
    if !isTaken { subscription.seen = sent - 1 } else if subscription.seen < sent || isOver { feed(subscription) }
  }
  @usableFromInline func endKept(_ end: Subscribers.Completion<Failure>) {
    if isOver { return }
    isOver = true
    _ = ending.complete(end)
    forEachSubscription { feed($0) }
    forgetAll()
  }
  /// Called inside the gate: sends a downstream the requested values that it has not received, then the completion.
  @inlinable package func feed(_ subscription: SubjectSubscription) {
    let outer = fed
    fed = ObjectIdentifier(subscription)
    defer { fed = outer }
    while subscription.seen < sent {
      let number = max(subscription.seen, sent - kept.value.count)
      subscription.seen = number + 1
      guard subscription.offer(kept.value[number % size]) else {
        subscription.seen = number
        // No demand comes any more, and the subscriber may keep its subscription.
        if isOver, subscription.isAbandoned, subscription.detach() != nil { remove(subscription) }
        return
      }
    }
    if isOver, subscription.hasSubscription, let end = ending.completion { complete(subscription, end) }
  }
  /// Feeds a subscription that comes now. If the subject has completed, the subscription is fed by its requests alone.
  @inlinable func welcome(_ subscription: SubjectSubscription) {
    feed(subscription)
    if isOver { forgetAll() }
  }
  @usableFromInline package override func abandoned(_ subscription: SubjectSubscription) {
    super.abandoned(subscription)
    if isOver, fed != ObjectIdentifier(subscription) { feed(subscription) }
  }
  @usableFromInline package override func asked(by subscription: SubjectSubscription) {
    want()
    exclusively(self, subscription) { hub, subscription in
      if hub.fed != ObjectIdentifier(subscription) { hub.feed(subscription) }
    }
  }
}
