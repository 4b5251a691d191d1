import PipesCore
import VirtualTime

extension MarbleTest {
  // Without a table the values are texts. A default table from which the type is inferred would be shorter, but with it
  // the compiler fails to explain a mistake in a test of one line. The closures have a label, which a trailing closure
  // leaves out: without it the compiler tries each literal table as a closure, too, with everything in the expression,
  // and gives up at a chain of eight operators.

  /// Creates a cold stream: it plays its row for each subscriber, from the instant of the subscription on. The value of
  /// a symbol is its text.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - later: The rows of later subscriptions, for a request that fails at first: the second subscription plays the
  ///     first of them, and so on. All further subscriptions play the last one. By default each subscription plays the
  ///     same row.
  ///   - error: The error of `#`. Its type is the failure type of the stream; by default the stream never fails.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  @_specialize(where Failure == Never) public func cold<Failure: Error>(
    _ marbles: String, then later: [String] = [], error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<String, Failure> {
    cold([marbles] + later, nil, error, name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream of the values of a table.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - later: The rows of later subscriptions. By default each subscription plays the same row.
  ///   - values: The values of the symbols.
  ///   - error: The error of `#`. Its type is the failure type of the stream; by default the stream never fails.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  @_specialize(where Value == String, Failure == Never)
  @_specialize(where Value == Int, Failure == Never) public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], _ values: [String: Value], error: Failure? = Never?.none,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles] + later, values, error, name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream whose values a closure creates from the symbols.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - later: The rows of later subscriptions. By default each subscription plays the same row.
  ///   - error: The error of a bare `#`.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  ///   - value: Returns the value of a symbol; `nil` is an error in the row.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> ColdSource<Value, Failure> {
    cold([marbles] + later, .transform(value), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a cold stream with a failure type.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - later: The rows of later subscriptions. By default each subscription plays the same row.
  ///   - values: The values of the symbols; without a table the value of a symbol is its text.
  ///   - failure: The failure type.
  ///   - error: The error of a bare `#`.
  ///   - errors: The errors of `#'text'`, by text.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], _ values: [String: Value]? = [String: String]?.none,
    failure: Failure.Type, error: Failure? = nil, errors: [String: Failure] = [:],
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold(
      [marbles] + later, SymbolMeaning(values), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream: it plays its row once, with or without subscribers. `^` in the row is time zero.
  ///
  /// *Drops* a value for each subscriber that has not requested it. A subscriber that arrives after the completion
  /// receives the completion immediately.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `--a-^-b-|`.
  ///   - error: The error of `#`. Its type is the failure type of the stream; by default the stream never fails.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  @_specialize(where Failure == Never) public func hot<Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<String, Failure> {
    hot(marbles, nil, error, name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream of the values of a table.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `--a-^-b-|`.
  ///   - values: The values of the symbols.
  ///   - error: The error of `#`. Its type is the failure type of the stream; by default the stream never fails.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  @_specialize(where Value == String, Failure == Never)
  @_specialize(where Value == Int, Failure == Never) public func hot<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value], error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, values, error, name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream whose values a closure creates from the symbols.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - error: The error of a bare `#`.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  ///   - value: Returns the value of a symbol; `nil` is an error in the row.
  public func hot<Value, Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> HotSource<Value, Failure> {
    hot(marbles, .transform(value), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// Creates a hot stream with a failure type.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - values: The values of the symbols; without a table the value of a symbol is its text.
  ///   - failure: The failure type.
  ///   - error: The error of a bare `#`.
  ///   - errors: The errors of `#'text'`, by text.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func hot<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, failure: Failure.Type,
    error: Failure? = nil, errors: [String: Failure] = [:],
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(
      marbles, SymbolMeaning(values), .init(error: error, table: errors), name,
      SourcePlace(fileID, filePath, line, column))
  }

  // Apart from the public functions, so that the choice of a specialized version looks up no types.
  @inline(never) private func cold<Value, Failure>(
    _ rows: [String], _ values: [String: Value]?, _ error: Failure?, _ name: String?, _ place: SourcePlace
  ) -> ColdSource<Value, Failure> {
    cold(rows, SymbolMeaning(values), .init(error: error), name, place)
  }
  @inline(never) private func hot<Value, Failure>(
    _ marbles: String, _ values: [String: Value]?, _ error: Failure?, _ name: String?, _ place: SourcePlace
  ) -> HotSource<Value, Failure> {
    hot(marbles, SymbolMeaning(values), .init(error: error), name, place)
  }

  func cold<Value, Failure>(
    _ rows: [String], _ values: SymbolMeaning<Value>, _ errors: FailureMeaning<Failure>, _ name: String?,
    _ place: SourcePlace
  ) -> ColdSource<Value, Failure> {
    cold(rows.map { recording($0, as: .cold, values, errors, place) }, name, place)
  }
  func cold<Value, Failure>(
    _ played: [(Lane, Recording<Value, Failure>)], _ name: String?, _ place: SourcePlace
  ) -> ColdSource<Value, Failure> {
    let log = SourceLog(timeline: timeline)
    return ColdSource(played.map(\.1), log, name: add(.cold, name, played.map(\.0), at: place, log: log))
  }

  func hot<Value, Failure>(
    _ marbles: String, _ values: SymbolMeaning<Value>, _ errors: FailureMeaning<Failure>, _ name: String?,
    _ place: SourcePlace
  ) -> HotSource<Value, Failure> {
    let (lane, recording) = recording(marbles, as: .hot, values, errors, place)
    return hot(lane, recording, name, place)
  }
  func hot<Value, Failure>(
    _ lane: Lane, _ recording: Recording<Value, Failure>, _ name: String?, _ place: SourcePlace
  ) -> HotSource<Value, Failure> {
    let log = SourceLog(timeline: timeline)
    let source = HotSource(recording, log, name: add(.hot, name, [lane], at: place, log: log))
    plan.acts.append { _ in source.start() }
    return source
  }

  /// Adds a source, or actions, whose rows failures show. Returns its name in reports.
  func add(
    _ kind: PlannedSource.Kind, _ name: String?, _ lanes: [Lane], at place: SourcePlace, log: SourceLog? = nil
  ) -> String {
    let fallback = "\(kind.rawValue) \(plan.sources.count { $0.kind == kind } + 1)"
    plan.sources.append(
      PlannedSource(kind: kind, name: name, fallback: fallback, lanes: lanes, place: place, log: log))
    return name ?? fallback
  }

  /// Reads a row and replaces its symbols with their meanings. A problem is kept with its position.
  func recording<Value, Failure>(
    _ marbles: String, as role: Lane.Role, _ values: SymbolMeaning<Value>, _ errors: FailureMeaning<Failure>,
    _ place: SourcePlace
  ) -> (Lane, Recording<Value, Failure>) {
    let lane = lane(marbles, as: role, at: place)
    plan.tables.add(values.names + errors.names.map { "#" + $0 }, usedBy: lane, at: place)
    do throws(NotationError) {
      let recording = try Recording<Value, Failure>(
        lane, value: { (symbol, mark) throws(NotationError) in try values.value(of: symbol, mark, in: marbles) },
        failure: { (text, mark) throws(NotationError) in try errors.error(of: text, mark, in: marbles) })
      return (lane, recording)
    } catch {
      addProblem("\(error)", at: place)
      return (lane, Recording())
    }
  }
}
