extension Publisher {
  /// Sends the last value for which a condition is `true` at the finish; fails if the closure throws.
  ///
  /// *Sends* the value when the upstream finishes. *Requests* unlimited values. *Keeps* the last value that meets the
  /// condition. *Drops* all other values. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream
  /// when the closure throws.
  ///
  /// *Use it* for the final value by a condition that can throw. *See also* `last`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryLast { $0 > 2 ? throw "big" : true }
  ///     =  -----#
  ///       # = "big"
  ///
  /// - Parameter predicate: The condition. It is called with every value, until it throws.
  @inlinable public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryLastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryLastWhereInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline final class TryLastWhereInner<Failure: Error, Downstream: Subscriber>: Folding
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("TryLastWhere")
  @usableFromInline let predicate: (Input) throws -> Bool
  @exclusivity(unchecked) @usableFromInline var found = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable var answer: Input? { found.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let passes = attempt({ try predicate(input) }), passes { _ = found.replace(by: input) }
    return .none
  }
}
