extension Publisher {
  /// Sends one value at the end: the result of the closure over all values. Fails at once with what the closure throws.
  ///
  ///     source     -1-0-3-|
  ///     tryReduce  ---#
  @_disfavoredOverload @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher of one result over all values, which may fail.
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// The result before the first value.
    public let initial: Output
    /// Makes the next result of the one so far and a value, or throws.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    /// A publisher of one result over all values, which may fail.
    @inlinable
    public init(upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output) {
      (self.upstream, self.initial, self.nextPartialResult) = (upstream, initial, nextPartialResult)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryReduceInner<Upstream.Output, Upstream.Failure, S>(subscriber, initial, nextPartialResult))
    }
  }
}

@usableFromInline final class TryReduceInner<Input, Fault: Error, Downstream: Subscriber>: Folding where Downstream.Failure == any Error {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("TryReduce")
  @usableFromInline let next: (Downstream.Input, Input) throws -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input
  @inlinable
  init(_ downstream: Downstream, _ initial: Downstream.Input, _ next: @escaping (Downstream.Input, Input) throws -> Downstream.Input) {
    (self.downstream, self.next, result) = (downstream, next, initial)
  }
  @inlinable var answer: Downstream.Input? { result }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let new = attempt({ try next(result, input) }) { result = new }
    return .none
  }
}
