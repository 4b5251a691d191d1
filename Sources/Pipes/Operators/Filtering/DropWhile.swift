extension Publisher {
  /// Drops values as long as a condition is `true`, then sends all that follow.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* values as long as
  /// the condition is `true`.
  ///
  /// *Use it* to begin with the first value that meets a condition. *See also* `filter`, `prefix`, `first`. *In Rx:*
  /// `skipWhile`.
  ///
  ///     a: -1-3-2-|
  ///     > a.drop(while: { $0 < 3 })
  ///     =  ---3-2-|
  ///
  /// - Parameter predicate: Returns true to drop a value. It is not called again once it has returned false.
  @_disfavoredOverload @inlinable public func drop(while predicate: @escaping (Output) -> Bool)
    -> Publishers.DropWhile<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// The publisher that `drop(while:)` returns.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// Whether to drop a value. Not called again once it has returned false.
    public let predicate: (Output) -> Bool
    /// Creates the publisher that `drop(while:)` returns.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let predicate = predicate, isDropping = Kept.Gated(true)
      upstream.subscribe(
        Step<Output, Failure, S>(subscriber, "DropWhile", reportsEarly: false) {
          if isDropping.value, predicate($0) { return .max(1) }
          isDropping.set(false)
          return $1.receive($0)
        })
    }
  }
}
