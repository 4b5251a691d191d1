import Pipes
import VirtualTime

/// The rows of a test, for drawing.
package struct TestRows: Sendable {
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

  /// The largest number of events of a stream that are drawn.
  package static var limit: Int { 200 }

  package var frame: Int64
  package var sources: [Source]
  package var outcomes: [Outcome]
  /// The verdicts of the rules.
  package var rules: [RuleOutcome] = []
  /// The journal of the run; `nil` if there is none.
  package var journal: Journal?
  /// Whether the test passes.
  package var holds = true
}

extension MarbleTest {
  /// The rows of the test up to now.
  package var rows: TestRows {
    let report = MarbleReport(self)
    return TestRows(
      frame: frame,
      sources: sources.indices.filter { sources[$0].kind != .watched }.map { index in
        let row = sources[index], log = row.log ?? row.plays
        // The rows of several subscriptions belong to one source.
        let rows = row.plays.map { log in sources.indices.filter { sources[$0].plays === log } } ?? [index]
        var source = TestRows.Source(name: report.label(of: sources[rows[0]]), isHot: row.kind != .cold, lane: row.lane)
        source.windows = log?.windows.map { Lane(frame: frame, window: $0) } ?? []
        source.log = log.map { ObjectIdentifier($0) }
        source.subscription = rows.count > 1 ? rows.firstIndex(of: index) : nil
        source.isLast = rows.last == index
        source.demand = row.log.map { Lane(frame: frame, requests: Array($0.requests.prefix(TestRows.limit))) }
        return source
      },
      outcomes: streams.map { owner, expectation in
        var outcome = expectation.outcome(report)
        outcome.owner = owner
        return outcome
      },
      rules: judges.map { $0.rule(report) },
      journal: timeline.journal)
  }

  /// Returns the rows of one expectation and all sources; `nil` if the expectation belongs to another test.
  package func rows<Output, Failure>(of expectation: Expectation<Output, Failure>) -> TestRows? {
    guard let owner = expectations.firstIndex(where: { $0 === expectation }) else { return nil }
    var rows = rows
    rows.outcomes.removeAll { $0.owner != owner }
    rows.rules = []
    return rows
  }
}

/// Draws tests.
package struct TestDrawing {
  /// Whether tests that pass are drawn, too.
  package var drawsAll: Bool
  /// Called once for each test that is drawn.
  package var draw: (TestRows) -> Void
  /// Called for the order of turns with which a test fails.
  package var drawOrder: (RunOrder) -> Void

  package init(
    drawsAll: Bool, drawOrder: @escaping (RunOrder) -> Void = { _ in }, draw: @escaping (TestRows) -> Void
  ) {
    (self.drawsAll, self.drawOrder, self.draw) = (drawsAll, drawOrder, draw)
  }
}
