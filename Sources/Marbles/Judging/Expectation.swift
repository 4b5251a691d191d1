import PipesCore
import VirtualTime

/// An expectation about the events of a stream, created by `expect` of a ``MarbleTest``.
///
/// Without a call of ``toBe(_:_:error:errors:within:fileID:filePath:line:column:)`` or of another method that expects
/// something, the test fails.
public final class Expectation<Output, Failure: Error>: StreamExpectation {
  typealias Event = Recording<Output, Failure>.Event

  let place: SourcePlace
  let name: String?
  let fallback: String
  let test: MarbleTest
  let recorder: Recorder<Output, Failure>
  let identity: StreamIdentity
  private let subscribe: (Recorder<Output, Failure>) -> Void
  let areEqual: (Output, Output) -> Bool
  private(set) var window: Lane?
  private(set) var demand: Lane?
  /// The expectations that are not rows.
  var rules: [StreamCheck<Output, Failure>] = []
  private(set) var isExempt = false
  /// Whether the stream is only recorded, and whether the body has run the test without reading the recording.
  private(set) var isForReading = false
  private(set) var isUnread = false
  private(set) var allowsNone = false
  private var allowsLive = false
  private var expected: ExpectedRow<TestEventNames<Output, Failure>>?
  /// The lane of the expected row.
  private var lane: Lane?
  private var rewrite: ((Comparison) -> RowRewrite)?
  private(set) var writtenRows: (place: SourcePlace, rows: [String])?
  /// Whether a task of the expectation waits for the next value.
  var waits: () -> Bool = { false }

  @usableFromInline init(
    _ test: MarbleTest, _ identity: StreamIdentity, _ subscribe: @escaping (Recorder<Output, Failure>) -> Void,
    _ areEqual: @escaping (Output, Output) -> Bool,
    from window: String?, demand: String?, name: String?, at place: SourcePlace
  ) {
    self.test = test
    self.identity = identity
    self.subscribe = subscribe
    self.areEqual = areEqual
    self.place = place
    self.name = name
    self.window = window.map { test.lane($0, as: .window, at: place) }
    self.demand = demand.map { test.lane($0, as: .demand, at: place) }
    fallback = "expectation " + String(test.plan.listeners.count + 1)
    recorder = Recorder(timeline: test.timeline, demand: demand == nil ? .unlimited : .none)
    if !test.hasRun { recorder.awaitRun() }
    test.add(self)
  }

  /// The events that the stream has sent. There are none before the test has run: a test that reads them before fails.
  public var recording: Recording<Output, Failure> { recorder.recording }

