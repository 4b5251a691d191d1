import Testing
import VirtualTime
import XCTest

/// Runs an async body in virtual time. What the run itself reports (work that left virtual time, a body that never ends) is an issue of the current
/// test at the line of this call.
///
/// What the body may do and how it is run is said at `withVirtualTime` of the module `VirtualTime`; write `VirtualTime.withVirtualTime` to catch
/// its errors.
///
/// - Throws: What the body throws; outside of a test of Swift Testing also what the run reports.
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
  /// Runs an async body in virtual time. What the run itself reports (work that left virtual time, a body that never ends) is also recorded as a
  /// failure at the line of this call.
  ///
  /// What the body may do and how it is run is said at `withVirtualTime` of the module `VirtualTime`.
  ///
  /// - Throws: What the body throws, and what the run reports.
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
