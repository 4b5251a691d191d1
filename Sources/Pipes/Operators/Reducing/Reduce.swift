extension Publisher {
  /// Sends one result of all values when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Keeps* the result so far.
  ///
  /// *Use it* for one result of all values. *See also* `scan`, `collect`, `count`.
  ///
  ///     a: -1-2-3-|
  ///     > a.reduce(0) { $0 + $1 }
  ///     =  -------(6|)
  ///
  /// - Parameter initialResult: The result before the first value. It is sent if the upstream finishes without a value.
  /// - Parameter nextPartialResult: Receives the result so far and a value, and returns the next result.
  @_disfavoredOverload @inlinable
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
    -> Publishers.Reduce<Self, T>
  {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    @inlinable
    public init(upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ReduceInner<Upstream.Output, S>(subscriber, "Reduce", initial, nextPartialResult))
    }
  }
}

@usableFromInline final class ReduceInner<Input, Downstream: Subscriber>: Folding {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Kept<Downstream.Input>
  @inlinable init(
    _ downstream: Downstream, _ name: String, _ initial: Downstream.Input,
    _ next: @escaping (Downstream.Input, Input) -> Downstream.Input
  ) {
    self.downstream = downstream
    self.next = next
    result = Kept(initial)
    link = Link.Answering(name)
  }
  @inlinable var answer: Downstream.Input? { result.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive { _ = result.replace(by: next(result.value, input)) }
    return .none
  }
}
