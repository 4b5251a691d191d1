import Testing
import VirtualTime
import XCTest

/// Runs an async body in virtual time. A problem of the run itself, such as work that leaves virtual time or a body
/// that never returns, becomes an issue of the current test at the line of this call.
///
/// `withVirtualTime` of the module `VirtualTime` describes the parameters. Write `VirtualTime.withVirtualTime` to catch
/// its errors.
///
/// - Throws: The error of the body. Outside of a test of Swift Testing it also throws the problems of the run.
public func withVirtualTime<Success: Sendable>(
  on timeline: Timeline = Timeline(), startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
  patience: Duration = .seconds(5), allowsOutsideWork: Bool = false, randomNumbers: RandomNumbers = .repeatable,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (VirtualClock) async throws -> Success
) async throws -> Success {
  do {
    return try await VirtualTime.withVirtualTime(
      on: timeline, startingAt: start, realClocks: realClocks, patience: patience, allowsOutsideWork: allowsOutsideWork,
      randomNumbers: randomNumbers, fileID: sourceLocation.fileID, line: UInt(sourceLocation.line), body)
  } catch {
    guard Test.current != nil, isReport(error) else { throw error }
    // The error that this throws is not recorded a second time.
    let ranInVirtualTime = false
    try #require(ranInVirtualTime, "\(error)", sourceLocation: sourceLocation)
    throw error
  }
}

extension XCTestCase {
  /// Runs an async body in virtual time. A problem of the run itself, such as work that leaves virtual time or a body
  /// that never returns, is also recorded as a failure at the line of this call.
  ///
  /// `withVirtualTime` of the module `VirtualTime` describes the parameters.
  ///
  /// - Throws: The error of the body, or a problem of the run.
  nonisolated(nonsending) public func withVirtualTime<Success: Sendable>(
    on timeline: Timeline = Timeline(), startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
    patience: Duration = .seconds(5), allowsOutsideWork: Bool = false, randomNumbers: RandomNumbers = .repeatable,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @Sendable (VirtualClock) async throws -> Success
  ) async throws -> Success {
    do {
      return try await VirtualTime.withVirtualTime(
        on: timeline, startingAt: start, realClocks: realClocks, patience: patience,
        allowsOutsideWork: allowsOutsideWork, randomNumbers: randomNumbers, fileID: fileID, line: line, body)
    } catch {
      if isReport(error) { XCTFail("\(error)", file: file, line: line) }
      throw error
    }
  }
}

/// Whether an error is a problem of the run, not an error of the body.
private func isReport(_ error: any Error) -> Bool { error is VirtualTimeError || error is Timeline.Runaway }
