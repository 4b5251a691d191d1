// Sequences with errors by name, and with values of a stated type.

extension MarbleTest {
  /// Creates an `AsyncSequence` whose failures have names.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - values: The values of the symbols; without a table the value of a symbol is its text.
  ///   - error: The error of a bare `#`.
  ///   - errors: The errors of `#'text'`, by text.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func async<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, error: Failure? = nil,
    errors: [String: Failure], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(
      cold(
        [marbles], SymbolMeaning(values), .init(error: error, table: errors), name,
        SourcePlace(fileID, filePath, line, column)))
  }

  /// Creates an `AsyncSequence` whose values a closure creates from the symbols, and whose failures have names.
  public func async<Value, Failure: Error>(
    _ marbles: String, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(
      cold(
        [marbles], .transform(value), .init(error: error, table: errors), name,
        SourcePlace(fileID, filePath, line, column)))
  }

  /// Creates an `AsyncSequence` whose values are read from the symbols.
  ///
  /// `of:` is the type of the values, such as `Int.self`. The other parameters are those for texts.
  public func async<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(cold([marbles], .itself, .init(error: error), name, SourcePlace(fileID, filePath, line, column)))
  }

  /// Creates an `AsyncSequence` whose values are read from the symbols, and whose failures have names.
  public func async<Value, Failure: Error>(
    _ marbles: String, of type: Value.Type, error: Failure? = nil, errors: [String: Failure], name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(
      cold([marbles], .itself, .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column)))
  }
}
