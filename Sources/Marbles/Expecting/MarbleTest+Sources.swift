import Pipes
import VirtualTime

extension MarbleTest {
  /// A stream that plays its row anew for each subscriber, from the instant of the subscription on.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `-a-b-|`.
  ///   - later: The rows of later subscriptions, as of a request that fails at first: the second subscription plays the first of these, and
  ///     so on. The last one is played by all that follow. Without any, each subscription plays the same.
  ///   - values: The meanings of the symbols; without a table each symbol is the string of itself.
  ///   - error: The error that the stream fails with at `#`. It also gives the stream its type of failure.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], _ values: [String: Value]? = [String: String]?.none, error: Failure? = Never?.none,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles] + later, Meaning(values), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A cold stream whose values a closure makes of the symbols.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ value: @escaping (String) -> Value?
  ) -> ColdSource<Value, Failure> {
    cold([marbles] + later, .transform(value), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A cold stream with a type of failure; `#'text'` fails with the error of that name.
  public func cold<Value, Failure: Error>(
    _ marbles: String, then later: [String] = [], _ values: [String: Value]? = [String: String]?.none, failure: Failure.Type,
    errors: [String: Failure] = [:],
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<Value, Failure> {
    cold([marbles] + later, Meaning(values), .init(table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A stream that plays its row once, whoever listens. `^` in the row is time zero.
  ///
  /// A value that finds no demand is lost; who subscribes after the end gets it at once.
  ///
  /// - Parameters:
  ///   - marbles: The row, such as `--a-^-b-|`.
  ///   - values: The meanings of the symbols; without a table each symbol is the string of itself.
  ///   - error: The error that the stream fails with at `#`. It also gives the stream its type of failure.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func hot<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, Meaning(values), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A hot stream whose values a closure makes of the symbols.
  public func hot<Value, Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ value: @escaping (String) -> Value?
  ) -> HotSource<Value, Failure> {
    hot(marbles, .transform(value), .init(error: error), name, SourcePlace(fileID, filePath, line, column))
  }

  /// A hot stream with a type of failure; `#'text'` fails with the error of that name.
  public func hot<Value, Failure: Error>(
    _ marbles: String, _ values: [String: Value]? = [String: String]?.none, failure: Failure.Type, errors: [String: Failure] = [:],
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<Value, Failure> {
    hot(marbles, Meaning(values), .init(table: errors), name, SourcePlace(fileID, filePath, line, column))
  }

  func cold<Value, Failure>(
    _ rows: [String], _ values: Meaning<Value>, _ errors: FailureMeaning<Failure>, _ name: String?, _ place: SourcePlace
  ) -> ColdSource<Value, Failure> {
    let log = SourceLog(timeline: timeline)
    let plays = rows.map { script($0, as: .cold, values, errors, place) }
    let known = addRow(name, "cold", plays[0].0, place, log: log)
    for (lane, _) in plays.dropFirst() { _ = addRow(name, "cold", lane, place, log: nil) }
    return ColdSource(plays.map(\.1), log, name: known)
  }

  func hot<Value, Failure>(
    _ marbles: String, _ values: Meaning<Value>, _ errors: FailureMeaning<Failure>, _ name: String?, _ place: SourcePlace
  ) -> HotSource<Value, Failure> {
    let (lane, script) = script(marbles, as: .hot, values, errors, place)
    let log = SourceLog(timeline: timeline)
    let source = HotSource(script, log, name: addRow(name, "hot", lane, place, log: log))
    starts.append { source.start() }
    return source
  }

  /// Adds a row that failures show, and returns what reports call it.
  func addRow(_ name: String?, _ kind: String, _ lane: Lane, _ place: SourcePlace, log: SourceLog?) -> String {
    let fallback = "\(kind) \(sources.count { $0.fallback.hasPrefix("\(kind) ") } + 1)"
    sources.append(SourceRow(name: name, fallback: fallback, lane: lane, place: place, log: log))
    return name ?? fallback
  }

  /// Reads a row and gives its symbols their meaning. A problem is kept with its place.
  func script<Value, Failure>(
    _ marbles: String, as role: Lane.Role, _ values: Meaning<Value>, _ errors: FailureMeaning<Failure>, _ place: SourcePlace
  ) -> (Lane, Recording<Value, Failure>) {
    let lane = lane(marbles, as: role, at: place)
    tables.add(values.names + errors.names.map { "#" + $0 }, usedBy: lane, at: place)
    do throws(NotationError) {
      let script = try Recording<Value, Failure>(
        lane, value: { (symbol, mark) throws(NotationError) in try values.value(of: symbol, mark, in: marbles) },
        failure: { (text, mark) throws(NotationError) in try errors.error(of: text, mark, in: marbles) })
      return (lane, script)
    } catch {
      problems.append(.init(place: place, text: "\(error)"))
      return (lane, Recording())
    }
  }
}
