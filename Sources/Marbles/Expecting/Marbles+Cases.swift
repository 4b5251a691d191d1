import Pipes
import VirtualTime

/// The number of cases or runs of a test. Its description also names the share: `500 cases`,
/// `5461 cases of all rows of up to 6 frames`.
public struct CasesRun: Sendable, CustomStringConvertible {
  /// The number of cases that have run, or of runs in a test without cases; those apart that were tried to simplify a
  /// failure.
  public let count: Int
  public let description: String
}

extension MarbleTest {
  /// The limits of a case. Its rows are short, so more actions have no end.
  private static func caseTimeline(_ search: CaseSearch, _ choices: Choices, seed: UInt64?, at place: SourcePlace)
    -> Timeline
  {
    let perInstant = Timeline.ActionLimit.growing(from: 10_000, to: 100_000)
    let perRun = Timeline.ActionLimit.growing(from: 100_000, to: 400_000), timeline: Timeline
    if search.takesTurns {
      timeline = Timeline(perInstant: perInstant, perRun: perRun, turns: choices, search: search.searchedOrders)
      if search.scheduled.isEmpty || search.isShowing { timeline.startActionLog() }
    } else {
      timeline = Timeline(perInstant: perInstant, perRun: perRun, seed: seed)
    }
    // A case that draws its choices also draws random numbers; a search of all cases has one sequence of them.
    let draws = !search.takesTurns && search.frames == nil
    timeline.seedNumbers { place.seed &+ (draws ? UInt64(choices.choose(64, always: true)) : 0) }
    return timeline
  }

  /// Runs the cases of a test.
  package static func perform(
    frame: Duration, cases: Cases, startingAt start: StartDate? = nil, at place: SourcePlace,
    settings: CaseSettings = .environment,
    drawing: TestDrawing? = nil, _ report: ((MarbleFailure.Problem) -> Void)?, _ body: (MarbleTest) throws -> Void
  ) throws -> CasesRun {
    var search = CaseSearch(cases, settings, at: place)
    let texts = SourceTexts(), coverage = CaseCoverage()
    while let choices = search.next() {
      let seed = search.order(choices), isShowing = search.isShowing,
        timeline = caseTimeline(search, choices, seed: seed, at: place)
      if let start { timeline.start = start }
      let test = MarbleTest(
        frame: frame, at: place, records: .nothing, timeline: timeline, isPermuted: seed != nil || search.takesTurns,
        generated: Case(choices, frames: search.frames, isShown: isShowing, texts: texts))
      var outcome = test.outcome(drawing: isShowing ? drawing : nil, isShowing: isShowing) {
        try test.performCase(body)
      }
      coverage.note(test)
      search.compare(&outcome, timeline, frame: test.frameLength)
      search.take(outcome)
      SynchronousRun.watched(test) { test.tearDown() }
    }
    return try search.finish(coverage, settings, at: place, report)
  }

