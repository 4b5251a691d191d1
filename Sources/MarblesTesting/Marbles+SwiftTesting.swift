@_exported import Marbles
import Testing

/// Runs a test that is written in marbles, and records each problem as an issue of the current test, at the line where it was written.
///
/// What the body does and how it is run is said at ``Marbles/marbles(frame:fileID:filePath:line:column:_:)``.
///
/// - Throws: What the body throws; outside of a test of Swift Testing also ``MarbleFailure`` with all problems.
public func marbles(
  frame: Duration = .milliseconds(1), fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, _ body: (MarbleTest) throws -> Void
) throws {
  do {
    try Marbles.marbles(frame: frame, fileID: fileID, filePath: filePath, line: line, column: column, body)
  } catch let failure as MarbleFailure where Test.current != nil {
    for problem in failure.problems {
      let place = problem.place
      let location = SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
      Issue.record(Comment(rawValue: problem.text), sourceLocation: location)
    }
  }
}
