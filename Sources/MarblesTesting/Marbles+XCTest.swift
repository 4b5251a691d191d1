import Marbles
import XCTest

extension XCTestCase {
  /// Runs a test that is written in marbles, and records each problem as a failure of this test, at the line where it was written.
  ///
  /// What the body does and how it is run is said at ``Marbles/marbles(frame:seeds:fileID:filePath:line:column:report:_:)``.
  ///
  /// - Throws: What the body throws.
  @_disfavoredOverload
  public func marbles(
    frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ body: (MarbleTest) throws -> Void
  ) throws {
    try Marbles.marbles(
      frame: frame, seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column, report: failureReport, body)
  }

  /// Runs a test of async code that is written in marbles, and records each problem as a failure of this test, at the line where it was written.
  ///
  /// - Throws: What the body throws.
  public func marbles(
    frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    try await Marbles.marbles(
      frame: frame, seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column, report: failureReport, body)
  }
}

/// Records problems as failures of the running test.
private func failureReport(_ problem: MarbleFailure.Problem) {
  XCTFail(problem.text, file: problem.place.file, line: UInt(problem.place.line))
}
