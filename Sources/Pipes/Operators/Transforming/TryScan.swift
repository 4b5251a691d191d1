extension Publisher {
  /// Sends the running result, or fails with what the closure throws. The initial result itself is not sent.
  ///
  ///     source   -1-2-0-|
  ///     tryScan  -1-3-#
  @_disfavoredOverload @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher of the running result, which may fail.
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// Makes the next result of the one so far and a value, or throws.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    /// A publisher of the running result, which may fail.
    @inlinable
    public init(upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output) {
      (self.upstream, self.initialResult, self.nextPartialResult) = (upstream, initialResult, nextPartialResult)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryScanInner<Upstream.Output, Upstream.Failure, S>(subscriber, initialResult, nextPartialResult))
    }
  }
}

@usableFromInline final class TryScanInner<Input, Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let next: (Downstream.Input, Input) throws -> Downstream.Input
  @usableFromInline let link = Link("TryScan")
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input
  @inlinable
  init(_ downstream: Downstream, _ result: Downstream.Input, _ next: @escaping (Downstream.Input, Input) throws -> Downstream.Input) {
    (self.downstream, self.result, self.next) = (downstream, result, next)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard !link.isOver, let new = attempt({ try next(result, input) }) else { return .none }
    result = new
    return downstream.receive(new)
  }
}
