extension Publisher {
  /// Drops values as long as a condition is `true`, then sends all others; fails if the closure throws.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* values as long as
  /// the condition is `true`. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the
  /// closure throws.
  ///
  /// *Use it* to begin with a value by a condition that can throw. *See also* `drop`.
  ///
  ///     a: -1-3-2-|
  ///     > a.tryDrop { $0 > 2 ? throw "big" : true }
  ///     =  ---#
  ///       # = "big"
  ///
  /// - Parameter predicate: Returns true to drop a value. It is not called again once it has returned false.
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryDropWhileInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline final class TryDropWhileInner<Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let link = Link("TryDropWhile", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var isDropping = true
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if isDropping {
      guard let drops = attempt({ try predicate(input) }) else { return .none }
      if drops { return .max(1) }
      isDropping = false
    }
    return downstream.receive(input)
  }
}
