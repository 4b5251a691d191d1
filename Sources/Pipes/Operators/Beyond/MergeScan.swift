extension Publisher {
  /// Makes an inner publisher of the latest result and each value; the values of the inner publishers are the results, and are sent.
  ///
  /// All inner publishers run at the same time; the latest result is the value that any of them has sent last. Finishes when this publisher and
  /// all inner publishers have finished, and fails with the first failure. Rx calls it `mergeScan`, too.
  ///
  ///     source                                     -1---2---|
  ///     mergeScan(10) { sum, n in Just(sum + n) }  -x---y---|   x = 11, y = 13
  @inlinable
  public func mergeScan<Result, P: Publisher>(
    _ initialResult: Result, _ transform: @escaping (Result, Output) -> P
  ) -> some Publisher<Result, Failure> where P.Output == Result, P.Failure == Failure {
    Deferred {
      let latest = SharedValue(initialResult)
      return self.flatMap { value in transform(latest.value, value).handleEvents(receiveOutput: { latest.value = $0 }) }
    }
  }
}
