import PipesCore
import VirtualTime

/// The number of cases or runs of a test. Its description also names the share: `500 cases`,
/// `5461 cases of all rows of up to 6 frames`.
public struct RunCount: Sendable, CustomStringConvertible {
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
  package init(_ text: String, source: String) {
    self.text = text
    self.source = source
  }
}

/// Runs the body of a case on a timeline, and returns the issues that it has reported to the library of tests.
package struct IssueCatcher: Sendable {
  package typealias Run =
    @Sendable (_ timeline: Timeline, _ body: @escaping @Sendable () async throws -> Void)
    async throws -> [CaughtIssue]
  let run: Run
  /// Whether the issues are kept from the library, so that a case that fails may be repeated.
  let mayRepeat: Bool

  package init(mayRepeat: Bool, _ run: @escaping Run) {
    self.mayRepeat = mayRepeat
    self.run = run
  }
}

/// The runs of a test with cases.
final class CaseRuns: Attempts {
  private var search: CaseSearch
  private let times: TestTimes
  private let isAsync: Bool
  private let drawing: TestDrawing?
  private let texts = SourceTexts()
  private let coverage = TestedParts()
  private let note = CrashNote()
  /// The case that runs, and its outcome when its body is over.
  private var timeline = Timeline()
  private var generated: MarbleTest.Case?
  private var outcome: CaseSearch.Outcome?

  init(_ search: CaseSearch, _ times: TestTimes, isAsync: Bool, _ drawing: TestDrawing?) {
    self.search = search
    self.times = times
    self.isAsync = isAsync
    self.drawing = drawing
  }

  var problems: [MarbleFailure.Problem] { search.problems }

  func next() -> (setting: TestSetting, timeline: Timeline)? {
    guard let choices = search.next() else { return nil }
    note.name(search.note(choices), at: search.place.short)
    let seed = search.order(choices)
    timeline = timeline(choices, seed: seed)
    if let start = times.start { timeline.start = start }
    let generated = MarbleTest.Case(choices, frames: search.frames, isShown: search.isShowing, texts: texts)
    self.generated = generated
    outcome = nil
    let setting = TestSetting(
      frame: FrameLength(times.frame), place: search.place, isPermuted: seed != nil || search.takesTurns,
      isAsync: isAsync, generated: generated)
    return (setting, timeline)
  }
  /// The limits of a case. Its rows are short, so more actions have no end.
  private func timeline(_ choices: Choices, seed: UInt64?) -> Timeline {
    let perInstant = Timeline.ActionLimit.growing(from: 10_000, to: 100_000)
    let perRun = Timeline.ActionLimit.growing(from: 100_000, to: 400_000), timeline: Timeline
    if search.takesTurns {
      timeline = Timeline(perInstant: perInstant, perRun: perRun, turns: choices)
      if search.notesTurns {
        timeline.startActionLog(search.isAgain ? { @Sendable [note] turn in note.add(turn) } : nil)
      }
    } else {
      timeline = Timeline(perInstant: perInstant, perRun: perRun, seed: seed)
    }
    // A case that draws its choices also draws random numbers; a search of all cases has one sequence of them.
    let draws = !search.takesTurns && search.frames == nil
    timeline.use(times.randomNumbers) { [place = search.place] in
      place.seed &+ (draws ? UInt64(choices.choose(64, always: true)) : 0)
    }
    return timeline
  }
  func begin() { note.begin() }

  func look(at test: MarbleTest, _ failure: (any Error)?, draw: (RunRecord) -> Void) -> (any Error)? {
    guard let generated else { preconditionFailure("a case has choices") }
    var outcome = CaseSearch.Outcome(choices: generated.choices)
    if let failure = failure as? MarbleFailure {
      outcome.problems = failure.problems
      outcome.isInvalid = !test.hasRun
    } else if let failure {
      outcome.problems = [
        .init(
          place: search.place, text: "the body threw an error: \(failure)", kind: .of(foreign: "\(failure)"))
      ]
    }
    outcome.rows = generated.rows
    outcome.isStopped = test.testRun?.isStopped ?? false
    if generated.isShown { show(&outcome, test, draw) }
    self.outcome = outcome
    coverage.note(test)
    return nil
  }
  /// Adds the names that a failure shows, and draws the case.
  private func show(_ outcome: inout CaseSearch.Outcome, _ test: MarbleTest, _ draw: (RunRecord) -> Void) {
    let report = MarbleReport(test), sources = test.plan.sources
    outcome.names = Dictionary(sources.map { ($0.fallback, report.label(of: $0)) }) { first, _ in first }
    for index in outcome.rows.indices {
      let place = outcome.rows[index].place
      outcome.rows[index].label =
        outcome.rows[index].label ?? sources.first { $0.place == place }.map { report.label(of: $0) }
    }
    if test.plan.laws == nil, let values = test.setting.generated?.values {
      outcome.values = values.map { (report.label(ofChoiceAt: $0.place), $0.text()) }
    }
    outcome.expected = test.plan.streams.lazy.compactMap(\.expectation.expectedText).first
    guard drawing != nil, test.hasRun else { return }
    var record = test.runRecord
    record.problems = outcome.problems
    draw(record)
  }

  func take(_ failure: (any Error)?, _ issues: [CaughtIssue]) {
    note.end()
    guard let generated else { return }
    var outcome = outcome ?? CaseSearch.Outcome(choices: generated.choices)
    if let failure {
      if outcome.problems.isEmpty || failure is Timeline.Runaway && !outcome.isStopped {
        let problem = MarbleFailure.Problem(
          place: search.place, text: "\(failure)", kind: .of(foreign: "\(failure)"))
        outcome = CaseSearch.Outcome(choices: generated.choices, rows: generated.rows, problems: [problem])
      }
      outcome.isBlocked = (failure as? VirtualTimeError)?.tookPatience ?? false
    }
    outcome.problems += issues.map { .init(place: search.place, text: $0.text, kind: .foreign($0.source)) }
    search.compare(&outcome, timeline, frame: FrameLength(times.frame))
    search.take(outcome, actions: timeline.actionCount)
  }

  /// Clears the progress. If the environment asks for a number or a share of the cases, a line on standard error says
  /// what ran.
  func finish() -> RunCount {
    search.check(coverage)
    if let order = search.failedOrder { drawing?.drawOrder(order) }
    if search.isProgressShown { _ = Files.put("\r\u{1b}[K", 2) }
    let settings = search.settings
    if settings.cases != nil || settings.share != nil { _ = Files.put("\(search.place.short): \(search.summary)\n", 2) }
    return RunCount(count: search.ran, completeSwitches: search.completeSwitches, description: search.summary)
  }
}
