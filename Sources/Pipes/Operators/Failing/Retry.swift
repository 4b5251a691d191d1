extension Publisher {
  /// Subscribes again when this publisher fails, up to `retries` times after the first attempt; for ever if that is negative.
  ///
  /// Values already delivered are not taken back. Each attempt is asked for what was asked for and not delivered.
  ///
  ///     source    -1-#
  ///     retry(1)  -1--1-#
  @_disfavoredOverload @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    .init(upstream: self, retries: retries < 0 ? nil : retries)
  }
}

extension Publishers {
  /// A publisher that subscribes again after a failure.
  public struct Retry<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// The publisher that may fail.
    public let upstream: Upstream
    /// How many attempts follow the first; `nil` for any number.
    public let retries: Int?
    /// A publisher that subscribes again after a failure.
    @inlinable public init(upstream: Upstream, retries: Int?) { (self.upstream, self.retries) = (upstream, retries) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { RetryCore(upstream, subscriber, retries).attempt() }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

@usableFromInline
final class RetryCore<Upstream: Publisher, Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: SequentialSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = SequentialSubscription("Retry")
  @usableFromInline let upstream: Upstream
  @exclusivity(unchecked) @usableFromInline var left: Int?
  @exclusivity(unchecked) @usableFromInline var hasSubscription = false
  @usableFromInline let trampoline = Trampoline()
  @inlinable init(_ upstream: Upstream, _ downstream: Downstream, _ retries: Int?) {
    (self.upstream, self.downstream, left) = (upstream, downstream, retries)
  }
  /// A failure during the attempt leads to another turn, not to a deeper call.
  @inlinable func attempt() { trampoline.take { self.upstream.subscribe(self) } }

  @inlinable func receive(subscription: any Subscription) {
    let isFirst = !hasSubscription
    hasSubscription = true
    if isFirst { begin(subscription) } else { link.attach(subscription, position) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(position), link.take() else { return .none }
    let more = downstream.receive(input)
    if more > .none { link.request(more) }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard case .failure = completion, mayRetry() else { return complete(completion) }
    if link.detach(for: .first) { attempt() }
  }
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    if link.completeUnsubscribed() { downstream.receive(completion: completion) }
  }
  @usableFromInline func mayRetry() -> Bool {
    guard let retries = left else { return true }
    left = max(0, retries - 1)
    return retries > 0
  }
}
