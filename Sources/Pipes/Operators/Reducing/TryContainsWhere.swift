extension Publisher {
  /// Sends whether a condition is `true` for any value; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Drops* the values before it. *Finishes* right after the answer. *Fails* when the
  /// upstream fails or the closure throws. *Cancels* the upstream when the value has arrived or the closure throws.
  ///
  /// *Use it* to know whether a condition that can throw is true for any value. *See also* `contains`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryContains { $0 > 1 ? throw "big" : false }
  ///     =  ---#
  ///       # = "big"
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned true.
  @_disfavoredOverload @inlinable public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryContainsWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    /// Whether the condition was true for a value.
    public typealias Output = Bool
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      let predicate = predicate
      upstream.subscribe(
        Fold<Upstream.Output, Upstream.Failure, S>(subscriber, "TryContainsWhere") {
          try predicate($0) ? true : nil
        } rest: {
          false
        })
    }
  }
}
