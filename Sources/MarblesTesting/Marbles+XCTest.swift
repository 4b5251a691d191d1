import Marbles
import XCTest

extension XCTestCase {
  /// Runs a test that is written in marbles, and records each problem as a failure of this test, at the line where it was written.
  ///
  /// What the body does and how it is run is said at ``Marbles/marbles(frame:fileID:filePath:line:column:_:)``.
  ///
  /// - Throws: What the body throws.
  public func marbles(
    frame: Duration = .milliseconds(1), fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ body: (MarbleTest) throws -> Void
  ) throws {
    do {
      try Marbles.marbles(frame: frame, fileID: fileID, filePath: filePath, line: line, column: column, body)
    } catch let failure as MarbleFailure {
      for problem in failure.problems {
        XCTFail(problem.text, file: problem.place.file, line: UInt(problem.place.line))
      }
    }
  }
}
