extension Publisher {
  /// Sends values as long as the closure is true, then finishes. The value that ends it is not sent.
  ///
  ///     source                    -1-2-3-1-|
  ///     prefix(while: { $0 < 3 }) -1-2-|
  @_disfavoredOverload @inlinable public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that ends when a closure is false.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the stream goes on.
    public let predicate: (Output) -> Bool
    /// A publisher that ends when a closure is false.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(PrefixWhileInner(subscriber, predicate)) }
  }
}

@usableFromInline struct PrefixWhileInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let link = Link("PrefixWhile", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue else { return .none }
    if predicate(input) { return downstream.receive(input) }
    complete()
    return .none
  }
}
