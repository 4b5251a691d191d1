// The results of operators on a result are computed when the operators are called: see `Sequence+Operators.swift`. A failure stays untouched.

extension Result.Publisher {
  /// Whether the closure is true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }
  /// Whether the closure is true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }
  /// Whether the value equals this one.
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher where Output: Equatable { map { $0 == output } }
  /// An array of the value.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  /// The number of values, which is one.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }
  /// The same result.
  @inlinable public func first() -> Result<Output, Failure>.Publisher { self }
  /// The same result.
  @inlinable public func last() -> Result<Output, Failure>.Publisher { self }
  /// The result of the closure for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher { .init(result.map(transform)) }
  /// The result of the closure for the failure.
  @inlinable public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
    .init(result.mapError(transform))
  }
  /// The same result. Nothing is compared.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher { self }
  /// The same result. Nothing is compared.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher { self }
  /// The same result.
  @inlinable public func min() -> Result<Output, Failure>.Publisher where Output: Comparable { self }
  /// The same result.
  @inlinable public func max() -> Result<Output, Failure>.Publisher where Output: Comparable { self }
  /// The result of the closure for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  /// The result of the closure for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  /// The same result.
  @inlinable public func removeDuplicates() -> Result<Output, Failure>.Publisher where Output: Equatable { self }
  /// The same result. Nothing is compared.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher { self }
  /// The same result: a failure is not the lack of a value.
  @inlinable public func replaceEmpty(with output: Output) -> Result<Output, Failure>.Publisher { self }
  /// The value, or this one instead of a failure.
  @inlinable public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    if case .success(let value) = result { .init(value) } else { .init(output) }
  }
  /// The same result: another attempt would have the same.
  @inlinable public func retry(_ times: Int) -> Result<Output, Failure>.Publisher { self }
  /// The same value, with another type of failure.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher where Failure == Never {
    mapError { _ -> E in }
  }

  /// Whether the closure is true for the value, or the error it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { tryMap(predicate) }
  /// Whether the closure is true for the value, or the error it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { tryMap(predicate) }
  /// The result of the closure, or the error that it throws.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try transform(result.get()) }.publisher
  }
  /// The same value, or the error that the closure throws when it is called with the value twice.
  @inlinable public func tryMin(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }
  /// The same value, or the error that the closure throws when it is called with the value twice.
  @inlinable public func tryMax(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }
  /// The result of the closure for `initialResult` and the value, or the error that it throws.
  @inlinable
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }
  /// The result of the closure for `initialResult` and the value, or the error that it throws.
  @inlinable
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }
  /// The same value, or the error that the closure throws when it is called with the value twice.
  @inlinable public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }
}
