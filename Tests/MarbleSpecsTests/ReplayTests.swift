import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Gallery
import Marbles

/// Recorded runs that are played into the pipeline of a spec.
struct ReplayTests {
  private static let search = """
    hot typed: -a-
    answer: -x|
    let found = typed.debounce(for: 300ms).map { _ in answer }.switchToLatest()
    > found
    """

  private static func replay(_ spec: String, _ events: String, outcome: String? = nil) throws -> (
    ReplayRun, ReplayReport
  ) {
    let file = try SpecFile(SpecText(spec, file: "Search.marble"))
    let replay = try ReplayRun(
      file, try EventReader.run(Array(("{\"marble-events\":1}\n" + events).utf8)), outcome: outcome)
    return (replay, try ReplayReport(replay, tolerance: 20_000_000, source: "session.jsonl", file: "replay"))
  }

  /// Somebody types, and the first answer comes after the second one. The app shows both.
  private static let stale = """
    {"at":"0s","stream":"found","subscribe":true}
    {"at":"100123456ns","stream":"typed","next":"s"}
    {"at":"200ms","stream":"typed","next":"a","value":"\\"sw\\""}
    {"at":"501ms","stream":"answer","subscribe":true}
    {"at":"601ms","stream":"answer","next":"b","value":"\\"Swing\\""}
    {"at":"602ms","stream":"found","next":"b","value":"\\"Swing\\""}
    {"at":"602ms","stream":"answer","finish":true}
    {"at":"1s","stream":"typed","next":"c","value":"\\"swi\\""}
    {"at":"1301ms","stream":"answer","subscription":2,"subscribe":true}
    {"at":"1401ms","stream":"typed","next":"d","value":"\\"swif\\""}
    {"at":"1702ms","stream":"answer","subscription":3,"subscribe":true}
    {"at":"1802ms","stream":"answer","subscription":3,"next":"e","value":"\\"Swift\\""}
    {"at":"1803ms","stream":"found","next":"e","value":"\\"Swift\\""}
    {"at":"2s","stream":"answer","subscription":2,"next":"f","value":"\\"Swim\\""}
    {"at":"2001ms","stream":"found","next":"f","value":"\\"Swim\\""}
    {"at":"3s","stream":"typed","cancel":true}

    """

