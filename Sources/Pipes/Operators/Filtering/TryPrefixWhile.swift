extension Publisher {
  /// Sends values as long as a condition is `true`, then finishes; fails if the closure throws.
  ///
  /// *Drops* the value for which the condition is `false`. *Finishes* when the condition is `false` for a value, or
  /// when the upstream finishes. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the
  /// condition is `false` or the closure throws.
  ///
  /// *Use it* to take values as long as a condition that can throw holds. *See also* `prefix`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.tryPrefix { $0 > 2 ? throw "big" : true }
  ///     =  -1-2-#
  ///       # = "big"
  ///
  /// - Parameter predicate: Returns true to send a value, false to finish without it.
  @inlinable public func tryPrefix(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryPrefixWhile<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryPrefixWhileInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline struct TryPrefixWhileInner<Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let link = Link("TryPrefixWhile", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue, let goesOn = attempt({ try predicate(input) }) else { return .none }
    if goesOn { return downstream.receive(input) }
    complete()
    return .none
  }
}
