extension Publisher {
  /// Sends one result of all values when the upstream finishes; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Keeps* the result so far. *Fails* when the upstream fails or the closure throws.
  /// *Cancels* the upstream when the closure throws.
  ///
  /// *Use it* for one result of all values, where computing it can throw. *See also* `reduce`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryReduce(0) { $1 > 2 ? throw "big" : $0 + $1 }
  ///     =  -----#
  ///       # = "big"
  ///
  /// - Parameter initialResult: The result before the first value. It is sent if the upstream finishes without a value.
  /// - Parameter nextPartialResult: Receives the result so far and a value, and returns the next result.
  @_disfavoredOverload @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error
    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output
    @inlinable public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryReduceInner<Upstream.Output, Upstream.Failure, S>(subscriber, initial, nextPartialResult))
    }
  }
}

@usableFromInline final class TryReduceInner<Input, Failure: Error, Downstream: Subscriber>: Folding
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("TryReduce")
  @usableFromInline let next: (Downstream.Input, Input) throws -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Kept<Downstream.Input>
  @inlinable init(
    _ downstream: Downstream, _ initial: Downstream.Input,
    _ next: @escaping (Downstream.Input, Input) throws -> Downstream.Input
  ) {
    self.downstream = downstream
    self.next = next
    result = Kept(initial)
  }
  @inlinable var answer: Downstream.Input? { result.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let new = attempt({ try next(result.value, input) }) { _ = result.replace(by: new) }
    return .none
  }
}
