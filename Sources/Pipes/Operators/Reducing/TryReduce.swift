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
      let next = nextPartialResult, result = Kept.Gated(initial)
      upstream.subscribe(
        Fold<Upstream.Output, Upstream.Failure, S>(subscriber, "TryReduce") {
          _ = result.replace(by: try next(result.value, $0))
          return nil
        } rest: {
          result.value
        })
    }
  }
}
