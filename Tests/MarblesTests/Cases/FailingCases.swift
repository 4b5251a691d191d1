@testable import Marbles
import Testing

/// The text of a test with cases that should fail. The line numbers in it count from the line of this call.
func failure(
  cases: Cases, settings: CaseSettings = CaseSettings(cases: nil, share: nil), effort: Int? = nil,
  line: Int = #line,
  sourceLocation: SourceLocation = #_sourceLocation, of body: (MarbleTest) throws -> Void
) throws -> String {
  var problems: [MarbleFailure.Problem] = [], settings = settings
  if let effort { settings.effort = effort }
  let place = SourcePlace(#fileID, #filePath, line, 1)
  _ = try MarbleTest.perform(
    TestTimes(cases: cases, settings: settings), at: place, { problems.append($0) }, body)
  #expect(!problems.isEmpty, "no case fails", sourceLocation: sourceLocation)
  return problems.map { "+\($0.place.line - line): \($0.text)" }.joined(separator: "\n\n")
}
