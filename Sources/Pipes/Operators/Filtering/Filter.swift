extension Publisher {
  /// Sends only the values for which a condition is `true`.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* a value for which
  /// the condition is `false`.
  ///
  /// *Use it* to drop values by a condition on a single value. *See also* `compactMap`, `removeDuplicates`, `prefix`,
  /// `drop`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.filter { $0 % 2 == 0 }
  ///     =  ---2---4-|
  ///
  /// - Parameter isIncluded: Returns true to send a value, false to drop it.
  @_disfavoredOverload @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool)
    -> Publishers.Filter<Self>
  {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(FilterInner(subscriber, isIncluded))
    }
  }
}

extension Publishers.Filter {
  /// Sends only the values for which both closures return true, in one step instead of two.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { first($0) && isIncluded($0) }
  }
  /// Sends only the values for which both closures return true, in one step instead of two; fails if a closure throws.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@usableFromInline struct FilterInner<Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let isIncluded: (Input) -> Bool
  @inlinable init(_ downstream: Downstream, _ isIncluded: @escaping (Input) -> Bool) {
    self.downstream = downstream
    self.isIncluded = isIncluded
  }
  @inlinable var description: String { "Filter" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    isIncluded(input) ? downstream.receive(input) : .max(1)
  }
}
