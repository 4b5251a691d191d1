extension Publisher {
  /// Leaves out values until another publisher sends one; then lets everything through.
  ///
  /// Values left out were asked for all the same. Ends with this publisher; and with the other, if that ends before it sent a value.
  ///
  ///     source                  -1-2-3-4-|
  ///     other                   ----x--y-|
  ///     drop(untilOutputFrom:)  -----3-4-|
  @inlinable
  public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that begins when another one sends a value.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher where Upstream.Failure == Other.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of both publishers.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The publisher whose first value lets them through.
    public let other: Other
    /// A publisher that begins when another one sends a value.
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let until = Until(subscriber, "DropUntilOutput", isShut: true)
      until.greet(until.name, refusesZero: false)
      until.watch(other, onValue: { $0.isShut = false }) { until, completion in
        if until.isShut { until.end(completion) }
      }
      until.follow(upstream) { until, completion in until.end(completion) }
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// One upstream whose values go through, and another publisher whose first value changes that.
@usableFromInline final class Until<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  @usableFromInline let name: String
  @usableFromInline let main: Link
  /// Not among `links`: what ends the stream does not cancel the other publisher; the last one to leave this object does.
  @usableFromInline let other: Link
  /// Through this the other publisher knows this object until the end.
  @exclusivity(unchecked) @usableFromInline weak var lease: Lease<Until>?
  /// Values are left out.
  @exclusivity(unchecked) @usableFromInline var isShut: Bool
  /// Requests reach the upstream.
  @exclusivity(unchecked) var isFollowed = false

  @usableFromInline init(_ downstream: Downstream, _ name: String, isShut: Bool) {
    (self.name, self.isShut) = (name, isShut)
    (main, other) = (Link(name), Link(name))
    super.init(downstream)
    add(main)
  }
  deinit { _ = other.stop() }

  /// Subscribes to the other publisher. The closures run inside the gate, until the end.
  @inlinable @inline(__always)
  func watch<P: Publisher>(
    _ publisher: P, onValue: @escaping (Until) -> Void, onCompletion: @escaping (Until, Subscribers.Completion<P.Failure>) -> Void
  ) {
    let lease = Lease(self)
    self.lease = lease
    publisher.subscribe(Watch<P.Output, P.Failure, Downstream>(other, lease, onValue, onCompletion))
  }
  /// Subscribes to the upstream.
  @inlinable @inline(__always)
  func follow<P: Publisher>(_ upstream: P, onCompletion: @escaping (Until, Subscribers.Completion<P.Failure>) -> Void)
  where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    let onValue = { [self] (value: P.Output) -> Subscribers.Demand in
      let me = currentThread()
      if gate.isMine(me) { return take(value) }
      guard gate.enter(me) else {
        gate.note(me) { [self] in
          let more = take(value)
          if more > .none { main.request(more) }
        }
        return .none
      }
      let more = take(value)
      gate.leave(me)
      return more
    }
    let onEnd = { [self] (completion: Subscribers.Completion<P.Failure>) in gate.run { [self] in onCompletion(self, completion) } }
    upstream.subscribe(Leg(main, of: self, onValue: onValue, onCompletion: onEnd))
  }
  @inlinable @inline(__always) func take(_ value: Downstream.Input) -> Subscribers.Demand {
    isOver || isShut ? .none : downstream.receive(value)
  }
  /// The upstream has given its subscription.
  @usableFromInline override func joined(_ link: Link) {
    gate.run { [self] in
      if isOver { return }
      isFollowed = true
      if ticket == nil { greet(name, refusesZero: false) } else if demand > .none { link.request(demand) }
    }
  }
  @usableFromInline override func admit(_ more: Subscribers.Demand) { if isFollowed { main.request(more) } }
  @usableFromInline override func dispose() { lease?.drop() }
  @usableFromInline override func cancel() {
    super.cancel()
    _ = other.stop()
  }
}

/// The subscriber of the other publisher: it asks for one value.
@usableFromInline struct Watch<Input, Fault: Error, Downstream: Subscriber>: EngineSubscriber {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let link: Link
  @usableFromInline let lease: Lease<Until<Downstream>>
  @usableFromInline let onValue: (Until<Downstream>) -> Void
  @usableFromInline let onCompletion: (Until<Downstream>, Subscribers.Completion<Fault>) -> Void
  @inlinable
  init(
    _ link: Link, _ lease: Lease<Until<Downstream>>, _ onValue: @escaping (Until<Downstream>) -> Void,
    _ onCompletion: @escaping (Until<Downstream>, Subscribers.Completion<Fault>) -> Void
  ) {
    (self.link, self.lease, self.onValue, self.onCompletion) = (link, lease, onValue, onCompletion)
  }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable func receive(subscription: any Subscription) { if link.attach(subscription) { subscription.request(.max(1)) } }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive { tell(onValue) }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Fault>) {
    guard link.end() else { return }
    let onCompletion = onCompletion
    tell { onCompletion($0, completion) }
  }
  @inlinable func tell(_ action: @escaping (Until<Downstream>) -> Void) {
    guard let until = lease.value else { return }
    until.gate.run { if !until.isOver { action(until) } }
  }
}
