import Pipes
import VirtualTime

/// Runs a test that is written in marbles.
///
/// The body says what the streams do and what is expected; then virtual time runs until nothing is left to happen, and everything is
/// compared.
///
///     try marbles { m in
///       let typed = m.cold("  -a-b-c------d-|")
///       let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
///       m.expect(calm).toBe(" --------c-----|")
///     }
///
/// - Parameters:
///   - frame: How long one symbol takes.
///   - body: Describes the test. It must not keep the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or what the body throws.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, _ body: (MarbleTest) throws -> Void
) throws {
  try MarbleTest.perform(frame: frame, at: SourcePlace(fileID, filePath, line, column), body)
}

extension MarbleTest {
  /// With `MARBLES_RECORD=1` in the environment, rows that differ are written into the source files.
  private static let recordsRows = Files.environment("MARBLES_RECORD") == "1"

  static func perform(
    frame: Duration, at place: SourcePlace, recordsRows: Bool = recordsRows, _ body: (MarbleTest) throws -> Void
  ) throws {
    let test = MarbleTest(frame: frame, at: place, recordsRows: recordsRows)
    defer { test.timeline.removeAll() }
    try body(test)
    try test.finish()
  }
}
