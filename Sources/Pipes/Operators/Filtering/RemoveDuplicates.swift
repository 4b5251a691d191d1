extension Publisher where Output: Equatable {
  /// Leaves out every value that equals the one received before it. For each of these one more is asked for.
  ///
  ///     source              -1-1-2-1-|
  ///     removeDuplicates()  -1---2-1-|
  @_disfavoredOverload @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}
extension Publisher {
  /// Leaves out every value for which the closure, given the value received before and this one, is true.
  @_disfavoredOverload @inlinable public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher without values that repeat the one received before.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the second value repeats the first.
    public let predicate: (Output, Output) -> Bool
    /// A publisher without values that repeat the one received before.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(RemoveDuplicatesInner(subscriber, predicate)) }
  }
}

@usableFromInline final class RemoveDuplicatesInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input, Input) -> Bool
  @usableFromInline let link = Link("RemoveDuplicates", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var last: Input?
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input, Input) -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue else { return .none }
    let before = last
    last = input
    if let before, predicate(before, input) { return .max(1) }
    return downstream.receive(input)
  }
}
