import Pipes
import VirtualTime

/// Runs a marble test.
///
/// The body creates the streams and states the expectations. Then virtual time runs until no action is pending, and the events are compared
/// with the expected rows.
///
///     try marbles { m in
///       let typed = m.cold("  -a-b-c------d-|")
///       let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
///       m.expect(calm).toBe(" --------c-----|")
///     }
///
/// - Parameters:
///   - frame: The time of one symbol of a row; one millisecond by default.
///   - seeds: The seeds for further runs with a permuted order at equal instants. A test that passes in the order of scheduling and
///     fails for a seed passes only by luck, which is reported as a problem. By default there is one run.
///   - start: The date at zero, such as `.utc(2026, 2, 28, 23, 59)`; by default the beginning of 2001, UTC.
///   - report: Called with each problem. By default all problems are thrown as one error.
///   - body: Describes the test. It must not store the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or the error of the body.
@_disfavoredOverload
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, startingAt start: StartDate? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, report: ((MarbleFailure.Problem) -> Void)? = nil, _ body: (MarbleTest) throws -> Void
) throws {
  try MarbleTest.perform(frame: frame, seeds: seeds, startingAt: start, at: SourcePlace(fileID, filePath, line, column), report, body)
}

/// Runs a marble test of async code. Tasks that the body starts, and iterations over an expected `AsyncSequence`, run in virtual time.
///
///     try await marbles { m in
///       let typed = m.async("-a-b-c------d-|")
///       m.expect(typed.map { $0.uppercased() }).toBe("-A-B-C------D-|")
///     }
///
/// - Parameters:
///   - frame: The time of one symbol of a row; one millisecond by default.
///   - seeds: The seeds for further runs with a permuted order at equal instants. A test that passes in the order of scheduling and
///     fails for a seed passes only by luck, which is reported as a problem. By default there is one run.
///   - start: The date at zero, such as `.utc(2026, 2, 28, 23, 59)`; by default the beginning of 2001, UTC.
///   - realClocks: Whether `Task.sleep`, `ContinuousClock`, `Date()` and other real clocks are virtual in the test. By default they are, where the
///     platform allows it.
///   - report: Called with each problem. By default all problems are thrown as one error.
///   - body: Describes the test. It must not store the ``MarbleTest``.
/// - Throws: ``MarbleFailure`` with all problems, or the error of the body.
public func marbles(
  frame: Duration = .milliseconds(1), seeds: Range<UInt64>? = nil, startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, report: ((MarbleFailure.Problem) -> Void)? = nil,
  _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws {
  try await MarbleTest.perform(
    frame: frame, seeds: seeds, startingAt: start, realClocks: realClocks, at: SourcePlace(fileID, filePath, line, column), report, body)
}

extension MarbleTest {
  /// Runs a test, and once more for each seed.
  package static func perform(
    frame: Duration, seeds: Range<UInt64>?, startingAt start: StartDate? = nil, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: (MarbleTest) throws -> Void
  ) throws {
    try reporting(to: report) {
      try perform(frame: frame, startingAt: start, at: place, drawing: drawing, body)
      for seed in seeds ?? 0..<0 {
        try perform(frame: frame, startingAt: start, at: place, records: .nothing, seed: seed, drawing: drawing, body)
      }
    }
  }

  /// Runs a test of async code, and once more for each seed.
  nonisolated(nonsending) package static func perform(
    frame: Duration, seeds: Range<UInt64>?, startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
    at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let result: Result<Void, any Error>
    do {
      try await perform(frame: frame, startingAt: start, realClocks: realClocks, at: place, seed: nil, drawing: drawing, body)
      for seed in seeds ?? 0..<0 {
        try await perform(frame: frame, startingAt: start, realClocks: realClocks, at: place, seed: seed, drawing: drawing, body)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try reporting(to: report) { try result.get() }
  }

  /// Returns the rows to draw after a test has run. A test that passes is drawn only if all tests are drawn, and only in the run without a
  /// seed.
  private func drawn(_ drawing: TestDrawing?, holds: Bool, seed: UInt64?) -> TestRows? {
    guard let drawing, hasRun, observer == nil, !holds || drawing.drawsAll && seed == nil else { return nil }
    var rows = rows
    rows.holds = holds
    return rows
  }

  /// Runs a test once. A seed permutes the order at equal instants.
  static func perform(
    frame: Duration, startingAt start: StartDate? = nil, at place: SourcePlace, records: RowRecording = .current, seed: UInt64? = nil,
    drawing: TestDrawing? = nil,
    _ body: (MarbleTest) throws -> Void
  ) throws {
    let test = MarbleTest(frame: frame, at: place, records: records, timeline: Timeline(seed: seed), isPermuted: seed != nil)
    if let start { test.timeline.start = start }
    defer { test.tearDown() }
    do {
      // Schedulers of real time that the body uses are in virtual time, too.
      try RunHook.monitored(by: test.timeline) { try body(test) }
      test.checkThatSomethingIsExpected()
      try test.run()
      try test.verify()
    } catch let failure as MarbleFailure {
      if let rows = test.drawn(drawing, holds: false, seed: seed) { drawing?.draw(rows) }
      throw failure.found(with: seed)
    }
    if let rows = test.drawn(drawing, holds: true, seed: seed) { drawing?.draw(rows) }
  }

  /// Runs a test of async code once. A seed permutes the order at equal instants.
  nonisolated(nonsending) private static func perform(
    frame: Duration, startingAt start: StartDate?, realClocks: RealClocks, at place: SourcePlace, seed: UInt64?, drawing: TestDrawing?,
    _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let timeline = Timeline(seed: seed)
    let rows = Guarded(TestRows?.none)
    let drawsAll = drawing.map(\.drawsAll)
    defer { if let rows = rows.with({ $0 }) { drawing?.draw(rows) } }
    do {
      try await withVirtualTime(on: timeline, startingAt: start, realClocks: realClocks) { _ in
        let isPermuted = seed != nil
        let test = MarbleTest(
          frame: frame, at: place, records: isPermuted ? .nothing : .current, timeline: timeline, isPermuted: isPermuted, isAsync: true)
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
      throw MarbleFailure(problems: [.init(place: place, text: MarbleTest.text(of: error))]).found(with: seed)
    }
  }

  /// Passes problems that the body throws to a closure, if there is one.
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

extension RunHook {
  /// Runs a body that can throw; until it returns, `monitor` is the monitor of this thread.
  static func monitored(by monitor: any Monitor, _ body: () throws -> Void) throws {
    var thrown: (any Error)?
    monitored(by: monitor, isAnnounced: false) {
      do { try body() } catch { thrown = error }
    }
    if let thrown { throw thrown }
  }
}
