import PipesCore
import VirtualTime

extension MarbleTest {
  /// Sends the events of a row into a subject.
  ///
  /// - Parameters:
  ///   - subject: The subject. Each event is sent at its instant.
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - values: The values of the symbols; without a table the value of a symbol is its text.
  ///   - error: The error of a bare `#`.
  ///   - errors: The errors of `#'text'`.
  ///   - name: The name of the row in failures; by default the name of the subject.
  @discardableResult public func drive<S: Subject>(
    _ subject: S, with marbles: String, _ values: [String: S.Output]? = nil, error: S.Failure? = nil,
    errors: [String: S.Failure]? = nil, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> DrivenSubject {
    drive(
      subject, marbles, SymbolMeaning(values), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  /// Sends the events of a row into a subject. A closure creates the values from the symbols.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - marbles: The row of marbles.
  ///   - error: The error of a bare `#`.
  ///   - errors: The errors of `#'text'`, by text.
  ///   - name: The name of the row in failures.
  ///   - value: Returns the value of a symbol; `nil` is an error in the row.
  @discardableResult public func drive<S: Subject>(
    _ subject: S, with marbles: String, error: S.Failure? = nil, errors: [String: S.Failure]? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    value: @escaping (String) -> S.Output?
  ) -> DrivenSubject {
    drive(
      subject, marbles, .transform(value), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  /// Runs an action for each symbol of a row, at its instant. The test fails if the action throws.
  ///
  /// For an action that receives the symbol, or a value, use `atEach`.
  ///
  /// - Parameter marbles: The row, such as `-a--b`.
  /// - Parameter name: The name of the row in failures.
  /// - Parameter action: The action.
  @discardableResult public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping () throws -> Void
  ) -> ActionRow {
    act(at: marbles, SymbolMeaning<String>.itself, name, SourcePlace(fileID, filePath, line, column)) { _, _, _ in
      try action()
    }
  }

  /// Starts a task for each symbol of a row, at its instant. Only in an async test. The test fails if the action
  /// throws.
  @_disfavoredOverload
  @discardableResult public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping () async throws -> Void
  ) -> ActionRow {
    let place = SourcePlace(fileID, filePath, line, column)
    return act(
      at: marbles, .itself, name, place, startsTask: true, inTask(name, at: place) { (_: String) in try await action() }
    )
  }

  /// Runs an action for each symbol of a row, at its instant, with the symbol. The test fails if the action throws.
  ///
  ///     m.atEach("-a-b") { symbol in log.append(symbol) }
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - name: The name of the row in failures.
  ///   - action: Receives the symbol.
  @discardableResult public func atEach(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (String) throws -> Void
  ) -> ActionRow {
    act(at: marbles, .itself, name, SourcePlace(fileID, filePath, line, column)) { try action($2) }
  }

  /// Runs an action for each symbol of a row, at its instant, with the value of the symbol. The test fails if the
  /// action throws.
  ///
  ///     m.atEach("-1---2", ["1": 10, "2": 20]) { seconds in timer.seconds = seconds }
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - values: The values of the symbols.
  ///   - name: The name of the row in failures.
  ///   - action: Receives the value of the symbol.
  @discardableResult public func atEach<Value>(
    _ marbles: String, _ values: [String: Value], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (Value) throws -> Void
  ) -> ActionRow {
    act(at: marbles, .table(values), name, SourcePlace(fileID, filePath, line, column)) { try action($2) }
  }

  /// Starts a task for each symbol of a row, at its instant; the action receives the symbol. Only in an async test. The
  /// test fails if the action throws.
  @_disfavoredOverload
  @discardableResult public func atEach(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (String) async throws -> Void
  ) -> ActionRow {
    let place = SourcePlace(fileID, filePath, line, column)
    return act(at: marbles, .itself, name, place, startsTask: true, inTask(name, at: place, action))
  }

  /// Starts a task for each symbol of a row, at its instant; the action receives the value of the symbol. Only in an
  /// async test. The test fails if the action throws.
  @_disfavoredOverload
  @discardableResult public func atEach<Value>(
    _ marbles: String, _ values: [String: Value], name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (Value) async throws -> Void
  ) -> ActionRow {
    let place = SourcePlace(fileID, filePath, line, column)
    return act(at: marbles, .table(values), name, place, startsTask: true, inTask(name, at: place, action))
  }

  /// The former name of ``atEach(_:_:name:fileID:filePath:line:column:_:)``.
  @available(
    *, unavailable, renamed: "atEach(_:name:_:)", message: "write m.atEach for an action that receives the symbol"
  )
  public func at(_ marbles: String, name: String? = nil, _ action: @escaping (String) throws -> Void) {}
  /// The former name of ``atEach(_:_:name:fileID:filePath:line:column:_:)``.
  @available(
    *, unavailable, renamed: "atEach(_:_:name:_:)", message: "write m.atEach for an action that receives a value"
  )
  public func at<Value>(
    _ marbles: String, _ values: [String: Value], name: String? = nil, _ action: @escaping (Value) throws -> Void
  ) {}

  /// The former name of ``atEach(_:_:name:fileID:filePath:line:column:_:)``, without the parameter of the action.
  @available(*, unavailable, message: "write m.atEach(…) { value in … } for an action that receives a value")
  public func at<Value>(
    _ marbles: String, _ values: [String: Value], name: String? = nil, _ action: @escaping () throws -> Void
  ) {}

  func act<Value>(
    at marbles: String, _ values: SymbolMeaning<Value>, _ name: String?, _ place: SourcePlace,
    startsTask: Bool = false, _ action: @escaping (TestRun, _ title: String, Value) throws -> Void
  ) -> ActionRow {
    let (lane, recording): (Lane, Recording<Value, Never>) = recording(marbles, as: .actions, values, .init(), place)
    let row = add(.actions, name, [lane], at: place)
    plan.acts.append { [self] run in
      for (entry, mark) in zip(recording.entries, lane.moments.flatMap(\.marks)) {
        guard case .value(let value) = entry.event else { continue }
        let title = startsTask ? "\(row) \(mark.text) at \(frameName(entry.instant))" : row
        let ticket = run.schedule(at: entry.instant, by: row) { [self] in
          do { try action(run, title, value) } catch { note(error, of: name, at: place) }
        }
        if startsTask { timeline.isStart(ticket) }
      }
    }
    let actions = ActionRow(lane, name, at: place)
    plan.actions.append(actions)
    return actions
  }

  /// Whether an error is a requirement of Swift Testing, which has reported itself already, with all it knows.
  static func hasBeenReported(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.ExpectationFailedError"
  }
  /// Adds the problem of an action that has thrown.
  private func note(_ error: any Error, of name: String?, at place: SourcePlace) {
    if Self.hasBeenReported(error) { return }
    let action = name.map { "the action '\($0)'" } ?? "the action"
    let text = "\(frameName(timeline.rowInstant)): \(action) failed: \(error)"
    add(.init(place: place, text: text, kind: .of(foreign: "\(error)")))
  }

  /// Returns an action that starts a task in the virtual time of the test.
  private func inTask<Value>(
    _ name: String?, at place: SourcePlace, _ action: @escaping (Value) async throws -> Void
  ) -> (TestRun, String, Value) -> Void {
    if !setting.isAsync {
      addProblem("an async action runs in a test that is awaited\n  write try await marbles { … }", at: place)
    }
    let row = plan.sources.count  // the next one
    return { [self] testRun, title, value in
      let number = testRun.tasks.count
      let run: () async -> Void = { [self] in
        do {
          try await action(value)
        } catch {
          note(error, of: name, at: place)
        }
        testRun.tasks[number] = nil
      }
      let work = Unchecked(run)
      let task = Task(name: title) { await work.value() }
      testRun.tasks.append(ActionTask(row: row, start: timeline.rowInstant, task: task))
    }
  }

  private func drive<S: Subject>(
    _ subject: S, _ marbles: String, _ values: SymbolMeaning<S.Output>, _ errors: FailureMeaning<S.Failure>,
    _ name: String?, _ place: SourcePlace
  ) -> DrivenSubject {
    let (lane, recording) = recording(marbles, as: .cold, values, errors, place)
    let row = add(.subject, name, [lane], at: place)
    let driven = DrivenSubject(
      plan.sources[plan.sources.count - 1],
      (subject as? any LosingSubject).map { subject in { subject.hasSubscribers } })
    plan.driven.append(driven)
    plan.acts.append { run in
      for entry in recording.entries {
        run.schedule(at: entry.instant, by: row) {
          driven.willSend()
          switch entry.event {
          case .value(let value): subject.send(value)
          case .finished: subject.send(completion: .finished)
          case .failure(let error): subject.send(completion: .failure(error))
          }
        }
      }
    }
    return driven
  }
}

/// A row that is sent into a subject, created by
/// ``MarbleTest/drive(_:with:_:error:errors:name:fileID:filePath:line:column:)``.
///
/// The test fails if the row has no event, or if the subject keeps no values and has no subscriber whenever an event is
/// sent. In a test with cases, one case has to have an event that somebody receives.
public final class DrivenSubject {
  private let row: PlannedSource
  var place: SourcePlace { row.place }
  /// Returns whether the subject has a subscriber; `nil` for a subject that keeps its values.
  private let hasSubscribers: (() -> Bool)?
  private var sent = 0
  private var wasHeard = false
  private var allowsNone = false

  init(_ row: PlannedSource, _ hasSubscribers: (() -> Bool)?) {
    self.row = row
    self.hasSubscribers = hasSubscribers
  }

  /// Allows that nobody subscribes to the subject, and that the row has no event.
  @discardableResult public func allowingNoSubscriber() -> Self {
    allowsNone = true
    return self
  }

  func willSend() {
    sent += 1
    if !wasHeard { wasHeard = hasSubscribers?() ?? true }
  }
  var testedParts: TestedPart? {
    if allowsNone { return nil }
    let hasEvents = !row.lane.moments.isEmpty
    let details =
      hasEvents
      ? PlannedSource.cureOfNoSubscriber
      : ["  write an event, such as \"--a\"; if none must be sent, call allowingNoSubscriber() on it"]
    return TestedPart(
      row.place, isTested: hasEvents && (hasSubscribers == nil || sent == 0 || wasHeard),
      reason: hasEvents ? "it had no subscriber at any event of its row" : "its row has no event",
      { [row] in $0.label(of: row) }, details: { _ in details })
  }
}

/// A subject that loses a value that is sent while it has no subscriber.
private protocol LosingSubject: AnyObject {
  var hasSubscribers: Bool { get }
}
extension PassthroughSubject: LosingSubject {}
