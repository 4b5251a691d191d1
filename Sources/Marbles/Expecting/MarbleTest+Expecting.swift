import Pipes
import VirtualTime

extension MarbleTest {
  /// Listens to a stream; `toBe` says what it should do.
  ///
  /// - Parameters:
  ///   - publisher: The stream. Each expectation subscribes it anew.
  ///   - window: When to subscribe and to cancel, such as `--^---!`; by default it is subscribed at zero and never cancelled.
  ///   - demand: The requests, such as `2--1`; by default unlimited values at the subscription.
  ///   - name: The name of the stream in failures; by default the text of the expectation's argument.
  @inlinable public func expect<P: Publisher>(
    _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Expectation<P.Output, P.Failure> where P.Output: Equatable {
    expect(publisher, by: ==, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Listens to a stream whose values are compared by a closure.
  // Inlinable, so that the closure that subscribes is specialised for the whole chain of operators.
  @inlinable public func expect<P: Publisher>(
    _ publisher: P, by areEqual: @escaping (P.Output, P.Output) -> Bool, from window: String? = nil, demand: String? = nil,
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Expectation<P.Output, P.Failure> {
    Expectation(
      self, { publisher.subscribe($0) }, areEqual, from: window, demand: demand, name: name,
      at: SourcePlace(fileID, filePath, line, column))
  }

  /// Listens to a stream of tuples, which are equal if all their elements are.
  @_disfavoredOverload
  public func expect<P: Publisher, each Element: Equatable>(
    _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Expectation<P.Output, P.Failure> where P.Output == (repeat each Element) {
    let areEqual: (P.Output, P.Output) -> Bool = { left, right in
      for (left, right) in repeat (each left, each right) {
        guard left == right else { return false }
      }
      return true
    }
    return expect(
      publisher, by: areEqual, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Listens to a stream of tuples whose elements have labels. Values of another type that is not `Equatable` are a failure: pass `by:` for those.
  @_disfavoredOverload
  public func expect<P: Publisher>(
    _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Expectation<P.Output, P.Failure> {
    if !Elements.areComparable(P.Output.self) {
      let text = "values of \(P.Output.self) cannot be compared\n  make the type Equatable, or pass by: with a closure that compares"
      problems.append(.init(place: SourcePlace(fileID, filePath, line, column), text: text))
    }
    return expect(
      publisher, by: Elements.areEqual, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Writes down what a stream does, to be looked at after `run()`.
  public func record<P: Publisher>(
    _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Recorder<P.Output, P.Failure> {
    expect(
      publisher, by: { _, _ in false }, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line,
      column: column
    ).waive()
  }

  /// Looks at when a source was subscribed; `toBe` says when that should be.
  public func expect<Source: MarbleSource>(
    subscriptionsOf source: Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> SubscriptionExpectation {
    SubscriptionExpectation(self, source.log, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Looks at what was requested of a source; `toBe` says what and when that should be.
  public func expect<Source: MarbleSource>(
    demandOn source: Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> DemandExpectation {
    DemandExpectation(self, source.log, at: SourcePlace(fileID, filePath, line, column))
  }
}

/// Compares tuples with labels, which no constraint can describe, by what reflection sees of them.
private enum Elements {
  /// Whether a type is `Equatable`, or is a tuple. Whether the elements of that can be compared, its values show.
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
