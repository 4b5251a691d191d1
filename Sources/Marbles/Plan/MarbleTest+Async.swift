import PipesCore
import VirtualTime

extension MarbleTest {
  /// Creates an `AsyncSequence` that plays a row for each iterator. The value of a symbol is its text.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - error: The error that the sequence throws at `#`. It also gives the sequence its type of failure.
  ///   - name: The name of the sequence in failures; by default the name of its variable.
  public func async<Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<String, Failure> {
    MarbleSequence(
      cold(marbles, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates an `AsyncSequence` of the values of a table.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - values: The values of the symbols.
  ///   - error: The error that the sequence throws at `#`. It also gives the sequence its type of failure.
  ///   - name: The name of the sequence in failures; by default the name of its variable.
  public func async<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value], error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(
      cold(marbles, values, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates an `AsyncSequence` whose values a closure creates from the symbols.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - error: The error of a bare `#`.
  ///   - name: The name of the sequence in failures; by default the name of its variable.
  ///   - value: Returns the value of a symbol; `nil` is an error in the row.
  public func async<Value, Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> MarbleSequence<Value, Failure> {
    MarbleSequence(
      cold(
        marbles, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column, value: value)
    )
  }

  /// Runs the test now instead of at its end, so that recordings can be read. Later calls do nothing.
  ///
  /// - Throws: ``MarbleFailure`` if a row of marbles could not be read.
  public func run(isolation: isolated (any Actor)? = #isolation) async throws {
    if !hasRun, timeline.now > .zero {
      addProblem("time passed before the test was run\n  wait for nothing before m.run()", at: setting.place)
    }
    guard let run = try begin() else { return }
    if let stop = await timeline.run(while: run.goesOn(to:)) { run.stop(stop) }
    run.end()
  }
}
