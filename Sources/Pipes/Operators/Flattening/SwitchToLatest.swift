extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends the values of the latest inner publisher and cancels the previous one.
  ///
  /// *Requests* unlimited inner publishers; from the latest one as many values as the downstream. *Finishes* when the
  /// upstream and the latest inner publisher have finished. *Fails* when the upstream or the latest inner publisher
  /// fails. *Cancels* the previous inner publisher when another one arrives.
  ///
  /// *Use it* to follow the newest of several publishers. *See also* `flatMap`, `switchMap`. *In Rx:* `switchAll`,
  /// `switchLatest`.
  ///
  ///     a: -1---2----|
  ///     x: 5-6-7|
  ///     > a.map { v in x.map { $0 * v } }.switchToLatest()
  ///     =  -5-6-b-c-d|
  ///       b = 10   c = 12   d = 14
  ///
  /// The previous inner publisher is cancelled before the next one is subscribed to, so its later values are never
  /// sent.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}
extension Publisher where Output: Publisher, Failure == Never {
  /// Does the same as `switchToLatest` on a publisher that never fails, for inner publishers that can fail.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}
extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Does the same as `switchToLatest` on a publisher that can fail, for inner publishers that never fail.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}
extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
  /// Does the same as `switchToLatest` where neither the upstream nor the inner publishers can fail.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publishers {
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let switcher = Switcher(subscriber)
      switcher.start(from: upstream) { switcher.switchTo($0) }
    }
  }
}

/// The delivery of `switchToLatest`: it sends the values of the latest upstream. The demand that the earlier ones have
/// not fulfilled is requested from it.
///
/// 1. The latest upstream is known to `account` alone. A value is accepted, or refused because its upstream has been
///    replaced, when it arrives; an accepted one is sent in its turn, also if the upstream is replaced meanwhile, but
///    not after a value of a later upstream: `recent`.
/// 2. An upstream is replaced before it is cancelled, because the cancel may call back.
@usableFromInline final class Switcher<Downstream: Subscriber>: Delivery<Downstream>, InnerOwner, @unchecked Sendable {
  @usableFromInline let account = Link.Account()
  /// Guarded by the gate. The upstream that has sent last, and its number.
  @exclusivity(unchecked) @usableFromInline var recent: Link?
  @exclusivity(unchecked) @usableFromInline var number = 0

  @inlinable init(_ downstream: Downstream, _ name: String = "SwitchToLatest") { super.init(downstream, name) }

  @inlinable @inline(__always)
  func switchTo<P: Publisher>(_ upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    if isOver { return }
    let link = Link.Account.Numbered(name)
    if let old = account.replace(by: link) { cancel(old) }
    // Replaced, or everything cancelled, while the old one was being cancelled.
    if link.isOver || !add(link) { return }
    upstream.subscribe(InnerSubscriber(link, of: self))
  }
  @usableFromInline override func upstreamAttached(_ link: Link) {
    if isSource(link) { link.request(width) } else { link.catchUp() }
  }
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    guard isPermitted(more) else { return }
    for link in account.raise(by: more).links { gate.request(more, from: link) }
  }
  @usableFromInline override func dispose() {
    account.removeAll()
    recent = nil
  }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard account.isUnlimited || account.accept(from: link) else { return .none }
    return gate.take(self, value, from: link) { switcher, value, link in
      if switcher.isOver || link !== switcher.recent && switcher.isOutdated(link) { return .none }
      let more = switcher.deliver(value)
      return more == .none || switcher.account.isUnlimited ? .none : switcher.add(more, link)
    }
  }
  /// Adds demand. Returns what is to be requested from the link: nothing if it has been replaced, for then it is
  /// requested from the latest. Called inside the gate for a value of another upstream than `recent`. Refuses it if
  /// `recent` is later: the demand for it goes to the latest upstream.
  @usableFromInline func isOutdated(_ link: Link) -> Bool {
    let number = unsafeDowncast(link, to: Link.Account.Numbered.self).number
    if number < self.number {
      if !account.isUnlimited { for latest in account.raise(by: .max(1)).links { gate.request(.max(1), from: latest) } }
      return true
    }
    recent = link
    self.number = number
    return false
  }
  @usableFromInline func add(_ more: Subscribers.Demand, _ link: Link) -> Subscribers.Demand {
    var rest = Subscribers.Demand.none
    for latest in account.raise(by: more).links {
      if latest === link { rest = more } else { gate.request(more, from: latest) }
    }
    return rest
  }
  @inlinable func innerCompleted(_ link: Link, _ completion: Subscribers.Completion<Downstream.Failure>) {
    acceptCompletion(of: link, completion)
  }
}
