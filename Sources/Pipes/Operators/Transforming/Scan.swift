extension Publisher {
  /// Sends the running result: what the closure makes of the result so far and the next value. The initial result itself is not sent.
  ///
  ///     source      -1-2-3-|
  ///     scan(0, +)  -1-3-6-|
  @_disfavoredOverload @inlinable
  public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> Publishers.Scan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher of the running result.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// Makes the next result of the one so far and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    /// A publisher of the running result.
    @inlinable
    public init(upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
      (self.upstream, self.initialResult, self.nextPartialResult) = (upstream, initialResult, nextPartialResult)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ScanInner<Upstream.Output, S>(subscriber, initialResult, nextPartialResult))
    }
  }
}

@usableFromInline final class ScanInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input
  @inlinable
  init(_ downstream: Downstream, _ result: Downstream.Input, _ next: @escaping (Downstream.Input, Input) -> Downstream.Input) {
    (self.downstream, self.result, self.next) = (downstream, result, next)
  }
  @inlinable var description: String { "Scan" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    let new = next(result, input)
    result = new
    return downstream.receive(new)
  }
}
