import Pipes
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
) throws -> CasesRun {
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
) async throws -> CasesRun {
  let times = TestTimes(
    frame: frame, cases: cases, seeds: seeds, start: start, realClocks: realClocks, randomNumbers: randomNumbers)
  return try await MarbleTest.perform(times, at: SourcePlace(fileID, filePath, line, column), report, body)
}

extension SourcePlace {
  /// The seed of the repeatable random numbers of a test at this place.
  var seed: UInt64 { Timeline.seed(fileID: fileID, line: UInt(line)) }
}

/// How often a test runs, and in which time.
package struct TestTimes: Sendable {
  var frame: Duration
  var cases: Cases?
  var seeds: Range<UInt64>?
  var start: StartDate?
  var realClocks: RealClocks
  var randomNumbers: RandomNumbers

  package init(
    frame: Duration, cases: Cases? = nil, seeds: Range<UInt64>? = nil, start: StartDate? = nil,
    realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable
  ) {
    (self.frame, self.cases, self.seeds, self.start) = (frame, cases, seeds, start)
    (self.realClocks, self.randomNumbers) = (realClocks, randomNumbers)
  }

  /// The mistake in the numbers of runs; `nil` if there is none.
  fileprivate var mistake: String? {
    guard let seeds else { return nil }
    if cases != nil {
      return
        "seeds: and cases: do not go together\n  write cases: .drawn(500, permutingOrder: true), which also permutes the order"
    }
    if !seeds.isEmpty { return nil }
    return
      "seeds: \(seeds) has no seed, so no other order is put to the test\n  write a range such as seeds: 0..<20, or leave it out"
  }
  /// The runs of a test without cases.
  fileprivate var runs: CasesRun {
    let more = seeds?.count ?? 0
    return CasesRun(count: 1 + more, description: more == 0 ? "1 run" : "\(1 + more) runs, \(more) of them with a seed")
  }
}

extension MarbleTest {
  /// Runs a test, or its cases.
  package static func perform(
    _ times: TestTimes, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?,
    _ body: (MarbleTest) throws -> Void
  ) throws -> CasesRun {
    try check(times, at: place, report)
    if let cases = times.cases {
      return try perform(
        frame: times.frame, cases: cases, startingAt: times.start, randomNumbers: times.randomNumbers, at: place,
        drawing: drawing, report, body)
    }
    try perform(
      frame: times.frame, seeds: times.seeds, startingAt: times.start, randomNumbers: times.randomNumbers, at: place,
      drawing: drawing, report, body)
    return times.runs
  }

