import PipesCore
import VirtualTime

/// The description of a test, which its body makes and a run only reads.
struct TestPlan {
  var sources: [PlannedSource] = []
  /// The plays of hot sources, rows sent into subjects, and actions, in the order in which the run schedules them.
  var acts: [(TestRun) -> Void] = []
  var expectations: [any TestExpectation] = []
  var actions: [ActionRow] = []
  var driven: [DrivenSubject] = []
  var tables = TableUse()
  /// The mistakes of the description. With one of them the test does not run.
  var mistakes: [MarbleFailure.Problem] = []
  var allowsLive = false
  /// Whether the run throws the problems that a test reports after its body, so that a program draws nothing that is
  /// wrong.
  var endsAtDifference = false
  /// The objects that are kept alive until the run is over.
  var kept: [Any] = []

  /// The expectations that receive events, each with its place among all.
  var listeners: [(owner: Int, expectation: any ListeningExpectation)] {
    expectations.enumerated().compactMap { owner, one in (one as? any ListeningExpectation).map { (owner, $0) } }
  }
  /// The expectations about one stream, each with its place among all.
  var streams: [(owner: Int, expectation: any StreamExpectation)] {
    expectations.enumerated().compactMap { owner, one in (one as? any StreamExpectation).map { (owner, $0) } }
  }
  /// The expectation of a check of laws, if the test is one of its trials.
  var laws: (any LawChecking)? { expectations.lazy.compactMap { $0 as? any LawChecking }.first }
}

/// The facts about a test that are decided before its body runs.
struct TestSetting {
  let frame: FrameLength
  let place: SourcePlace
  /// The recorder of actual rows; `nil` unless they are asked for.
  var recorder: RowRecorder?
  /// Whether a seed permutes the order at equal instants.
  var isPermuted = false
  /// Whether tasks run in the virtual time of the test.
  var isAsync = false
  /// The choices of a case; `nil` in a test without generated rows.
  var generated: MarbleTest.Case?
  let observer = TestObserver.current
}
