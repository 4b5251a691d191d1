import Testing
import VirtualTime
import XCTest

/// Runs an async body in virtual time. A problem of the run itself (work that left virtual time, a body that never ends) is an issue of the
/// current test at the line of this call.
///
/// The body and its run are described at `withVirtualTime` of the module `VirtualTime`; write `VirtualTime.withVirtualTime` to catch its
/// errors.
///
/// - Throws: Rethrows an error of the body; outside of a test of Swift Testing also the problems that the run reports.
public func withVirtualTime<Success: Sendable>(
  on timeline: Timeline = Timeline(), patience: Duration = .seconds(5), allowsOutsideWork: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (VirtualClock) async throws -> Success
) async throws -> Success {
  do {
    return try await VirtualTime.withVirtualTime(on: timeline, patience: patience, allowsOutsideWork: allowsOutsideWork, body)
  } catch {
    guard Test.current != nil, isReport(error) else { throw error }
    // The error that this throws is not recorded a second time.
    let ranInVirtualTime = false
    try #require(ranInVirtualTime, "\(error)", sourceLocation: sourceLocation)
    throw error
  }
}

extension XCTestCase {
  /// Runs an async body in virtual time. A problem of the run itself (work that left virtual time, a body that never ends) is also recorded
  /// as a failure at the line of this call.
  ///
  /// The body and its run are described at `withVirtualTime` of the module `VirtualTime`.
  ///
  /// - Throws: Rethrows an error of the body, and the problems that the run reports.
  nonisolated(nonsending) public func withVirtualTime<Success: Sendable>(
    on timeline: Timeline = Timeline(), patience: Duration = .seconds(5), allowsOutsideWork: Bool = false, file: StaticString = #filePath,
    line: UInt = #line, _ body: @escaping @Sendable (VirtualClock) async throws -> Success
  ) async throws -> Success {
    do {
      return try await VirtualTime.withVirtualTime(on: timeline, patience: patience, allowsOutsideWork: allowsOutsideWork, body)
    } catch {
      if isReport(error) { XCTFail("\(error)", file: file, line: line) }
      throw error
    }
  }
}

/// Whether an error is of the run, not of its body.
private func isReport(_ error: any Error) -> Bool { error is VirtualTimeError || error is Timeline.Runaway }
