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
///   - report: Called with each problem; then they are not thrown.
///   - body: Describes the test. It must not keep the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or what the body throws.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, report: ((MarbleFailure.Problem) -> Void)? = nil, _ body: (MarbleTest) throws -> Void
) throws {
  let place = SourcePlace(fileID, filePath, line, column)
  try MarbleTest.reporting(to: report) { try MarbleTest.perform(frame: frame, at: place, body) }
}

/// Runs a test of async code that is written in marbles: what the body starts, and every `AsyncSequence` it expects something of, runs in
/// virtual time.
///
///     try await marbles { m in
///       let typed = m.async("-a-b-c------d-|")
///       m.expect(typed.map { $0.uppercased() }).toBe("-A-B-C------D-|")
///     }
///
/// - Parameters:
///   - frame: How long one symbol takes.
///   - report: Called with each problem; then they are not thrown.
///   - body: Describes the test. It must not keep the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or what the body throws.
public func marbles(
  frame: Duration = .milliseconds(1), fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, report: ((MarbleFailure.Problem) -> Void)? = nil, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws {
  let place = SourcePlace(fileID, filePath, line, column)
  let timeline = Timeline()
  do {
    try await withVirtualTime(on: timeline) { _ in
      let test = MarbleTest(frame: frame, at: place, timeline: timeline, isAsync: true)
      defer { test.tearDown() }
      try await body(test)
      try await test.run()
      try test.verify()
    }
  } catch {
    let failure =
      error is VirtualTimeError || error is Timeline.Runaway ? MarbleFailure(problems: [.init(place: place, text: "\(error)")]) : error
    try MarbleTest.reporting(to: report) { throw failure }
  }
}

extension MarbleTest {
  /// With `MARBLES_RECORD=1` in the environment, rows that differ are written into the source files.
  static let recordsRows = Files.environment("MARBLES_RECORD") == "1"

  static func perform(
    frame: Duration, at place: SourcePlace, recordsRows: Bool = recordsRows, _ body: (MarbleTest) throws -> Void
  ) throws {
    let test = MarbleTest(frame: frame, at: place, recordsRows: recordsRows)
    defer { test.tearDown() }
    try body(test)
    try test.run()
    try test.verify()
  }

  /// Hands problems that the body throws to a closure, if there is one.
  fileprivate static func reporting(to report: ((MarbleFailure.Problem) -> Void)?, _ body: () throws -> Void) throws {
    guard let report else { return try body() }
    do {
      try body()
    } catch let failure as MarbleFailure {
      for problem in failure.problems { report(problem) }
    }
  }
}
