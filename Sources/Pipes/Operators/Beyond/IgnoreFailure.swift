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
  /// Goes on with another publisher when this one fails, whatever the failure. The same as `catch { _ in publisher }`.
  ///
  /// Rx's operator of this name also goes on with it after an end; that is `append`.
  ///
  ///     source                     -1-2-#
  ///     other                      -8-9|
  ///     onErrorResumeNext(other)   -1-2--8-9|
  @inlinable
  public func onErrorResumeNext<P: Publisher>(_ publisher: P) -> Publishers.Catch<Self, P> where P.Output == Output {
    `catch` { _ in publisher }
  }
}
