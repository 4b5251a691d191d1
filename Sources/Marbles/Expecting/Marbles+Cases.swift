import Pipes
import VirtualTime

/// The number of cases or runs of a test. Its description also names the share: `500 cases`,
/// `5461 cases of all rows of up to 6 frames`.
public struct CasesRun: Sendable, CustomStringConvertible {
  /// The number of cases that have run, or of runs in a test without cases; those apart that were tried to simplify a
  /// failure.
  public let count: Int
  /// The number of switches up to which every order has run, `.max` if all orders have run; `nil` if a test has not run in
  /// all orders, or not even in the order of scheduling.
  public internal(set) var completeSwitches: Int?
  public let description: String
}

/// An issue that a body has reported to the library of tests.
package struct CaughtIssue: Sendable {
  let text: String
  /// The line, or the expression. The text may have other values in each run.
  let source: String
  package init(_ text: String, source: String) { (self.text, self.source) = (text, source) }
}

/// Runs the body of a case, and returns the issues that it has reported to the library of tests.
package struct IssueCatcher: Sendable {
  let run: @Sendable (_ body: @escaping @Sendable () async throws -> Void) async throws -> [CaughtIssue]
  /// Whether the issues are kept from the library, so that a case that fails may be repeated.
  let mayRepeat: Bool

  package init(
    mayRepeat: Bool,
    _ run: @escaping @Sendable (_ body: @escaping @Sendable () async throws -> Void) async throws -> [CaughtIssue]
  ) {
    (self.mayRepeat, self.run) = (mayRepeat, run)
  }
}

