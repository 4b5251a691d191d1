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
  try MarbleTest.perform(frame: frame, seeds: seeds, at: SourcePlace(fileID, filePath, line, column), report, body)
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
  try await MarbleTest.perform(frame: frame, seeds: seeds, at: SourcePlace(fileID, filePath, line, column), report, body)
}

extension MarbleTest {
  /// With `MARBLES_RECORD=1` in the environment, rows that differ are written into the source files.
  static let recordsRows = Files.environment("MARBLES_RECORD") == "1"

  /// Runs a test, and once more for each seed.
  package static func perform(
    frame: Duration, seeds: Range<UInt64>?, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: (MarbleTest) throws -> Void
  ) throws {
    try reporting(to: report) {
      try perform(frame: frame, at: place, drawing: drawing, body)
      for seed in seeds ?? 0..<0 { try perform(frame: frame, at: place, recordsRows: false, seed: seed, drawing: drawing, body) }
    }
  }

  /// Runs a test of async code, and once more for each seed.
  nonisolated(nonsending) package static func perform(
    frame: Duration, seeds: Range<UInt64>?, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let result: Result<Void, any Error>
    do {
      try await perform(frame: frame, at: place, seed: nil, drawing: drawing, body)
      for seed in seeds ?? 0..<0 { try await perform(frame: frame, at: place, seed: seed, drawing: drawing, body) }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try reporting(to: report) { try result.get() }
  }

  /// The rows to draw of a test that ran: a passing test is drawn only if all are drawn, and only once, not for each seed.
  private func drawn(_ drawing: TestDrawing?, holds: Bool, seed: UInt64?) -> TestRows? {
    guard let drawing, hasRun, observer == nil, !holds || drawing.drawsAll && seed == nil else { return nil }
    var rows = rows
    rows.holds = holds
    return rows
  }

  /// Runs a test once; with a seed, in another order of what happens at one instant.
  static func perform(
    frame: Duration, at place: SourcePlace, recordsRows: Bool = recordsRows, seed: UInt64? = nil, drawing: TestDrawing? = nil,
    _ body: (MarbleTest) throws -> Void
  ) throws {
    let test = MarbleTest(frame: frame, at: place, recordsRows: recordsRows, timeline: Timeline(seed: seed), isPermuted: seed != nil)
    defer { test.tearDown() }
    do {
      try body(test)
      test.checkThatSomethingIsExpected()
      try test.run()
      try test.verify()
    } catch let failure as MarbleFailure {
      if let rows = test.drawn(drawing, holds: false, seed: seed) { drawing?.draw(rows) }
      throw failure.found(with: seed)
    }
    if let rows = test.drawn(drawing, holds: true, seed: seed) { drawing?.draw(rows) }
  }

  /// The same for a test of async code.
  nonisolated(nonsending) private static func perform(
    frame: Duration, at place: SourcePlace, seed: UInt64?, drawing: TestDrawing?,
    _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let timeline = Timeline(seed: seed)
    let rows = Guarded(TestRows?.none)
    let drawsAll = drawing.map(\.drawsAll)
    defer { if let rows = rows.with({ $0 }) { drawing?.draw(rows) } }
    do {
      try await withVirtualTime(on: timeline) { _ in
        let isPermuted = seed != nil
        let test = MarbleTest(
          frame: frame, at: place, recordsRows: recordsRows && !isPermuted, timeline: timeline, isPermuted: isPermuted, isAsync: true)
        defer { test.tearDown() }
        let drawing = drawsAll.map { TestDrawing(drawsAll: $0) { drawn in rows.with { $0 = drawn } } }
        do {
          try await body(test)
          test.checkThatSomethingIsExpected()
          try await test.run()
          try test.verify()
          if let drawn = test.drawn(drawing, holds: true, seed: seed) { drawing?.draw(drawn) }
        } catch let failure as MarbleFailure {
          if let drawn = test.drawn(drawing, holds: false, seed: seed) { drawing?.draw(drawn) }
          throw failure
        }
      }
    } catch let failure as MarbleFailure {
      throw failure.found(with: seed)
    } catch {
      guard error is VirtualTimeError || error is Timeline.Runaway else { throw error }
      throw MarbleFailure(problems: [.init(place: place, text: "\(error)")]).found(with: seed)
    }
  }

  /// Hands problems that the body throws to a closure, if there is one.
  private static func reporting(to report: ((MarbleFailure.Problem) -> Void)?, _ body: () throws -> Void) throws {
    let observer = TestObserver.current
    if report == nil, observer == nil { return try body() }
    do {
      try body()
    } catch let failure as MarbleFailure {
      if let observer { return observer.take(failure.problems) }
      for problem in failure.problems { report?(problem) }
    }
  }
}
