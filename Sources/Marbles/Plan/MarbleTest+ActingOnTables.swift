import PipesCore
import VirtualTime

// If an action without a parameter follows a literal table, the compiler explains that only where the type of the
// values is known. So numbers and texts have overloads of their own.
extension MarbleTest {
  /// Runs an action for each symbol of a row, at its instant, with the number that the symbol means. The test fails if
  /// the action throws.
  ///
  ///     m.atEach("-1---2", ["1": 10, "2": 20]) { seconds in timer.seconds = seconds }
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - values: The numbers of the symbols.
  ///   - name: The name of the row in failures.
  ///   - action: Receives the number of the symbol.
  @discardableResult public func atEach(
    _ marbles: String, _ values: [String: Int], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (Int) throws -> Void
  ) -> ActionRow {
    act(at: marbles, .table(values), name, SourcePlace(fileID, filePath, line, column)) { try action($2) }
  }

  /// Runs an action for each symbol of a row, at its instant, with the text that the symbol means. The test fails if
  /// the action throws.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - values: The texts of the symbols.
  ///   - name: The name of the row in failures.
  ///   - action: Receives the text of the symbol.
  @discardableResult public func atEach(
    _ marbles: String, _ values: [String: String], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (String) throws -> Void
  ) -> ActionRow {
    act(at: marbles, .table(values), name, SourcePlace(fileID, filePath, line, column)) { try action($2) }
  }
}
