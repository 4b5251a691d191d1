extension Publisher where Output: Comparable {
  /// Sends the least value when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* the least value so far. *Drops* all other values.
  ///
  /// *Use it* for the least value of a stream. *See also* `max`, `reduce`, `scan`.
  ///
  ///     a: -2-1-3-|
  ///     > a.min()
  ///     =  -------(1|)
  ///
  /// It sends the first one of several equal values. Without values it only finishes.
  @_disfavoredOverload @inlinable public func min() -> Publishers.Comparison<Self> { min(by: <) }
  /// Sends the greatest value when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* the greatest value so far. *Drops* all other values.
  ///
  /// *Use it* for the greatest value of a stream. *See also* `min`, `reduce`, `scan`.
  ///
  ///     a: -1-3-2-|
  ///     > a.max()
  ///     =  -------(3|)
  ///
  /// It sends the first one of several equal values. Without values it only finishes.
  @_disfavoredOverload @inlinable public func max() -> Publishers.Comparison<Self> { max(by: <) }
}
extension Publisher {
  /// Sends the least value, by the order of a closure, when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* the least value so far. *Drops* all other values.
  ///
  /// *Use it* for the least value of a stream. *See also* `max`, `reduce`, `scan`.
  ///
  ///     a: -2-1-3-|
  ///     > a.min { $0 % 3 < $1 % 3 }
  ///     =  -------(3|)
  ///
  /// - Parameter areInIncreasingOrder: Returns true if the first value is the smaller one. The first one of several
  ///   equal values is sent.
  @_disfavoredOverload @inlinable public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    max { areInIncreasingOrder($1, $0) }
  }
  /// Sends the greatest value, by the order of a closure, when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* the greatest value so far. *Drops* all other values.
  ///
  /// *Use it* for the greatest value of a stream. *See also* `min`, `reduce`, `scan`.
  ///
  ///     a: -1-3-2-|
  ///     > a.max { $0 % 3 < $1 % 3 }
  ///     =  -------(2|)
  ///
  /// - Parameter areInIncreasingOrder: Returns true if the first value is the smaller one. The first one of several
  ///   equal values is sent.
  @_disfavoredOverload @inlinable public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  public struct Comparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let areInIncreasingOrder: (Output, Output) -> Bool
    @inlinable public init(upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ComparisonInner(subscriber, areInIncreasingOrder))
    }
  }
}

@usableFromInline final class ComparisonInner<Downstream: Subscriber>: Folding {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("Comparison")
  @usableFromInline let order: (Input, Input) -> Bool
  @exclusivity(unchecked) @usableFromInline var best = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream, _ order: @escaping (Input, Input) -> Bool) {
    self.downstream = downstream
    self.order = order
  }
  @inlinable var answer: Input? { best.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if let answer, !order(answer, input) { return .none }
    _ = best.replace(by: input)
    return .none
  }
}
