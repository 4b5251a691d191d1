import Pipes
import VirtualTime

/// When a source should be subscribed; made by ``MarbleTest/expect(subscriptionsOf:fileID:filePath:line:column:)``.
public final class SubscriptionExpectation: Claim {
  let place: SourcePlace
  private unowned let test: MarbleTest
  private let log: SourceLog
  private var expected: [Lane]?

  init(_ test: MarbleTest, _ log: SourceLog, at place: SourcePlace) {
    self.test = test
    self.log = log
    self.place = place
    test.claims.append(self)
  }

  /// Says when the source is subscribed: one row for each subscription, in the order in which they begin. No row, or an empty one, is none.
  ///
  /// `^` is where a subscription begins, `!` where it is over: because it was cancelled, or because the source has ended.
  public func toBe(
    _ windows: String..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    expected = windows.map { test.lane($0, as: .window, at: place) }.filter { !$0.moments.isEmpty }
  }

  var horizon: VirtualInstant { (expected ?? []).compactMap { $0.moments.last?.instant }.max() ?? .zero }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let label = report.label(of: log)
    guard let expected else {
      return [.init(place: place, text: "nothing is said of the subscriptions of \(label)\n  write .toBe(\"…\") after m.expect")]
    }
    let actual = log.windows.map { Lane(frame: test.frame, window: $0) }
    var comparison = Comparison()
    for index in 0..<max(expected.count, actual.count) {
      let rows = [expected, actual].map { index < $0.count ? $0[index] : Lane(frame: test.frame, moments: []) }
      let number = max(expected.count, actual.count) > 1 ? " \(index + 1)" : ""
      comparison.rows += [("expected\(number)", rows[0]), ("actual\(number)", rows[1])]
      comparison.add(rows[0], rows[1], prefix: number.isEmpty ? "" : "subscription\(number): ") { kind in
        kind == .subscribe ? "the subscription" : "its end"
      }
    }
    return report.text("the subscriptions of \(label) differ", comparison).map { [.init(place: place, text: $0)] } ?? []
  }
}

/// What should be requested of a source; made by ``MarbleTest/expect(demandOn:fileID:filePath:line:column:)``.
public final class DemandExpectation: Claim {
  let place: SourcePlace
  private unowned let test: MarbleTest
  private let log: SourceLog
  private var expected: Lane?

  init(_ test: MarbleTest, _ log: SourceLog, at place: SourcePlace) {
    self.test = test
    self.log = log
    self.place = place
    test.claims.append(self)
  }

  /// Says what is requested of the source and when, by all its subscribers together: a digit or a quoted number, or `*` for unlimited.
  ///
  /// Demand that a subscriber returns on receiving a value counts as a request.
  public func toBe(
    _ marbles: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    expected = test.lane(marbles, as: .demand, at: SourcePlace(fileID, filePath, line, column))
  }

  var horizon: VirtualInstant { expected?.moments.last?.instant ?? .zero }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let label = report.label(of: log)
    guard let expected else {
      return [.init(place: place, text: "nothing is said of the demand on \(label)\n  write .toBe(\"…\") after m.expect")]
    }
    let actual = Lane(frame: test.frame, requests: log.requests)
    var comparison = Comparison()
    comparison.rows = [("expected", expected), ("actual", actual)]
    comparison.add(expected, actual, prefix: "") { kind in
      guard case .request(let count?) = kind else { return "an unlimited request" }
      return "a request of \(count)"
    }
    return report.text("the demand on \(label) differs", comparison).map { [.init(place: place, text: $0)] } ?? []
  }
}
