// The results of operators on one value are computed when the operators are called: see `Sequence+Operators.swift`.

extension Just {
  /// Whether the closure is true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { .init(predicate(output)) }
  /// Whether the closure is true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { .init(predicate(output)) }
  /// Whether the value equals this one.
  @inlinable public func contains(_ output: Output) -> Just<Bool> where Output: Equatable { .init(self.output == output) }
  /// An array of the value.
  @inlinable public func collect() -> Just<[Output]> { .init([output]) }
  /// The number of values, which is one.
  @inlinable public func count() -> Just<Int> { .init(1) }
  /// The same value.
  @inlinable public func first() -> Just { self }
  /// The same value.
  @inlinable public func last() -> Just { self }
  /// The result of the closure for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> { .init(transform(output)) }
  /// The same value, the only one. Nothing is compared.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// The same value, the only one. Nothing is compared.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// The same value, the only one.
  @inlinable public func min() -> Just where Output: Comparable { self }
  /// The same value, the only one.
  @inlinable public func max() -> Just where Output: Comparable { self }
  /// The same value, the only one.
  @inlinable public func removeDuplicates() -> Just where Output: Equatable { self }
  /// The same value, the only one. Nothing is compared.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }
  /// The same value, which does not fail.
  @inlinable public func replaceError(with output: Output) -> Just { self }
  /// The same value: there is only one.
  @inlinable public func replaceEmpty(with output: Output) -> Just { self }
  /// The same value, which does not fail.
  @inlinable public func retry(_ times: Int) -> Just { self }

  /// Nothing, unless the count is 0. A negative count is a programming error.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { optional.dropFirst(count) }
  /// The value, if the closure is false for it.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { optional.drop(while: predicate) }
  /// The value, if the closure is true for it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// The value, if the closure is true for it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// The result of the closure, or the error that it throws.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher { .init(transform(output)) }
  /// The value, if the closure is true for it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher { optional.filter(isIncluded) }
  /// The value, if the position is 0. A negative position is a programming error.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher { optional.output(at: index) }
  /// The value, if 0 is among the positions. A negative position is a programming error.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    optional.output(in: range)
  }
  /// The value, unless the length is 0. A negative length is a programming error.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher { optional.prefix(maxLength) }
  /// The value, if the closure is true for it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  /// Whether the closure is true for the value, or the error it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { tryMap(predicate) }
  /// Whether the closure is true for the value, or the error it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher { tryMap(predicate) }
  /// The result of the closure, or the error that it throws.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try transform(output) }.publisher
  }
  /// The same value, or the error that the closure throws when it is called with the value twice.
  @inlinable public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool) -> Result<Output, any Error>.Publisher {
    result.tryRemoveDuplicates(by: predicate)
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
  /// The result of the closure for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Never>.Publisher {
    result.reduce(initialResult, nextPartialResult)
  }
  /// The result of the closure for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Never>.Publisher {
    result.reduce(initialResult, nextPartialResult)
  }
  /// The same value, with another type of failure.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher { .init(output) }
  /// The same value, with another type of failure.
  @inlinable public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher { .init(output) }

  /// Only the finish.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
  /// These values, then its own.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }
  /// The elements of a sequence, then its own value.
  @inlinable public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
    .init(sequence: elements + [output])
  }
  /// Its own value, then these.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }
  /// Its own value, then the elements of a sequence.
  @inlinable public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
    .init(sequence: [output] + elements)
  }

  @inlinable var optional: Optional<Output>.Publisher { .init(output) }
  @inlinable var result: Result<Output, Never>.Publisher { .init(output) }
}
