extension Publisher {
  /// Drops values as long as a condition is `true`, then sends all that follow.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* values as long as
  /// the condition is `true`.
  ///
  /// *Use it* to begin with the first value that meets a condition. *See also* `filter`, `prefix`, `first`. *In Rx:*
  /// `skipWhile`.
  ///
  ///     a: -1-3-2-|
  ///     > a.drop(while: { $0 < 3 })
  ///     =  ---3-2-|
  ///
  /// - Parameter predicate: Returns true to drop a value. It is not called again once it has returned false.
  @_disfavoredOverload @inlinable public func drop(while predicate: @escaping (Output) -> Bool)
    -> Publishers.DropWhile<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(DropWhileInner(subscriber, predicate))
    }
  }
}

@usableFromInline final class DropWhileInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let link = Link("DropWhile", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var isDropping = true
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
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
