extension Publisher {
  /// Sends values as long as a condition is `true`, then finishes.
  ///
  /// *Drops* the value for which the condition is `false`. *Finishes* when the condition is `false` for a value, or
  /// when the upstream finishes. *Cancels* the upstream when the condition is `false` for a value.
  ///
  /// *Use it* to take values as long as a condition holds. *See also* `drop`, `filter`. *In Rx:* `takeWhile`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.prefix(while: { $0 < 3 })
  ///     =  -1-2-|
  ///
  /// - Parameter predicate: Returns true to send a value, false to finish without it.
  @_disfavoredOverload @inlinable public func prefix(while predicate: @escaping (Output) -> Bool)
    -> Publishers.PrefixWhile<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(PrefixWhileInner(subscriber, predicate))
    }
  }
}

@usableFromInline struct PrefixWhileInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let link = Link("PrefixWhile", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue else { return .none }
    if predicate(input) { return downstream.receive(input) }
    complete()
    return .none
  }
}
