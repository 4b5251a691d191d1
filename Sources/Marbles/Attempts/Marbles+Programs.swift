import VirtualTime

/// Runs a marble test in a program, such as one that draws pictures for a documentation.
///
/// Problems are written to standard error, each after its file and line, and so is any other error of the body. The
/// process then ends with exit code 1. A difference ends it in `m.run()`, so no code below that draws a wrong picture.
/// The form of ``marbles(frame:cases:seeds:startingAt:randomNumbers:fileID:filePath:line:column:report:_:)`` throws them, which ends
/// a program with a crash.
///
///     marblesOrExit { m in
///       let typed = m.cold("-a-b-----|")
///       m.expect(typed.settled(for: m.frames(3), scheduler: m.scheduler)).toBe("------b--|")
///     }
///
/// - Parameters:
///   - frame: The time of one symbol of a row; one millisecond by default.
///   - start: The date at zero, such as `.utc(2026, 2, 28, 23, 59)`; by default the beginning of 2001, UTC.
///   - body: Describes the test. It must not store the ``MarbleTest``.
public func marblesOrExit(
  frame: Duration = .milliseconds(1), startingAt start: StartDate? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ body: (MarbleTest) throws -> Void
) {
  do {
    try marbles(frame: frame, startingAt: start, fileID: fileID, filePath: filePath, line: line, column: column) {
      test in
      test.plan.endsAtDifference = true
      try body(test)
    }
  } catch {
    Files.fail("\(error)\n")
  }
}
