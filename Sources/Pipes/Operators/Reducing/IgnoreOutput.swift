extension Publisher {
  /// Sends the end or the failure alone, no values. Asks for everything.
  ///
  ///     source          -1-2-3-|
  ///     ignoreOutput()  -------|
  @_disfavoredOverload @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher of how another one ends.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    /// There are no values.
    public typealias Output = Never
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// A publisher of how another one ends.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Never, Failure>>(subscriber: S) {
      upstream.subscribe(IgnoreOutputInner<Upstream.Output, S>(subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

@usableFromInline struct IgnoreOutputInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var description: String { "IgnoreOutput" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { .none }
}
