// These forms of the operators compute their results when they are called: each closure runs inside the call, not at
// the subscription. The general operators are disfavored: they are used where the context requires their result type.

extension Publishers.Sequence {
  /// Sends whether the closure returns true for every element.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.allSatisfy(predicate))
  }
  /// Sends whether the closure returns true for every element, or fails with the error that it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error> { try sequence.allSatisfy(predicate) }.publisher
  }
  /// Sends whether the closure returns true for at least one element.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(where: predicate))
  }
  /// Sends whether the closure returns true for at least one element, or fails with the error that it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error> { try sequence.contains(where: predicate) }.publisher
  }
  /// Sends whether any element equals the given one.
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher where Output: Equatable {
    .init(sequence.contains(output))
  }
  /// Sends all elements as one array.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { .init(Array(sequence)) }
  /// Sends the result of combining all elements, beginning with `initialResult`.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Failure>.Publisher
  {
    .init(sequence.reduce(initialResult, nextPartialResult))
  }
  /// Sends the result of combining all elements, beginning with `initialResult`, or fails with the error that the
  /// closure throws.
  @inlinable
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    Result<T, any Error> { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }

  /// Sends the result of a closure for each element.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.map(transform))
  }
  /// Sends the results of a closure for the elements, without those that are `nil`.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.compactMap(transform))
  }
  /// Sends the elements for which the closure returns true.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: sequence.filter(isIncluded))
  }
  /// Sends the elements before the first one for which the closure returns false.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: sequence.prefix(while: predicate))
  }
  /// Sends the given value instead of each `nil`. The elements stay optional, as in Combine.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Output], Failure> where Output == T? {
    map { $0 ?? output }
  }
  /// Sends each intermediate result of combining the elements, beginning with `initialResult`.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Publishers.Sequence<[T], Failure>
  {
    var result = initialResult
    return map {
      result = nextPartialResult(result, $0)
      return result
    }
  }
  /// Drops each element that equals the previous one.
  @inlinable public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> where Output: Equatable {
    var last: Output?
    return filter { element in
      defer { last = element }
      return last != element
    }
  }
  /// Drops the first `count` elements. A negative count stops the program.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    .init(sequence: sequence.dropFirst(count))
  }
  /// Drops the elements before the first one for which the closure returns false.
  @inlinable public func drop(while predicate: (Output) -> Bool)
    -> Publishers.Sequence<DropWhileSequence<Elements>, Failure>
  {
    .init(sequence: sequence.drop(while: predicate))
  }
  /// Sends the first `maxLength` elements. A negative length stops the program.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    .init(sequence: sequence.prefix(maxLength))
  }
  /// Sends the same elements, and declares another failure type.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.Sequence<Elements, E> {
    .init(sequence: sequence)
  }
  /// Sends no elements and finishes.
  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { .init() }
}

extension Publishers.Sequence where Failure == Never {
  /// Sends the smallest element by the given order; of several equal ones the first.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.min(by: areInIncreasingOrder))
  }
  /// Sends the greatest element by the given order; of several equal ones the first.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.min { areInIncreasingOrder($1, $0) })
  }
  /// Sends the smallest element; of several equal ones the first.
  @inlinable public func min() -> Optional<Output>.Publisher where Output: Comparable { min(by: <) }
  /// Sends the greatest element; of several equal ones the first.
  @inlinable public func max() -> Optional<Output>.Publisher where Output: Comparable { max(by: <) }
  /// Sends the first element for which the closure returns true.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Sends the number of elements.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }
  /// Sends the elements at the given positions. Positions outside of the collection are ignored.
  @inlinable public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Sends the first element, if there is one.
  @inlinable public func first() -> Optional<Output>.Publisher { .init(sequence.first) }
  /// Sends the element at the given position, if there is one.
  @inlinable public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
    .init((sequence.startIndex..<sequence.endIndex).contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Sends the last element, if there is one.
  @inlinable public func last() -> Optional<Output>.Publisher { .init(sequence.last) }
  /// Sends the last element for which the closure returns true.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// Sends the number of elements.
  @inlinable public func count() -> Just<Int> { .init(sequence.count) }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Sends the given elements, then those of this publisher.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { prepend(elements) }
  /// Sends the elements of another sequence, then those of this publisher.
  @inlinable public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S.Element == Output {
    .init(sequence: Elements(elements) + sequence)
  }
  /// Sends the elements of another publisher, then those of this one.
  @inlinable public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    prepend(publisher.sequence)
  }
  /// Sends the elements of this publisher, then the given ones.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { append(elements) }
  /// Sends the elements of this publisher, then those of another sequence.
  @inlinable public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S.Element == Output {
    .init(sequence: sequence + elements)
  }
  /// Sends the elements of this publisher, then those of another one.
  @inlinable public func append(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    append(publisher.sequence)
  }
}
