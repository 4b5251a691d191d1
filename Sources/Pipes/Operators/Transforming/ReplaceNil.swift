extension Publisher {
  /// Sends another value in place of `nil`.
  ///
  ///     source               -1-nil-3-|
  ///     replaceNil(with: 0)  -1-0---3-|
  @_disfavoredOverload @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}
