extension Publisher {
  /// Sends each value when its inner publisher sends a value.
  ///
  /// *Keeps* each value until its inner publisher sends one. *Drops* a value whose inner publisher finishes without a
  /// value. *Finishes* when the upstream has finished and no value is pending. *Fails* when the upstream or an inner
  /// publisher fails.
  ///
  /// *Use it* to delay each value by a time of its own. *See also* `audit`, `flatMap`. *In Rx:* `delayWhen`.
  ///
  ///     a: -1-2---|
  ///     b: --x|
  ///     > a.delay { _ in b }
  ///     =  ---1-2-|
  ///
  /// A value may be sent before an earlier one whose inner publisher is slower.
  ///
  /// - Parameter each: Receives a value and creates the inner publisher whose first value sends it.
  @inlinable public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<P>, Output>, Self> where P.Failure == Failure {
    flatMap { value in each(value).prefix(1).map { _ in value } }
  }
}
