extension Publisher {
  /// Sends whether a condition is `true` for all values; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Drops* the values for which the condition is `true`. *Finishes* right after the
  /// answer. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the condition is
  /// `false` or the closure throws.
  ///
  /// *Use it* to know whether a condition that can throw is true for all values. *See also* `allSatisfy`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryAllSatisfy { $0 > 2 ? throw "big" : true }
  ///     =  -----#
  ///       # = "big"
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned false.
  @_disfavoredOverload @inlinable public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryAllSatisfy<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
    /// Whether the condition was true for all values.
    public typealias Output = Bool
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(
        TryVerdictInner<Upstream.Output, Upstream.Failure, S>(subscriber, "TryAllSatisfy", on: false, predicate))
    }
  }
}
