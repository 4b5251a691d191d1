extension Publisher {
  /// Sends values as long as the closure is true, then finishes; `behavior` says whether the value that ends it is sent, too.
  ///
  ///     source                                            -1-2-3-1-|
  ///     prefix(while: { $0 < 3 }, behavior: .inclusive)   -1-2-(3|)
  @inlinable
  public func prefix(
    while predicate: @escaping (Output) -> Bool, behavior: Publishers.PrefixWhileBehavior
  ) -> Publishers.PrefixThrough<Self> {
    .init(upstream: self, predicate: predicate, behavior: behavior)
  }
}

extension Publishers {
  /// What becomes of the value that ends a prefix.
  public enum PrefixWhileBehavior: Hashable, Sendable {
    /// It is not sent, as in `prefix(while:)`.
    case exclusive
    /// It is the last value that is sent.
    case inclusive
  }

  /// A publisher that ends when a closure is false, before that value or after it.
  public struct PrefixThrough<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the stream goes on.
    public let predicate: (Output) -> Bool
    /// What becomes of the value that ends it.
    public let behavior: PrefixWhileBehavior
    /// A publisher that ends when a closure is false.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool, behavior: PrefixWhileBehavior) {
      (self.upstream, self.predicate, self.behavior) = (upstream, predicate, behavior)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(PrefixThroughInner(subscriber, predicate, behavior))
    }
  }
}

@usableFromInline final class PrefixThroughInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let isInclusive: Bool
  @usableFromInline let link = Link("PrefixThrough", refusesZero: true)
  /// The last value is being sent.
  @exclusivity(unchecked) @usableFromInline var isLast = false
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) -> Bool, _ behavior: Publishers.PrefixWhileBehavior) {
    (self.downstream, self.predicate, isInclusive) = (downstream, predicate, behavior == .inclusive)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive, !isLast else { return .none }
    if predicate(input) { return downstream.receive(input) }
    isLast = true
    if isInclusive { _ = downstream.receive(input) }
    complete()
    return .none
  }
}
