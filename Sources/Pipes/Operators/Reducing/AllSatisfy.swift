extension Publisher {
  /// Sends `false` as soon as a condition is `false` for a value, or `true` when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Drops* the values for which the condition is `true`. *Finishes* right after the
  /// answer. *Cancels* the upstream when the condition is `false` for a value.
  ///
  /// *Use it* to know whether a condition is true for all values. *See also* `contains`, `filter`. *In Rx:* `every`,
  /// `all`.
  ///
  ///     a: -1-2-3-|
  ///     > a.allSatisfy { $0 < 3 }
  ///     =  -----(b|)
  ///       b = false
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned false.
  @_disfavoredOverload @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool)
    -> Publishers.AllSatisfy<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
    /// Whether the condition was true for all values.
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(VerdictInner<Upstream.Output, S>(subscriber, "AllSatisfy", on: false, predicate))
    }
  }
}
