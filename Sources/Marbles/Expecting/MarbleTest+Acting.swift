import Pipes
import VirtualTime

extension MarbleTest {
  /// Sends to a subject what a row says.
  ///
  /// - Parameters:
  ///   - subject: The subject, whose subscribers receive each event at its instant.
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - values: The meanings of the symbols; without a table each symbol is the string of itself.
  ///   - error: The error that the subject fails with at `#`.
  ///   - errors: The errors of `#'text'`.
  ///   - name: The name of the row in failures; by default the name of the subject.
  public func drive<S: Subject>(
    _ subject: S, with marbles: String, _ values: [String: S.Output]? = nil, error: S.Failure? = nil,
    errors: [String: S.Failure]? = nil, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    drive(subject, marbles, Meaning(values), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Sends to a subject what a row says, the values made of the symbols by a closure.
  public func drive<S: Subject>(
    _ subject: S, with marbles: String, error: S.Failure? = nil, errors: [String: S.Failure]? = nil, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ value: @escaping (String) -> S.Output?
  ) {
    drive(subject, marbles, .transform(value), .init(error: error, table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Does something at the instants of a row: once for each symbol, which the action receives.
  public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ action: @escaping (String) -> Void
  ) {
    act(at: marbles, .itself, name, SourcePlace(fileID, filePath, line, column), action)
  }

  /// Does something at the instants of a row: once for each symbol.
  public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ action: @escaping () -> Void
  ) {
    at(marbles, name: name, fileID: fileID, filePath: filePath, line: line, column: column) { _ in action() }
  }

  /// Does something at the instants of a row: once for each symbol, with the value that it stands for in the table.
  public func at<Value>(
    _ marbles: String, _ values: [String: Value], name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (Value) -> Void
  ) {
    act(at: marbles, Meaning(values), name, SourcePlace(fileID, filePath, line, column), action)
  }

  /// Starts a task at the instants of a row: one for each symbol. Only in a test that is awaited. An error that the action throws is a failure.
  @_disfavoredOverload
  public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ action: @escaping () async throws -> Void
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    act(at: marbles, .itself, name, place, inTask(at: place) { (_: String) in try await action() })
  }

  /// Starts a task at the instants of a row: one for each symbol, which the action receives. Only in a test that is awaited.
  @_disfavoredOverload
  public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ action: @escaping (String) async throws -> Void
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    act(at: marbles, .itself, name, place, inTask(at: place, action))
  }

  /// Starts a task at the instants of a row: one for each symbol, with the value that it stands for in the table. Only in a test that is awaited.
  @_disfavoredOverload
  public func at<Value>(
    _ marbles: String, _ values: [String: Value], name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column, _ action: @escaping (Value) async throws -> Void
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    act(at: marbles, Meaning(values), name, place, inTask(at: place, action))
  }

  private func act<Value>(
    at marbles: String, _ values: Meaning<Value>, _ name: String?, _ place: SourcePlace, _ action: @escaping (Value) -> Void
  ) {
    let (lane, script): (Lane, Recording<Value, Never>) = script(marbles, as: .actions, values, .init(), place)
    let row = addRow(name, "actions", lane, place, log: nil)
    acts = true
    starts.append { [self] in
      for entry in script.entries {
        guard case .value(let value) = entry.event else { continue }
        schedule(at: entry.instant, by: row) { action(value) }
      }
    }
  }

  /// An action that starts a task in the time of the test.
  private func inTask<Value>(at place: SourcePlace, _ action: @escaping (Value) async throws -> Void) -> (Value) -> Void {
    if !isAsync {
      problems.append(.init(place: place, text: "an async action runs in a test that is awaited\n  write try await marbles { … }"))
    }
    return { [self] value in
      let run: () async -> Void = { [self] in
        do {
          try await action(value)
        } catch {
          problems.append(.init(place: place, text: "\(frameName(timeline.now)): the action has failed: \(error)"))
        }
      }
      let work = Unchecked(run)
      Task { await work.value() }
    }
  }

  private func drive<S: Subject>(
    _ subject: S, _ marbles: String, _ values: Meaning<S.Output>, _ errors: FailureMeaning<S.Failure>, _ name: String?, _ place: SourcePlace
  ) {
    let (lane, script) = script(marbles, as: .cold, values, errors, place)
    let row = addRow(name, "subject", lane, place, log: nil)
    starts.append { [self] in
      for entry in script.entries {
        schedule(at: entry.instant, by: row) {
          switch entry.event {
          case .value(let value): subject.send(value)
          case .finished: subject.send(completion: .finished)
          case .failure(let error): subject.send(completion: .failure(error))
          }
        }
      }
    }
  }
}
