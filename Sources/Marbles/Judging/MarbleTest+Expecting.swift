import PipesCore
import VirtualTime

extension MarbleTest {
  /// Subscribes to a stream and expects its events with `toBe`.
  ///
  /// - Parameters:
  ///   - publisher: The stream. Each expectation has a subscription of its own.
  ///   - window: A row with the instants of the subscription and the cancel, such as `--^---!`; by default the
  ///     subscription begins at zero and is never cancelled.
  ///   - demand: A row of requests, such as `2--1`; by default unlimited values are requested at the subscription.
  ///   - name: The name of the stream in failures; by default the text of the argument.
  @inlinable public func expect<P: Publisher>(
    _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Expectation<P.Output, P.Failure> where P.Output: Equatable {
    expect(
      publisher, by: ==, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Subscribes to a stream whose values are not `Equatable`, and expects its events with `toBe`.
  ///
  /// Tuples are equal if all their elements are. For values of another type that is not `Equatable` the test fails
  /// without `by:`.
  ///
  /// - Parameters:
  ///   - publisher: The stream.
  ///   - areEqual: Returns whether an expected and an actual value are equal; by default tuples are compared by their
  ///     elements.
  ///   - window: A row with the instants of the subscription and the cancel; by default the subscription begins at
  ///     zero.
  ///   - demand: A row of requests; by default unlimited values are requested at the subscription.
  ///   - name: The name of the stream in failures; by default the text of the argument.
  // Inlinable, so that the closure that subscribes is specialized for the whole chain of operators.
  @_disfavoredOverload @inlinable public func expect<P: Publisher>(
    _ publisher: P, by areEqual: ((P.Output, P.Output) -> Bool)? = nil, from window: String? = nil,
    demand: String? = nil,
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Expectation<P.Output, P.Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return Expectation(
      self, StreamIdentity(publisher), { publisher.subscribe($0) }, areEqual ?? compared(P.Output.self, place),
      from: window, demand: demand, name: name, at: place)
  }

  /// Returns the comparison of values without `by:`. A type whose values cannot be compared is a problem of the test.
  @usableFromInline func compared<Value>(_ type: Value.Type, _ place: SourcePlace) -> (Value, Value) -> Bool {
    if !Elements.areComparable(type) {
      let fix =
        Value.self == Any.self
        ? "the tables of the stream and of the row have values of different types; give them one type"
        : "make the type Equatable, or pass by: with a closure that compares"
      let text = "values of \(type) cannot be compared\n  \(fix)"
      addProblem(text, at: place)
    }
    return Elements.areEqual
  }

  /// Returns the record of one expectation and all sources; `nil` if the expectation belongs to another test.
  package func runRecord<Output, Failure>(of expectation: Expectation<Output, Failure>) -> RunRecord? {
    guard let owner = plan.expectations.firstIndex(where: { $0 === expectation }) else { return nil }
    var record = runRecord
    record.outcomes.removeAll { $0.owner != owner }
    record.rules = []
    return record
  }

  /// Records the events of a stream, without an expectation.
  ///
  /// - Returns: The recorder. Its recording can be read after `run()`.
  public func record<P: Publisher>(
    _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Recorder<P.Output, P.Failure> {
    expect(
      publisher, by: { _, _ in false }, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath,
      line: line, column: column
    ).forReading()
  }

  /// Expects the subscriptions of a source with `toBe`.
  public func expect<Source: MarbleSource>(
    subscriptionsOf source: Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> SubscriptionExpectation {
    source.log.allowsNone = true  // the expectation says how many there are
    return SubscriptionExpectation(self, source.log, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Expects the requests of the subscribers of a source with `toBe`.
  public func expect<Source: MarbleSource>(
    demandOn source: Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> DemandExpectation {
    DemandExpectation(self, source.log, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Expects the attempts at a source with `toBe`: one row of the instants at which its subscriptions begin.
  ///
  ///     let request = m.cold("#", then: ["#", "-a|"], error: Failed())
  ///     m.expect(request.retry(2, after: m.frames(3), on: m.scheduler)).toBe("-------a|")
  ///     m.expect(attemptsOf: request).toBe("1--2--3")
  ///
  /// When each subscription ends is not compared; for that use
  /// ``expect(subscriptionsOf:fileID:filePath:line:column:)``, with a row for each.
  public func expect<Source: MarbleSource>(
    attemptsOf source: Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> AttemptExpectation {
    source.log.allowsNone = true  // the expectation says how many there are
    return AttemptExpectation(self, source.log, at: SourcePlace(fileID, filePath, line, column))
  }
}

/// Compares tuples with labels by reflection, because no generic constraint can describe them.
private enum Elements {
  /// Whether a type is `Equatable` or a tuple. Whether the elements of a tuple can be compared is only known from a
  /// value.
  static func areComparable<Value>(_ type: Value.Type) -> Bool {
    let name = String(reflecting: type)
    return type is any Equatable.Type || name.hasPrefix("(") && !name.contains(" -> ")
  }
  static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    let (lefts, rights) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard lefts.displayStyle == .tuple, lefts.children.count == rights.children.count else { return false }
    return zip(lefts.children, rights.children).allSatisfy { areEqual($0.value, $1.value) }
  }
  private static func isEqual<E: Equatable>(_ left: E, _ right: Any) -> Bool { (right as? E) == left }
}
