extension Publisher {
  /// Sends `false` and finishes as soon as the closure is false for a value, `true` at the end. Fails with what the closure throws.
  ///
  ///     source         -1-0-3-|
  ///     tryAllSatisfy  ---#
  @_disfavoredOverload @inlinable public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryAllSatisfy<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of whether a closure is true for all values, which may fail.
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
    /// Whether all values passed.
    public typealias Output = Bool
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value passes.
    public let predicate: (Upstream.Output) throws -> Bool
    /// A publisher of whether a closure is true for all values, which may fail.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(TryVerdictInner<Upstream.Output, Upstream.Failure, S>(subscriber, "TryAllSatisfy", on: false, predicate))
    }
  }
}
