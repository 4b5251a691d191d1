extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends the values of the publisher that came last; the one before is cancelled.
  ///
  /// Ends when this publisher and the one that came last have finished, or with the first failure of either.
  ///
  ///     source          -x------y--------|
  ///     x               1-2-3-4-|
  ///     y               5-6-|
  ///     switchToLatest  -1-2-3-45-6------|
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}
extension Publisher where Output: Publisher, Failure == Never {
  /// Sends the values of the publisher that came last. This publisher cannot fail, those may.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}
extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Sends the values of the publisher that came last. Those cannot fail, this publisher may.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}
extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
  /// Sends the values of the publisher that came last. Nothing can fail.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher of the values of the publisher that came last.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher where P == Upstream.Output, P.Failure == Upstream.Failure {
    /// That of the publishers that come.
    public typealias Output = P.Output
    /// That of all publishers involved.
    public typealias Failure = P.Failure
    /// Where the publishers come from.
    public let upstream: Upstream
    /// A publisher of the values of the publisher that came last.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let switcher = Switcher(subscriber)
      switcher.start(from: upstream) { switcher.turn(to: $0) }
    }
  }
}

/// One upstream at a time, the latest. It is asked for what was asked for and not delivered by those before it.
@usableFromInline final class Switcher<Downstream: Subscriber>: Funnel<Downstream>, InnerOwner, @unchecked Sendable {
  /// In the keeping of the upstream that brings the others.
  @exclusivity(unchecked) @usableFromInline var latest: Link?
  /// The upstream that gets what the downstream asks for.
  @exclusivity(unchecked) @usableFromInline var asked: Link?

  @inlinable init(_ downstream: Downstream, _ name: String = "SwitchToLatest") { super.init(downstream, name) }

  @inlinable @inline(__always)
  func turn<P: Publisher>(to upstream: P) where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    if let latest {
      remove(latest)
      _ = latest.cancelOnce()
    }
    if isOver { return }
    let link = Link(name)
    latest = link
    add(link)
    upstream.subscribe(InnerSubscriber(link, of: self))
  }
  /// A thread may be late with the subscription of a publisher that was replaced meanwhile: it must not take the demand of the latest.
  @usableFromInline override func innerAttached(_ link: Link) {
    guard link.isLive else { return }
    asked = link
    if demand > .none { link.request(demand) }
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) { asked?.request(more) }
  @usableFromInline override func dispose() { asked = nil }

  @inlinable @inline(__always) func take(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    gate.take(self, value, from: link) { $0.pass($1, from: $2) }
  }
  /// Inside the gate. What the downstream asks for in return goes to the upstream that is the latest by then.
  @inlinable @inline(__always) func pass(_ value: Downstream.Input, from link: Link) -> Subscribers.Demand {
    guard link.isLive, canSend else { return .none }
    let more = send(value)
    if more == .none || link.isLive { return more }
    asked?.request(more)
    return .none
  }
}
