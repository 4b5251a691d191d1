import PipesCore
import VirtualTime

/// Runs a marble test: once, or in many cases with generated rows.
///
/// The body creates the streams and states the expectations. Then virtual time runs until no action is pending, and the
/// events are compared with the expected rows.
///
///     try marbles { m in
///       let typed = m.cold("  -a-b-c------d-|")
///       let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
///       m.expect(calm).toBe(" --------c-----|")
///     }
///
/// With `cases:` the body creates sources with `any:`, and each case chooses other rows. If a case fails, it is made
/// simpler as long as it fails in the same way: fewer events, shorter silence, simpler values. The cases are the same
/// in each run and on each machine. The body runs once for each case, so it must create everything that it uses.
///
///     try marbles(cases: 500) { m in
///       let typed = m.hot(any: "abc")
///       let found = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
///       let model = typed.map { Just($0).delay(for: m.frames(3), scheduler: m.scheduler) }.switchToLatest()
///       m.expect(found).toEqual(model)
///     }
///
/// - Parameters:
///   - frame: The time of one symbol of a row; one millisecond by default.
///   - cases: The number of cases; `.all(frames: 6)` for every row of up to six frames; `.again("…")` for the case that
///     a failure names. By default there are no cases.
///   - seeds: The seeds for further runs with a permuted order at equal instants. A test that passes in the order of
///     scheduling and fails for a seed passes only by luck, which is reported as a problem. By default there is one
///     run. Cases permute the order with `.drawn(500, permutingOrder: true)`.
///   - start: The date at zero, such as `.utc(2026, 2, 28, 23, 59)`; by default the beginning of 2001, UTC.
///   - randomNumbers: The random numbers that the code gets from the system, such as `UUID()`. By default they are the
///     same in each run; ``MarbleTest/seed`` is their seed. They are real where real clocks are.
///   - report: Called with each problem. By default all problems are thrown as one error.
///   - body: Describes the test. It must not store the ``MarbleTest``.
/// - Returns: The number of cases that have run, or of runs in a test without cases.
/// - Throws: ``MarbleFailure`` with all problems, or the error of the body; with cases, that error is such a problem,
///   too.
@_disfavoredOverload @discardableResult public func marbles(
  frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
  startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  report: ((MarbleFailure.Problem) -> Void)? = nil, _ body: (MarbleTest) throws -> Void
) throws -> RunCount {
  let times = TestTimes(frame: frame, cases: cases, seeds: seeds, start: start, randomNumbers: randomNumbers)
  return try MarbleTest.perform(times, at: SourcePlace(fileID, filePath, line, column), report, body)
}

/// Runs a marble test of async code: once, or in many cases with generated rows. Tasks that the body starts, and
/// iterations over an expected `AsyncSequence`, run in virtual time.
///
///     try await marbles { m in
///       let typed = m.async("-a-b-c------d-|")
///       m.expect(typed.map { $0.uppercased() }).toBe("-A-B-C------D-|")
///     }
///
/// The body runs on the actor of the test, if that has one: in a test on the main actor it may use whatever belongs to
/// the main actor.
///
/// - Parameters:
///   - frame: The time of one symbol of a row; one millisecond by default.
///   - cases: The number of cases; by default there are no cases.
///   - seeds: The seeds for further runs with a permuted order at equal instants. By default there is one run.
///   - start: The date at zero, such as `.utc(2026, 2, 28, 23, 59)`; by default the beginning of 2001, UTC.
///   - realClocks: Whether `Task.sleep`, `ContinuousClock`, `Date()` and other real clocks are virtual in the test. By
///     default they are, where the platform allows it.
///   - randomNumbers: The random numbers that the code gets from the system, such as `UUID()`. By default they are the
///     same in each run; ``MarbleTest/seed`` is their seed. They are real where real clocks are.
///   - report: Called with each problem. By default all problems are thrown as one error.
///   - body: Describes the test. It must not store the ``MarbleTest``.
/// - Returns: The number of cases that have run, or of runs in a test without cases.
/// - Throws: ``MarbleFailure`` with all problems, or the error of the body; with cases, that error is such a problem,
///   too.
@discardableResult public func marbles(
  frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
  startingAt start: StartDate? = nil,
  realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  report: ((MarbleFailure.Problem) -> Void)? = nil,
  @_inheritActorContext _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws -> RunCount {
  let times = TestTimes(
    frame: frame, cases: cases, seeds: seeds, start: start, realClocks: realClocks, randomNumbers: randomNumbers)
  return try await MarbleTest.perform(times, at: SourcePlace(fileID, filePath, line, column), report, body)
}

extension SourcePlace {
  /// The seed of the repeatable random numbers of a test at this place.
  var seed: UInt64 { Timeline.seed(fileID: fileID, line: UInt(line)) }
}
