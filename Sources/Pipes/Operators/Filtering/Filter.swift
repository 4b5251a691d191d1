extension Publisher {
  /// Lets through the values for which the closure is true. For each of the others one more is asked for.
  ///
  ///     source             -1-2-3-4-|
  ///     filter { $0 > 2 }  -----3-4-|
  @_disfavoredOverload @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher of the values for which a closure is true.
  public struct Filter<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value goes through.
    public let isIncluded: (Output) -> Bool
    /// A publisher of the values for which a closure is true.
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      (self.upstream, self.isIncluded) = (upstream, isIncluded)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(FilterInner(subscriber, isIncluded)) }
  }
}

extension Publishers.Filter {
  /// Lets through the values for which both closures are true; one step instead of two.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { first($0) && isIncluded($0) }
  }
  /// Lets through the values for which both closures are true, or fails; one step instead of two.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@usableFromInline struct FilterInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let isIncluded: (Input) -> Bool
  @inlinable init(_ downstream: Downstream, _ isIncluded: @escaping (Input) -> Bool) {
    (self.downstream, self.isIncluded) = (downstream, isIncluded)
  }
  @inlinable var description: String { "Filter" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    isIncluded(input) ? downstream.receive(input) : .max(1)
  }
}
