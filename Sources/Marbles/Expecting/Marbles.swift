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
///   - seeds: When the test holds, it is run once more for each seed, with what happens at one instant in another order. A test that does not
///     hold then has held by luck, which is reported as a problem.
///   - report: Called with each problem; then they are not thrown.
///   - body: Describes the test. It must not keep the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or what the body throws.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, report: ((MarbleFailure.Problem) -> Void)? = nil, _ body: (MarbleTest) throws -> Void
) throws {
  let place = SourcePlace(fileID, filePath, line, column)
  try MarbleTest.reporting(to: report) {
    try MarbleTest.perform(frame: frame, at: place, body)
    for seed in seeds ?? 0..<0 { try MarbleTest.perform(frame: frame, at: place, recordsRows: false, seed: seed, body) }
  }
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
///   - seeds: When the test holds, it is run once more for each seed, with what happens at one instant in another order. A test that does not
///     hold then has held by luck, which is reported as a problem.
///   - report: Called with each problem; then they are not thrown.
///   - body: Describes the test. It must not keep the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or what the body throws.
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, report: ((MarbleFailure.Problem) -> Void)? = nil,
  _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws {
  let place = SourcePlace(fileID, filePath, line, column)
  let result: Result<Void, any Error>
  do {
    try await MarbleTest.perform(frame: frame, at: place, seed: nil, body)
    for seed in seeds ?? 0..<0 { try await MarbleTest.perform(frame: frame, at: place, seed: seed, body) }
    result = .success(())
  } catch {
    result = .failure(error)
  }
  try MarbleTest.reporting(to: report) { try result.get() }
}

extension MarbleTest {
  /// With `MARBLES_RECORD=1` in the environment, rows that differ are written into the source files.
  static let recordsRows = Files.environment("MARBLES_RECORD") == "1"

  /// Runs a test once; with a seed, in another order of what happens at one instant.
  static func perform(
    frame: Duration, at place: SourcePlace, recordsRows: Bool = recordsRows, seed: UInt64? = nil, _ body: (MarbleTest) throws -> Void
  ) throws {
    let test = MarbleTest(frame: frame, at: place, recordsRows: recordsRows, timeline: Timeline(seed: seed), isPermuted: seed != nil)
    defer { test.tearDown() }
    do {
      try body(test)
      try test.run()
      try test.verify()
    } catch let failure as MarbleFailure {
      throw failure.found(with: seed)
    }
  }

  /// The same for a test of async code.
  fileprivate static func perform(
    frame: Duration, at place: SourcePlace, seed: UInt64?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let timeline = Timeline(seed: seed)
    do {
      try await withVirtualTime(on: timeline) { _ in
        let isPermuted = seed != nil
        let test = MarbleTest(
          frame: frame, at: place, recordsRows: recordsRows && !isPermuted, timeline: timeline, isPermuted: isPermuted, isAsync: true)
        defer { test.tearDown() }
        try await body(test)
        try await test.run()
        try test.verify()
      }
    } catch let failure as MarbleFailure {
      throw failure.found(with: seed)
    } catch {
      guard error is VirtualTimeError || error is Timeline.Runaway else { throw error }
      throw MarbleFailure(problems: [.init(place: place, text: "\(error)")]).found(with: seed)
    }
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