  /// Runs the cases of a test of async code.
  nonisolated(nonsending) package static func perform(
    frame: Duration, cases: Cases, startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
    at place: SourcePlace,
    settings: CaseSettings = .environment, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> CasesRun {
    var search = CaseSearch(cases, settings, at: place)
    let texts = Unchecked(SourceTexts()), coverage = Unchecked(CaseCoverage())
    while let choices = search.next() {
      let isShowing = search.isShowing, seed = search.order(choices),
        timeline = caseTimeline(search, choices, seed: seed, at: place)
      let isPermuted = seed != nil || search.takesTurns
      let result = Guarded((outcome: CaseSearch.Outcome?.none, drawn: TestRows?.none))
      let generated = Unchecked(Case(choices, frames: search.frames, isShown: isShowing, texts: texts.value))
      let drawsAll = isShowing ? drawing.map(\.drawsAll) : nil
      do {
        try await withVirtualTime(on: timeline, startingAt: start, realClocks: realClocks) { _ in
          let test = MarbleTest(
            frame: frame, at: place, records: .nothing, timeline: timeline, isPermuted: isPermuted, isAsync: true,
            generated: generated.value)
          var thrown: (any Error)?
          do { try await test.performCase(body) } catch { thrown = error }
          let drawing = drawsAll.map { TestDrawing(drawsAll: $0) { rows in result.with { $0.drawn = rows } } }
          let outcome = test.outcome(drawing: drawing, isShowing: isShowing) { if let thrown { throw thrown } }
          result.with { $0.outcome = outcome }
          coverage.value.note(test)
          test.tearDown()
        }
      } catch {
        let outcome = CaseSearch.Outcome(
          choices: choices, rows: generated.value.rows, problems: [.init(place: place, text: "\(error)")])
        result.with { $0.outcome = $0.outcome.flatMap { $0.problems.isEmpty ? nil : $0 } ?? outcome }
      }
      var (outcome, drawn) = result.with { ($0.outcome ?? CaseSearch.Outcome(choices: choices), $0.drawn) }
      if let drawn { drawing?.draw(drawn) }
      search.compare(&outcome, timeline, frame: FrameLength(frame))
      search.take(outcome)
    }
    return try search.finish(coverage.value, settings, at: place, report)
  }

  private func performCase(_ body: (MarbleTest) throws -> Void) throws {
    try timeline.performUnawaited {
      try SynchronousRun.watched(self) {
        // Schedulers of real time that the body uses are in virtual time, too.
        try RunHook.monitored(by: timeline) { try body(self) }
        checkThatSomethingIsExpected()
        try run()
        try verify()
      }
    }
  }
  nonisolated(nonsending) private func performCase(_ body: (MarbleTest) async throws -> Void) async throws {
    try await body(self)
    checkThatSomethingIsExpected()
    try await run()
    try verify()
  }

  /// A number of everything that the expectations have received.
  private var fingerprint: UInt64 {
    var hasher = Hasher()
    for (_, expectation) in listeners { hasher.combine(expectation.recorded) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
  /// Returns the outcome of a case, and draws it if it is shown.
  private func outcome(drawing: TestDrawing?, isShowing: Bool, _ perform: () throws -> Void) -> CaseSearch.Outcome {
    guard let generated else { preconditionFailure("a case has choices") }
    var outcome = CaseSearch.Outcome(choices: generated.choices)
    do {
      try perform()
    } catch let failure as MarbleFailure {
      outcome.problems = failure.problems
      outcome.isInvalid = !hasRun
    } catch {
      outcome.problems = [.init(place: place, text: "the body threw an error: \(error)")]
    }
    outcome.rows = generated.rows
    if timeline.takesTurns { outcome.trace = fingerprint }
    guard isShowing else { return outcome }
    let report = MarbleReport(self)
    outcome.names = Dictionary(sources.map { ($0.fallback, report.label(of: $0)) }) { first, _ in first }
    for index in outcome.rows.indices {
      let place = outcome.rows[index].place
      outcome.rows[index].label =
        outcome.rows[index].label ?? sources.first { $0.place == place }.map { report.label(of: $0) }
    }
    outcome.expected = streams.lazy.compactMap(\.expectation.expectedText).first
    if let drawing, hasRun {
      var rows = rows
      rows.holds = outcome.problems.isEmpty
      drawing.draw(rows)
    }
    return outcome
  }
}

extension CaseSearch {
  /// Keeps the order of scheduling, or shows where the order of the simplest case that fails is another one.
  mutating func compare(_ outcome: inout Outcome, _ timeline: Timeline, frame: FrameLength) {
    guard takesTurns else { return }
    outcome.trace ^= timeline.finishTurns()
    if scheduled.isEmpty { scheduled = timeline.actionLog }
    guard isShowing else { return }
    let here = timeline.actionLog
    guard let place = zip(scheduled, here).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return }
    let instant = min(scheduled[place].instant, here[place].instant)
    func names(_ steps: [Timeline.RunAction]) -> String {
      steps.filter { $0.instant == instant }.map { outcome.names[$0.name] ?? $0.name }.joined(separator: ", ")
    }
    outcome.turns = [
      "  It depends on the order at \(MarbleTest.frameName(instant, frame: frame)):",
      "    as scheduled  \(names(scheduled))",
      "    here          \(names(here))",
    ]
  }

  /// Reports or throws the problems. If the environment asks for a number or a share of the cases, a line on standard
  /// error says what ran.
  mutating func finish(
    _ coverage: CaseCoverage, _ settings: CaseSettings, at place: SourcePlace,
    _ report: ((MarbleFailure.Problem) -> Void)?
  ) throws -> CasesRun {
    check(coverage)
    if isProgressShown { _ = Files.put("\r\u{1b}[K", 2) }
    if settings.cases != nil || settings.share != nil { _ = Files.put("\(place.short): \(summary)\n", 2) }
    if let observer = TestObserver.current {
      observer.take(problems)
    } else if let report {
      for problem in problems { report(problem) }
    } else if !problems.isEmpty {
      throw MarbleFailure(problems: problems)
    }
    return CasesRun(count: ran, description: summary)
  }
}
