import PipesCore
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
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> HotSource<String, Failure> {
    hot(
      recorded: path, stream, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column,
      value: { $0 })
  }

  /// Creates a hot stream that plays a stream of a recorded run, with values that a closure creates from the recorded
  /// texts.
  ///
  /// The closure returns the value of a recorded text, or of a symbol whose value was not written; `nil` is a problem of
  /// the test. The other parameters are those for texts.
  public func hot<Value, Failure: Error>(
    recorded path: String, _ stream: String, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> HotSource<Value, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    let (lane, recording) = played(path, stream, isHot: true, error, place, value)[0]
    return hot(lane, recording, name ?? stream, place)
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
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> ColdSource<String, Failure> {
    cold(
      recorded: path, stream, error: error, name: name, fileID: fileID, filePath: filePath, line: line, column: column,
      value: { $0 })
  }

  /// Creates a cold stream that plays a stream of a recorded run, with values that a closure creates from the recorded
  /// texts.
  ///
  /// The closure returns the value of a recorded text, or of a symbol whose value was not written; `nil` is a problem of
  /// the test. The other parameters are those for texts.
  public func cold<Value, Failure: Error>(
    recorded path: String, _ stream: String, error: Failure? = Never?.none, name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, value: @escaping (String) -> Value?
  ) -> ColdSource<Value, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return cold(played(path, stream, isHot: false, error, place, value), name ?? stream, place)
  }

  /// Returns the events that each subscription to a recorded stream plays, for at least one. A problem is kept for the report.
  private func played<Value, Failure>(
    _ path: String, _ stream: String, isHot: Bool, _ error: Failure?, _ place: SourcePlace, _ value: (String) -> Value?
  ) -> [(Lane, Recording<Value, Failure>)] {
    if hasRun { refuseLate(at: place) }
    var events: [[RecordedRun.Event]] = [], texts: [String: String] = [:]
    if let run = recordedRun(path, of: stream, place) {
      let all = run.events.filter { $0.stream == stream && (!isHot || $0.subscription == 1) }
      let bySubscription = Dictionary(grouping: all, by: \.subscription)
      events = bySubscription.keys.sorted().map { bySubscription[$0] ?? [] }
      for case .next(let symbol, .literal(let literal)) in all.map(\.kind) { texts[symbol] = literal.unquotedLiteral }
    }
    return (events.isEmpty ? [[]] : events).map { events in
      // A cold stream begins at its subscription.
      let start = isHot ? .zero : events.first?.instant ?? .zero
      var marks: [(instant: VirtualInstant, kind: Mark.Kind)] = [], entries: [Recording<Value, Failure>.Entry] = []
      for event in events {
        let instant = VirtualInstant.zero.advanced(by: start.distance(to: event.instant))
        var kind = event.kind.mark, played: Recording<Value, Failure>.Event?
        switch event.kind {
        case .subscribe, .request, .cancel: continue
        case .finish: played = .finished
        case .next(let symbol, _): played = value(texts[symbol] ?? symbol).map { .value($0) }
        case .fail:
          // The text of a failure is not the name of an error.
          kind = .failure(nil)
          played = error.map { .failure($0) }
        }
        marks.append((instant, kind))
        if let played {
          entries.append(.init(played, at: instant))
        } else if case .next(let symbol, _) = event.kind {
          let what = "'\(symbol)' of '\(stream)' at \(event.instant) is not of type \(Value.self)"
          addProblem("\(path): \(what)\n  the closure returned nil", at: place)
        } else {
          addProblem(
            "\(path): '\(stream)' fails at \(event.instant)\n  pass error: with the failure of the stream", at: place)
        }
      }
      let lane = Lane(frame: frame, marks: marks)
      plan.tables.add([], usedBy: lane, at: place)
      return (lane, Recording(entries))
    }
  }
  /// Reads a recorded run that has a stream.
  private func recordedRun(_ path: String, of stream: String, _ place: SourcePlace) -> RecordedRun? {
    let folder = place.filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let full = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    do {
      let run = try EventReader.run(try Files.read(full, until: EventReader.isTooLong))
      if run.streams.contains(stream) { return run }
      let known = run.streams.map { "'\($0)'" }.joined(separator: ", ")
      addProblem("\(path) has no stream '\(stream)'; it has \(known.isEmpty ? "none" : known)", at: place)
    } catch {
      let reason = (error as? Files.Failure).map { "'\(full)' cannot be read: \($0.reason)" } ?? "\(full):\(error)"
      addProblem(reason, at: place)
    }
    return nil
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
