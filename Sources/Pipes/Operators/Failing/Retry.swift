extension Publisher {
  /// Subscribes to the upstream again after a failure, up to a number of times.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Fails* when the last attempt fails.
  ///
  /// *Use it* to try again when the next attempt may succeed. *See also* `catch`, `repeat`.
  ///
  ///     a: -1-2-#
  ///     > a.retry(1)
  ///     =  -1-2--1-2-#
  ///
  /// Values that have been sent stay sent: a later attempt sends its values in addition. The next attempt starts
  /// immediately; `retry(_:delay:scheduler:)` waits before it.
  ///
  /// - Parameter retries: The number of attempts after the first one, so `retry(3)` subscribes up to four times. A
  ///   negative number means no limit.
  @_disfavoredOverload @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    .init(upstream: self, retries: retries < 0 ? nil : retries)
  }
}

extension Publishers {
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// The number of attempts after the first one; `nil` for no limit.
    public let retries: Int?
    @inlinable public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RetryCore(upstream, subscriber, retries).attempt()
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

@usableFromInline
final class RetryCore<Upstream: Publisher, Downstream: Subscriber<Upstream.Output, Upstream.Failure>>:
  SequentialSubscriber
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = SequentialSubscription("Retry")
  @usableFromInline let upstream: Upstream
  @exclusivity(unchecked) @usableFromInline var left: Int?
  @exclusivity(unchecked) @usableFromInline var hasSubscription = false
  @usableFromInline let trampoline = Trampoline()
  @inlinable init(_ upstream: Upstream, _ downstream: Downstream, _ retries: Int?) {
    self.upstream = upstream
    self.downstream = downstream
    left = retries
  }
  /// Subscribes to the upstream. A failure during that call is handled in a loop, not by a deeper call.
  @inlinable func attempt() { trampoline.take { self.upstream.subscribe(self) } }

  @inlinable func receive(subscription: any Subscription) {
    let isFirst = !hasSubscription
    hasSubscription = true
    if isFirst { begin(subscription) } else { link.attach(subscription, position) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(position) else { return .none }
    if link.hasTurn { return link.deliverInTurn(input, to: downstream) }
    guard link.take() else { return .none }
    let more = link.deliver(input, to: downstream)
    if more > .none { link.request(more) }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard case .failure = completion, mayRetry() else { return complete(completion) }
    if link.detach(for: .first) { attempt() }
  }
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    link.inTurn { [self] in if link.completeUnsubscribed() { downstream.receive(completion: completion) } }
  }
  @usableFromInline func mayRetry() -> Bool {
    guard let retries = left else { return true }
    left = max(0, retries - 1)
    return retries > 0
  }
}