  @Test func anEventThatOnlyTheAppSentIsShrunkToItsCauses() throws {
    let (_, report) = try Self.replay(Self.search, Self.stale)
    #expect(report.difference?.sentence == "found sent \"Swim\" at 2001ms, which the pipeline does not do")
    #expect(report.horizon.reason == nil)
    // The question, the question that replaces it, and the late answer: without one of them nothing differs.
    #expect((report.signals, report.left) == (8, 3))
    #expect(
      report.spec.lines.map { String($0) } == [
        "title: found, from a recorded run",
        "note: Recorded in session.jsonl: found sent \"Swim\" at 2001ms, which the pipeline does not do.",
        "frame: 200ms",
        "hot typed: -c-d", "  c = \"swi\"   d = \"swif\"   f = \"Swim\"", "answer: ---f", "answer: -",
        "let found = typed.debounce(for: 300ms).map { _ in answer }.switchToLatest()", "> found", "= -",
      ])
  }

  @Test func aPipelineThatDoesWhatTheAppDidHasNoDifference() throws {
    let spec = Self.search.replacing(".switchToLatest()", with: ".flatMap { $0 }")
    let (_, report) = try Self.replay(spec, Self.stale)
    #expect(report.difference == nil)
    #expect(report.counts == (3, 3))
    #expect(report.spec.lines.last.map { String($0) }?.hasPrefix("= ") == true)
    // The spec that is written holds.
    #expect(SpecCheck(try ExecutedSpec(report.spec)).failures.isEmpty)
  }

  @Test(arguments: [
    ("hot typed: -a-\n> typed.delay(for: 100ms)", "found sent \"a\" at 300ms, the pipeline at 200ms"),
    (
      "hot typed: -a-\n> typed.map { $0 + \"!\" }.delay(for: 200ms)",
      "found sent \"a\" at 300ms, the pipeline sends \"a!\""
    ),
    ("hot typed: -a-\n> typed.prefix(0)", "the pipeline finishes at 0s, which found did not do"),
    ("hot typed: -a-\n> typed.append(\"x\").delay(for: 50ms)", "found sent \"a\" at 300ms, the pipeline at 150ms"),
    ("hot typed: -a-\n> typed.filter { $0 == \"b\" }", "found sent \"a\" at 300ms, which the pipeline does not do"),
    ("hot typed: -a-\n> typed.delay(for: 215ms)", nil),
  ]) func theKindsOfDifferences(_ spec: String, _ sentence: String?) throws {
    let events = """
      {"at":"100ms","stream":"typed","next":"a"}
      {"at":"300ms","stream":"found","next":"a"}
      {"at":"1s","stream":"typed","cancel":true}

      """
    #expect(try Self.replay(spec, events).1.difference?.sentence == sentence)
  }

  @Test func valuesThatWereNotWrittenDownAreNotCompared() throws {
    let events = """
      {"at":"100ms","stream":"typed","next":"a","value":null}
      {"at":"200ms","stream":"found","next":"a","value":null}
      {"at":"1s","stream":"typed","cancel":true}

      """
    let (_, report) = try Self.replay("hot typed: -a-\n> typed.map { _ in 7 }.delay(for: 100ms)", events)
    #expect(report.difference == nil && report.hasUnknownValues)
  }

  // MARK: Inputs that were not recorded

  private static func problem(_ spec: String, _ events: String, outcome: String? = nil) -> String? {
    do {
      _ = try replay(spec, events, outcome: outcome)
      return nil
    } catch let problem as ReplayProblem { return problem.message } catch { return "\(error)" }
  }

  @Test func whatWasNotRecordedIsNamed() {
    let typed = "{\"at\":\"1s\",\"stream\":\"typed\",\"next\":\"a\"}\n"
    #expect(
      Self.problem(Self.search, typed)
        == "the recording has no stream 'answer', which the pipeline needs (it has typed); record it with .recorded(\"answer\", in: recorder)"
    )
    #expect(
      Self.problem(
        "hot typed: -a\n> typed", typed + "{\"at\":\"1s\",\"stream\":\"found\",\"next\":\"a\"}\n", outcome: "fund")
        == "the recording has no stream 'fund'; it has typed and found")
    #expect(
      Self.problem("hot typed: -a\n> typed.delay(for: 1)", typed)
        == "the recording has no outcome to compare with: all its streams are sources of the pipeline; record what the app shows, too"
    )
  }

  @Test func aSubscriptionThatWasNotRecordedEndsTheComparison() throws {
    let events = """
      {"at":"0s","stream":"answer","subscribe":true}
      {"at":"100ms","stream":"answer","finish":true}
      {"at":"150ms","stream":"found","next":"x"}
      {"at":"1s","stream":"other","cancel":true}

      """
    let (_, report) = try Self.replay("answer: -|\n> answer.append(answer)", events, outcome: "found")
    #expect(report.horizon.instant == 100_000_000)
    #expect(
      report.horizon.reason
        == "the pipeline subscribes to answer at 100ms once more, and only 1 subscription was recorded")
    #expect(report.difference == nil)
  }

  @Test func theRestOfACancelledSourceIsNotGuessed() throws {
    let events = """
      {"at":"0s","stream":"answer","subscribe":true}
      {"at":"100ms","stream":"answer","next":"x"}
      {"at":"100ms","stream":"found","next":"x"}
      {"at":"200ms","stream":"answer","cancel":true}
      {"at":"900ms","stream":"found","finish":true}

      """
    let (_, report) = try Self.replay("answer: -|\n> answer", events, outcome: "found")
    #expect(report.horizon.instant == 200_000_000)
    #expect(report.difference == nil)
  }

  // MARK: Random sessions

  private static let sessions: UInt64 = Gallery.isLong ? 1_000 : 150

  /// The run of a random spec is recorded and played into the same spec: nothing differs. The times are compared
  /// exactly.
  @Test func randomSessionsAreTheSameAgain() throws {
    var (same, unknown) = (0 as UInt64, 0 as UInt64)
    for seed in 0..<2 * Self.sessions as Range<UInt64> where same < Self.sessions {
      var specs = RandomSpecs(seed: seed)
      let spec = specs.next()
      // Values that wait for requests come in the order of the requests, and rows cannot be ordered between streams at
      // one instant.
      guard !spec.contains("\nfrom"), !spec.contains("\ndemand"),
        let executed = try? ExecutedSpec(SpecText(spec, file: "spec"), isTraced: true),
        executed.outcomes[0].runaway == nil
      else { continue }
      let run = RecordedRun(executed.diagram)
      guard executed.diagram.runs[0].trace?.isCut == false,
        let replay = try? ReplayRun(executed.file, run, outcome: nil)
      else { continue }
      let report = try ReplayReport(replay, tolerance: 0, source: "a run", file: "replay")
      if let difference = report.difference { Issue.record("seed \(seed): \(difference.sentence)\n\(spec)") }
      if report.horizon.reason != nil { unknown += 1 } else { same += 1 }
    }
    #expect(same * 10 >= Self.sessions * 6 && unknown < same / 10)
  }

  /// The same with subscribers that come late, cancel and request few values. Rows cannot be ordered between streams at
  /// one instant, so a value that waited for a request may be sent before or after one of another stream: where the
  /// outcome depends on it, the run may be another one.
  @Test func randomSessionsWithSubscribersAreTheSameAgain() throws {
    var (same, unknown, ambiguous) = (0 as UInt64, 0 as UInt64, 0 as UInt64)
    for seed in 0..<4 * Self.sessions as Range<UInt64> where same < Self.sessions {
      var specs = RandomSpecs(seed: seed)
      let spec = specs.next()
      guard spec.contains("\nfrom") || spec.contains("\ndemand"),
        let executed = try? ExecutedSpec(SpecText(spec, file: "spec"), isTraced: true),
        executed.outcomes[0].runaway == nil
      else { continue }
      let run = RecordedRun(executed.diagram)
      guard executed.diagram.runs[0].trace?.isCut == false,
        let replay = try? ReplayRun(executed.file, run, outcome: nil)
      else { continue }
      let report = try ReplayReport(replay, tolerance: 0, source: "a run", file: "replay")
      if let difference = report.difference {
        let sources = Set(executed.file.sources.map(\.name))
        let meeting = Dictionary(
          grouping: run.events.filter {
            $0.instant <= difference.instant && $0.kind.isSignal && sources.contains($0.stream)
          }
        ) {
          $0.instant
        }
        // Some instant has signals of two sources, or of two subscriptions.
        let isAmbiguous = meeting.values.contains { Set($0.map { "\($0.stream) \($0.subscription)" }).count > 1 }
        if isAmbiguous { ambiguous += 1 } else { Issue.record("seed \(seed): \(difference.sentence)\n\(spec)") }
      } else if report.horizon.reason != nil {
        unknown += 1
      } else {
        same += 1
      }
    }
    // One of a hundred is ambiguous. The bound has room for what a few sessions happen to draw: a new operator draws others.
    #expect(
      same == Self.sessions && unknown * 20 < same + 100 && ambiguous * 50 < same + 200,
      "\(same) same, \(unknown) unknown, \(ambiguous) ambiguous")
  }
}
