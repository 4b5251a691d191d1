// The results of operators on at most one value are computed when the operators are called: see
// `Sequence+Operators.swift`. Without a value there is no answer, even where the general operators would send one:
// `count`, `reduce`, `allSatisfy` and `contains` only finish, as in Combine.

extension Optional.Publisher {
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
  @inlinable public func contains(_ output: Output) -> Optional<Bool>.Publisher where Output: Equatable {
    map { $0 == output }
  }
  @inlinable public func collect() -> Optional<[Output]>.Publisher { .init(output.map { [$0] } ?? []) }
  @inlinable public func count() -> Optional<Int>.Publisher { map { _ in 1 } }
  @inlinable public func first() -> Optional<Output>.Publisher { self }
  @inlinable public func last() -> Optional<Output>.Publisher { self }
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher { .init(output.map(transform)) }
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(output.flatMap(transform))
  }
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    compactMap { isIncluded($0) ? $0 : nil }
  }
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  @inlinable public func min() -> Optional<Output>.Publisher where Output: Comparable { self }
  @inlinable public func max() -> Optional<Output>.Publisher where Output: Comparable { self }
  @inlinable public func removeDuplicates() -> Optional<Output>.Publisher where Output: Equatable { self }
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// Drops the value, unless `count` is 0. A negative count stops the program.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { output(in: count...) }
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter { !predicate($0) }
  }
  /// Sends the value if `index` is 0. A negative index stops the program.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher { output(in: index...index) }
  /// Sends the value if `range` contains 0. A negative bound stops the program.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    precondition(range.lowerBound >= 0, "a position in a stream must not be negative")
    return range.contains(0) ? self : .init(nil)
  }
  /// Sends the value, unless `maxLength` is 0. A negative length stops the program.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher { output(in: ..<maxLength) }
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  @inlinable public func replaceError(with output: Output) -> Optional<Output>.Publisher { self }
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { .init(self.output ?? output) }
  @inlinable public func retry(_ times: Int) -> Optional<Output>.Publisher { self }
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
}
