extension Publisher {
  /// Sends the running result of a closure; fails if the closure throws.
  ///
  /// *Keeps* the last result. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream when the
  /// closure throws.
  ///
  /// *Use it* for a state that each value changes, where the change can throw. *See also* `scan`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryScan(0) { $0 + $1 > 5 ? throw "full" : $0 + $1 }
  ///     =  -1-3-#
  ///       # = "full"
  ///
  /// - Parameter initialResult: The result before the first value. It is not sent itself.
  /// - Parameter nextPartialResult: Receives the last result and a value, and returns the next result.
  @_disfavoredOverload @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let initialResult: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    @inlinable public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        TryScanInner<Upstream.Output, Upstream.Failure, S>(subscriber, initialResult, nextPartialResult))
    }
  }
}

@usableFromInline final class TryScanInner<Input, Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let next: (Downstream.Input, Input) throws -> Downstream.Input
  @usableFromInline let link = Link("TryScan")
  @exclusivity(unchecked) @usableFromInline var result: Kept<Downstream.Input>
  @inlinable init(
    _ downstream: Downstream, _ result: Downstream.Input,
    _ next: @escaping (Downstream.Input, Input) throws -> Downstream.Input
  ) {
    self.downstream = downstream
    self.next = next
    self.result = Kept(result)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard !link.isOver, let new = attempt({ try next(result.value, input) }) else { return .none }
    let old = result.replace(by: new)
    defer { withExtendedLifetime(old) {} }  // released last: its `deinit` may send
    return downstream.receive(new)
  }
}
