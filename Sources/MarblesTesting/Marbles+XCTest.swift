import Marbles
import PipesCore
import VirtualTime
import XCTest

extension XCTestCase {
  /// Runs a marble test, or its cases with generated rows, and records each problem as a failure of this test, at the
  /// line of the row that it belongs to. With several cases it is the shortest one that fails.
  ///
  /// `marbles` of the module `Marbles` describes the body and its parameters.
  ///
  /// - Returns: The number of cases that have run, or of runs in a test without cases.
  /// - Throws: The error of the body.
  @_disfavoredOverload @discardableResult public func marbles(
    frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
    startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ body: (MarbleTest) throws -> Void
  ) throws -> RunCount {
    let place = SourcePlace(fileID, filePath, line, column),
      times = TestTimes(frame: frame, cases: cases, seeds: seeds, start: start, randomNumbers: randomNumbers)
    return try MarbleTest.perform(times, at: place, drawing: drawing(at: place), failureReport, body)
  }

  /// Runs a marble test of async code in virtual time, or its cases, and records each problem as a failure of this
  /// test, at the line of the row that it belongs to.
  ///
  /// - Returns: The number of cases that have run, or of runs in a test without cases.
  /// - Throws: The error of the body.
  @discardableResult
  nonisolated(nonsending) public func marbles(
    frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
    startingAt start: StartDate? = nil,
    realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> RunCount {
    let place = SourcePlace(fileID, filePath, line, column)
    let times = TestTimes(
      frame: frame, cases: cases, seeds: seeds, start: start, realClocks: realClocks, randomNumbers: randomNumbers)
    return try await MarbleTest.perform(times, at: place, drawing: drawing(at: place), failureReport, body)
  }

  /// Runs an async body in virtual time in every order of its tasks, timers and actors at equal instants, those with the
  /// fewest switches first. The first order in which an assertion fails, or the body throws, is the last one that runs.
  ///
  /// `everyOrder` for Swift Testing describes the parameters.
  ///
  /// - Returns: The number of orders that have run.
  @discardableResult
  nonisolated(nonsending) public func everyOrder(
    switches: Int = 2, atMost limit: Int = 10_000, within time: Duration? = nil, mustComplete: Bool = false,
    again text: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> RunCount {
    let run = testRun.map { AssumedRun(run: $0) }, place = SourcePlace(fileID, filePath, line, column)
    return try await MarbleTest.perform(
      .orders(.allOrders(switches: switches, atMost: limit, within: time, mustComplete: mustComplete), again: text),
      at: place, drawing: drawing(at: place),
      catching: IssueCatcher(mayRepeat: false) { _, body in
        let before = run?.failures ?? 0
        try await body()
        return (run?.failures ?? 0) == before ? [] : [CaughtIssue("an assertion fails", source: "")]
      }, failureReport, { _ in try await body() })
  }

  /// Checks that an operator keeps the laws of operators, and records the shortest row that breaks a law as a failure
  /// of this test.
  ///
  /// `checkLaws` of the module `Marbles` describes the parameters.
  ///
  /// - Returns: The number of cases that have run.
  @discardableResult public func checkLaws<P: Publisher>(
    except: Set<OperatorLaw> = [], cases: Cases = 100, threads runs: Int = 0, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ build: @escaping (LawSource<Int>) -> P
  ) throws -> RunCount {
    try checkLaws(
      any: [1, 2, 3], except: except, cases: cases, threads: runs, fileID: fileID, filePath: filePath, line: line,
      column: column, build)
  }

  /// Checks that an operator on values of any type keeps the laws of operators.
  ///
  /// - Returns: The number of cases that have run.
  @discardableResult public func checkLaws<Value, P: Publisher>(
    any values: [Value], except: Set<OperatorLaw> = [], cases: Cases = 100, threads runs: Int = 0,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ build: @escaping (LawSource<Value>) -> P
  ) throws -> RunCount {
    let place = SourcePlace(fileID, filePath, line, column)
    return try MarbleTest.checkLaws(
      values, except, cases, threads: runs, at: place, drawing: drawing(at: place), failureReport, build)
  }

  /// Runs a marble test inside a function that several tests call, and records each problem at a given line, usually
  /// the line of the call.
  ///
  /// - Throws: The error of the body.
  @_disfavoredOverload @discardableResult public func marbles(
    frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
    startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
    file: StaticString, line: UInt, _ body: (MarbleTest) throws -> Void
  ) throws -> RunCount {
    let place = SourcePlace(#fileID, file, Int(line), 0),
      times = TestTimes(frame: frame, cases: cases, seeds: seeds, start: start, randomNumbers: randomNumbers)
    return try MarbleTest.perform(times, at: place, drawing: drawing(at: place), failureReport(at: place), body)
  }

  /// Runs a marble test of async code inside a function that several tests call, and records each problem at a given
  /// line, usually the line of the call.
  ///
  /// - Throws: The error of the body.
  @discardableResult
  nonisolated(nonsending) public func marbles(
    frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
    startingAt start: StartDate? = nil,
    realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable,
    file: StaticString, line: UInt,
    @_inheritActorContext _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> RunCount {
    let place = SourcePlace(#fileID, file, Int(line), 0)
    let times = TestTimes(
      frame: frame, cases: cases, seeds: seeds, start: start, realClocks: realClocks, randomNumbers: randomNumbers)
    return try await MarbleTest.perform(times, at: place, drawing: drawing(at: place), failureReport(at: place), body)
  }

  /// Draws this test into the folder of `MARBLES_DRAW`.
  private func drawing(at place: SourcePlace) -> TestDrawing? {
    guard TestFiles.drawsAll else { return nil }
    let title = name, name = TestName([name], isShared: false)
    func report(_ refusals: [String]) {
      for refusal in refusals { failureReport(MarbleFailure.Problem(place: place, text: refusal)) }
    }
    let drawOrder = { (order: RunOrder) in
      var order = order
      order.title = title
      report(TestFiles.draw(order, of: name))
    }
    return TestDrawing(drawsAll: true, drawOrder: drawOrder) { rows in report(TestFiles.draw(rows, of: name)) }
  }
}

/// Records problems as failures of the running test.
private func failureReport(_ problem: MarbleFailure.Problem) {
  XCTFail(problem.text, file: problem.place.file, line: UInt(problem.place.line))
}
/// Returns a closure that records each problem at a given place.
private func failureReport(at place: SourcePlace) -> (MarbleFailure.Problem) -> Void {
  { problem in failureReport(MarbleFailure.Problem(place: place, text: problem.text)) }
}

/// The run of the current test, whose failures are counted while the test waits.
private struct AssumedRun: @unchecked Sendable {
  let run: XCTestRun
  var failures: Int { run.totalFailureCount }
}