  /// Runs a test of async code, or its cases.
  nonisolated(nonsending) package static func perform(
    _ times: TestTimes, at place: SourcePlace, drawing: TestDrawing? = nil, catching: IssueCatcher? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?,
    _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> CasesRun {
    try check(times, at: place, report)
    if let cases = times.cases {
      return try await perform(
        frame: times.frame, cases: cases, startingAt: times.start, realClocks: times.realClocks,
        randomNumbers: times.randomNumbers, at: place, catching: catching, drawing: drawing, report, body)
    }
    try await perform(
      frame: times.frame, seeds: times.seeds, startingAt: times.start, realClocks: times.realClocks,
      randomNumbers: times.randomNumbers, at: place, drawing: drawing, report, body)
    return times.runs
  }

  private static func check(_ times: TestTimes, at place: SourcePlace, _ report: ((MarbleFailure.Problem) -> Void)?)
    throws
  {
    guard let mistake = times.mistake else { return }
    try reporting(to: report) { throw MarbleFailure(problems: [.init(place: place, text: mistake)]) }
  }

  /// Runs a test, and once more for each seed.
  package static func perform(
    frame: Duration, seeds: Range<UInt64>?, startingAt start: StartDate? = nil,
    randomNumbers: RandomNumbers = .repeatable, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: (MarbleTest) throws -> Void
  ) throws {
    try reporting(to: report) {
      try perform(
        frame: frame, startingAt: start, randomNumbers: randomNumbers, at: place, drawing: drawing, body)
      for seed in seeds ?? 0..<0 {
        try perform(
          frame: frame, startingAt: start, randomNumbers: randomNumbers, at: place, recorder: nil, seed: seed,
          drawing: drawing, body)
      }
    }
  }

  /// Runs a test of async code, and once more for each seed.
  nonisolated(nonsending) package static func perform(
    frame: Duration, seeds: Range<UInt64>?, startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
    randomNumbers: RandomNumbers = .repeatable, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let result: Result<Void, any Error>
    do {
      try await perform(
        frame: frame, startingAt: start, realClocks: realClocks, randomNumbers: randomNumbers, at: place, seed: nil,
        drawing: drawing, body)
      for seed in seeds ?? 0..<0 {
        try await perform(
          frame: frame, startingAt: start, realClocks: realClocks, randomNumbers: randomNumbers, at: place, seed: seed,
          drawing: drawing, body)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try reporting(to: report) { try result.get() }
  }

  /// Returns the rows to draw after a test has run. A test that passes is drawn only if all tests are drawn, and only
  /// in the run without a seed.
  private func drawn(_ drawing: TestDrawing?, holds: Bool, seed: UInt64?) -> TestRows? {
    guard let drawing, hasRun, observer == nil, !holds || drawing.drawsAll && seed == nil else { return nil }
    var rows = rows
    rows.holds = holds
    return rows
  }

  /// Runs a test once. A seed permutes the order at equal instants.
  static func perform(
    frame: Duration, startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
    at place: SourcePlace, recorder: RowRecorder? = .current, seed: UInt64? = nil,
    drawing: TestDrawing? = nil,
    _ body: (MarbleTest) throws -> Void
  ) throws {
    let test = MarbleTest(
      frame: frame, at: place, recorder: recorder, timeline: Timeline(seed: seed), isPermuted: seed != nil)
    if let start { test.timeline.start = start }
    test.timeline.use(randomNumbers) { place.seed }
    defer { SynchronousRun.watched(test) { test.tearDown() } }
    do {
      try test.timeline.performUnawaited {
        try SynchronousRun.watched(test) {
          // Schedulers of real time that the body uses are in virtual time, too.
          try RunHook.monitored(by: test.timeline) { try body(test) }
          test.checkThatSomethingIsExpected()
          try test.run()
          try test.verify()
        }
      }
    } catch let failure as MarbleFailure {
      if let rows = test.drawn(drawing, holds: false, seed: seed) { drawing?.draw(rows) }
      throw failure.drawn(on: test.timeline).found(with: seed)
    }
    if let rows = test.drawn(drawing, holds: true, seed: seed) { drawing?.draw(rows) }
  }

  /// Runs a test of async code once. A seed permutes the order at equal instants.
  nonisolated(nonsending) private static func perform(
    frame: Duration, startingAt start: StartDate?, realClocks: RealClocks, randomNumbers: RandomNumbers,
    at place: SourcePlace, seed: UInt64?, drawing: TestDrawing?,
    _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws {
    let timeline = Timeline(seed: seed)
    timeline.use(randomNumbers) { place.seed }
    let rows = Guarded(TestRows?.none)
    let drawsAll = drawing.map(\.drawsAll)
    defer { if let rows = rows.with({ $0 }) { drawing?.draw(rows) } }
    do {
      try await withVirtualTime(on: timeline, startingAt: start, realClocks: realClocks) { _ in
        let isPermuted = seed != nil
        let test = MarbleTest(
          frame: frame, at: place, recorder: isPermuted ? nil : .current, timeline: timeline,
          isPermuted: isPermuted, isAsync: true)
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
      throw failure.drawn(on: timeline).found(with: seed)
    } catch {
      guard error is VirtualTimeError || error is Timeline.Runaway else { throw error }
      throw MarbleFailure(problems: [.init(place: place, text: MarbleTest.text(of: error))])
        .drawn(on: timeline).found(with: seed)
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
