import PipesCore
import VirtualTime

/// The events after which a rule demands something, created by ``MarbleTest/each(_:fileID:filePath:line:column:)``.
public struct EachEvent<Trigger: Publisher> {
  /// An event that may come instead of the answer.
  public enum Alternative: Sendable {
    /// The next event of the same stream, which replaces the one that waits.
    case next
  }
  @usableFromInline let test: MarbleTest
  @usableFromInline let trigger: Trigger
  @usableFromInline let place: SourcePlace

  @inlinable init(test: MarbleTest, trigger: Trigger, place: SourcePlace) {
    self.test = test
    self.trigger = trigger
    self.place = place
  }

  /// Expects a value of another stream after each event.
  ///
  ///     m.each(ask).isFollowed(by: found, within: .milliseconds(300))
  ///
  /// One answer is enough for all events that wait. An answer exactly at the end of the time is in time. In a rule about
  /// one stream the next value is the answer.
  ///
  /// - Parameters:
  ///   - response: The stream that answers. It has a subscription of its own.
  ///   - limit: The time in which the answer has to come; by default it may come at any time.
  ///   - alternative: An event that may come instead of the answer.
  @discardableResult @inlinable public func isFollowed<P: Publisher>(
    by response: P, within limit: VirtualInstant.Stride? = nil, unless alternative: Alternative? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> RuleExpectation {
    test.rule(
      .followed(within: limit?.nanoseconds, orNext: alternative == .next), trigger, .argument(place), response,
      .argument(SourcePlace(fileID, filePath, line, column), "by"), place)
  }
}

extension MarbleTest {
  /// Begins a rule about each value of a stream: `m.each(ask).isFollowed(by: found, within: .milliseconds(300))`.
  ///
  /// For some values only, use `ask.filter { … }`; for the end of a stream ``finish(of:)`` and its siblings.
  @inlinable public func each<P: Publisher>(
    _ trigger: P, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> EachEvent<P> {
    EachEvent(test: self, trigger: trigger, place: SourcePlace(fileID, filePath, line, column))
  }

  /// Expects no value of a stream for some time after each value of another stream.
  ///
  /// A value exactly at the end of the time is allowed, so `debounce(for: t)` keeps "none within t".
  ///
  /// - Parameters:
  ///   - response: The stream that has to be silent. Each stream of a rule has a subscription of its own.
  ///   - limit: The time; by default no value may come at all after the first value of the other stream.
  ///   - trigger: The other stream.
  @discardableResult @inlinable public func none<P: Publisher, Q: Publisher>(
    of response: P, within limit: VirtualInstant.Stride? = nil, after trigger: Q, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return rule(
      .none(within: limit?.nanoseconds), trigger, .argument(place, "after"), response, .argument(place, "of"), place)
  }

  /// Expects never more than some values of a stream in less than a time; by default in the whole run.
  @discardableResult @inlinable public func atMost<P: Publisher>(
    _ count: Int, of response: P, within limit: VirtualInstant.Stride? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> RuleExpectation {
    rule(.atMost(count, within: limit?.nanoseconds), of: response, SourcePlace(fileID, filePath, line, column))
  }

  /// Expects at most some values of a stream from each value of another stream up to its next one. Values before the
  /// first do not count.
  @discardableResult @inlinable public func atMost<P: Publisher, Q: Publisher>(
    _ count: Int, of response: P, afterEach trigger: Q, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return rule(
      .atMostAfterEach(count), trigger, .argument(place, "afterEach"), response, .argument(place, "of"), place)
  }

  /// Expects some values of a stream, or more, in the whole run.
  @discardableResult @inlinable public func atLeast<P: Publisher>(
    _ count: Int, of response: P, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RuleExpectation {
    rule(.atLeast(count), of: response, SourcePlace(fileID, filePath, line, column))
  }

  /// Expects a value of another stream, at any distance, before each value of a stream.
  @discardableResult @inlinable public func only<P: Publisher, Q: Publisher>(
    _ response: P, after trigger: Q, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return rule(.onlyAfter, trigger, .argument(place, "after"), response, .argument(place), place)
  }

  /// Expects that a stream has never sent more values than another one.
  @discardableResult @inlinable public func never<P: Publisher, Q: Publisher>(
    more response: P, than trigger: Q, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return rule(.neverMore, trigger, .argument(place, "than"), response, .argument(place, "more"), place)
  }

  /// Expects that two streams have sent as many values when the run ends.
  @discardableResult @inlinable public func asMany<P: Publisher, Q: Publisher>(
    _ response: P, as trigger: Q, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return rule(.asMany, trigger, .argument(place, "as"), response, .argument(place), place)
  }

  /// Expects that a relation never holds between a value of a stream and the next one: `m.never(found) { $0 == $1 }`.
  @discardableResult @inlinable public func never<P: Publisher>(
    _ stream: P, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ relation: @escaping (P.Output, P.Output) -> Bool
  ) -> RuleExpectation {
    var latest: P.Output?
    let place = SourcePlace(fileID, filePath, line, column)
    return RuleExpectation(self, .neverTwoEqual, at: place)
      .check(stream, .argument(place), nil, detail: { "\($0) came again" }) { value in
        defer { latest = value }
        return latest.map { !relation($0, value) }
      }
  }

  /// Expects that a condition holds for each value of a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - rule: The condition in words, which a failure shows.
  ///   - condition: Returns whether the condition holds for a value.
  @discardableResult @inlinable public func always<P: Publisher>(
    _ stream: P, _ rule: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ condition: @escaping (P.Output) -> Bool
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return RuleExpectation(self, .condition(isNegated: false, isAtEnd: false), at: place)
      .check(stream, .argument(place), rule, detail: { "it is \($0)" }, condition)
  }

  /// Expects that a condition holds for the latest values of two streams, at the end of each instant at which one of
  /// them sent a value, as soon as both have.
  ///
  /// - Parameters:
  ///   - one: A stream.
  ///   - other: Another stream.
  ///   - rule: The condition in words, which a failure shows.
  ///   - condition: Returns whether the condition holds for the latest values of both.
  @discardableResult @inlinable public func always<P: Publisher, Q: Publisher>(
    _ one: P, _ other: Q, _ rule: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ condition: @escaping (P.Output, Q.Output) -> Bool
  ) -> RuleExpectation {
    latest(one, other, rule, isAtEnd: false, SourcePlace(fileID, filePath, line, column), condition)
  }

  /// Expects that a condition holds for the last value of a stream when the run ends: `m.atEnd(loading) { !$0 }`.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - rule: The condition in words, which a failure shows.
  ///   - condition: Returns whether the condition holds for the last value.
  @discardableResult @inlinable public func atEnd<P: Publisher>(
    _ stream: P, _ rule: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ condition: @escaping (P.Output) -> Bool
  ) -> RuleExpectation {
    let place = SourcePlace(fileID, filePath, line, column)
    return RuleExpectation(self, .condition(isNegated: false, isAtEnd: true), at: place)
      .remember(stream, .argument(place))
      .check(rule) { values in (values[0] as? P.Output).map(condition) ?? true }
  }

  /// Expects that a condition holds for the last values of two streams when the run ends.
  ///
  /// - Parameters:
  ///   - one: A stream.
  ///   - other: Another stream.
  ///   - rule: The condition in words, which a failure shows.
  ///   - condition: Returns whether the condition holds for the last values of both.
  @discardableResult @inlinable public func atEnd<P: Publisher, Q: Publisher>(
    _ one: P, _ other: Q, _ rule: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ condition: @escaping (P.Output, Q.Output) -> Bool
  ) -> RuleExpectation {
    latest(one, other, rule, isAtEnd: true, SourcePlace(fileID, filePath, line, column), condition)
  }

  @inlinable func latest<P: Publisher, Q: Publisher>(
    _ one: P, _ other: Q, _ rule: String?, isAtEnd: Bool, _ place: SourcePlace,
    _ condition: @escaping (P.Output, Q.Output) -> Bool
  ) -> RuleExpectation {
    RuleExpectation(self, .condition(isNegated: false, isAtEnd: isAtEnd), at: place)
      .having(oneStream: StreamIdentity(one) == StreamIdentity(other))
      .remember(one, .argument(place)).remember(other, .argument(place, .position(1)))
      .check(rule) { values in
        guard let one = values[0] as? P.Output, let other = values[1] as? Q.Output else { return true }
        return condition(one, other)
      }
  }
  @inlinable func rule<P: Publisher>(_ shape: RuleSentence.Shape, of response: P, _ place: SourcePlace)
    -> RuleExpectation
  {
    RuleExpectation(self, shape, at: place).watch(response, .response, .argument(place, "of"))
  }
  /// Creates a rule about two streams. One stream may be both, as in a spec: its values answer the earlier ones.
  @inlinable func rule<P: Publisher, Q: Publisher>(
    _ shape: RuleSentence.Shape, _ trigger: Q, _ triggerLabel: RuleTap.Label, _ response: P,
    _ responseLabel: RuleTap.Label, _ place: SourcePlace
  ) -> RuleExpectation {
    let isOne = StreamIdentity(trigger) == StreamIdentity(response)
    let rule = RuleExpectation(self, shape, at: place).having(oneStream: isOne)
    if isOne { return rule.watch(trigger, [.trigger, .response], triggerLabel) }
    return rule.watch(trigger, .trigger, triggerLabel).watch(response, .response, responseLabel)
  }

  // MARK: The ends of streams

  /// Sends one value when a stream finishes, for a rule about that.
  public func finish<P: Publisher>(of stream: P) -> AnyPublisher<Void, Never> {
    StreamEnd(upstream: stream, kinds: .finish).eraseToAnyPublisher()
  }
  /// Sends one value when a stream fails, for a rule about that.
  public func failure<P: Publisher>(of stream: P) -> AnyPublisher<Void, Never> {
    StreamEnd(upstream: stream, kinds: .failure).eraseToAnyPublisher()
  }
  /// Sends one value when a stream finishes or fails, for a rule about that.
  public func end<P: Publisher>(of stream: P) -> AnyPublisher<Void, Never> {
    StreamEnd(upstream: stream, kinds: [.finish, .failure]).eraseToAnyPublisher()
  }
}
