extension Publisher {
  /// Sends each value when the publisher that the closure makes of it has sent something.
  ///
  /// So values may overtake each other. A value whose publisher finishes without a value is lost; a failure of any ends the stream. The end
  /// waits for all of them. Asks for everything. Rx calls it `delayWhen`.
  ///
  ///     source               -4-1-----|
  ///     delay { wait($0) }   ----14---|
  @inlinable
  public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<P>, Output>, Self> where P.Failure == Failure {
    flatMap { value in each(value).prefix(1).map { _ in value } }
  }
}
