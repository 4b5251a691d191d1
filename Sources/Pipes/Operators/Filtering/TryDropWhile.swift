extension Publisher {
  /// Drops values as long as a condition is `true`, then sends all others; fails if the closure throws.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* values as long as
  /// the condition is `true`. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the
  /// closure throws.
  ///
  /// *Use it* to begin with a value by a condition that can throw. *See also* `drop`.
  ///
  ///     a: -1-3-2-|
  ///     > a.tryDrop { $0 > 2 ? throw "big" : true }
  ///     =  ---#
  ///       # = "big"
  ///
  /// - Parameter predicate: Returns true to drop a value. It is not called again once it has returned false.
  @inlinable public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// The publisher that `tryDrop(while:)` returns.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    /// The upstream publisher.
    public let upstream: Upstream
    /// Whether to drop a value. Not called again once it has returned false.
    public let predicate: (Output) throws -> Bool
    /// Creates the publisher that `tryDrop(while:)` returns.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let predicate = predicate, isDropping = Kept.Gated(true)
      upstream.subscribe(
        Step<Output, Upstream.Failure, S>(subscriber, "TryDropWhile", reportsEarly: false) {
          if isDropping.value, try predicate($0) { return .max(1) }
          isDropping.set(false)
          return $1.receive($0)
        })
    }
  }
}
