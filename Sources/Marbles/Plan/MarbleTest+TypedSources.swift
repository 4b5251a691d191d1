// Sources with errors by name, and with values of a stated type.

extension MarbleTest {
  /// Creates a cold stream whose failures have names.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], _ values: [String: Value]? = [String: String]?.none,
    error: Failure? = nil,
    errors: [String: Failure], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold(
      [marbles] + later, SymbolMeaning(values), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream whose values a closure creates from the symbols, and whose failures have names.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> ColdSource<Value, Failure> {
    cold(
      [marbles] + later, .transform(value), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream whose values are read from the symbols.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - later: The rows of later subscriptions. By default each subscription plays the same row.
  ///   - type: The type of the values, such as `Int.self`.
  ///   - error: The error of a bare `#`.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], of type: Value.Type, error: Failure? = Never?.none,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles] + later, .itself, .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream whose values are read from the symbols, and whose failures have names.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], of type: Value.Type, error: Failure? = nil, errors: [String: Failure],
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold(
      [marbles] + later, .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream whose values are read from the symbols, with a failure type.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], of type: Value.Type, failure: Failure.Type, error: Failure? = nil,
    errors: [String: Failure] = [:], name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold(
      [marbles] + later, .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream whose failures have names.
  public func hot<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, error: Failure? = nil,
    errors: [String: Failure], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(
      marbles, SymbolMeaning(values), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream whose values a closure creates from the symbols, and whose failures have names.
  public func hot<Value, Failure: Error>(
    _ marbles: String, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> HotSource<Value, Failure> {
    hot(
      marbles, .transform(value), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream whose values are read from the symbols.
  ///
  /// `of:` is the type of the values, such as `Int.self`. The other parameters are those of a cold stream.
  public func hot<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, .itself, .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream whose values are read from the symbols, and whose failures have names.
  public func hot<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream whose values are read from the symbols, with a failure type.
  public func hot<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, failure: Failure.Type, error: Failure? = nil,
    errors: [String: Failure] = [:], name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }
}
