import VirtualTime

protocol TestExpectation: AnyObject {
  var place: SourcePlace { get }
  /// The rows, and the position of the call that states them; `nil` if the expectation has no rows.
  var writtenRows: (place: SourcePlace, rows: [String])? { get }
  /// The last instant at which a row of the expectation has a mark.
  var horizon: VirtualInstant { get }
  /// Schedules the actions of the expectation, such as requests, after the subscriptions of all.
  func schedule(in run: TestRun)
  /// The parts of the expectation that a run may leave untested.
  var testedParts: [TestedPart] { get }
  /// Returns the problems, after the test has run.
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem]
}

extension TestExpectation {
  var writtenRows: (place: SourcePlace, rows: [String])? { nil }
  func schedule(in run: TestRun) {}
  var testedParts: [TestedPart] { [] }
}

/// An expectation that receives events.
protocol ListeningExpectation: TestExpectation {
  func scheduleSubscription(in run: TestRun)
  /// Cancels them, when the test is over.
  func cancel()
  /// Whether more events may arrive.
  var isListening: Bool { get }
  var eventCount: Int { get }
  /// A text of these events; `nil` if they are not kept.
  var recorded: String? { get }
  /// The first instant at which its row differs, up to now; `nil` if it does not.
  var firstDifference: VirtualInstant? { get }
  /// Called when the body of the test ends, if it has called `run()`.
  func bodyIsOver()
}

extension ListeningExpectation {
  func scheduleSubscription(in run: TestRun) {}
  func cancel() {}
  func bodyIsOver() {}
  var recorded: String? { nil }
}

/// An expectation that receives the events of one stream, which failures and pictures show.
protocol StreamExpectation: ListeningExpectation {
  /// Returns the received events that a failure shows.
  func received(_ report: MarbleReport) -> (label: String, lane: Lane)
  /// Returns the rows to draw.
  func outcome(_ report: MarbleReport) -> RunRecord.Outcome
  /// The row that a hand-written test would expect; `nil` if there is none.
  var expectedText: String? { get }
}

/// An expectation that judges the events of streams by a rule.
protocol JudgingExpectation: ListeningExpectation {
  /// The instant up to which the run has to go on to decide it; `nil` if there is none.
  var waitsUntil: VirtualInstant? { get }
  /// Returns the verdict, to draw.
  func rule(_ report: MarbleReport) -> RuleOutcome
}

protocol LawChecking: AnyObject {
  var trial: String { get }
  /// The rows of the trial: the upstreams, then the subscribers.
  var rows: [(label: String, lane: Lane)] { get }
}

extension ListeningExpectation {
  var firstDifference: VirtualInstant? { nil }
}