  /// Expects exactly the events of a row, at its instants and in its order. A row without a completion expects a stream
  /// that has not completed.
  ///
  /// - Parameters:
  ///   - marbles: The expected row. `?` is any value, `{ab}` are values in any order.
  ///   - values: The values of the symbols; without a table the value of a symbol is its text.
  ///   - error: The expected error of a bare `#`; by default any failure is accepted.
  ///   - errors: The expected errors of `#'text'`. Without a table the description of the error must equal the text.
  ///   - tolerance: The time by which an event may be earlier or later than expected; zero by default.
  @_specialize(where Output == String, Failure == Never)
  @_specialize(where Output == Int, Failure == Never)
  @discardableResult public func toBe(
    _ marbles: String, _ values: [String: Output]? = nil, error: Failure? = nil, errors: [String: Failure]? = nil,
    within tolerance: VirtualInstant.Stride = .zero, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Self {
    expect(marbles, values, error, errors, tolerance, SourcePlace(fileID, filePath, line, column))
    return self
  }
  // Apart, so that the choice of a specialized version looks up no types.
  @inline(never) private func expect(
    _ marbles: String, _ values: [String: Output]?, _ error: Failure?, _ errors: [String: Failure]?,
    _ tolerance: VirtualInstant.Stride, _ place: SourcePlace
  ) {
    expect(marbles, SymbolMeaning(values), .init(error: error, table: errors), tolerance, place)
  }

  /// Expects exactly the events of a row, whose values a closure creates from the symbols.
  ///
  /// - Parameters:
  ///   - marbles: The row of marbles.
  ///   - error: The expected error of a bare `#`; by default any failure is accepted.
  ///   - errors: The expected errors of `#'text'`, by text.
  ///   - tolerance: The time by which an event may be earlier or later than expected; zero by default.
  ///   - value: Returns the value of a symbol; `nil` is an error in the row.
  @discardableResult public func toBe(
    _ marbles: String, error: Failure? = nil, errors: [String: Failure]? = nil,
    within tolerance: VirtualInstant.Stride = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    value: @escaping (String) -> Output?
  ) -> Self {
    expect(
      marbles, .transform(value), .init(error: error, table: errors), tolerance,
      SourcePlace(fileID, filePath, line, column))
    return self
  }

  private func expect(
    _ marbles: String, _ values: SymbolMeaning<Output>, _ errors: FailureMeaning<Failure>,
    _ tolerance: VirtualInstant.Stride, _ place: SourcePlace
  ) {
    if expected != nil { test.addProblem("a second toBe for one expectation\n  write another m.expect", at: place) }
    let lane = test.lane(marbles, as: .expectation, at: place)
    test.plan.tables.add(values.names + errors.names.map { "#" + $0 }, usedBy: lane, at: place)
    self.lane = lane
    writtenRows = (place, [marbles])
    do throws(NotationError) {
      expected = try ExpectedRow(lane, marbles, values, errors, within: tolerance, areEqual)
      rewrite = { [areEqual, recorder] comparison in
        let recording = recorder.recording
        func text(_ comparison: Comparison, _ values: SymbolMeaning<Output>) -> String? {
          let new = Lane(frame: lane.frameLength, moments: comparison.recorded)
          let text = new.text(inPlaceOf: marbles, lane, as: .expectation)
          let row = try? ExpectedRow(
            Lane(parsing: text, as: .expectation, frame: lane.frameLength), text, values, errors, within: tolerance,
            areEqual)
          return row?.compare(with: recording).differences.isEmpty == true ? text : nil
        }
        if let known = text(comparison, values) { return .init(place: place, old: [marbles], new: [known]) }
        // The table gets the values that it does not have.
        let more = values.naming(recording.values, taken: lane, areEqual)
        let unnamed = more.new.map { ValueText.cut(ValueText.of($0.value)) }
        guard more.new.allSatisfy({ $0.literal != nil }), !more.new.isEmpty,
          let row = try? ExpectedRow(lane, marbles, more.meaning, errors, within: tolerance, areEqual),
          let new = text(row.compare(with: recording), more.meaning)
        else { return .init(place: place, old: [marbles], new: nil, unnamed: unnamed) }
        return .init(place: place, old: [marbles], new: [new], added: more.new.map { "\"\($0.name)\": \($0.literal!)" })
      }
    } catch {
      test.addProblem("\(error)", at: place)
    }
  }

  /// Allows that timers and sources upstream of this stream are still active when the stream is over. Otherwise the
  /// test fails.
  @discardableResult public func allowingLive() -> Self {
    allowsLive = true
    return self
  }

  /// Lets `toEqual`, `toSatisfy`, `latency` and `delivered` hold if no event of the stream puts them to the test.
  /// Otherwise the test fails; of a test with cases, one case has to put them to the test.
  @discardableResult public func allowingNone() -> Self {
    allowsNone = true
    return self
  }

  /// Allows that there is no expected row, and returns the recorder.
  func exempt() -> Recorder<Output, Failure> {
    isExempt = true
    return recorder
  }
  /// Returns the recorder, which a body that runs the test has to read.
  func forReading() -> Recorder<Output, Failure> {
    isForReading = true
    return exempt()
  }
  func bodyIsOver() { isUnread = isForReading && !recorder.wasRead }
  /// Takes subscription, cancel and requests from another expectation, with which this stream is compared.
  func follow<Other, OtherFailure>(_ other: Expectation<Other, OtherFailure>) {
    window = other.window
    demand = other.demand
  }

  // MARK: The run

  var eventCount: Int { recorder.count }
  var isListening: Bool { allowsLive || !recorder.hasEnded }
  var horizon: VirtualInstant { max(window.end, demand.end, lane.end) }

  func scheduleSubscription(in run: TestRun) {
    recorder.runBegins()
    guard let window else { return run.scheduleLane(at: .zero, by: name ?? fallback) { [self] in subscribe(recorder) } }
    for moment in window.moments {
      for mark in moment.content {
        run.scheduleLane(at: moment.instant, by: name ?? fallback) { [self] in
          if mark.kind == .subscribe { subscribe(recorder) } else { recorder.cancel() }
        }
      }
    }
  }
  func cancel() { recorder.cancel() }
  func schedule(in run: TestRun) {
    for moment in demand?.moments ?? [] {
      for case .request(let count) in moment.content.map({ $0.kind }) {
        run.scheduleLane(at: moment.instant, by: name ?? fallback) { [self] in
          recorder.request(count.map { .max($0) } ?? .unlimited)
        }
      }
    }
  }

  var recorded: String? { "\(recorder.recording) \(recorder.violations)" }

  func received(_ report: MarbleReport) -> (label: String, lane: Lane) {
    let start = Recording<Output, Failure>(Array(recorder.recording.entries.prefix(MarbleReport.width)))
    let row = ExpectedRow<TestEventNames<Output, Failure>>(frame: test.frame, areEqual)
    return (report.label(ofListener: name, at: place, fallback), row.compare(with: start).rows[1].lane)
  }

  func outcome(_ report: MarbleReport) -> RunRecord.Outcome {
    let recording = recorder.recording
    let expected = expected ?? rules.lazy.compactMap { $0.model?() }.first
    let row = expected ?? ExpectedRow(frame: test.frame, areEqual)
    let lane = row.shown(recording.entries.prefix(RunRecord.limit))
    var outcome = RunRecord.Outcome(
      name: report.label(ofListener: name, at: place, fallback), from: window, demand: demand, received: lane,
      meanings: row.names.meanings, recorder: ObjectIdentifier(recorder))
    outcome.isCut = recording.entries.count > RunRecord.limit
    if let expected, !expected.accepts(recording) {
      let instants = Set(expected.compare(with: recording).differences.map(\.instant)).sorted()
      outcome.differences = Array(instants.prefix(RunRecord.limit))
      if !outcome.differences.isEmpty { outcome.expected = expected.lane }
    }
    return outcome
  }

  @_specialize(where Output == String, Failure == Never)
  @_specialize(where Output == Int, Failure == Never)
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] { compared(report) }
  @inline(never) private func compared(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let (recording, violations) = (recorder.recording, recorder.violations)
    let ignoresCancel =
      recorder.isOver && waits() && !allowsLive && !test.plan.allowsLive && !test.timeline.hasLeft
    if violations.isEmpty, !ignoresCancel, expected?.accepts(recording) ?? (isExempt || !rules.isEmpty),
      rules.allSatisfy({ $0.holds(recording) })
    {
      return []
    }
    let label = report.label(ofListener: name, at: place, fallback)
    var problems = violations.map {
      MarbleFailure.Problem(
        place: place, text: "\(label) breaks the protocol at \(test.frameName($0.instant)): \($0.rule.rawValue)",
        kind: .streamRule($0.rule.rawValue, of: label))
    }
    if ignoresCancel {
      let text = "\(label) ignores that its task was cancelled: the task still waits for the next value"
      problems.append(.init(place: place, text: text + "\n  end 'next()' at a cancel, or call m.allowLive()"))
    }
    if let expected {
      var comparison = expected.compare(with: recording)
      if comparison.note == nil, let lane { comparison.note = remark(comparison, lane) }
      comparison.rows = lanes + comparison.rows
      let found = report.problem("\(label) differs", comparison, at: place) { rewrite?(comparison) }
      // An open sequence waits, too. Only if work has left virtual time, the next value may have been on its way in
      // real time.
      let isStuck = waits() && test.timeline.hasLeft
      let hint =
        isStuck
        ? "\n  a task still waits for the next value, and work has left virtual time, for which a test does not wait"
        : ""
      problems += found.map { $0.with(text: $0.text + hint) }
    } else if !isExempt, rules.isEmpty {
      problems.append(.init(place: place, text: "\(label) has no expected row\n  write .toBe(\"…\") after m.expect"))
    }
    return problems + rules.flatMap { $0.holds(recording) ? [] : $0.problems(recording, report, label) }
  }

  var firstDifference: VirtualInstant? {
    let recording = recorder.recording
    guard let expected, !expected.accepts(recording) else { return nil }
    return expected.compare(with: recording).differences.map(\.instant).min()
  }

  /// The rows of subscription and requests that a failure shows.
  var lanes: [(label: String, lane: Lane)] {
    (window.map { [("from", $0)] } ?? []) + (demand.map { [("demand", $0)] } ?? [])
  }

  var expectedText: String? {
    guard window == nil, demand == nil, expected == nil else { return nil }
    return rules.lazy.compactMap { $0.model?()?.text() }.first
  }
}

extension Lane? {
  /// The instant of the last mark; zero if there is none.
  fileprivate var end: VirtualInstant { self?.moments.last?.instant ?? .zero }
}
