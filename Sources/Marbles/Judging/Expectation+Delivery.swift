import PipesCore
import VirtualTime

extension MarbleTest {
  /// Subscribes to a stream and expects that all its events are delivered on a scheduler.
  ///
  ///     let main = m.scheduler(for: DispatchQueue.self)
  ///     m.expect(titles(typed, on: main), on: main).toBe("-a--b")
  ///
  /// A pipeline without its `receive(on:)` sends the same events at the same instants, so no row finds that; this
  /// expectation does. For a stream whose values are not `Equatable` write
  /// ``Expectation/delivered(on:turn:fileID:filePath:line:column:)`` after `expect`.
  ///
  /// - Parameters:
  ///   - publisher: The stream.
  ///   - scheduler: A scheduler of this test, or a queue or a run loop that works in its virtual time.
  ///   - turn: The turn in which each event is delivered; by default any.
  ///   - window: A row with the instants of the subscription and the cancel; by default the subscription begins at
  ///     zero.
  ///   - demand: A row of requests; by default unlimited values are requested at the subscription.
  ///   - name: The name of the stream in failures; by default the text of the argument.
  @discardableResult public func expect<P: Publisher, S: Scheduler>(
    _ publisher: P, on scheduler: S, turn: Int? = nil, from window: String? = nil, demand: String? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Expectation<P.Output, P.Failure> where P.Output: Equatable {
    expect(
      publisher, by: ==, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line,
      column: column
    )
    .delivered(on: scheduler, turn: turn, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Expectation {
  /// Expects that all events of the stream are delivered on a scheduler: by an action that was scheduled there.
  ///
  ///     m.expect(states, by: { $0.id == $1.id }).delivered(on: main).toBe("-a--b")
  ///
  /// - Parameters:
  ///   - scheduler: A scheduler of this test, or a queue or a run loop that works in its virtual time.
  ///   - turn: The turn in which each event is delivered: its place among all actions of its instant, 1 for the first.
  ///     A source whose value is the only action of an instant sends it in turn 1, and `receive(on:)` delivers it in
  ///     turn 2. By default any turn is right. Use it where the upstream works on the same scheduler.
  @discardableResult public func delivered<S: Scheduler>(
    on scheduler: S, turn: Int? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Self {
    let place = SourcePlace(fileID, filePath, line, column)
    guard let name = test.name(of: scheduler, at: place) else { return self }
    if let turn, turn < 1 {
      test.addProblem("turn \(turn) is not a place\n  write turn: 1 for the first action of an instant", at: place)
      return self
    }
    recorder.keepActions()
    let isRight = { (action: Timeline.RunningAction?) in action?.name == name && (turn == nil || action?.turn == turn) }
    rules.append(
      StreamCheck(
        place: place, name: "delivered(on:)", holds: { [recorder] _ in recorder.receivedActions.allSatisfy(isRight) },
        problems: { [unowned self] recording, report, label in
          let scheduler = report.argument(at: place, .label("on")) ?? "the scheduler"
          let wrong = zip(recording.entries, recorder.receivedActions).filter { !isRight($1) }
          var comparison = Comparison()
          comparison.rows = lanes + [(label, ExpectedRow(recording, frame: test.frame, areEqual).lane)]
          comparison.differences = wrong.map { entry, action in
            .init(
              instant: entry.instant, text: sentence(entry, action, isOther: action?.name != name, turn, report))
          }
          let isElsewhere = wrong.contains { $1?.name != name }
          comparison.note =
            isElsewhere
            ? "write .receive(on: \(scheduler)) where the pipeline ends"
            : "a turn is the place among all actions of an instant"
          let headline =
            isElsewhere ? "\(label) is not delivered on \(scheduler)" : "\(label) is delivered in another turn"
          return report.difference(headline, comparison, at: place)
        }))
    return self
  }

  private func sentence(
    _ entry: Recording<Output, Failure>.Entry, _ action: Timeline.RunningAction?, isOther: Bool, _ turn: Int?,
    _ report: MarbleReport
  ) -> String {
    guard let action else { return "\(entry.event.words) comes from outside of the run" }
    if isOther {
      let known = test.timeline.name(action.name) ?? "another scheduler"
      // A source has the name of its variable.
      let name = report.sources.first { $0.fallback == known }.map { report.label(of: $0) } ?? known
      return "\(entry.event.words) is delivered by \(name)"
    }
    return "\(entry.event.words) comes in turn \(action.turn), expected turn \(turn ?? action.turn)"
  }
}

extension MarbleTest {
  /// The index of the name that the actions of a scheduler have on the timeline; `nil` if it cannot be known, which is
  /// a problem of the test.
  func name<S: Scheduler>(of scheduler: S, at place: SourcePlace) -> UInt32? {
    if let scheduler = scheduler as? any DistinctScheduler {
      if scheduler.timeline === timeline { return scheduler.distinctName() }
      addProblem(
        "the scheduler has another virtual time than the test\n  take m.scheduler or m.scheduler(for:)", at: place)
      return nil
    }
    if let real = (scheduler as? any RealTimeScheduler)?.realScheduler, real.isVirtualInRuns {
      return timeline.index(of: real.name)
    }
    addProblem(
      "a test cannot see which scheduler of type \(S.self) delivers an event\n  take m.scheduler or m.scheduler(for:)",
      at: place)
    return nil
  }
}
