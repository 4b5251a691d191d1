extension Publisher {
  /// Sends one value at the end: the smallest in the order of the closure. Fails at once with what the closure throws.
  ///
  ///     source    -2-1-x-|
  ///     tryMin    -----#
  @_disfavoredOverload @inlinable public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    tryMax { try areInIncreasingOrder($1, $0) }
  }
  /// Sends one value at the end: the greatest in the order of the closure. Fails at once with what the closure throws.
  @_disfavoredOverload @inlinable public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// A publisher of the greatest value in some order, which may fail.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the first value comes before the second.
    public let areInIncreasingOrder: (Output, Output) throws -> Bool
    /// A publisher of the greatest value in some order, which may fail.
    @inlinable public init(upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) throws -> Bool) {
      (self.upstream, self.areInIncreasingOrder) = (upstream, areInIncreasingOrder)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryComparisonInner<Upstream.Failure, S>(subscriber, areInIncreasingOrder))
    }
  }
}

@usableFromInline final class TryComparisonInner<Fault: Error, Downstream: Subscriber>: Folding where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("TryComparison")
  @usableFromInline let order: (Input, Input) throws -> Bool
  @exclusivity(unchecked) @usableFromInline var answer: Input?
  @inlinable init(_ downstream: Downstream, _ order: @escaping (Input, Input) throws -> Bool) {
    (self.downstream, self.order) = (downstream, order)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    guard let answer else {
      self.answer = input
      return .none
    }
    if let isGreater = attempt({ try order(answer, input) }), isGreater { self.answer = input }
    return .none
  }
}
