import MarbleDiagrams
@_exported import Marbles
import Testing

/// Runs a test that is written in marbles, and records each problem as an issue of the current test, at the line where it was written.
///
/// The body and its run are described at `marbles` of the module `Marbles`.
///
/// - Throws: Rethrows an error of the body; outside of a test of Swift Testing also `MarbleFailure` with all problems.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, _ body: (MarbleTest) throws -> Void
) throws {
  let place = SourcePlace(fileID, filePath, line, column)
  try MarbleTest.perform(frame: frame, seeds: seeds, at: place, drawing: drawing(at: SourceLocation(place)), issueReport(), body)
}

/// Runs a test of async code that is written in marbles, and records each problem as an issue of the current test, at the line where it was
/// written.
///
/// - Throws: Rethrows an error of the body; outside of a test of Swift Testing also `MarbleFailure` with all problems.
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws {
  let place = SourcePlace(fileID, filePath, line, column)
  try await MarbleTest.perform(frame: frame, seeds: seeds, at: place, drawing: drawing(at: SourceLocation(place)), issueReport(), body)
}

/// Runs a test for a function that several tests call: each problem is recorded at the line of that call.
///
///     func check(_ typed: String, shows found: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
///       try marbles(sourceLocation: sourceLocation) { m in
///         m.expect(Search(m.hot(typed)).found, from: "^---------!").toBe(found)
///       }
///     }
///
/// - Throws: Rethrows an error of the body; outside of a test of Swift Testing also `MarbleFailure` with all problems.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, sourceLocation: SourceLocation, _ body: (MarbleTest) throws -> Void
) throws {
  let drawing = drawing(at: sourceLocation)
  try MarbleTest.perform(frame: frame, seeds: seeds, at: .here, drawing: drawing, issueReport(at: sourceLocation), body)
}

/// Runs a test of async code for a function that several tests call: each problem is recorded at the line of that call.
///
/// - Throws: Rethrows an error of the body; outside of a test of Swift Testing also `MarbleFailure` with all problems.
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, sourceLocation: SourceLocation,
  _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws {
  let drawing = drawing(at: sourceLocation)
  try await MarbleTest.perform(frame: frame, seeds: seeds, at: .here, drawing: drawing, issueReport(at: sourceLocation), body)
}

/// Records problems as issues of the current test; `nil` where there is none.
private func issueReport(at location: SourceLocation? = nil) -> ((MarbleFailure.Problem) -> Void)? {
  guard Test.current != nil else { return nil }
  return { Issue.record(Comment(rawValue: $0.text), sourceLocation: location ?? SourceLocation($0.place)) }
}

/// Draws the current test: into the folder of `MARBLES_DRAW`, and as an attachment where it does not hold.
private func drawing(at location: SourceLocation) -> TestDrawing? {
  guard let test = Test.current else { return nil }
  let name = TestPictures.Name([test.id.moduleName] + test.id.nameComponents, isShared: test.isParameterized)
  return TestDrawing(drawsAll: TestPictures.shared != nil) { rows in
    if !rows.holds {
      let picture = Diagram(rows, title: test.displayName ?? test.name).svg()
      Attachment.record(picture, named: "\(name.text).svg", sourceLocation: location)
    }
    for refusal in TestPictures.shared?.draw(rows, of: name) ?? [] {
      Issue.record(Comment(rawValue: refusal), sourceLocation: location)
    }
  }
}

extension SourceLocation {
  fileprivate init(_ place: SourcePlace) {
    self.init(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}
extension SourcePlace {
  /// For tests whose problems are recorded somewhere else anyway.
  fileprivate static var here: SourcePlace { SourcePlace(#fileID, #filePath, #line, #column) }
}
