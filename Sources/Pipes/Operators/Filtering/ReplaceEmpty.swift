extension Publisher {
  /// Sends a given value when the upstream finishes without a value.
  ///
  /// *Sends* the values of the upstream, or the given value when the upstream finishes without one.
  ///
  /// *Use it* to have a value where the upstream might send none. *See also* `replaceError`, `append`, `isEmpty`. *In
  /// Rx:* `defaultIfEmpty`.
  ///
  ///     a: ---|
  ///     > a.replaceEmpty(with: 0)
  ///     =  ---(0|)
  ///
  /// The value is sent only when it is requested. A failure passes without it.
  ///
  /// - Parameter output: The value to send when the upstream finishes without a value.
  @_disfavoredOverload @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let output: Output
    @inlinable public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let output = Just(output).setFailureType(to: Failure.self)
      upstream.subscribe(ReplaceEmptyInner(subscriber, "ReplaceEmpty", refusesZero: true, next: output))
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

@usableFromInline final class ReplaceEmptyInner<Next: Publisher, Downstream: Subscriber>: SequentialSubscriber
where Next.Output == Downstream.Input, Next.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: SequentialSubscription
  @usableFromInline let next: Next
  @exclusivity(unchecked) @usableFromInline var isEmpty = true
  @inlinable init(_ downstream: Downstream, _ name: String, refusesZero: Bool, next: Next) {
    self.downstream = downstream
    self.next = next
    link = SequentialSubscription(name, refusesZero: refusesZero)
  }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { begin(subscription) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(position) else { return .none }
    isEmpty = false
    return link.take() ? link.add(downstream.receive(input), position) : .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard isEmpty, case .finished = completion else { return complete(completion) }
    if link.detach() { next.subscribe(SequentialSubscription.LastSubscriber(downstream, link, to: next)) }
  }
}
