// The results of operators on one value are computed when the operators are called: see `Sequence+Operators.swift`.

extension Just {
  /// Sends whether the closure returns true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { .init(predicate(output)) }
  /// Sends whether the closure returns true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { .init(predicate(output)) }
  /// Sends whether the value equals the given one.
  @inlinable public func contains(_ output: Output) -> Just<Bool> where Output: Equatable {
    .init(self.output == output)
  }
  /// Sends an array of the value.
  @inlinable public func collect() -> Just<[Output]> { .init([output]) }
  /// Sends the number of values, which is 1.
  @inlinable public func count() -> Just<Int> { .init(1) }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func first() -> Just { self }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func last() -> Just { self }
  /// Sends the result of the closure for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> { .init(transform(output)) }
  /// Returns this publisher: its value is the only one. The closure is not called.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Returns this publisher: its value is the only one. The closure is not called.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Returns this publisher: its value is the only one.
  @inlinable public func min() -> Just where Output: Comparable { self }
  /// Returns this publisher: its value is the only one.
  @inlinable public func max() -> Just where Output: Comparable { self }
  /// Returns this publisher: its value is the only one.
  @inlinable public func removeDuplicates() -> Just where Output: Equatable { self }
  /// Returns this publisher: its value is the only one. The closure is not called.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }
  /// Returns this publisher: it never fails.
  @inlinable public func replaceError(with output: Output) -> Just { self }
  /// Returns this publisher: it is never empty.
  @inlinable public func replaceEmpty(with output: Output) -> Just { self }
  /// Returns this publisher: it never fails.
  @inlinable public func retry(_ times: Int) -> Just { self }

  /// Drops the value, unless `count` is 0. A negative count stops the program.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { optional.dropFirst(count) }
  /// Sends the value if the closure returns false for it.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.drop(while: predicate)
  }
  /// Sends the value if the closure returns true for it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// Sends the value if the closure returns true for it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// Sends the result of the closure, unless it is `nil`.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(transform(output))
  }
  /// Sends the value if the closure returns true for it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(isIncluded)
  }
  /// Sends the value if `index` is 0. A negative index stops the program.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher { optional.output(at: index) }
  /// Sends the value if `range` contains 0. A negative bound stops the program.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    optional.output(in: range)
  }
  /// Sends the value, unless `maxLength` is 0. A negative length stops the program.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher { optional.prefix(maxLength) }
  /// Sends the value if the closure returns true for it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

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
    Result<T, any Error> { try transform(output) }.publisher
  }
  /// Sends the value, or fails with the error that the closure throws. The closure is called with the value twice.
  @inlinable public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
    -> Result<Output, any Error>.Publisher
  {
    result.tryRemoveDuplicates(by: predicate)
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
  /// Sends the result of the closure for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    result.reduce(initialResult, nextPartialResult)
  }
  /// Sends the result of the closure for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    result.reduce(initialResult, nextPartialResult)
  }
  /// Sends the same value, and declares another failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    .init(output)
  }
  /// Sends the same value, and declares another failure type.
  @inlinable public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher { .init(output) }

  /// Sends no value and finishes.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
  /// Sends the given values, then the value of this publisher.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }
  /// Sends the elements of a sequence, then the value of this publisher.
  @inlinable public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    .init(sequence: elements + [output])
  }
  /// Sends the value of this publisher, then the given ones.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }
  /// Sends the value of this publisher, then the elements of a sequence.
  @inlinable public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    .init(sequence: [output] + elements)
  }

  @inlinable var optional: Optional<Output>.Publisher { .init(output) }
  @inlinable var result: Result<Output, Never>.Publisher { .init(output) }
}
