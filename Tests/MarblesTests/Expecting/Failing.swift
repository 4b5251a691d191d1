import Marbles
import Testing

/// The failures of a marble test that should fail. The line numbers in it count from the line of this call.
func failure(
  frame: Duration = .milliseconds(1), filePath: StaticString = #filePath, line: Int = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  of body: (MarbleTest) throws -> Void
) throws -> String {
  let error = #expect(throws: MarbleFailure.self, sourceLocation: sourceLocation) {
    try marbles(frame: frame, filePath: filePath, line: line, body)
  }
  let failure = try #require(error, sourceLocation: sourceLocation)
  return failure.problems.map { "+\($0.place.line - line): \($0.text)" }.joined(separator: "\n\n")
}

/// A failure of a stream in a test, with reasons.
enum Trouble: Error, Equatable {
  case timedOut
  case refused
}
