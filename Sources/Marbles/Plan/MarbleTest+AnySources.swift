import PipesCore
import VirtualTime

extension MarbleTest {
  /// Creates a hot stream whose row each case of the test chooses.
  ///
  ///     try marbles(cases: 500) { m in
  ///       let typed = m.hot(any: "abc")
  ///       m.expect(typed.removeDuplicates()).toSatisfy { run in zip(run.values, run.values.dropFirst()).allSatisfy(!=)
  ///       } }
  ///
  /// - Parameters:
  ///   - symbols: The symbols of the values. Each is its own value.
  ///   - frames: The largest number of frames of the row; 12 by default.
  ///   - atOnce: The largest number of events at one instant. By default 2 if cases are drawn, and 1 if all rows are
  ///     run.
  ///   - ends: The ways in which the row may end; by default it finishes, fails if there is an error, or stays open.
  ///   - error: The error of a row that fails. Its type is the failure type of the stream; by default the stream never
  ///     fails.
  ///   - name: The name of the stream in failures; by default the name of its variable.
  public func hot<Failure: Error>(
    any symbols: String, frames: Int = 12, atOnce: Int? = nil, ends: Set<RowEnd>? = nil, error: Failure? = Never?.none,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<String, Failure> {
    hot(
      any: symbols.map(String.init), frames: frames, atOnce: atOnce, ends: ends, error: error, name: name,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a hot stream of some values, whose row each case of the test chooses.
  ///
  /// The values come in an array, the simplest first. The other parameters are those for symbols.
  public func hot<Value, Failure: Error>(
    any values: [Value], frames: Int = 12, atOnce: Int? = nil, ends: Set<RowEnd>? = nil, error: Failure? = Never?.none,
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> HotSource<Value, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    let (row, recording) = recording("hot", values, frames, atOnce, ends, error, place)
    return hot(row.lane, recording, name, place)
  }

  /// Creates a cold stream whose row each case of the test chooses. It plays its row for each subscriber, from the
  /// instant of the subscription on.
  ///
  /// The parameters are those of a hot stream.
  public func cold<Failure: Error>(
    any symbols: String, frames: Int = 12, atOnce: Int? = nil, ends: Set<RowEnd>? = nil, error: Failure? = Never?.none,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<String, Failure> {
    cold(
      any: symbols.map(String.init), frames: frames, atOnce: atOnce, ends: ends, error: error, name: name,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a cold stream of some values, whose row each case of the test chooses. It plays its row for each
  /// subscriber, from the instant of the subscription on.
  ///
  /// The values come in an array, the simplest first. The other parameters are those of a hot stream.
  public func cold<Value, Failure: Error>(
    any values: [Value], frames: Int = 12, atOnce: Int? = nil, ends: Set<RowEnd>? = nil, error: Failure? = Never?.none,
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> ColdSource<Value, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    let (row, recording) = recording("cold", values, frames, atOnce, ends, error, place)
    return cold([(row.lane, recording)], name, place)
  }

  /// Returns the text of a row that each case of the test chooses, for `drive(_:with:)` and `at(_:)`.
  ///
  /// - Parameters:
  ///   - symbols: The symbols of the row.
  ///   - frames: The largest number of frames; 12 by default.
  ///   - atOnce: The largest number of events at one instant. By default 2 if cases are drawn, and 1 if all rows are
  ///     run.
  ///   - ends: The ways in which the row may end; by default it stays open.
  public func row(
    any symbols: String, frames: Int = 12, atOnce: Int? = nil, ends: Set<RowEnd> = [.open],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> String {
    let place = SourcePlace(fileID, filePath, line, column)
    let alphabet = Alphabet(symbols.map(String.init))
    let row = chooseRow("row", alphabet, frames: frames, atOnce: atOnce, ends: ends, canFail: true, place)
    return row.lane.description
  }

  /// Returns a row of requests that each case of the test chooses, for `demand:` of an expectation: 1, 2 or 3 values,
  /// or unlimited.
  ///
  /// - Parameter frames: The largest number of frames; 12 by default.
  public func demand(
    anyFrames frames: Int = 12, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> String {
    let place = SourcePlace(fileID, filePath, line, column)
    return chooseRequests(frames: frames, place).lane.description
  }

  /// Returns a subscription row that each case of the test chooses, for `from:` of an expectation: the subscription
  /// begins at zero or later, and is cancelled or not.
  ///
  /// - Parameter frames: The largest number of frames; 12 by default.
  public func window(
    anyFrames frames: Int = 12, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> String {
    let frames = setting.generated?.frames ?? frames
    let place = SourcePlace(fileID, filePath, line, column)
    let start = choose(frames, { min($0.geometric() / 2, frames - 1) }, place)
    let rest = frames - start
    // 0 is a subscription that is not cancelled; the others are the frames after its begin.
    let end = choose(max(rest, 1), { $0.isOne(in: 3) ? 0 : $0.below(max(rest, 1)) }, place)
    let silence = String(repeating: "-", count: start) + "^"
    return end == 0 ? silence : silence + String(repeating: "-", count: end - 1) + "!"
  }

  /// Chooses one of some values, the simplest first: the answer of a stub, a length of time, a flag. It may be called
  /// while the test runs.
  ///
  /// - Parameter options: The options.
  public func choose<Option>(
    _ options: [Option], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Option {
    precondition(!options.isEmpty, "choose needs an option")
    let place = SourcePlace(fileID, filePath, line, column)
    let option = options[choose(options.count, { $0.below(options.count) }, place)]
    setting.generated?.note(option, at: place)
    return option
  }

  /// Chooses a number, the smallest being the simplest. It may be called while the test runs.
  ///
  /// - Parameter numbers: The numbers.
  public func choose(
    _ numbers: ClosedRange<Int>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Int {
    let (distance, overflow) = numbers.upperBound.subtractingReportingOverflow(numbers.lowerBound)
    let count = overflow || distance == .max ? Int.max : distance + 1
    let place = SourcePlace(fileID, filePath, line, column)
    let number = numbers.lowerBound + choose(count, { $0.below(count) }, place)
    setting.generated?.note(number, at: place)
    return number
  }

  private func choose(_ count: Int, _ draw: (inout SplitMixSequence) -> Int, _ place: SourcePlace) -> Int {
    if let generated = setting.generated { return generated.choices.choose(count, draw: draw) }
    addProblem("a choice needs cases\n  write try marbles(cases: 500) { m in … }", at: place)
    return 0
  }

  private func recording<Value, Failure: Error>(
    _ maker: String, _ values: [Value], _ frames: Int, _ atOnce: Int?, _ ends: Set<RowEnd>?, _ error: Failure?,
    _ place: SourcePlace
  ) -> (GeneratedRow, Recording<Value, Failure>) {
    let alphabet = Alphabet(values)
    let ends = ends ?? (error == nil ? [.open, .finished] : [.open, .finished, .failed])
    let row = chooseRow(maker, alphabet, frames: frames, atOnce: atOnce, ends: ends, canFail: error != nil, place)
    return (row, recording(row, values, error))
  }
}

extension MarbleTest {
  func recording<Value, Failure: Error>(_ row: GeneratedRow, _ values: [Value], _ error: Failure?) -> Recording<
    Value, Failure
  > {
    let entries = row.events.map { event in
      let instant = VirtualInstant(nanoseconds: setting.frame.time(of: Int64(event.frame)))
      return switch event.kind {
      case .symbol(let number): Recording<Value, Failure>.Entry(.value(values[number]), at: instant)
      case .end(.failed): Recording<Value, Failure>.Entry(.failure(error!), at: instant)
      case .end: Recording<Value, Failure>.Entry(.finished, at: instant)
      }
    }
    return Recording(entries)
  }

  /// Chooses requests of 1, 2 or 3 values, or unlimited ones.
  func chooseRequests(frames: Int, _ place: SourcePlace) -> (
    lane: Lane, requests: [(instant: VirtualInstant, count: Int?)]
  ) {
    setting.generated?.allowsWaiting = true
    let counts: [Int?] = [nil, 1, 2, 3], names = Alphabet(["*", "1", "2", "3"])
    let row = chooseRow("demand", names, frames: frames, atOnce: 1, ends: [.open], canFail: false, place)
    let requests = zip(row.lane.moments, row.events).map { moment, event -> (instant: VirtualInstant, count: Int?) in
      guard case .symbol(let number) = event.kind else { return (moment.instant, nil) }
      return (moment.instant, counts[number])
    }
    let lane = Lane(frame: frame, marks: requests.map { ($0.instant, .request($0.count)) })
    if let generated = setting.generated, let last = generated.rows.indices.last, !requests.isEmpty {
      generated.rows[last].lane = lane
    }
    return (lane, requests)
  }
}
