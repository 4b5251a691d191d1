extension Publisher {
  /// Subscribes to another publisher when the upstream finishes without a value.
  ///
  /// *Finishes* when the publisher that it follows finishes. *Fails* when the publisher that it follows fails.
  ///
  /// *Use it* to continue with another publisher where the upstream sent no value. *See also* `replaceEmpty`, `append`,
  /// `onErrorResumeNext`. *In Rx:* `ifEmpty`.
  ///
  ///     a: ---|
  ///     b: -1-2-|
  ///     > a.switchIfEmpty(b)
  ///     =  ----1-2-|
  ///
  /// - Parameter other: The publisher to continue with. It is subscribed to only if the upstream finishes without a
  ///   value.
  @inlinable
  public func switchIfEmpty<P: Publisher>(_ other: P) -> some Publisher<Output, Failure>
  where P.Output == Output, P.Failure == Failure {
    Deferred {
      let isEmpty = Kept.Gated(true)
      let next = Deferred { isEmpty.value ? other.eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }
      return self.handleEvents(receiveOutput: { _ in isEmpty.set(false) }).append(next)
    }
  }
}
