@_exported import Marbles
import Testing

/// Runs a test that is written in marbles, and records each problem as an issue of the current test, at the line where it was written.
///
/// What the body does and how it is run is said at `marbles` of the module `Marbles`.
///
/// - Throws: What the body throws; outside of a test of Swift Testing also `MarbleFailure` with all problems.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, _ body: (MarbleTest) throws -> Void
) throws {
  try marbles(frame: frame, seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column, report: issueReport, body)
}

/// Runs a test of async code that is written in marbles, and records each problem as an issue of the current test, at the line where it was
/// written.
///
/// - Throws: What the body throws; outside of a test of Swift Testing also `MarbleFailure` with all problems.
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws {
  try await marbles(frame: frame, seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column, report: issueReport, body)
}

/// Records problems as issues of the current test; `nil` where there is none.
private var issueReport: ((MarbleFailure.Problem) -> Void)? {
  guard Test.current != nil else { return nil }
  return { problem in
    let place = problem.place
    let location = SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    Issue.record(Comment(rawValue: problem.text), sourceLocation: location)
  }
}
