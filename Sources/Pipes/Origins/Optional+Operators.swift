// The results of operators on at most one value are computed when the operators are called: see
// `Sequence+Operators.swift`. Without a value there is no answer, even where the general operators would send one:
// `count`, `reduce`, `allSatisfy` and `contains` only finish, as in Combine.

extension Optional.Publisher {
  /// Sends whether the closure returns true for the value.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
  /// Sends whether the closure returns true for the value.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher { map(predicate) }
  /// Sends whether the value equals the given one.
  @inlinable public func contains(_ output: Output) -> Optional<Bool>.Publisher where Output: Equatable {
    map { $0 == output }
  }
  /// Sends an array of the value; an empty array if there is no value.
  @inlinable public func collect() -> Optional<[Output]>.Publisher { .init(output.map { [$0] } ?? []) }
  /// Sends 1 if there is a value. Without a value it only finishes.
  @inlinable public func count() -> Optional<Int>.Publisher { map { _ in 1 } }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func first() -> Optional<Output>.Publisher { self }
  /// Returns this publisher: it sends at most one value.
  @inlinable public func last() -> Optional<Output>.Publisher { self }
  /// Sends the value if the closure returns true for it.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// Sends the value if the closure returns true for it.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// Sends the result of the closure for the value.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher { .init(output.map(transform)) }
  /// Sends the result of the closure, unless it is `nil`.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(output.flatMap(transform))
  }
  /// Sends the value if the closure returns true for it.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    compactMap { isIncluded($0) ? $0 : nil }
  }
  /// Returns this publisher: its value is the only one. The closure is not called.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// Returns this publisher: its value is the only one. The closure is not called.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// Returns this publisher: its value is the only one.
  @inlinable public func min() -> Optional<Output>.Publisher where Output: Comparable { self }
  /// Returns this publisher: its value is the only one.
  @inlinable public func max() -> Optional<Output>.Publisher where Output: Comparable { self }
  /// Returns this publisher: its value is the only one.
  @inlinable public func removeDuplicates() -> Optional<Output>.Publisher where Output: Equatable { self }
  /// Returns this publisher: its value is the only one. The closure is not called.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Optional<Output>.Publisher { self }
  /// Drops the value, unless `count` is 0. A negative count stops the program.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher { output(in: count...) }
  /// Sends the value if the closure returns false for it.
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
  /// Sends the value if the closure returns true for it.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher { filter(predicate) }
  /// Sends the result of the closure for `initialResult` and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  /// Sends the result of the closure for `initialResult` and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }
  /// Returns this publisher: it never fails.
  @inlinable public func replaceError(with output: Output) -> Optional<Output>.Publisher { self }
  /// Sends the value, or the given one if there is no value.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { .init(self.output ?? output) }
  /// Returns this publisher: it never fails.
  @inlinable public func retry(_ times: Int) -> Optional<Output>.Publisher { self }
  /// Sends no value and finishes.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> { .init() }
}
