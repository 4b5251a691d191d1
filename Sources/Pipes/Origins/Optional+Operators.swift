// The results of operators on at most one value are computed when the operators are called: see `Sequence+Operators.swift`. Without a value
// there is no answer, even where the general operators would send one: `count`, `reduce`, `allSatisfy` and `contains` only finish, as in
// Combine.

extension Optional.Publisher {
  /// Whether the closure is true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
  /// Whether the closure is true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
  /// Whether the value equals this one.
  @inlinable public func contains(_ output: Output) -> Optional<Bool>.Publisher where Output: Equatable { map { $0 == output } }
  /// An array of the value; an empty one without a value.
  @inlinable public func collect() -> Optional<[Output]>.Publisher { .init(output.map { [$0] } ?? []) }
  /// The number of values, if there is one.
  @inlinable public func count() -> Optional<Int>.Publisher { map { _ in 1 } }
  /// The same value.
  @inlinable public func first() -> Optional<Output>.Publisher { self }
  /// The same value.
  @inlinable public func last() -> Optional<Output>.Publisher { self }
  /// The value, if the closure is true for it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// The value, if the closure is true for it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// The result of the closure for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher { .init(output.map(transform)) }
  /// The result of the closure, or the error that it throws.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher { .init(output.flatMap(transform)) }
  /// The value, if the closure is true for it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    compactMap { isIncluded($0) ? $0 : nil }
  }
  /// The same value, the only one. Nothing is compared.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// The same value, the only one. Nothing is compared.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// The same value, the only one.
  @inlinable public func min() -> Optional<Output>.Publisher where Output: Comparable { self }
  /// The same value, the only one.
  @inlinable public func max() -> Optional<Output>.Publisher where Output: Comparable { self }
  /// The same value, the only one.
  @inlinable public func removeDuplicates() -> Optional<Output>.Publisher where Output: Equatable { self }
  /// The same value, the only one. Nothing is compared.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// Nothing, unless the count is 0. A negative count is a programming error.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { output(in: count...) }
  /// The value, if the closure is false for it.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter { !predicate($0) } }
  /// The value, if the position is 0. A negative position is a programming error.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher { output(in: index...index) }
  /// The value, if 0 is among the positions. A negative position is a programming error.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    precondition(range.lowerBound >= 0, "a position in a stream must not be negative")
    return range.contains(0) ? self : .init(nil)
  }
  /// The value, unless the length is 0. A negative length is a programming error.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher { output(in: ..<maxLength) }
  /// The value, if the closure is true for it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// The result of the closure for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  /// The result of the closure for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  /// The same value, which does not fail.
  @inlinable public func replaceError(with output: Output) -> Optional<Output>.Publisher { self }
  /// The value, or the given one without a value.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { .init(self.output ?? output) }
  /// The same value, which does not fail.
  @inlinable public func retry(_ times: Int) -> Optional<Output>.Publisher { self }
  /// Only the finish.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
}
