extension Publisher {
  /// Finishes in the place of a failure; or, unless `completeImmediately`, goes silent for ever.
  ///
  ///     source           -1-2-#
  ///     ignoreFailure()  -1-2-|
  @inlinable
  public func ignoreFailure(completeImmediately: Bool = true) -> Publishers.Catch<Self, Empty<Output, Never>> {
    ignoreFailure(setFailureType: Never.self, completeImmediately: completeImmediately)
  }
  /// Finishes in the place of a failure, in a stream that may fail in another way.
  @inlinable
  public func ignoreFailure<NewFailure: Error>(
    setFailureType: NewFailure.Type, completeImmediately: Bool = true
  ) -> Publishers.Catch<Self, Empty<Output, NewFailure>> {
    `catch` { _ in Empty(completeImmediately: completeImmediately) }
  }
  /// Sends the values of another publisher after this one has finished or failed, and finishes when that one has finished or failed.
  ///
  /// Never fails. `catch { _ in publisher }` goes on after a failure only, and fails with the other publisher. Rx calls it
  /// `onErrorResumeNext`, too.
  ///
  ///     source                     -1-2-#
  ///     other                      -8-9#
  ///     onErrorResumeNext(other)   -1-2--8-9|
  @inlinable
  public func onErrorResumeNext<P: Publisher>(
    _ publisher: P
  ) -> Publishers.Concatenate<Publishers.Catch<Self, Empty<Output, Never>>, Publishers.Catch<P, Empty<Output, Never>>>
  where P.Output == Output {
    ignoreFailure().append(publisher.ignoreFailure())
  }
}
