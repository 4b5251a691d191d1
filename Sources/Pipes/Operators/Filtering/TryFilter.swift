extension Publisher {
  /// Lets through the values for which the closure is true, or fails with what it throws. For each of the others one more is asked for.
  ///
  ///     source     -1-2-3-0-|
  ///     tryFilter  ---2-3-#
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher of the values for which a closure is true, which may fail.
  public struct TryFilter<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value goes through.
    public let isIncluded: (Output) throws -> Bool
    /// A publisher of the values for which a closure is true, which may fail.
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Output) throws -> Bool) {
      (self.upstream, self.isIncluded) = (upstream, isIncluded)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryFilterInner<Upstream.Failure, S>(subscriber, isIncluded))
    }
  }
}

extension Publishers.TryFilter {
  /// Lets through the values for which both closures are true; one step instead of two.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> { tryFilter(isIncluded) }
  /// Lets through the values for which both closures are true, or fails; one step instead of two.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@usableFromInline struct TryFilterInner<Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let isIncluded: (Input) throws -> Bool
  @usableFromInline let link = Link("TryFilter", refusesZero: true)
  @inlinable init(_ downstream: Downstream, _ isIncluded: @escaping (Input) throws -> Bool) {
    (self.downstream, self.isIncluded) = (downstream, isIncluded)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue, let passes = attempt({ try isIncluded(input) }) else { return .none }
    return passes ? downstream.receive(input) : .max(1)
  }
}
