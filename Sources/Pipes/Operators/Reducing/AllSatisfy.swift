extension Publisher {
  /// Sends `false` and finishes as soon as the closure is false for a value; sends `true` if the stream finishes before.
  ///
  ///     source                  -1-2-3-|
  ///     allSatisfy { $0 < 2 }   ---(f|)   f = false
  @_disfavoredOverload @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of whether a closure is true for all values.
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
    /// Whether all values passed.
    public typealias Output = Bool
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value passes.
    public let predicate: (Upstream.Output) -> Bool
    /// A publisher of whether a closure is true for all values.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(VerdictInner<Upstream.Output, S>(subscriber, "AllSatisfy", on: false, predicate))
    }
  }
}
