extension Publisher {
  /// Pairs the last values of both publishers when they have finished; just finishes if one of them has none.
  ///
  /// The same as `last().zip(other.last())`: the answer waits until it is asked for. Rx calls it `forkJoin`, too.
  ///
  ///     a                -1-2---|
  ///     b                --x--|
  ///     a.forkJoin(b)    -------(A|)   A = (2, x)
  ///
  /// The same as `last().zip(other.last())`.
  @inlinable
  public func forkJoin<P: Publisher>(_ other: P) -> Publishers.Zip<Publishers.Last<Self>, Publishers.Last<P>> where P.Failure == Failure {
    last().zip(other.last())
  }
}
