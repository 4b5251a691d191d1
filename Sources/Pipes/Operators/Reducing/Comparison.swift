extension Publisher where Output: Comparable {
  /// Sends one value at the end: the smallest. Of equal ones the first; none if there were no values.
  ///
  ///     source  -2-1-3-|
  ///     min()   -------(1|)
  @_disfavoredOverload @inlinable public func min() -> Publishers.Comparison<Self> { min(by: <) }
  /// Sends one value at the end: the greatest. Of equal ones the first; none if there were no values.
  ///
  ///     source  -2-3-1-|
  ///     max()   -------(3|)
  @_disfavoredOverload @inlinable public func max() -> Publishers.Comparison<Self> { max(by: <) }
}
extension Publisher {
  /// Sends one value at the end: the smallest in the order of the closure, which says whether the first comes before the second.
  @_disfavoredOverload @inlinable public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    max { areInIncreasingOrder($1, $0) }
  }
  /// Sends one value at the end: the greatest in the order of the closure, which says whether the first comes before the second.
  @_disfavoredOverload @inlinable public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// A publisher of the greatest value in some order.
  public struct Comparison<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the first value comes before the second.
    public let areInIncreasingOrder: (Output, Output) -> Bool
    /// A publisher of the greatest value in some order.
    @inlinable public init(upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) -> Bool) {
      (self.upstream, self.areInIncreasingOrder) = (upstream, areInIncreasingOrder)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ComparisonInner(subscriber, areInIncreasingOrder))
    }
  }
}

@usableFromInline final class ComparisonInner<Downstream: Subscriber>: Folding {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("Comparison")
  @usableFromInline let order: (Input, Input) -> Bool
  @exclusivity(unchecked) @usableFromInline var answer: Input?
  @inlinable init(_ downstream: Downstream, _ order: @escaping (Input, Input) -> Bool) {
    (self.downstream, self.order) = (downstream, order)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if let answer, !order(answer, input) { return .none }
    answer = input
    return .none
  }
}
