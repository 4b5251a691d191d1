extension Publisher {
  /// Sends values as long as a condition is `true`, then finishes, with or without the value that ended it.
  ///
  /// *Drops* the value for which the condition is `false`, with `.exclusive`. *Finishes* when the condition is `false`
  /// for a value, or when the upstream finishes. *Cancels* the upstream when the condition is `false` for a value.
  ///
  /// *Use it* to take values as long as a condition holds, with the value that ended it. *See also* `drop`, `filter`.
  ///
  ///     a: -1-2-3-|
  ///     > a.prefix(while: { $0 < 2 }, behavior: .inclusive)
  ///     =  -1-(2|)
  ///
  /// - Parameter predicate: Returns true to continue after a value, false to finish.
  /// - Parameter behavior: Whether the value for which the predicate returns false is sent.
  @inlinable public func prefix(
    while predicate: @escaping (Output) -> Bool, behavior: Publishers.PrefixWhileBehavior
  ) -> Publishers.PrefixThrough<Self> {
    .init(upstream: self, predicate: predicate, behavior: behavior)
  }
}

extension Publishers {
  /// The treatment of the value that ends a prefix.
  public enum PrefixWhileBehavior: Hashable, Sendable {
    /// Drops the value, as `prefix(while:)` does.
    case exclusive
    /// Sends the value as the last one.
    case inclusive
  }

  public struct PrefixThrough<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool
    public let behavior: PrefixWhileBehavior
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool, behavior: PrefixWhileBehavior) {
      self.upstream = upstream
      self.predicate = predicate
      self.behavior = behavior
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(PrefixThroughInner(subscriber, predicate, behavior))
    }
  }
}

@usableFromInline final class PrefixThroughInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let isInclusive: Bool
  @usableFromInline let link = Link("PrefixThrough", refusesZero: true)
  /// Whether the last value is being sent.
  @exclusivity(unchecked) @usableFromInline var isLast = false
  @inlinable init(
    _ downstream: Downstream, _ predicate: @escaping (Input) -> Bool, _ behavior: Publishers.PrefixWhileBehavior
  ) {
    self.downstream = downstream
    self.predicate = predicate
    isInclusive = behavior == .inclusive
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
