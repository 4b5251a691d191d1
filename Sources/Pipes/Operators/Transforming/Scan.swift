extension Publisher {
  /// Sends the running result: a closure combines the last result with each value.
  ///
  /// *Keeps* the last result.
  ///
  /// *Use it* for a running total, or any state that each value changes. *See also* `reduce`, `map`, `pairwise`.
  ///
  ///     a: -1-2-3-|
  ///     > a.scan(0) { $0 + $1 }
  ///     =  -1-3-6-|
  ///
  /// - Parameter initialResult: The result before the first value. It is not sent itself.
  /// - Parameter nextPartialResult: Receives the last result and a value, and returns the next result.
  @_disfavoredOverload @inlinable
  public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> Publishers.Scan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output
    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ScanInner<Upstream.Output, S>(subscriber, initialResult, nextPartialResult))
    }
  }
}

@usableFromInline final class ScanInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Kept<Downstream.Input>
  @inlinable init(
    _ downstream: Downstream, _ result: Downstream.Input,
    _ next: @escaping (Downstream.Input, Input) -> Downstream.Input
  ) {
    self.downstream = downstream
    self.next = next
    self.result = Kept(result)
  }
  @inlinable var description: String { "Scan" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    let new = next(result.value, input)
    let old = result.replace(by: new)
    defer { withExtendedLifetime(old) {} }  // released last: its `deinit` may send
    return downstream.receive(new)
  }
}
