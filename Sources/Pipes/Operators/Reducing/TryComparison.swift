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
      let order = areInIncreasingOrder, best = Kept<Output?>.Gated(nil)
      upstream.subscribe(
        Fold<Output, Upstream.Failure, S>(subscriber, "TryComparison") {
          if let value = best.value, try !order(value, $0) { return nil }
          _ = best.replace(by: $0)
          return nil
        } rest: {
          best.value
        })
    }
  }
}
