// Sources with errors by name, and with values of a stated type.

extension MarbleTest {
  /// A cold stream that fails at `#'text'` with the error of that name, and at `#` with `error`.
  public func cold<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, error: Failure? = nil, errors: [String: Failure],
    name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles], Meaning(values), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A cold stream whose values a closure makes of the symbols; it fails at `#'text'` with the error of that name.
  public func cold<Value, Failure: Error>(
    _ marbles: String, error: Failure? = nil, errors: [String: Failure], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ value: @escaping (String) -> Value?
  ) -> ColdSource<Value, Failure> {
    cold([marbles], .transform(value), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A cold stream with a type of values, which are read from the symbols: `of: Int.self`.
  public func cold<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles], .itself, .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A cold stream with a type of values and errors for `#'text'`.
  public func cold<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles], .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A hot stream that fails at `#'text'` with the error of that name, and at `#` with `error`.
  public func hot<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, error: Failure? = nil, errors: [String: Failure],
    name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, Meaning(values), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A hot stream whose values a closure makes of the symbols; it fails at `#'text'` with the error of that name.
  public func hot<Value, Failure: Error>(
    _ marbles: String, error: Failure? = nil, errors: [String: Failure], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ value: @escaping (String) -> Value?
  ) -> HotSource<Value, Failure> {
    hot(marbles, .transform(value), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A hot stream with a type of values, which are read from the symbols: `of: Int.self`.
  public func hot<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, .itself, .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A hot stream with a type of values and errors for `#'text'`.
  public func hot<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// An `AsyncSequence` that fails at `#'text'` with the error of that name, and at `#` with `error`.
  public func async<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, error: Failure? = nil, errors: [String: Failure],
    name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(cold([marbles], Meaning(values), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column)))
  }

  /// An `AsyncSequence` whose values a closure makes of the symbols; it fails at `#'text'` with the error of that name.
  public func async<Value, Failure: Error>(
    _ marbles: String, error: Failure? = nil, errors: [String: Failure], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ value: @escaping (String) -> Value?
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(
      cold([marbles], .transform(value), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column)))
  }

  /// An `AsyncSequence` with a type of values, which are read from the symbols: `of: Int.self`.
  public func async<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(cold([marbles], .itself, .init(error: error), name, SourcePlace(fileID, filePath, line, column)))
  }

  /// An `AsyncSequence` with a type of values and errors for `#'text'`.
  public func async<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(cold([marbles], .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column)))
  }
}
