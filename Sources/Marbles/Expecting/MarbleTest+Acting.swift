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
  ///   - name: The name of the row in failures; by default the name of the subject.
  public func drive<S: Subject>(
    _ subject: S, with marbles: String, _ values: [String: S.Output]? = nil, error: S.Failure? = nil, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    drive(subject, marbles, Meaning(values), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Sends to a subject what a row says, the values made of the symbols by a closure.
  public func drive<S: Subject>(
    _ subject: S, with marbles: String, error: S.Failure? = nil, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ value: @escaping (String) -> S.Output?
  ) {
    drive(subject, marbles, .transform(value), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Does something at the instants of a row: once for each symbol, which the action receives.
  public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ action: @escaping (String) -> Void
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    let lane = lane(marbles, as: .actions, at: place)
    let row = addRow(name, "actions", lane, place, log: nil)
    starts.append { [self] in
      for moment in lane.moments {
        for case .value(let symbol) in moment.marks.map(\.kind) {
          schedule(at: moment.instant, by: row) { action(symbol.text) }
        }
      }
    }
  }

  /// Does something at the instants of a row: once for each symbol.
  public func at(
    _ marbles: String, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column, _ action: @escaping () -> Void
  ) {
    at(marbles, name: name, fileID: fileID, filePath: filePath, line: line, column: column) { _ in action() }
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
