import Pipes
import VirtualTime

/// An expectation about the subscriptions of a source, created by
/// ``MarbleTest/expect(subscriptionsOf:fileID:filePath:line:column:)``.
public final class SubscriptionExpectation: TestExpectation {
  let place: SourcePlace
  private let test: MarbleTest
  private let log: SourceLog
  private var expected: [Lane]?
  private var written: (place: SourcePlace, rows: [String]) = (SourcePlace("", "", 0, 0), [])

  init(_ test: MarbleTest, _ log: SourceLog, at place: SourcePlace) {
    self.test = test
    self.log = log
    self.place = place
    test.refuseOther(log, at: place)
    test.add(self)
  }

  /// Expects the subscriptions of a source: one row for each, in the order in which they begin. Without a row, or with
  /// an empty one, no subscription is expected.
  ///
  /// - Parameter windows: The rows, such as `--^---!`: a subscription begins at `^`, and at `!` it is cancelled or the
  ///   source completes.
  public func toBe(
    _ windows: String..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    written = (place, windows)
    expected = windows.map { test.lane($0, as: .window, at: place) }.filter { !$0.moments.isEmpty }
  }

  var writtenRows: (place: SourcePlace, rows: [String])? { expected == nil ? nil : written }
  var horizon: VirtualInstant { (expected ?? []).compactMap { $0.moments.last?.instant }.max() ?? .zero }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let actual = log.windows.map { Lane(frame: test.frame, window: $0) }
    if expected == actual { return [] }
    let label = report.label(of: log)
    guard let expected else {
      return [
        .init(
          place: place, text: "the subscriptions of \(label) have no expected row\n  write .toBe(\"…\") after m.expect")
      ]
    }
    var comparison = Comparison()
    for index in 0..<max(expected.count, actual.count) {
      let rows = [expected, actual].map { index < $0.count ? $0[index] : Lane(frame: test.frame, moments: []) }
      let number = max(expected.count, actual.count) > 1 ? " \(index + 1)" : ""
      comparison.rows += [("expected\(number)", rows[0]), ("actual\(number)", rows[1])]
      comparison.add(rows[0], rows[1], prefix: number.isEmpty ? "" : "subscription\(number): ") { kind in
        kind == .subscribe ? "the subscription" : "its end"
      }
    }
    let new = actual.enumerated().map { index, lane in
      // Without an empty row the expected rows are those that are written.
      index < expected.count && expected.count == written.rows.count
        ? lane.text(inPlaceOf: written.rows[index], expected[index], as: .window) : lane.description
    }
    return report.problem(
      "the subscriptions of \(label) differ", comparison, at: place,
      .init(place: written.place, old: written.rows, new: new))
  }
}

/// An expectation of the requests of a source, created by ``MarbleTest/expect(demandOn:fileID:filePath:line:column:)``.
public final class DemandExpectation: TestExpectation {
  let place: SourcePlace
  private let test: MarbleTest
  private let log: SourceLog
  private var expected: Lane?
  private var written: (place: SourcePlace, row: String) = (SourcePlace("", "", 0, 0), "")

  init(_ test: MarbleTest, _ log: SourceLog, at place: SourcePlace) {
    self.test = test
    self.log = log
    self.place = place
    test.refuseOther(log, at: place)
    test.add(self)
  }

  /// Expects the requests of all subscribers of a source.
  ///
  /// Demand that a subscriber returns for a value counts as a request.
  ///
  /// - Parameter marbles: The row, such as `2--1`: a digit or a quoted number of values, or `*` for unlimited.
  public func toBe(
    _ marbles: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    written = (SourcePlace(fileID, filePath, line, column), marbles)
    expected = test.lane(marbles, as: .demand, at: written.place)
  }

  var writtenRows: (place: SourcePlace, rows: [String])? { expected == nil ? nil : (written.place, [written.row]) }
  var horizon: VirtualInstant { expected?.moments.last?.instant ?? .zero }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let actual = Lane(frame: test.frame, requests: log.requests)
    if expected == actual { return [] }
    let label = report.label(of: log)
    guard let expected else {
      return [
        .init(place: place, text: "the demand on \(label) has no expected row\n  write .toBe(\"…\") after m.expect")
      ]
    }
    var comparison = Comparison()
    comparison.rows = [("expected", expected), ("actual", actual)]
    comparison.add(expected, actual, prefix: "") { kind in
      guard case .request(let count?) = kind else { return "an unlimited request" }
      return "a request of \(count)"
    }
    let new = actual.text(inPlaceOf: written.row, expected, as: .demand)
    return report.problem(
      "the demand on \(label) differs", comparison, at: place,
      .init(place: written.place, old: [written.row], new: [new]))
  }
}

extension MarbleTest {
  /// Adds a problem if a source belongs to another run, which this one does not change.
  func refuseOther(_ log: SourceLog, at place: SourcePlace) {
    if log.timeline === timeline { return }
    let fix = "create the source in the body of this test"
    problems.append(.init(place: place, text: "the source of another run was never put to the test\n  \(fix)"))
  }
}
