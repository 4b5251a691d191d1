extension Publisher {
  /// Sends the last value of each publisher when all publishers have finished.
  ///
  /// *Requests* unlimited values. *Keeps* the last value of each publisher. *Drops* all other values. *Finishes* when all publishers have
  /// finished, or as soon as one has finished without a value. *Fails* when one of the publishers fails. *Cancels* the other publishers
  /// then.
  ///
  /// *Use it* to wait for the results of several tasks. *See also* `zip`, `combineLatest`.
  ///
  ///     a: -1-2--|
  ///     b: --3--4|
  ///     > a.forkJoin(b)
  ///     =  ------(a|)
  ///       a = (2, 4)
  ///
  /// The same as `last().zip(other.last())`.
  @inlinable
  public func forkJoin<P: Publisher>(_ other: P) -> Publishers.Zip<Publishers.Last<Self>, Publishers.Last<P>> where P.Failure == Failure {
    last().zip(other.last())
  }
}
