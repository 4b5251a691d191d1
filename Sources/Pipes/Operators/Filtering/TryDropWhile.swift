extension Publisher {
  /// Leaves out values as long as the closure is true; then lets everything through. Fails with what the closure throws.
  ///
  ///     source            -1-0-3-|
  ///     tryDrop(while:)   ---#
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that begins when a closure is false, and may fail before.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether values are still left out. Not asked again once it was false.
    public let predicate: (Output) throws -> Bool
    /// A publisher that begins when a closure is false, and may fail before.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryDropWhileInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline final class TryDropWhileInner<Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let link = Link("TryDropWhile", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var isDropping = true
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
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
