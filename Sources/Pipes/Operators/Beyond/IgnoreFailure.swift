extension Publisher {
  /// Finishes in place of a failure, or never completes.
  ///
  /// *Finishes* when the upstream finishes, and when the upstream fails unless `completeImmediately` is `false`.
  /// *Fails* never.
  ///
  /// *Use it* where a failure may count as a finish. *See also* `replaceError`, `catch`.
  ///
  ///     a: -1-#
  ///     > a.ignoreFailure()
  ///     =  -1-|
  ///
  /// The upstream has failed all the same: no further value is sent.
  ///
  /// - Parameter completeImmediately: Whether a failure becomes a finish. With false the stream never completes after a
  ///   failure.
  @inlinable
  public func ignoreFailure(completeImmediately: Bool = true) -> Publishers.Catch<Self, Empty<Output, Never>> {
    ignoreFailure(setFailureType: Never.self, completeImmediately: completeImmediately)
  }
  /// Finishes in place of a failure, and declares another failure type.
  ///
  /// - Parameter setFailureType: The failure type of the result, which never fails by itself.
  /// - Parameter completeImmediately: Whether a failure becomes a finish. With false the stream never completes after a
  ///   failure.
  @inlinable public func ignoreFailure<NewFailure: Error>(
    setFailureType: NewFailure.Type, completeImmediately: Bool = true
  ) -> Publishers.Catch<Self, Empty<Output, NewFailure>> {
    `catch` { _ in Empty(completeImmediately: completeImmediately) }
  }
  /// Continues with another publisher after the upstream has finished or failed.
  ///
  /// *Requests* the demand that has not been fulfilled yet, from the other publisher. *Finishes* when the other
  /// publisher has finished. *Fails* never.
  ///
  /// *Use it* to continue with other values after any completion. *See also* `catch`, `append`.
  ///
  ///     a: -1-#
  ///     b: 7-8-|
  ///     > a.onErrorResumeNext(b)
  ///     =  -1-7-8-|
  ///
  /// A failure of the other publisher becomes a finish, too. `catch { _ in other }` continues only after a failure, and
  /// can fail.
  @inlinable public func onErrorResumeNext<P: Publisher>(
    _ publisher: P
  ) -> Publishers.Concatenate<Publishers.Catch<Self, Empty<Output, Never>>, Publishers.Catch<P, Empty<Output, Never>>>
  where P.Output == Output {
    ignoreFailure().append(publisher.ignoreFailure())
  }
}
