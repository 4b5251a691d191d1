extension Publisher {
  /// Leaves out values as long as the closure is true; then lets everything through. For each value left out one more is asked for.
  ///
  ///     source                  -1-2-3-1-|
  ///     drop(while: { $0 < 3 }) -----3-1-|
  @_disfavoredOverload @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that begins when a closure is false.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether values are still left out. Not asked again once it was false.
    public let predicate: (Output) -> Bool
    /// A publisher that begins when a closure is false.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(DropWhileInner(subscriber, predicate)) }
  }
}

@usableFromInline final class DropWhileInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let link = Link("DropWhile", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var isDropping = true
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if isDropping {
      if predicate(input) { return .max(1) }
      isDropping = false
    }
    return downstream.receive(input)
  }
}
