extension Publisher {
  /// Sends one value at the end: the result of the closure over all values, starting from the initial result.
  ///
  ///     source        -1-2-3-|
  ///     reduce(0, +)  -------(6|)
  @_disfavoredOverload @inlinable
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> Publishers.Reduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher of one result over all values.
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The result before the first value.
    public let initial: Output
    /// Makes the next result of the one so far and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    /// A publisher of one result over all values.
    @inlinable
    public init(upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
      (self.upstream, self.initial, self.nextPartialResult) = (upstream, initial, nextPartialResult)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ReduceInner<Upstream.Output, S>(subscriber, "Reduce", initial, nextPartialResult))
    }
  }
}

@usableFromInline final class ReduceInner<Input, Downstream: Subscriber>: Folding {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: AnswerLink
  @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input
  @inlinable
  init(
    _ downstream: Downstream, _ name: String, _ initial: Downstream.Input, _ next: @escaping (Downstream.Input, Input) -> Downstream.Input
  ) {
    (self.downstream, self.next, result) = (downstream, next, initial)
    link = AnswerLink(name)
  }
  @inlinable var answer: Downstream.Input? { result }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive { result = next(result, input) }
    return .none
  }
}
