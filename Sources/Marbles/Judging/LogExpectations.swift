import PipesCore
import VirtualTime

/// An expectation about the log of a source.
public class LogExpectation: TestExpectation {
  let place: SourcePlace
  fileprivate let test: MarbleTest
  fileprivate let log: SourceLog
  /// The expected rows, as they are written and as they are read.
  private(set) var writtenRows: (place: SourcePlace, rows: [String])?
  private var lanes: [Lane] = []

  init(_ test: MarbleTest, _ log: SourceLog, at place: SourcePlace) {
    self.test = test
    self.log = log
    self.place = place
    if log.timeline !== test.timeline {
      let fix = "create the source in the body of this test"
      test.addProblem("the source of another run was never put to the test\n  \(fix)", at: place)
    }
    test.add(self)
  }

  fileprivate func expect(_ rows: [String], as role: Lane.Role, at place: SourcePlace) {
    writtenRows = (place, rows)
    lanes = rows.map { test.lane($0, as: role, at: place) }
  }
  var horizon: VirtualInstant { lanes.compactMap { $0.moments.last?.instant }.max() ?? .zero }

  /// Returns the problem of a log that differs, or of an expectation without a row.
  ///
  /// - Parameter rows: Compares the rows with the log. Returns the rows that would hold, or `nil` if these do.
  fileprivate func problems(
    _ report: MarbleReport, _ subject: String, _ verbs: (has: String, differs: String),
    _ rows: (_ written: [String], [Lane], inout Comparison) -> [String]?
  ) -> [MarbleFailure.Problem] {
    let subject = "\(subject) \(report.label(of: log))"
    guard let writtenRows else {
      let text = "\(subject) \(verbs.has) no expected row\n  write .toBe(\"…\") after m.expect"
      return [.init(place: place, text: text)]
    }
    var comparison = Comparison()
    guard let new = rows(writtenRows.rows, lanes, &comparison) else { return [] }
    return report.problem("\(subject) \(verbs.differs)", comparison, at: place) {
      RowRewrite(place: writtenRows.place, old: writtenRows.rows, new: new)
    }
  }
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] { [] }
}

/// An expectation about the subscriptions of a source, created by
/// ``MarbleTest/expect(subscriptionsOf:fileID:filePath:line:column:)``.
public final class SubscriptionExpectation: LogExpectation {
  /// Expects the subscriptions of a source: one row for each, in the order in which they begin. Without a row, or with
  /// an empty one, no subscription is expected.
  ///
  /// - Parameter windows: The rows, such as `--^---!`: a subscription begins at `^`, and at `!` it is cancelled or the
  ///   source completes.
  public func toBe(
    _ windows: String..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) { expect(windows, as: .window, at: SourcePlace(fileID, filePath, line, column)) }
  /// Expects the subscriptions of a source, as rows of a parameterized test.
  public func toBe(
    _ windows: [String], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) { expect(windows, as: .window, at: SourcePlace(fileID, filePath, line, column)) }

  override func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    problems(report, "the subscriptions of", ("have", "differ")) { written, lanes, comparison in
      let expected = lanes.filter { !$0.moments.isEmpty }, none = Lane(frame: test.frame, moments: [])
      let actual = log.windows.map { Lane(frame: test.frame, window: $0) }
      if expected == actual { return nil }
      let count = max(expected.count, actual.count)
      for index in 0..<count {
        let rows = [expected, actual].map { index < $0.count ? $0[index] : none }
        let number = count > 1 ? " \(index + 1)" : ""
        comparison.rows += [(RowName.expected + number, rows[0]), (RowName.actual + number, rows[1])]
        comparison.add(rows[0], rows[1], prefix: number.isEmpty ? "" : "subscription\(number): ") { kind in
          kind == .subscribe ? "the subscription" : "its end"
        }
      }
      return actual.enumerated().map { index, lane in
        // Without an empty row the expected rows are those that are written.
        index < expected.count && expected.count == written.count
          ? lane.text(inPlaceOf: written[index], expected[index], as: .window) : lane.description
      }
    }
  }
}

/// An expectation of the requests of a source, created by ``MarbleTest/expect(demandOn:fileID:filePath:line:column:)``.
public final class DemandExpectation: LogExpectation {
  /// Expects the requests of all subscribers of a source.
  ///
  /// Demand that a subscriber returns for a value counts as a request.
  ///
  /// - Parameter marbles: The row, such as `2--1`: a digit or a quoted number of values, or `*` for unlimited.
  public func toBe(
    _ marbles: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) { expect([marbles], as: .demand, at: SourcePlace(fileID, filePath, line, column)) }

  override func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    problems(report, "the demand on", ("has", "differs")) { written, lanes, comparison in
      let actual = Lane(frame: test.frame, requests: log.requests)
      if lanes[0] == actual { return nil }
      comparison.rows = [(RowName.expected, lanes[0]), (RowName.actual, actual)]
      comparison.add(lanes[0], actual, prefix: "") { kind in
        guard case .request(let count?) = kind else { return "an unlimited request" }
        return "a request of \(count)"
      }
      return [actual.text(inPlaceOf: written[0], lanes[0], as: .demand)]
    }
  }
}

/// An expectation of the instants at which the subscriptions to a source begin, created by
/// ``MarbleTest/expect(attemptsOf:fileID:filePath:line:column:)``.
public final class AttemptExpectation: LogExpectation {
  /// Expects an attempt at each symbol of a row, whatever the symbol is; a row without a symbol expects none.
  ///
  /// - Parameter marbles: The row, such as `1--2----3`.
  public func toBe(
    _ marbles: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) { expect([marbles], as: .actions, at: SourcePlace(fileID, filePath, line, column)) }

  override func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    problems(report, "the attempts at", ("have", "differ")) { written, lanes, comparison in
      let expected = lanes[0].moments.flatMap { moment in moment.content.map { _ in moment.instant } }
      let actual = log.windows.map(\.start)
      if expected == actual { return nil }
      let found = lane(actual)
      comparison.rows = [(RowName.expected, lane(expected)), (RowName.actual, found)]
      for instant in Set(expected + actual).sorted() {
        let (wanted, found) = (expected.count { $0 == instant }, actual.count { $0 == instant })
        if wanted == found { continue }
        let words = { (count: Int) in count == 1 ? "an attempt" : "\(count) attempts" }
        let text = Comparison.sentence(wanted == 0 ? nil : [words(wanted)], found == 0 ? [] : [words(found)])
        comparison.differences.append(.init(instant: instant, text: text))
      }
      return [found.text(inPlaceOf: written[0], lanes[0], as: .actions)]
    }
  }
  /// The row of some attempts, each with its number.
  private func lane(_ starts: [VirtualInstant]) -> Lane {
    Lane(frame: test.frame, marks: starts.enumerated().map { ($1, .value(Symbol("\($0 + 1)"))) })
  }
}
