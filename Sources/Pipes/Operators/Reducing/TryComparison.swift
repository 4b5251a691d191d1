extension Publisher {
  /// Sends the least value, by the order of a closure; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Keeps* the least value so far. *Drops* all other values. *Fails* when the upstream
  /// fails or the closure throws. *Cancels* the upstream when the closure throws.
  ///
  /// *Use it* for the least value, where comparing can throw. *See also* `min`.
  ///
  ///     a: -2-1-3-|
  ///     > a.tryMin { $0 == 3 ? throw "three" : $0 < $1 }
  ///     =  -----#
  ///       # = "three"
  ///
  /// - Parameter areInIncreasingOrder: Returns true if the first value is the smaller one. The first one of several
  ///   equal values is sent.
  @_disfavoredOverload @inlinable public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    tryMax { try areInIncreasingOrder($1, $0) }
  }
  /// Sends the greatest value, by the order of a closure; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Keeps* the greatest value so far. *Drops* all other values. *Fails* when the
  /// upstream fails or the closure throws. *Cancels* the upstream when the closure throws.
  ///
  /// *Use it* for the greatest value, where comparing can throw. *See also* `max`.
  ///
  ///     a: -1-3-2-|
  ///     > a.tryMax { $1 == 3 ? throw "three" : $0 < $1 }
  ///     =  ---#
  ///       # = "three"
  ///
  /// - Parameter areInIncreasingOrder: Returns true if the first value is the smaller one. The first one of several
  ///   equal values is sent.
  @_disfavoredOverload @inlinable public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  public struct TryComparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let areInIncreasingOrder: (Output, Output) throws -> Bool
    @inlinable public init(upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryComparisonInner<Upstream.Failure, S>(subscriber, areInIncreasingOrder))
    }
  }
}

@usableFromInline final class TryComparisonInner<Failure: Error, Downstream: Subscriber>: Folding
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("TryComparison")
  @usableFromInline let order: (Input, Input) throws -> Bool
  @exclusivity(unchecked) @usableFromInline var best = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream, _ order: @escaping (Input, Input) throws -> Bool) {
    self.downstream = downstream
    self.order = order
  }
  @inlinable var answer: Input? { best.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    guard let answer else {
      _ = best.replace(by: input)
      return .none
    }
    if let isGreater = attempt({ try order(answer, input) }), isGreater { _ = best.replace(by: input) }
    return .none
  }
}
