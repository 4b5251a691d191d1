// The results of operators on a result are computed when the operators are called: see `Sequence+Operators.swift`. A
// failure stays untouched.

extension Result.Publisher {
  /// Sends whether the closure returns true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }
  /// Sends whether the closure returns true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }
  /// Sends whether the value equals the given one.
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher where Output: Equatable {
    map { $0 == output }
  }
  /// Sends an array of the value.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  /// Sends the number of values, which is 1.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func first() -> Result<Output, Failure>.Publisher { self }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func last() -> Result<Output, Failure>.Publisher { self }
  /// Sends the result of the closure for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    .init(result.map(transform))
  }
  /// Fails with the result of the closure for the failure.
  @inlinable public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
    .init(result.mapError(transform))
  }
  /// Returns this publisher: it sends at most one value. The closure is not called.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }
  /// Returns this publisher: it sends at most one value. The closure is not called.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func min() -> Result<Output, Failure>.Publisher where Output: Comparable { self }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func max() -> Result<Output, Failure>.Publisher where Output: Comparable { self }
  /// Sends the result of the closure for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Failure>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }
  /// Sends the result of the closure for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Failure>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func removeDuplicates() -> Result<Output, Failure>.Publisher where Output: Equatable { self }
  /// Returns this publisher: it sends at most one value. The closure is not called.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }
  /// Returns this publisher: it is never empty, and a failure is not replaced.
  @inlinable public func replaceEmpty(with output: Output) -> Result<Output, Failure>.Publisher { self }
  /// Sends the value, or the given one instead of a failure.
  @inlinable public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    if case .success(let value) = result { .init(value) } else { .init(output) }
  }
  /// Returns this publisher: each attempt would have the same result.
  @inlinable public func retry(_ times: Int) -> Result<Output, Failure>.Publisher { self }
  /// Sends the same value, and declares another failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher
  where Failure == Never {
    mapError { _ -> E in }
  }

  /// Sends whether the closure returns true for the value, or fails with the error that it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
  /// Sends whether the closure returns true for the value, or fails with the error that it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
  /// Sends the result of the closure, or fails with the error that it throws.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try transform(result.get()) }.publisher
  }
  /// Sends the value, or fails with the error that the closure throws. The closure is called with the value twice.
  @inlinable public func tryMin(by areInIncreasingOrder: (Output, Output) throws -> Bool)
    -> Result<Output, any Error>.Publisher
  {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }
  /// Sends the value, or fails with the error that the closure throws. The closure is called with the value twice.
  @inlinable public func tryMax(by areInIncreasingOrder: (Output, Output) throws -> Bool)
    -> Result<Output, any Error>.Publisher
  {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }
  /// Sends the result of the closure for `initialResult` and the value, or fails with the error that it throws.
  @inlinable
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    tryMap { try nextPartialResult(initialResult, $0) }
  }
  /// Sends the result of the closure for `initialResult` and the value, or fails with the error that it throws.
  @inlinable
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    tryMap { try nextPartialResult(initialResult, $0) }
  }
  /// Sends the value, or fails with the error that the closure throws. The closure is called with the value twice.
  @inlinable public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
    -> Result<Output, any Error>.Publisher
  {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }
}
