import Pipes
import VirtualTime

extension MarbleTest {
  /// Expects the attempts at a source with `toBe`: one row of the instants at which its subscriptions begin.
  ///
  ///     let request = m.cold("#", then: ["#", "-a|"], error: Failed())
  ///     m.expect(request.retry(2, after: m.frames(3), on: m.scheduler)).toBe("-------a|")
  ///     m.expect(attemptsOf: request).toBe("1--2--3")
  ///
  /// When each subscription ends is not compared; for that use
  /// ``expect(subscriptionsOf:fileID:filePath:line:column:)``, with a row for each.
  public func expect<Source: MarbleSource>(
    attemptsOf source: Source, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> AttemptExpectation {
    source.log.allowsNone = true  // the expectation says how many there are
    return AttemptExpectation(self, source.log, at: SourcePlace(fileID, filePath, line, column))
  }
}

/// An expectation of the instants at which the subscriptions to a source begin, created by
/// ``MarbleTest/expect(attemptsOf:fileID:filePath:line:column:)``.
public final class AttemptExpectation: TestExpectation {
  let place: SourcePlace
  private let test: MarbleTest
  private let log: SourceLog
  private var lane: Lane?
  private var written: (place: SourcePlace, row: String) = (SourcePlace("", "", 0, 0), "")

  init(_ test: MarbleTest, _ log: SourceLog, at place: SourcePlace) {
    (self.test, self.log, self.place) = (test, log, place)
    test.refuseOther(log, at: place)
    test.add(self)
  }

  /// Expects an attempt at each symbol of a row, whatever the symbol is; a row without a symbol expects none.
  ///
  /// - Parameter marbles: The row, such as `1--2----3`.
  public func toBe(
    _ marbles: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    written = (SourcePlace(fileID, filePath, line, column), marbles)
    lane = test.lane(marbles, as: .actions, at: written.place)
  }

  private var expected: [VirtualInstant]? {
    lane?.moments.flatMap { moment in moment.content.map { _ in moment.instant } }
  }
  var writtenRows: (place: SourcePlace, rows: [String])? { lane == nil ? nil : (written.place, [written.row]) }
  var horizon: VirtualInstant { expected?.last ?? .zero }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let actual = log.windows.map(\.start)
    if expected == actual { return [] }
    let label = report.label(of: log)
    guard let expected, let own = lane else {
      return [
        .init(place: place, text: "the attempts at \(label) have no expected row\n  write .toBe(\"…\") after m.expect")
      ]
    }
    var comparison = Comparison()
    let found = lane(actual)
    comparison.rows = [("expected", lane(expected)), ("actual", found)]
    comparison.add(expected, actual)
    let new = found.text(inPlaceOf: written.row, own, as: .actions)
    return report.problem(
      "the attempts at \(label) differ", comparison, at: place,
      .init(place: written.place, old: [written.row], new: [new]))
  }
  /// The row of some attempts, each with its number.
  private func lane(_ starts: [VirtualInstant]) -> Lane {
    Lane(frame: test.frame, marks: starts.enumerated().map { ($1, .value(Symbol("\($0 + 1)"))) })
  }
}

extension Comparison {
  /// Adds the instants at which the numbers of attempts differ.
  fileprivate mutating func add(_ expected: [VirtualInstant], _ actual: [VirtualInstant]) {
    for instant in Set(expected + actual).sorted() {
      let (wanted, found) = (expected.count { $0 == instant }, actual.count { $0 == instant })
      if wanted == found { continue }
      let words = { (count: Int) in count == 1 ? "an attempt" : "\(count) attempts" }
      differences.append(
        .init(
          instant: instant,
          text: Comparison.sentence(wanted == 0 ? nil : [words(wanted)], found == 0 ? [] : [words(found)])))
    }
  }
}
