import PipesCore
import VirtualTime

/// How often a test runs, and in which time.
package struct TestTimes: Sendable {
  var frame: Duration
  var cases: Cases?
  var seeds: Range<UInt64>?
  var start: StartDate?
  var realClocks: RealClocks
  var randomNumbers: RandomNumbers
  var settings: CaseSettings
  /// Whether the test goes on after its body, and expects something; not in a call of `everyOrder`.
  var hasRows = true
  /// The recorder of actual rows, for the runs that have the order of scheduling.
  var recorder = RowRecorder.current

  package init(
    frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil, start: StartDate? = nil,
    realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable, settings: CaseSettings = .environment
  ) {
    self.frame = frame
    self.cases = cases
    self.seeds = seeds
    self.start = start
    self.realClocks = realClocks
    self.randomNumbers = randomNumbers
    self.settings = settings
  }

  /// The orders of a body without rows, or one of them.
  package static func orders(_ cases: Cases, again: String?) -> TestTimes {
    var times = TestTimes(cases: again.map { .again($0) } ?? cases)
    times.hasRows = false
    return times
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
  fileprivate func attempts(
    at place: SourcePlace, isAsync: Bool, _ drawing: TestDrawing?, mayRepeat: Bool = true
  ) -> any Attempts {
    guard let cases else { return SeededRuns(self, at: place, isAsync: isAsync, drawsAll: drawing?.drawsAll) }
    return CaseRuns(
      CaseSearch(cases, settings, at: place, mayRepeat: mayRepeat, hasRows: hasRows), self, isAsync: isAsync, drawing)
  }
}

/// The runs of a test, one after the other: one, and one more for each seed; or the cases of a search.
protocol Attempts: AnyObject {
  /// Returns the setting of the next run, and its timeline; `nil` after the last one.
  func next() -> (setting: TestSetting, timeline: Timeline)?
  /// Called on the thread of the run when it begins.
  func begin()
  /// Called when the body is over, while the test is there.
  ///
  /// - Parameter failure: The problems of the test, or the error of its body.
  /// - Parameter draw: Called if a picture of the run is drawn.
  /// - Returns: The error with which the run ends.
  func look(at test: MarbleTest, _ failure: (any Error)?, draw: (RunRecord) -> Void) -> (any Error)?
  /// Called when the run is over, with its error and the issues that its body has reported.
  func take(_ failure: (any Error)?, _ issues: [CaughtIssue]) throws
  /// Called after the last run.
  func finish() -> RunCount
  /// The problems that the test reports.
  var problems: [MarbleFailure.Problem] { get }
}

extension MarbleTest {
  /// Runs a test as often as it is said.
  package static func perform(
    _ times: TestTimes, at place: SourcePlace, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: (MarbleTest) throws -> Void
  ) throws -> RunCount {
    try check(times, at: place, report)
    let attempts = times.attempts(at: place, isAsync: false, drawing)
    while let attempt = attempts.next() {
      attempts.begin()
      let test = MarbleTest(attempt.setting, on: attempt.timeline)
      defer { SynchronousRun.watched(test) { test.tearDown() } }
      var failure: (any Error)?
      do {
        try test.timeline.performUnawaited {
          try SynchronousRun.watched(test) {
            // Schedulers of real time that the body uses are in virtual time, too.
            try RunHook.monitored(by: test.timeline) { try body(test) }
            try test.conclude()
          }
        }
      } catch { failure = error }
      failure = attempts.look(at: test, failure) { drawing?.draw($0) }
      try attempts.take(failure, [])
    }
    let run = attempts.finish()
    try deliver(attempts.problems, report)
    return run
  }

  /// Runs a test of async code as often as it is said.
  nonisolated(nonsending) package static func perform(
    _ times: TestTimes, at place: SourcePlace, drawing: TestDrawing? = nil, catching: IssueCatcher? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> RunCount {
    try check(times, at: place, report)
    let catching = times.cases == nil ? nil : catching
    let attempts = Unchecked(times.attempts(at: place, isAsync: true, drawing, mayRepeat: catching?.mayRepeat ?? true))
    while let next = attempts.value.next() {
      let attempt = Unchecked(next), drawn = Guarded(RunRecord?.none)
      let run: @Sendable () async throws -> Void = {
        try await withVirtualTime(on: attempt.value.timeline, startingAt: times.start, realClocks: times.realClocks) {
          _ in
          attempts.value.begin()
          let test = MarbleTest(attempt.value.setting, on: attempt.value.timeline)
          defer { test.tearDown() }
          var failure = await test.failure(hasRows: times.hasRows, body)
          if catching != nil, failure.map(MarbleTest.hasBeenReported) == true { failure = nil }
          failure = attempts.value.look(at: test, failure) { record in drawn.with { $0 = record } }
          if let failure { throw failure }
        }
      }
      var failure: (any Error)?, issues: [CaughtIssue] = []
      do {
        if let catching { issues = try await catching.run(next.timeline, run) } else { try await run() }
      } catch { failure = error }
      if let record = drawn.with({ $0 }) { drawing?.draw(record) }
      try attempts.value.take(failure, issues)
    }
    let run = attempts.value.finish()
    try deliver(attempts.value.problems, report)
    return run
  }

  nonisolated(nonsending) private func failure(hasRows: Bool, _ body: (MarbleTest) async throws -> Void) async
    -> (any Error)?
  {
    do {
      try await body(self)
      if !hasRows { return nil }
      // Expectations of the library of tests count, too.
      if !timeline.takesTurns { checkThatSomethingIsExpected() }
      try await run()
      // In a body of the main actor the closures of expectations are on it.
      try timeline.apart { try testRun?.verify() }
      return nil
    } catch { return error }
  }

  private static func check(_ times: TestTimes, at place: SourcePlace, _ report: ((MarbleFailure.Problem) -> Void)?)
    throws
  {
    try deliver(times.mistake.map { [.init(place: place, text: $0)] } ?? [], report)
  }
  /// Passes problems to the observer of the test or to a closure, or throws them if there is neither.
  private static func deliver(_ problems: [MarbleFailure.Problem], _ report: ((MarbleFailure.Problem) -> Void)?) throws
  {
    if problems.isEmpty { return }
    if let observer = TestObserver.current {
      observer.take(problems)
    } else if let report {
      for problem in problems { report(problem) }
    } else {
      throw MarbleFailure(problems: problems)
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

extension MarbleTest {
  /// Whether actual rows are recorded in this process.
  package static var isRecording: Bool { RowRecorder.current != nil }
  /// Notes that a problem is a known issue, so that its row is not recorded.
  package static func isKnown(_ problem: MarbleFailure.Problem) { RowRecorder.current?.isKnown(at: problem.place) }
}
