extension Publisher {
  /// Sends the values of another publisher when this one finishes without a value.
  ///
  /// The other publisher is subscribed to only then, and receives the demand. A failure passes. Rx calls it `switchIfEmpty` or `ifEmpty`.
  ///
  ///     source                -----|
  ///     other                 -8-9-|
  ///     switchIfEmpty(other)  ------8-9-|
  @inlinable
  public func switchIfEmpty<P: Publisher>(_ other: P) -> some Publisher<Output, Failure> where P.Output == Output, P.Failure == Failure {
    Deferred {
      let isEmpty = GatedValue(true)
      let next = Deferred { isEmpty.value ? other.eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }
      return self.handleEvents(receiveOutput: { _ in isEmpty.value = false }).append(next)
    }
  }
}
