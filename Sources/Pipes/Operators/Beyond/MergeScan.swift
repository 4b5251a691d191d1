extension Publisher {
  /// Creates an inner publisher from the latest result and each value; its values are the next results.
  ///
  /// *Requests* unlimited values. *Keeps* the latest result, and values for which there is no demand. *Finishes* when
  /// the upstream and all inner publishers have finished. *Fails* when one of the publishers fails.
  ///
  /// *Use it* for a running result that takes time to compute. *See also* `scan`, `flatMap`, `expand`.
  ///
  ///     a: -1-2-3-|
  ///     > a.mergeScan(0) { sum, n in Just(sum + n) }
  ///     =  -1-3-6-|
  ///
  /// - Parameter initialResult: The result before the first value. It is not sent itself.
  /// - Parameter transform: Receives the latest result and a value, and creates the inner publisher of the next
  ///   results.
  @inlinable public func mergeScan<Result, P: Publisher>(
    _ initialResult: Result, _ transform: @escaping (Result, Output) -> P
  ) -> some Publisher<Result, Failure> where P.Output == Result, P.Failure == Failure {
    Deferred {
      let latest = SharedValue(initialResult)
      return self.flatMap { value in transform(latest.value, value).handleEvents(receiveOutput: { latest.value = $0 }) }
    }
  }
}
