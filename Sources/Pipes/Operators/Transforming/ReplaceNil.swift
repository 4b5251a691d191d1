extension Publisher {
  /// Replaces each `nil` with a given value.
  ///
  /// *Use it* to give missing values a default. *See also* `compactMap`, `map`.
  ///
  ///     a: -1-x-3-|
  ///       x = nil
  ///     > a.replaceNil(with: 0)
  ///     =  -1-0-3-|
  @_disfavoredOverload @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? {
    map { $0 ?? output }
  }
}
