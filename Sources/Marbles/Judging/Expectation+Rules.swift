import PipesCore
import VirtualTime

// Expectations that need no row.

extension Expectation {
  /// Expects the events of another stream: of a model that is obviously right, or of the code before a change.
  ///
  ///     m.expect(found).toEqual(model)
  ///     m.expect(a.merge(with: b)).toEqual(b.merge(with: a), ignoring: .order)
  ///
  /// The other stream has a subscription of its own, with the same `from:` and `demand:`.
  ///
  /// - Parameter other: The other stream.
  /// - Parameter ignored: The differences that do not matter; by default all do.
  @discardableResult public func toEqual<P: Publisher>(
    _ other: P, ignoring ignored: IgnoredDifference = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Self where P.Output == Output, P.Failure == Failure {
    let place = SourcePlace(fileID, filePath, line, column)
    let isItself = StreamIdentity(other) == identity
    let other = beside(other, place, fileID, filePath)
    let comparison = StreamComparison<Output, Failure>(ignored: ignored, areEqual: areEqual)
    let model = { [test, areEqual] in ExpectedRow(other.recording, frame: test.frame, areEqual) }
    add(
      StreamCheck(
        place: place, name: "toEqual",
        isTested: { [unowned self] in isInformative($0.entries) || isInformative(other.recording.entries) },
        untested: test.setting.generated == nil
          ? "neither stream has sent anything" : "neither stream has sent a value or a failure",
        holds: { comparison.holds($0.entries, other.recording.entries) },
        problems: { [unowned self] recording, report, label in
          let otherLabel = report.label(ofListener: nil, at: place, "model"),
            headline = "\(label) differs from \(otherLabel)"
          var difference = model().compare(with: recording)
          difference.rows = lanes + [(label, difference.rows[1].lane), (otherLabel, difference.rows[0].lane)]
          if !ignored.isEmpty, let first = comparison.firstDifference(recording.entries, other.recording.entries) {
            let instant = (first.found ?? first.model)!.instant
            difference.differences = [sentence(first, isTimed: !ignored.contains(.time), at: instant)]
            difference.summary = nil
            difference.note =
              ignored.contains(.time) ? "the instants are ignored" : "the order at one instant is ignored"
          }
          return report.difference(headline, difference, at: place)
        },
        model: ignored.isEmpty ? { model() } : nil), isOfItself: isItself)
    return self
  }

  /// Expects that a condition holds for the events of the stream, after the run.
  ///
  ///     m.expect(ids).toSatisfy("every value once") { run in Set(run.values).count == run.values.count }
  ///
  /// - Parameter rule: The condition in words, which a failure shows.
  /// - Parameter condition: Returns whether the events are right. An error that it throws is a failure, too.
  @discardableResult public func toSatisfy(
    _ rule: String = "the condition", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column, _ condition: @escaping (Recording<Output, Failure>) throws -> Bool
  ) -> Self {
    let place = SourcePlace(fileID, filePath, line, column)
    let isTested: (Recording<Output, Failure>) -> Bool = { [unowned self] in isInformative($0.entries) }
    rules.append(
      StreamCheck(
        place: place, name: "toSatisfy", isTested: isTested,
        untested: "the stream has sent " + (test.setting.generated == nil ? "nothing" : "no value and no failure"),
        holds: { (try? condition($0)) == true },
        problems: { [unowned self] recording, report, label in
          var reason: [String] = []
          do { _ = try condition(recording) } catch { reason = ["  \(DisplayWidth.printable("\(error)"))"] }
          let rows = report.rows(lanes + [(label, ExpectedRow(recording, frame: test.frame, areEqual).lane)])
          let headline = "\(label) does not satisfy \(rule)"
          let text = ([headline] + rows + reason).joined(separator: "\n")
          return [.init(place: place, text: text, kind: .difference(headline))]
        }))
    return self
  }

  /// Expects that each value comes soon after the latest value of another stream.
  ///
  ///     m.expect(found).latency(after: typed, atMost: m.frames(3))
  ///
  /// A value at the same instant as one of the other stream has the latency zero. A value before all values of the
  /// other stream is a failure.
  ///
  /// - Parameter other: The other stream. It has a subscription of its own.
  /// - Parameter limit: The longest time that is allowed.
  @discardableResult public func latency<P: Publisher>(
    after other: P, atMost limit: VirtualInstant.Stride, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Self {
    let place = SourcePlace(fileID, filePath, line, column)
    let isItself = StreamIdentity(other) == identity
    let expectation = test.expect(
      other, by: { _, _ in false }, fileID: fileID, filePath: filePath, line: line, column: column)
    let other = expectation.exempt()
    func late(_ recording: Recording<Output, Failure>) -> [(
      entry: Recording<Output, Failure>.Entry, cause: VirtualInstant?
    )] {
      let causes = other.recording.entries.filter { !$0.event.isEnd }.map(\.instant)
      return recording.entries.compactMap { entry in
        if entry.event.isEnd { return nil }
        let cause = causes.last { $0 <= entry.instant }
        return cause.map { $0.distance(to: entry.instant) <= limit } == true ? nil : (entry, cause)
      }
    }
    add(
      StreamCheck(
        place: place, name: "latency", isTested: { $0.entries.contains { !$0.event.isEnd } },
        untested: "the stream has sent no value", holds: { late($0).isEmpty },
        problems: { [unowned self] recording, report, label in
          let otherLabel = report.label(ofListener: nil, at: place, "the other stream")
          var comparison = Comparison()
          comparison.rows = lanes + [(label, ExpectedRow(recording, frame: test.frame, areEqual).lane)]
          if !report.hasRow(otherLabel) {
            comparison.rows.insert((otherLabel, expectation.received(report).lane), at: 0)
          }
          comparison.differences = late(recording).map { entry, cause in
            let value = Self.words(entry)
            let text =
              cause.map {
                "\(value) comes \(test.length($0.distance(to: entry.instant))) after the latest value of \(otherLabel)"
              }
              ?? "\(value) comes before any value of \(otherLabel)"
            return .init(instant: entry.instant, text: text)
          }
          comparison.note = "at most \(test.length(limit)) are allowed"
          let headline = "\(label) is too late after \(otherLabel)"
          return report.difference(headline, comparison, at: place)
        }), isOfItself: isItself)
    return self
  }

  /// Adds a rule. No event puts one to the test that compares the stream with itself.
  private func add(_ rule: StreamCheck<Output, Failure>, isOfItself: Bool) {
    var rule = rule
    if isOfItself {
      rule.isTested = { _ in false }
      rule.untested = "it is compared with itself"
      rule.cure = "  name another stream, or write .allowingNone()"
    }
    rules.append(rule)
  }

  /// Subscribes to another stream in the same way as to this one, and records it.
  private func beside<P: Publisher>(
    _ other: P, _ place: SourcePlace, _ fileID: StaticString, _ filePath: StaticString
  ) -> Recorder<Output, Failure> where P.Output == Output, P.Failure == Failure {
    let requests = demand == nil ? nil : "-"
    let expectation = test.expect(
      other, by: areEqual, demand: requests, fileID: fileID, filePath: filePath, line: place.line, column: place.column)
    expectation.follow(self)
    return expectation.exempt()
  }

  /// The sentence about the first event of each stream that the other one does not have.
  private func sentence(
    _ first: (found: Recording<Output, Failure>.Entry?, model: Recording<Output, Failure>.Entry?), isTimed: Bool,
    at instant: VirtualInstant
  ) -> Comparison.Difference {
    if let model = first.model?.event, let found = first.found?.event, !areSame(model, found) {
      let names = TestEventNames<Output, Failure>(
        .itself, FailureMeaning(), taken: Lane(frame: max(test.frame, 1), moments: []), areEqual)
      if let details = names.details(model, found, as: Mark(names.kind(of: model))) {
        return .init(instant: instant, text: details.text, details: details.lines)
      }
    }
    func words(_ entry: Recording<Output, Failure>.Entry?) -> String {
      Self.words(entry) + (isTimed ? entry.map { " at \(test.frameName($0.instant))" } ?? "" : "")
    }
    return .init(instant: instant, text: "expected \(words(first.model)), got \(words(first.found))")
  }

  private func areSame(_ left: Event, _ right: Event) -> Bool {
    StreamComparison(ignored: .time, areEqual: areEqual).holds([.init(left, at: .zero)], [.init(right, at: .zero)])
  }

  private static func words(_ entry: Recording<Output, Failure>.Entry?) -> String { entry?.event.words ?? "nothing" }
}

extension Recording.Event {
  /// The event for a sentence of a test that has no names for values.
  var words: String { words({ "'\(ValueText.cut(String(describing: $0)))'" }, { "\($0)" }) }
}

extension MarbleTest {
  /// A length of time in words: `3 frames`.
  func length(_ stride: VirtualInstant.Stride) -> String {
    guard let count = setting.frame.frames(in: stride.nanoseconds) else {
      return VirtualInstant(nanoseconds: stride.nanoseconds).inWords
    }
    return count == 1 ? "1 frame" : "\(count) frames"
  }
}

extension MarbleReport {
  /// Whether a source of the test has this name.
  func hasRow(_ name: String) -> Bool { sources.contains { label(of: $0) == name } }
}
