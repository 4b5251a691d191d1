import Pipes
import VirtualTime

extension MarbleTest {
  /// Creates a hot stream that plays a stream of a recorded run, at the recorded instants.
  ///
  ///     let typed = m.hot(recorded: "session.jsonl", "typed")
  ///
  /// - Parameters:
  ///   - path: The path of the file; a relative one starts at the folder of the test's source file.
  ///   - stream: The name of the stream in the file. Its first subscription is played.
  ///   - error: The error with which the stream fails, if it failed.
  ///   - name: The name of the stream in failures; by default the one in the file.
  public func hot<Failure: Error>(
    recorded path: String, _ stream: String, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<String, Failure> {
    hot(
      recorded: path, stream, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column,
      value: { $0 })
  }

  /// Creates a hot stream that plays a stream of a recorded run, with values that a closure creates from the recorded
  /// texts.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a relative one starts at the folder of the test's source file.
  ///   - stream: The name of the stream in the file. Its first subscription is played.
  ///   - error: The error with which the stream fails, if it failed.
  ///   - name: The name of the stream in failures; by default the one in the file.
  ///   - value: Returns the value of a recorded text, or of a symbol whose value was not written; `nil` is a problem of
  ///     the test.
  public func hot<Value, Failure: Error>(
    recorded path: String, _ stream: String, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> HotSource<Value, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    let rows = recordedRows(path, stream, isHot: true, place)
    return hot(rows.texts[0], .transform { value(rows.values[$0] ?? $0) }, .init(error: error), name ?? stream, place)
  }

  /// Creates a cold stream that plays a stream of a recorded run: the first subscription plays the first recorded one,
  /// and so on. Later subscriptions play the last one.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a relative one starts at the folder of the test's source file.
  ///   - stream: The name of the stream in the file.
  ///   - error: The error with which the stream fails, if it failed.
  ///   - name: The name of the stream in failures; by default the one in the file.
  public func cold<Failure: Error>(
    recorded path: String, _ stream: String, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<String, Failure> {
    cold(
      recorded: path, stream, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column,
      value: { $0 })
  }

  /// Creates a cold stream that plays a stream of a recorded run, with values that a closure creates from the recorded
  /// texts.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a relative one starts at the folder of the test's source file.
  ///   - stream: The name of the stream in the file.
  ///   - error: The error with which the stream fails, if it failed.
  ///   - name: The name of the stream in failures; by default the one in the file.
  ///   - value: Returns the value of a recorded text, or of a symbol whose value was not written; `nil` is a problem of
  ///     the test.
  public func cold<Value, Failure: Error>(
    recorded path: String, _ stream: String, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> ColdSource<Value, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    let rows = recordedRows(path, stream, isHot: false, place)
    return cold(rows.texts, .transform { value(rows.values[$0] ?? $0) }, .init(error: error), name ?? stream, place)
  }

  /// The rows of a recorded stream, at least one, and the texts of the values by symbol. A problem is kept for the
  /// report.
  private func recordedRows(_ path: String, _ stream: String, isHot: Bool, _ place: SourcePlace) -> (
    texts: [String], values: [String: String]
  ) {
    let folder = place.filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let full = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    let run: RecordedRun
    do {
      run = try EventReader.run(try Files.read(full, until: EventReader.isTooLong))
    } catch {
      let reason = (error as? Files.Failure).map { "'\(full)' cannot be read: \($0.reason)" } ?? "\(full):\(error)"
      problems.append(.init(place: place, text: reason))
      return (["-"], [:])
    }
    guard run.streams.contains(stream) else {
      let known = run.streams.map { "'\($0)'" }.joined(separator: ", ")
      problems.append(
        .init(place: place, text: "\(path) has no stream '\(stream)'; it has \(known.isEmpty ? "none" : known)"))
      return (["-"], [:])
    }
    return run.rows(of: stream, isHot: isHot, frame: frame)
  }
}

extension RecordedRun {
  /// The rows of the subscriptions to a stream, and the texts of its values by symbol. The row of a cold stream begins
  /// at its subscription.
  func rows(of stream: String, isHot: Bool, frame: Int64) -> (texts: [String], values: [String: String]) {
    var starts: [Int: VirtualInstant] = [:]
    var marks: [Int: [(instant: VirtualInstant, kind: Mark.Kind)]] = [:]
    var values: [String: String] = [:]
    for event in events where event.stream == stream && (!isHot || event.subscription == 1) {
      if starts[event.subscription] == nil { starts[event.subscription] = isHot ? .zero : event.instant }
      marks[event.subscription, default: []] += []
      guard event.kind.isSignal, let start = starts[event.subscription] else { continue }
      // The text of a failure is not the name of an error.
      var kind = event.kind.mark
      if case .fail = event.kind { kind = .failure(nil) }
      marks[event.subscription]?.append((.zero.advanced(by: start.distance(to: event.instant)), kind))
      if case .next(let symbol, .literal(let literal)) = event.kind { values[symbol] = literal.unquotedLiteral }
    }
    let texts = marks.keys.sorted().map { Lane(frame: frame, marks: marks[$0] ?? []).description }
    return (texts.isEmpty ? ["-"] : texts, values)
  }
}

extension String {
  /// The text that a literal of a text stands for; any other literal as it is.
  fileprivate var unquotedLiteral: String {
    guard count > 1, hasPrefix("\""), hasSuffix("\"") else { return self }
    var text = "", isEscaped = false
    for character in dropFirst().dropLast() {
      if isEscaped {
        text.append(
          character == "n"
            ? "\n" : character == "t" ? "\t" : character == "r" ? "\r" : character == "0" ? "\0" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
