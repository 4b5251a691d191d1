import Marbles
import Testing

/// What a marble test that should fail says.
func failure(
  frame: Duration = .milliseconds(1), of body: (MarbleTest) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
  let error = #expect(throws: MarbleFailure.self, sourceLocation: sourceLocation) { try marbles(frame: frame, body) }
  return try #require(error, sourceLocation: sourceLocation).description
}

/// Lines with the line number of each place replaced by its distance from a line: `SearchTests.swift:+2`.
func lines(_ text: String, from line: Int = #line) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { part in
    guard let start = part.firstRange(of: ".swift:"), let end = part[start.upperBound...].firstIndex(of: ":"),
      let number = Int(part[start.upperBound..<end])
    else { return String(part) }
    return "\(part[..<start.upperBound])\(number - line)\(part[end...])"
  }
}
