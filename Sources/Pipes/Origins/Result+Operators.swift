// The results of operators on a result are computed when the operators are called: see `Sequence+Operators.swift`. A
// failure stays untouched.

extension Result.Publisher {
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher where Output: Equatable {
    map { $0 == output }
  }
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  @inlinable public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }
  @inlinable public func first() -> Result<Output, Failure>.Publisher { self }
  @inlinable public func last() -> Result<Output, Failure>.Publisher { self }
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    .init(result.map(transform))
  }
  @inlinable public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Output, E>.Publisher {
    .init(result.mapError(transform))
  }
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }
  @inlinable public func min() -> Result<Output, Failure>.Publisher where Output: Comparable { self }
  @inlinable public func max() -> Result<Output, Failure>.Publisher where Output: Comparable { self }
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Failure>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Failure>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }
  @inlinable public func removeDuplicates() -> Result<Output, Failure>.Publisher where Output: Equatable { self }
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Output, Failure>.Publisher {
    self
  }
  @inlinable public func replaceEmpty(with output: Output) -> Result<Output, Failure>.Publisher { self }
  @inlinable public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    if case .success(let value) = result { .init(value) } else { .init(output) }
  }
  @inlinable public func retry(_ times: Int) -> Result<Output, Failure>.Publisher { self }
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher
  where Failure == Never {
    mapError { _ -> E in }
  }

  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
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
  @inlinable public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    tryMap { try nextPartialResult(initialResult, $0) }
  }
  @inlinable public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
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
