extension Publisher {
  /// Drops all values and sends only the completion.
  ///
  /// *Requests* unlimited values. *Drops* all values.
  ///
  /// *Use it* where only the completion matters. *See also* `filter`, `count`. *In Rx:* `ignoreElements`.
  ///
  ///     a: -1-2-|
  ///     > a.ignoreOutput()
  ///     =  -----|
  @_disfavoredOverload @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { .init(upstream: self) }
}

extension Publishers {
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Never, Failure>>(subscriber: S) {
      upstream.subscribe(IgnoreOutputInner<Upstream.Output, S>(subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

@usableFromInline struct IgnoreOutputInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var description: String { "IgnoreOutput" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { .none }
}
