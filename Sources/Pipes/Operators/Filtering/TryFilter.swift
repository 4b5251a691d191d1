extension Publisher {
  /// Sends only the values for which a condition is `true`; fails if the closure throws.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* a value for which
  /// the condition is `false`. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the
  /// closure throws.
  ///
  /// *Use it* to drop values by a condition that can throw. *See also* `filter`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.tryFilter { $0 > 3 ? throw "big" : $0 % 2 == 0 }
  ///     =  ---2---#
  ///       # = "big"
  ///
  /// - Parameter isIncluded: Returns true to send a value, false to drop it.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  public struct TryFilter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let isIncluded: (Output) throws -> Bool
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryFilterInner<Upstream.Failure, S>(subscriber, isIncluded))
    }
  }
}

extension Publishers.TryFilter {
  /// Sends only the values for which both closures return true, in one step instead of two.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
    tryFilter(isIncluded)
  }
  /// Sends only the values for which both closures return true, in one step instead of two; fails if a closure throws.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@usableFromInline struct TryFilterInner<Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let isIncluded: (Input) throws -> Bool
  @usableFromInline let link = Link("TryFilter", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ isIncluded: @escaping (Input) throws -> Bool) {
    self.downstream = downstream
    self.isIncluded = isIncluded
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue, let passes = attempt({ try isIncluded(input) }) else { return .none }
    return passes ? downstream.receive(input) : .max(1)
  }
}
