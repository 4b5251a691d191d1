import PipesCore
import VirtualTime

/// The record of a run, with the names and the rows that people read. Pictures, files and pages are made of it.
package struct RunRecord: Sendable {
  /// The row of a source or of actions.
  package struct Source: Sendable {
    package var name: String
    /// Whether it is a hot source.
    package var isHot: Bool
    package var lane: Lane
    /// The subscriptions, in order.
    package var windows: [Lane] = []
    /// The requests; `nil` for actions.
    package var demand: Lane?
    /// The object that made the entries of this source in the journal; `nil` for actions.
    package var log: ObjectIdentifier?
    /// The number of the subscription that plays the row, counted from 0, if each has a row of its own.
    package var subscription: Int?
    /// Whether later subscriptions play the row, too.
    package var isLast = true
  }

  /// The row of a stream with an expectation.
  package struct Outcome: Sendable {
    package var name: String
    package var from: Lane?
    package var demand: Lane?
    package var received: Lane
    /// The expected row; `nil` if the actual row matches.
    package var expected: Lane?
    /// The instants at which the rows differ.
    package var differences: [VirtualInstant] = []
    /// The meanings of the letters that replace long values.
    package var meanings: [(symbol: String, value: String)] = []
    /// Whether only the beginning of the row is drawn.
    package var isCut = false
    /// The object that made the entries of this stream in the journal, and the number of the subscriber there.
    package var recorder: ObjectIdentifier
    package var owner = 0
  }

  /// The largest number of events of a stream, and of its differences, that are drawn.
  package static var limit: Int { 200 }

  package var frame: Int64
  package var sources: [Source]
  package var outcomes: [Outcome]
  /// The verdicts of the rules.
  package var rules: [RuleOutcome] = []
  /// The journal of the run; `nil` if there is none.
  package var journal: Journal?
  /// The problems of the test.
  var problems: [MarbleFailure.Problem] = []
  package var holds: Bool { problems.isEmpty }
}

extension MarbleTest {
  /// The run of the test up to now.
  package var runRecord: RunRecord {
    let report = MarbleReport(self)
    return RunRecord(
      frame: frame, sources: plan.sources.filter { $0.kind != .watched }.flatMap { record(of: $0, report) },
      outcomes: plan.streams.map { owner, expectation in
        var outcome = expectation.outcome(report)
        outcome.owner = owner
        return outcome
      },
      rules: plan.expectations.compactMap { ($0 as? any JudgingExpectation)?.rule(report) },
      journal: timeline.journal)
  }
  /// The records of a source: one for each of its rows.
  private func record(of source: PlannedSource, _ report: MarbleReport) -> [RunRecord.Source] {
    let log = source.log, name = report.label(of: source)
    return source.lanes.enumerated().map { number, lane in
      var record = RunRecord.Source(name: name, isHot: source.kind != .cold, lane: lane)
      record.windows = log?.windows.map { Lane(frame: frame, window: $0) } ?? []
      record.log = log.map { ObjectIdentifier($0) }
      if source.lanes.count > 1 { record.subscription = number }
      record.isLast = number == source.lanes.count - 1
      if let log, number == 0 {
        record.demand = Lane(frame: frame, requests: Array(log.requests.prefix(RunRecord.limit)))
      }
      return record
    }
  }
}

package struct TestDrawing {
  /// Whether tests that pass are drawn, too.
  var drawsAll: Bool
  /// Called once for each test that is drawn.
  var draw: (RunRecord) -> Void
  /// Called for the order of turns with which a test fails.
  var drawOrder: (RunOrder) -> Void

  package init(
    drawsAll: Bool, drawOrder: @escaping (RunOrder) -> Void = { _ in }, draw: @escaping (RunRecord) -> Void
  ) {
    self.drawsAll = drawsAll
    self.drawOrder = drawOrder
    self.draw = draw
  }
}
