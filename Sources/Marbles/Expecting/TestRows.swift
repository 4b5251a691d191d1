import Pipes
import VirtualTime

/// A test as rows, for drawing.
package struct TestRows: Sendable {
  /// A stream or actions of the test.
  package struct Source: Sendable {
    package var name: String
    /// Whether it plays once, whoever subscribes.
    package var isHot: Bool
    package var lane: Lane
    /// Its subscriptions, in order.
    package var windows: [Lane] = []
    /// The requests; `nil` for actions.
    package var demand: Lane?
    /// The author of its subscriptions and events in the journal; `nil` for actions. `nil` of actions.
    package var log: ObjectIdentifier?
  }

  /// The events of a stream with an expectation.
  package struct Outcome: Sendable {
    package var name: String
    package var from: Lane?
    package var demand: Lane?
    package var received: Lane
    /// The expected row, if it differs.
    package var expected: Lane?
    /// The differences.
    package var differences: [VirtualInstant] = []
    /// The meanings of the letters for long values.
    package var meanings: [(symbol: String, value: String)] = []
    /// Whether only the beginning is drawn.
    package var isCut = false
    /// The author of the received events in the journal, and the number of the subscriber there.
    package var recorder: ObjectIdentifier
    package var owner = 0
  }

  /// How many events of a stream are drawn.
  package static var limit: Int { 200 }

  package var frame: Int64
  package var sources: [Source]
  package var outcomes: [Outcome]
  /// The events in between.
  package var journal: Journal?
  /// Whether the test holds.
  package var holds = true
}

extension MarbleTest {
  /// The events up to now.
  package var rows: TestRows {
    let report = MarbleReport(self)
    return TestRows(
      frame: frame,
      sources: sources.map { row in
        var source = TestRows.Source(name: report.label(of: row), isHot: !row.fallback.hasPrefix("cold"), lane: row.lane)
        source.windows = row.log?.windows.map { Lane(frame: frame, window: $0) } ?? []
        source.log = row.log.map { ObjectIdentifier($0) }
        source.demand = row.log.map { Lane(frame: frame, requests: Array($0.requests.prefix(TestRows.limit))) }
        return source
      },
      outcomes: claims.enumerated().compactMap { owner, claim in
        var outcome = claim.outcome(report)
        outcome?.owner = owner
        return outcome
      },
      journal: timeline.journal)
  }

  /// One expectation and all sources; `nil` if it belongs to another test. `nil` if it belongs to another test.
  package func rows<Output, Failure>(of expectation: Expectation<Output, Failure>) -> TestRows? {
    guard let owner = claims.firstIndex(where: { $0 === expectation }) else { return nil }
    var rows = rows
    rows.outcomes.removeAll { $0.owner != owner }
    return rows
  }
}

/// Draws tests.
package struct TestDrawing {
  /// Whether tests that hold are drawn, too.
  package var drawsAll: Bool
  /// Called once for each test that ran.
  package var draw: (TestRows) -> Void

  package init(drawsAll: Bool, draw: @escaping (TestRows) -> Void) { (self.drawsAll, self.draw) = (drawsAll, draw) }
}

extension Lane {
  /// A subscription at zero that is never cancelled.
  static func fromZero(frame: Int64) -> Lane { Lane(frame: frame, moments: [Moment(instant: .zero, marks: [Mark(.subscribe)])]) }
}
