@_exported import Marbles
import PipesCore
import Testing
import VirtualTime

/// Runs a marble test, or its cases with generated rows, and records each problem as an issue of the current test, at
/// the line of the row that it belongs to. With several cases it is the shortest one that fails.
///
/// `marbles` of the module `Marbles` describes the body and its parameters.
///
/// - Returns: The number of cases that have run, or of runs in a test without cases.
/// - Throws: The error of the body. Outside of a test of Swift Testing it also throws `MarbleFailure` with all
///   problems.
@_disfavoredOverload @discardableResult public func marbles(
  frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
  startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ body: (MarbleTest) throws -> Void
) throws -> RunCount {
  let place = SourcePlace(fileID, filePath, line, column),
    times = TestTimes(frame: frame, cases: cases, seeds: seeds, start: start, randomNumbers: randomNumbers)
  return try MarbleTest.perform(times, at: place, drawing: drawing(at: SourceLocation(place)), issueReport(), body)
}

/// Runs a marble test of async code in virtual time, or its cases, and records each problem as an issue of the current
/// test, at the line of the row that it belongs to.
///
/// - Returns: The number of cases that have run, or of runs in a test without cases.
/// - Throws: The error of the body. Outside of a test of Swift Testing it also throws `MarbleFailure` with all
///   problems.
@discardableResult public func marbles(
  frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
  startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws -> RunCount {
  let place = SourcePlace(fileID, filePath, line, column)
  let times = TestTimes(
    frame: frame, cases: cases, seeds: seeds, start: start, realClocks: realClocks, randomNumbers: randomNumbers)
  return try await MarbleTest.perform(
    times, at: place, drawing: drawing(at: SourceLocation(place)), catching: .ofTest, issueReport(), body)
}

/// Runs an async body in virtual time in every order of its tasks, timers and actors at equal instants, those with the
/// fewest switches first. `#expect` and `#require` of the body count; the failure is the shortest order that fails.
///
///     try await everyOrder {
///       let account = Account()
///       async let first: Void = account.deposit(1), second: Void = account.deposit(1)
///       _ = await (first, second)
///       #expect(await account.balance == 2)
///     }
///
/// - Parameters:
///   - switches: The number of switches up to which all orders run: a switch is a turn of another task than the order of
///     scheduling has.
///   - limit: The largest number of orders. A twentieth is kept for orders with more switches:
///     see `Cases.allOrders`.
///   - time: The real time after which no further order begins; by default there is no such limit.
///   - mustComplete: Whether the test fails if the limit is too small for all orders with so many switches.
///   - text: The text of one order, which a failure names after `again:`. Only that order runs.
///   - body: Creates everything that it uses, once for each order.
/// - Returns: The number of orders that have run.
/// - Throws: Outside of a test of Swift Testing, `MarbleFailure` with all problems.
@discardableResult public func everyOrder(
  switches: Int = 2, atMost limit: Int = 10_000, within time: Duration? = nil, mustComplete: Bool = false,
  again text: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, @_inheritActorContext _ body: @escaping @Sendable () async throws -> Void
) async throws -> RunCount {
  let place = SourcePlace(fileID, filePath, line, column)
  return try await MarbleTest.perform(
    .orders(.allOrders(switches: switches, atMost: limit, within: time, mustComplete: mustComplete), again: text),
    at: place, drawing: drawing(at: SourceLocation(place)), catching: .ofTest ?? .passing, issueReport(),
    { _ in try await body() })
}

extension IssueCatcher {
  /// Catches nothing, outside of a test.
  fileprivate static let passing = IssueCatcher(mayRepeat: true) { _, body in
    try await body()
    return []
  }
  /// Catches the issues of the current test, known ones apart; `nil` outside of a test.
  fileprivate static var ofTest: IssueCatcher? {
    guard let test = Test.current else { return nil }
    let testCase = Test.Case.current
    return IssueCatcher(mayRepeat: true) { timeline, body in
      let issues = Guarded<[CaughtIssue]>([])
      let trait: IssueHandlingTrait = .compactMapIssues { issue in
        if issue.severity < .error { return issue }
        // The issue of a task that another test has detached belongs to no test, and comes to each handler.
        if Test.current == nil, !timeline.isOfThisThread { return nil }
        let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
        let text = ["\(issue.kind)\(place)"] + issue.comments.map { "  \($0.rawValue)" }
        let source = place.isEmpty ? text[0].filter { !$0.isNumber } : place
        issues.with { $0.append(CaughtIssue(text.joined(separator: "\n"), source: source)) }
        return nil
      }
      try await trait.provideScope(for: test, testCase: testCase, performing: body)
      return issues.with { $0 }
    }
  }
}

/// Checks that an operator keeps the laws of operators, and records the shortest row that breaks a law as an issue of
/// the current test.
///
///     try checkLaws { $0.settled(for: $0.frames(3), scheduler: $0.scheduler) }
///
/// `checkLaws` of the module `Marbles` describes the parameters.
///
/// - Returns: The number of cases that have run.
/// - Throws: Outside of a test of Swift Testing, `MarbleFailure` with all problems.
@discardableResult public func checkLaws<P: Publisher>(
  except: Set<OperatorLaw> = [], cases: Cases = 100, threads runs: Int = 0, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ build: @escaping (LawSource<Int>) -> P
) throws -> RunCount {
  try checkLaws(
    any: [1, 2, 3], except: except, cases: cases, threads: runs, fileID: fileID, filePath: filePath, line: line,
    column: column, build)
}

/// Checks that an operator on values of any type keeps the laws of operators.
///
/// - Returns: The number of cases that have run.
/// - Throws: Outside of a test of Swift Testing, `MarbleFailure` with all problems.
@discardableResult public func checkLaws<Value, P: Publisher>(
  any values: [Value], except: Set<OperatorLaw> = [], cases: Cases = 100, threads runs: Int = 0,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ build: @escaping (LawSource<Value>) -> P
) throws -> RunCount {
  let place = SourcePlace(fileID, filePath, line, column)
  return try MarbleTest.checkLaws(
    values, except, cases, threads: runs, at: place, drawing: drawing(at: SourceLocation(place)), issueReport(), build)
}

/// Runs a marble test inside a function that several tests call, and records each problem at the line of the call.
///
///     func check(_ typed: String, shows found: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
///       try marbles(sourceLocation: sourceLocation) { m in
///         m.expect(Search(m.hot(typed)).found, from: "^---------!").toBe(found)
///       }
///     }
///
/// - Throws: The error of the body. Outside of a test of Swift Testing it also throws `MarbleFailure` with all
///   problems.
@_disfavoredOverload @discardableResult public func marbles(
  frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
  startingAt start: StartDate? = nil, randomNumbers: RandomNumbers = .repeatable,
  sourceLocation: SourceLocation, _ body: (MarbleTest) throws -> Void
) throws -> RunCount {
  let drawing = drawing(at: sourceLocation),
    times = TestTimes(frame: frame, cases: cases, seeds: seeds, start: start, randomNumbers: randomNumbers)
  return try MarbleTest.perform(times, at: .here, drawing: drawing, issueReport(at: sourceLocation), body)
}

/// Runs a marble test of async code inside a function that several tests call, and records each problem at the line of
/// the call.
///
/// - Throws: The error of the body. Outside of a test of Swift Testing it also throws `MarbleFailure` with all
///   problems.
@discardableResult public func marbles(
  frame: Duration = .milliseconds(1), cases: Cases? = nil, seeds: Range<UInt64>? = nil,
  startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual, randomNumbers: RandomNumbers = .repeatable,
  sourceLocation: SourceLocation, @_inheritActorContext _ body: @escaping @Sendable (MarbleTest) async throws -> Void
) async throws -> RunCount {
  let drawing = drawing(at: sourceLocation)
  let times = TestTimes(
    frame: frame, cases: cases, seeds: seeds, start: start, realClocks: realClocks, randomNumbers: randomNumbers)
  return try await MarbleTest.perform(
    times, at: .here, drawing: drawing, catching: .ofTest, issueReport(at: sourceLocation), body)
}

/// Returns a closure that records a problem as an issue of the current test; `nil` outside of a test.
private func issueReport(at location: SourceLocation? = nil) -> ((MarbleFailure.Problem) -> Void)? {
  guard Test.current != nil else { return nil }
  return { problem in
    let issue = Issue.record(Comment(rawValue: problem.text), sourceLocation: location ?? SourceLocation(problem.place))
    if MarbleTest.isRecording, issue.wasKnown { MarbleTest.isKnown(problem) }
  }
}

/// Leaves the run of the current test, the order of its turns, and pictures of them as attachments if it fails, and
/// draws them into the folder of `MARBLES_DRAW`.
private func drawing(at location: SourceLocation) -> TestDrawing? {
  guard let test = Test.current else { return nil }
  let name = TestName([test.id.moduleName] + test.id.nameComponents, isShared: test.isParameterized)
  let title = test.displayName ?? test.name
  func report(_ refusals: [String]) {
    for refusal in refusals { Issue.record(Comment(rawValue: refusal), sourceLocation: location) }
  }
  let drawOrder = { (order: RunOrder) in
    var order = order
    order.title = title
    Attachment.record(OrderWriter.text(of: order), named: "\(name.text).order.jsonl", sourceLocation: location)
    if let picture = TestFiles.drawer?.attachment(order) {
      Attachment.record(picture, named: "\(name.text).order.svg", sourceLocation: location)
    }
    report(TestFiles.draw(order, of: name))
  }
  return TestDrawing(drawsAll: TestFiles.drawsAll, drawOrder: drawOrder) { rows in
    if !rows.holds {
      Attachment.record(TestFiles.events(rows, title: title), named: "\(name.text).jsonl", sourceLocation: location)
      if let picture = TestFiles.drawer?.attachment(rows, title: title) {
        Attachment.record(picture, named: "\(name.text).svg", sourceLocation: location)
      }
    }
    report(TestFiles.draw(rows, of: name))
  }
}

extension Issue {
  /// Whether the issue was recorded inside `withKnownIssue`. Swift Testing keeps that and does not publish it.
  var wasKnown: Bool {
    let context = Mirror(reflecting: self).children.first { $0.label == "knownIssueContext" }
    return context.map { !Mirror(reflecting: $0.value).children.isEmpty } ?? false
  }
}

extension SourceLocation {
  fileprivate init(_ place: SourcePlace) {
    self.init(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}
extension SourcePlace {
  /// A place for tests whose problems are recorded somewhere else.
  fileprivate static var here: SourcePlace { SourcePlace(#fileID, #filePath, #line, #column) }
}
