extension Publisher {
  /// Sends the given value and finishes when this publisher finishes without a value.
  ///
  /// Requests what the subscriber requests. The value waits for demand. A failure passes without the value.
  ///
  ///     source                  -----|
  ///     replaceEmpty(with: 9)   -----(9|)
  @_disfavoredOverload @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that sends a value where another one has none.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is sent if there are none.
    public let output: Output
    /// A publisher that sends a value where another one has none.
    @inlinable public init(upstream: Upstream, output: Output) { (self.upstream, self.output) = (upstream, output) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(ReplaceEmptyInner(subscriber, output)) }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

@usableFromInline final class ReplaceEmptyInner<Downstream: Subscriber>: SequentialSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = SequentialSubscription("ReplaceEmpty", refusesZero: true)
  @usableFromInline let output: Downstream.Input
  @exclusivity(unchecked) @usableFromInline var isEmpty = true
  @inlinable init(_ downstream: Downstream, _ output: Downstream.Input) { (self.downstream, self.output) = (downstream, output) }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    begin(subscription)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(position) else { return .none }
    isEmpty = false
    return link.take() ? link.add(downstream.receive(input)) : .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard isEmpty, case .finished = completion else { return complete(completion) }
    if link.detach() { Just(output).setFailureType(to: Failure.self).subscribe(LastSubscriber(downstream, link)) }
  }
}
