// The results of operators on a sequence need no subscriber: these forms compute them when they are called, and each closure runs inside the
// call. The general operators are disfavored, and are used where the result must have their own type.

extension Publishers.Sequence {
  /// Whether the closure is true for every element.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.allSatisfy(predicate))
  }
  /// Whether the closure is true for every element, or the error it throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error> { try sequence.allSatisfy(predicate) }.publisher
  }
  /// Whether the closure is true for an element.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(where: predicate))
  }
  /// Whether the closure is true for an element, or the error it throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error> { try sequence.contains(where: predicate) }.publisher
  }
  /// Whether any element equals the given one.
  @inlinable public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher where Output: Equatable {
    .init(sequence.contains(output))
  }
  /// All elements as one array.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { .init(Array(sequence)) }
  /// The result of combining all elements, beginning with `initialResult`.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Result<T, Failure>.Publisher {
    .init(sequence.reduce(initialResult, nextPartialResult))
  }
  /// The result of combining all elements, beginning with `initialResult`, or the error that the closure throws.
  @inlinable
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }

  /// Sends the result of a closure for each element.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.map(transform))
  }
  /// Sends the results of a closure that are not `nil`.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
    .init(sequence: sequence.compactMap(transform))
  }
  /// Keeps the elements for which the closure is true.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: sequence.filter(isIncluded))
  }
  /// Keeps the elements before the first for which the closure is false.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: sequence.prefix(while: predicate))
  }
  /// Fills in for every `nil`. The elements stay optional, as in Combine.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Output], Failure> where Output == T? {
    map { $0 ?? output }
  }
  /// The running results of combining the elements, beginning with `initialResult`.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    return map {
      result = nextPartialResult(result, $0)
      return result
    }
  }
  /// Drops each element that equals the one before it.
  @inlinable public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> where Output: Equatable {
    var last: Output?
    return filter { element in
      defer { last = element }
      return last != element
    }
  }
  /// Drops the first elements. A negative count is a programming error.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    .init(sequence: sequence.dropFirst(count))
  }
  /// Drops the elements before the first for which the closure is false.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    .init(sequence: sequence.drop(while: predicate))
  }
  /// Keeps the first elements. A negative length is a programming error.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    .init(sequence: sequence.prefix(maxLength))
  }
  /// The same elements, with another type of failure.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.Sequence<Elements, E> { .init(sequence: sequence) }
  /// Only the finish.
  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { .init() }
}

extension Publishers.Sequence where Failure == Never {
  /// The least element, by the order given; the first of several.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.min(by: areInIncreasingOrder))
  }
  /// The greatest element, by the order given; the first of several.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.min { areInIncreasingOrder($1, $0) })
  }
  /// The least element; the first of several.
  @inlinable public func min() -> Optional<Output>.Publisher where Output: Comparable { min(by: <) }
  /// The greatest element; the first of several.
  @inlinable public func max() -> Optional<Output>.Publisher where Output: Comparable { max(by: <) }
  /// The first element for which the closure is true.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// The number of elements.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }
  /// The elements at these positions, as far as there are any.
  @inlinable public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
    .init(sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// The first element.
  @inlinable public func first() -> Optional<Output>.Publisher { .init(sequence.first) }
  /// The element at this position, if there is one.
  @inlinable public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
    .init((sequence.startIndex..<sequence.endIndex).contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// The last element.
  @inlinable public func last() -> Optional<Output>.Publisher { .init(sequence.last) }
  /// The last element for which the closure is true.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher { .init(sequence.last(where: predicate)) }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// The number of elements.
  @inlinable public func count() -> Just<Int> { .init(sequence.count) }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// These elements, then its own.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { prepend(elements) }
  /// The elements of another sequence, then its own.
  @inlinable public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
    .init(sequence: Elements(elements) + sequence)
  }
  /// The elements of another publisher, then its own.
  @inlinable public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    prepend(publisher.sequence)
  }
  /// Its own elements, then these.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { append(elements) }
  /// Its own elements, then the elements of another sequence.
  @inlinable public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
    .init(sequence: sequence + elements)
  }
  /// Its own elements, then the elements of another publisher.
  @inlinable public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    append(publisher.sequence)
  }
}
