// The results of operators on one value are computed when the operators are called: see `Sequence+Operators.swift`.

extension Just {
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { .init(predicate(output)) }
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { .init(predicate(output)) }
  @inlinable public func contains(_ output: Output) -> Just<Bool> where Output: Equatable {
    .init(self.output == output)
  }
  @inlinable public func collect() -> Just<[Output]> { .init([output]) }
  @inlinable public func count() -> Just<Int> { .init(1) }
  @inlinable public func first() -> Just { self }
  @inlinable public func last() -> Just { self }
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> { .init(transform(output)) }
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  @inlinable public func min() -> Just where Output: Comparable { self }
  @inlinable public func max() -> Just where Output: Comparable { self }
  @inlinable public func removeDuplicates() -> Just where Output: Equatable { self }
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }
  @inlinable public func replaceError(with output: Output) -> Just { self }
  @inlinable public func replaceEmpty(with output: Output) -> Just { self }
  @inlinable public func retry(_ times: Int) -> Just { self }

  /// Drops the value, unless `count` is 0. A negative count stops the program.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { optional.dropFirst(count) }
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.drop(while: predicate)
  }
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(transform(output))
  }
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
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }

  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try transform(output) }.publisher
  }
  /// Sends the value, or fails with the error that the closure throws. The closure is called with the value twice.
  @inlinable public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
    -> Result<Output, any Error>.Publisher
  {
    result.tryRemoveDuplicates(by: predicate)
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
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    result.reduce(initialResult, nextPartialResult)
  }
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    result.reduce(initialResult, nextPartialResult)
  }
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    .init(output)
  }
  @inlinable public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher { .init(output) }

  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }
  @inlinable public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    .init(sequence: elements + [output])
  }
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }
  @inlinable public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    .init(sequence: [output] + elements)
  }

  @inlinable var optional: Optional<Output>.Publisher { .init(output) }
  @inlinable var result: Result<Output, Never>.Publisher { .init(output) }
}
