extension Publisher {
  /// Sends the position of the first value that meets a condition, counted from zero, and finishes.
  ///
  /// Requests unlimited values and cancels this publisher then. Finishes without a value when none meets the condition. Rx calls it
  /// `findIndex`, and sends -1 then.
  ///
  ///     source                       -1-2-3-|
  ///     firstIndex(where: { $0 > 1 }) ---(1|)
  @inlinable
  public func firstIndex(where predicate: @escaping (Output) -> Bool) -> some Publisher<Int, Failure> {
    scan((index: -1, isFound: false)) { (index: $0.index + 1, isFound: predicate($1)) }.first { $0.isFound }.map(\.index)
  }
}
