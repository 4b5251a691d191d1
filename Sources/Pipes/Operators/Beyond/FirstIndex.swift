extension Publisher {
  /// Sends the position, counted from zero, of the first value for which a condition is `true`.
  ///
  /// *Requests* unlimited values. *Keeps* the number of values so far. *Finishes* right after the position, or when the
  /// upstream finishes without one. *Cancels* the upstream when the condition is `true`.
  ///
  /// *Use it* to know the position of a value. *See also* `first`, `contains`, `count`. *In Rx:* `findIndex`.
  ///
  ///     a: -1-2-3-|
  ///     > a.firstIndex(where: { $0 > 1 })
  ///     =  ---(1|)
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned true.
  @inlinable public func firstIndex(where predicate: @escaping (Output) -> Bool) -> some Publisher<Int, Failure> {
    scan((index: -1, isFound: false)) { (index: $0.index + 1, isFound: predicate($1)) }.first { $0.isFound }.map(
      \.index)
  }
}
