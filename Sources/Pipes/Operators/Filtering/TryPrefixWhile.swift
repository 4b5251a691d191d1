extension Publisher {
  /// Sends values as long as the closure is true, then finishes; fails with what it throws. The value that ends it is not sent.
  ///
  ///     source             -1-2-0-1-|
  ///     tryPrefix(while:)  -1-2-#
  @inlinable public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that ends when a closure is false, or fails.
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the stream goes on.
    public let predicate: (Output) throws -> Bool
    /// A publisher that ends when a closure is false, or fails.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryPrefixWhileInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline struct TryPrefixWhileInner<Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let link = Link("TryPrefixWhile", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue, let goesOn = attempt({ try predicate(input) }) else { return .none }
    if goesOn { return downstream.receive(input) }
    complete()
    return .none
  }
}