extension MarbleTest {
  /// Runs an async body in every order, without rows.
  nonisolated(nonsending) package static func performOrders(
    _ cases: Cases, again: String?, at place: SourcePlace, drawing: TestDrawing? = nil, catching: IssueCatcher,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> CasesRun {
    try await perform(
      frame: .milliseconds(1), cases: again.map { .again($0) } ?? cases, at: place, hasRows: false, catching: catching,
      drawing: drawing, report
    ) { _ in try await body() }
  }
  /// The limits of a case. Its rows are short, so more actions have no end.
  private static func caseTimeline(
    _ search: CaseSearch, _ choices: Choices, seed: UInt64?, _ randomNumbers: RandomNumbers, at place: SourcePlace,
    _ note: CrashNote
  ) -> Timeline {
    let perInstant = Timeline.ActionLimit.growing(from: 10_000, to: 100_000)
    let perRun = Timeline.ActionLimit.growing(from: 100_000, to: 400_000), timeline: Timeline
    if search.takesTurns {
      timeline = Timeline(perInstant: perInstant, perRun: perRun, turns: choices)
      if search.notesTurns { timeline.startActionLog(search.isAgain ? { @Sendable turn in note.add(turn) } : nil) }
    } else {
      timeline = Timeline(perInstant: perInstant, perRun: perRun, seed: seed)
    }
    // A case that draws its choices also draws random numbers; a search of all cases has one sequence of them.
    let draws = !search.takesTurns && search.frames == nil
    timeline.use(randomNumbers) { place.seed &+ (draws ? UInt64(choices.choose(64, always: true)) : 0) }
    return timeline
  }

  package static func perform(
    frame: Duration, cases: Cases, startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
    at place: SourcePlace, settings: CaseSettings = .environment,
    drawing: TestDrawing? = nil, _ report: ((MarbleFailure.Problem) -> Void)?, _ body: (MarbleTest) throws -> Void
  ) throws -> CasesRun {
    var search = CaseSearch(cases, settings, at: place)
    let texts = SourceTexts(), coverage = CaseCoverage(), note = CrashNote()
    defer { note.end() }
    while let choices = search.next() {
      note.begin(search.note(choices))
      note.enter()
      let seed = search.order(choices), isShowing = search.isShowing,
        timeline = caseTimeline(search, choices, seed: seed, randomNumbers, at: place, note)
      if let start { timeline.start = start }
      let test = MarbleTest(
        frame: frame, at: place, recorder: nil, timeline: timeline, isPermuted: seed != nil || search.takesTurns,
        generated: Case(choices, frames: search.frames, isShown: isShowing, texts: texts))
      var outcome = test.outcome(drawing: isShowing ? drawing : nil, isShowing: isShowing) {
        try test.performCase(body)
      }
      coverage.note(test)
      search.compare(&outcome, timeline, frame: test.frameLength)
      search.take(outcome, actions: timeline.actionCount)
      SynchronousRun.watched(test) { test.tearDown() }
    }
    return try search.finish(coverage, settings, at: place, drawing, report)
  }

  /// Runs the cases of a test of async code.
  ///
  /// - Parameter hasRows: Whether the test goes on after its body, and expects something.
  nonisolated(nonsending) package static func perform(
    frame: Duration, cases: Cases, startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual,
    randomNumbers: RandomNumbers = .repeatable, at place: SourcePlace, hasRows: Bool = true,
    catching: IssueCatcher? = nil,
    settings: CaseSettings = .environment, drawing: TestDrawing? = nil,
    _ report: ((MarbleFailure.Problem) -> Void)?, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> CasesRun {
    var search = CaseSearch(
      cases, settings, at: place, mayRepeat: catching?.mayRepeat ?? true, hasRows: hasRows)
    let note = CrashNote()
    defer { note.end() }
    let texts = Unchecked(SourceTexts()), coverage = Unchecked(CaseCoverage())
    while let choices = search.next() {
      let isShowing = search.isShowing, seed = search.order(choices),
        timeline = caseTimeline(search, choices, seed: seed, randomNumbers, at: place, note)
      let isPermuted = seed != nil || search.takesTurns
      let result = Guarded((outcome: CaseSearch.Outcome?.none, drawn: TestRows?.none))
      let generated = Unchecked(Case(choices, frames: search.frames, isShown: isShowing, texts: texts.value))
      let drawsAll = isShowing ? drawing.map(\.drawsAll) : nil
      note.begin(search.note(choices))
      let run: @Sendable () async throws -> Void = {
        try await withVirtualTime(on: timeline, startingAt: start, realClocks: realClocks) { _ in
          note.enter()
          let test = MarbleTest(
            frame: frame, at: place, recorder: nil, timeline: timeline, isPermuted: isPermuted, isAsync: true,
            generated: generated.value)
          var thrown: (any Error)?
          do {
            if hasRows { try await test.performCase(body) } else { try await body(test) }
          } catch  where catching == nil || !MarbleTest.hasBeenReported(error) {
            thrown = error
          } catch {}
          let drawing = drawsAll.map { TestDrawing(drawsAll: $0) { rows in result.with { $0.drawn = rows } } }
          let outcome = test.outcome(drawing: drawing, isShowing: isShowing) { if let thrown { throw thrown } }
          result.with { $0.outcome = outcome }
          coverage.value.note(test)
          test.tearDown()
        }
      }
      var caught: [CaughtIssue] = [], isBlocked = false
      do {
        if let catching { caught = try await catching.run(run) } else { try await run() }
      } catch {
        isBlocked = (error as? VirtualTimeError)?.tookPatience ?? false
        let problem = MarbleFailure.Problem(place: place, text: "\(error)", kind: .of(foreign: "\(error)"))
        let outcome = CaseSearch.Outcome(choices: choices, rows: generated.value.rows, problems: [problem])
        result.with { $0.outcome = $0.outcome.flatMap { $0.problems.isEmpty ? nil : $0 } ?? outcome }
      }
      var (outcome, drawn) = result.with { ($0.outcome ?? CaseSearch.Outcome(choices: choices), $0.drawn) }
      outcome.isBlocked = isBlocked
      outcome.problems += caught.map { .init(place: place, text: $0.text, kind: .foreign($0.source)) }
      if let drawn { drawing?.draw(drawn) }
      search.compare(&outcome, timeline, frame: FrameLength(frame))
      search.take(outcome, actions: timeline.actionCount)
    }
    return try search.finish(coverage.value, settings, at: place, drawing, report)
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
    // Expectations of the library of tests count, too.
    if !timeline.takesTurns { checkThatSomethingIsExpected() }
    try await run()
    try verify()
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
      outcome.problems = [
        .init(place: place, text: "the body threw an error: \(error)", kind: .of(foreign: "\(error)"))
      ]
    }
    outcome.rows = generated.rows
    guard isShowing else { return outcome }
    let report = MarbleReport(self)
    outcome.names = Dictionary(sources.map { ($0.fallback, report.label(of: $0)) }) { first, _ in first }
    for index in outcome.rows.indices {
      let place = outcome.rows[index].place
      outcome.rows[index].label =
        outcome.rows[index].label ?? sources.first { $0.place == place }.map { report.label(of: $0) }
    }
    outcome.values = generated.values.map { (report.label(ofChoiceAt: $0.place), $0.text()) }
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
  /// Keeps the order of scheduling, or shows which turns are others in the case that is reported.
  mutating func compare(_ outcome: inout Outcome, _ timeline: Timeline, frame: FrameLength) {
    guard notesTurns, takesTurns, !outcome.isBlocked else { return }
    let here = timeline.actionLog, fails = !outcome.problems.isEmpty
    if fails { outcome.order = RunOrder(here, timeline.switches, names: outcome.names) }
    if outcome.choices.start.isEmpty, outcome.choices.drawnOrder == nil { scheduled = here }
    let names = outcome.names.isEmpty ? shownNames : outcome.names,
      switches = timeline.switchesOfTasks.map { "    switch        \($0)" }
    guard let place = zip(scheduled, here).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      if fails, here.contains(where: { $0.turn != nil }) {
        let turns = Self.turns(here.prefix(Self.mostTurns), names) + (here.count > Self.mostTurns ? ["…"] : [])
        let start = scheduled.isEmpty ? "The turns of this order" : "The order of scheduling fails"
        outcome.turns = ["  \(start):", "    \(turns.joined(separator: ", "))"] + switches
      }
      return
    }
    let instant = min(scheduled[place].instant, here[place].instant)
    func turns(_ steps: [Timeline.RunAction]) -> [String] { Self.turns(steps.filter { $0.instant == instant }, names) }
    let (then, now) = (turns(scheduled), turns(here))
    let start = zip(then, now).prefix { $0 == $1 }.count
    let end = zip(then.dropFirst(start).reversed(), now.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    func moved(_ turns: [String]) -> String {
      let moved = turns[start..<turns.count - end]
      return ((start > 0 ? ["…"] : []) + moved + (end > 0 ? ["…"] : [])).joined(separator: ", ")
    }
    let frame = MarbleTest.frameName(instant, frame: frame)
    if !fails {
      outcome.turns = ["  Another order holds, by its turns at \(frame):", "    \(moved(now))"]
      return
    }
    outcome.turns = [
      "  It depends on the order at \(frame):",
      "    as scheduled  \(moved(then))",
      "    here          \(moved(now))",
    ]
    outcome.turns += switches
  }

  /// The most turns that are shown of an order that has no switch.
  private static let mostTurns = 40
  /// The turns of an instant in words: the task and the number of its turn, and the function in which it goes on where
  /// that is another one than in its turn before.
  private static func turns(_ steps: some Sequence<Timeline.RunAction>, _ names: [String: String]) -> [String] {
    var functions: [String: String] = [:]
    return steps.map { step in
      let name = names[step.name] ?? step.name
      guard let turn = step.turn else { return name }
      guard let function = step.function, functions[step.name] != function else { return "\(name) \(turn)" }
      functions[step.name] = function
      return name.hasPrefix(function) ? "\(name) \(turn)" : "\(name) \(turn) in \(function)"
    }
  }

  /// Reports or throws the problems. If the environment asks for a number or a share of the cases, a line on standard
  /// error says what ran.
  mutating func finish(
    _ coverage: CaseCoverage, _ settings: CaseSettings, at place: SourcePlace, _ drawing: TestDrawing?,
    _ report: ((MarbleFailure.Problem) -> Void)?
  ) throws -> CasesRun {
    check(coverage)
    if let failedOrder { drawing?.drawOrder(failedOrder) }
    if isProgressShown { _ = Files.put("\r\u{1b}[K", 2) }
    if settings.cases != nil || settings.share != nil { _ = Files.put("\(place.short): \(summary)\n", 2) }
    if let observer = TestObserver.current {
      observer.take(problems)
    } else if let report {
      for problem in problems { report(problem) }
    } else if !problems.isEmpty {
      throw MarbleFailure(problems: problems)
    }
    return CasesRun(count: ran, completeSwitches: completeSwitches, description: summary)
  }
}
