import Pipes
import VirtualTime

extension MarbleTest {
  /// Schedules the rows of the test: first subscriptions, then requests, then hot sources and actions. Returns false if
  /// this was done before.
  func start() throws -> Bool {
    if !problems.isEmpty { throw MarbleFailure(problems: problems) }
    if hasRun { return false }
    hasRun = true
    for row in sources { row.log?.notePast() }
    for (owner, listener) in listeners {
      timeline.inContext(Journal.Context(owner: owner)) { listener.scheduleSubscription() }
    }
    for (owner, expectation) in expectations.enumerated() {
      timeline.inContext(Journal.Context(owner: owner)) { expectation.schedule() }
    }
    for start in starts { start() }
    for expectation in expectations { horizon = max(horizon, expectation.horizon) }
    for row in sources { horizon = max(horizon, row.lane.moments.last?.instant ?? .zero) }
    return true
  }

  /// Whether the time advances to the next instant: always up to the last symbol of the test, and then until only
  /// repeating timers are pending. `Causes` has the rules.
  func goesOn(to next: VirtualInstant) -> Bool {
    if leak == nil { leak = pendingTimers }
    if next <= horizon { return true }
    if judges.contains(where: { $0.waitsUntil.map { $0 >= next } ?? false }) { return true }
    // The test fails already, and nothing is expected any more: a task that sleeps again and again is not followed.
    if leak != nil, !allowsLive { return false }
    if let observer, next.nanoseconds <= horizon.nanoseconds + observer.frames * frame { return true }
    instantsAfterHorizon += 1
    // Nothing that is expected can still change: timers that follow one another are followed no longer than those that
    // repeat.
    if instantsAfterHorizon > (ignoresEvents ? Self.patienceWithoutListeners : Self.patienceAfterHorizon) {
      endless = endlessWork
      return false
    }
    let eventCount = listeners.reduce(0) { $0 + $1.expectation.eventCount }
    if eventsAtHorizon == nil { timeline.noteEffect() } else if eventsAtHorizon != eventCount { timeline.endPatience() }
    eventsAtHorizon = eventsAtHorizon ?? eventCount
    return timeline.mayStillChange
  }

  /// The number of instants for which a run goes on after the last symbol of the test.
  static let patienceAfterHorizon = 20_000
  /// The same if every expected stream has ended.
  static let patienceWithoutListeners = 1_000
  /// A sentence about what goes on and on.
  private var endlessWork: String {
    let isSleep = timeline.dues.contains { $0.isSleep }
    let what = isSleep ? "a task sleeps again and again" : "timers follow one another"
    let fix = isSleep ? "cancel the task that sleeps again and again" : "cancel what needs no more time"
    return
      "no end in sight at \(timeline.rowInstant.inWords), \(instantsAfterHorizon - 1) instants after the last symbol of the test: \(what)\n"
      + "  \(fix), or end what is expected: from: \"^---!\""
  }

  /// Called when a limit has stopped the run: keeps the reason and the events up to that instant.
  func stop(_ error: any Error) {
    wasStopped = true
    let report = MarbleReport(self)
    let rows = report.rows(streams.map { $0.expectation.received(report) })
    let kind: Finding.Kind =
      (error as? Timeline.Runaway).map { .stopped(atOneInstant: $0.limit == .actionsPerInstant) }
      ?? .of(foreign: "\(error)")
    problems.append(problem(([MarbleTest.text(of: error)] + rows).joined(separator: "\n"), kind))
  }

  /// The text of an error that has stopped a run, with the cure if a task is the reason.
  static func text(of error: any Error) -> String {
    guard let stop = error as? Timeline.Runaway, stop.limit == .actionsPerRun, stop.isTask else { return "\(error)" }
    return "\(error)\n  cancel the task that sleeps again and again, or end what is expected: from: \"^---!\""
  }

  /// Collects the problems of the run that are not differences of rows.
  ///
  /// These may still wait at the end, and tell it: timers and tasks that sleep (`pendingTimers`), events without
  /// demand (`waitingEvents`), subscribers of sources (`liveSubscriptions`), work outside of the test (`waitingWork`),
  /// actions (`waitingActions`), and a sequence that ignores its cancel (the expectation). The body itself, and
  /// whatever blocks the thread, is told by the watchdog. Not told: a task of the code under test that waits without a
  /// time, such as one that iterates over a stream as long as its object lives.
  func end() {
    var rules: Set<String> = []
    if let endless, !allowsLive {
      wasStopped = true
      let report = MarbleReport(self)
      problems.append(
        problem(
          ([endless] + report.rows(streams.map { $0.expectation.received(report) })).joined(separator: "\n"), .endless))
    }
    let misuses = timeline.misuses.filter { rules.insert($0.sentence).inserted }
    problems = misuses.map { problem("\(frameName($0.instant)): \($0.sentence)", .misuse($0.sentence)) } + problems
    if !wasStopped, !allowsLive {
      // A task that sleeps may be that of an action.
      problems += leak.map { [problem("\($0)", .pending)] } ?? waitingActions
      problems += waitingEvents + liveSubscriptions + waitingWork
    }
  }

  private func problem(_ text: String, _ kind: Finding.Kind? = nil) -> MarbleFailure.Problem {
    .init(place: place, text: text, kind: kind)
  }

  /// Whether the test has expectations about streams, and all of these streams are over.
  private var ignoresEvents: Bool { !listeners.isEmpty && !listeners.contains { $0.expectation.isListening } }

  /// Adds a problem for what is described too late; one for the whole test.
  func refuseLate(at place: SourcePlace) {
    let fix = "describe everything before m.run(), and outside of closures that run with the streams"
    let text = "the test runs already\n  \(fix)"
    let problem = MarbleFailure.Problem(place: place, text: text, kind: .misuse("described too late"))
    if !problems.contains(where: { $0.kind == problem.kind }) { problems.append(problem) }
  }

  /// Adds a problem if the test has no expectation. A test that acts or has run already may check by itself. Called at
  /// the end of the body.
  func checkThatSomethingIsExpected() {
    if hasRun { for (_, listener) in listeners { listener.bodyIsOver() } }
    guard expectations.isEmpty, !hasRun, !acts, problems.isEmpty else { return }
    problems.append(problem("nothing is expected\n  write m.expect(…).toBe(\"…\")"))
  }

  /// The problems of sources that still have subscribers although all expected streams are over.
  private var liveSubscriptions: [MarbleFailure.Problem] {
    guard ignoresEvents else { return [] }
    let report = MarbleReport(self)
    return sources.compactMap { row in
      guard let log = row.log, !log.allowsLive, let window = log.windows.first(where: { $0.end == nil }) else {
        return nil
      }
      let label = report.label(of: row)
      let text =
        "\(label) is still subscribed, since \(frameName(window.start)), although every expected stream has ended"
      let fix = "  cancel the subscription, or call allowingLive() on the source, or m.allowLive()"
      return .init(place: row.place, text: "\(text)\n\(fix)", kind: .subscribed(label))
    }
  }

  /// The problems of work outside of the test that has not come to an end: nothing in the test could have ended it.
  private var waitingWork: [MarbleFailure.Problem] {
    timeline.waits.prefix(3).map { wait in
      let fix =
        "  a queue, a callback or the network works in real time, for which a test does not wait\n"
        + "  give it m.scheduler or a source of the test, or call m.allowLive()"
      return problem(
        "\(wait.work) still waits for its result, since \(frameName(wait.start))\n\(fix)", .waiting("\(wait.work)"))
    }
  }

  /// Returns a problem for each source that had no subscriber: the usual reason for a failing test, or for one that
  /// holds by luck.
  func sourcesWithoutSubscriber(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    sources.compactMap { row in
      guard let log = row.log, !log.allowsNone, log.windows.count == log.pastWindows, !row.lane.moments.isEmpty else {
        return nil
      }
      let text =
        row.isRoute
        ? ["no request was made to \(report.label(of: row))", Self.cureOfNoRequest]
        : ["nobody has subscribed to \(report.label(of: row))"] + Self.cureOfNoSubscriber
      return .init(place: row.place, text: text.joined(separator: "\n"))
    }
  }
  static let cureOfNoRequest = "  remove the route if the code makes no request to it"
  static let cureOfNoSubscriber = [
    "  if an object subscribes to it, hold that object until the run is over: m.keep(object)",
    "  if it needs no subscriber, call allowingNoSubscriber() on it",
  ]

  /// Timers that are pending although all streams of the test are over.
  struct PendingTimers: CustomStringConvertible {
    /// The words for what is pending, and until when.
    var what: String
    var fix: String
    var description: String { "\(what), although every expected stream has ended\n\(fix)" }
  }
  /// `nil` if no timer is pending, or some stream is not over.
  private var pendingTimers: PendingTimers? {
    guard ignoresEvents else { return nil }
    let own = sources.reduce(scheduledActs) { $0 + ($1.log?.scheduled ?? 0) }
    let count = timeline.pendingCount - own
    guard count > 0 else { return nil }
    let dues = timeline.dues, areAllKnown = dues.count == count, now = frameName(timeline.rowInstant)
    let isSleep = areAllKnown && dues.allSatisfy(\.isSleep)
    let times = areAllKnown ? list(dues.map { frameName($0.instant) }) : nil
    let what =
      switch (timeline.repeatingTimerCount, count) {
      case (1..., _): "a repeating timer goes on after \(now)" + (times.map { ", next at \($0)" } ?? "")
      case (_, 1) where isSleep: "a task sleeps after \(now)" + (times.map { ", until \($0)" } ?? "")
      case _ where isSleep: "\(count) tasks sleep after \(now)" + (times.map { ", until \($0)" } ?? "")
      case (_, 1): "a timer is pending after \(now)" + (times.map { ", due at \($0)" } ?? "")
      default: "\(count) timers are pending after \(now)" + (times.map { ", due at \($0)" } ?? "")
      }
    let fix = "  cancel \(isSleep ? "the task" : "what needs no more time"), or call m.allowLive()"
    return PendingTimers(what: what, fix: fix)
  }
  /// The problem of a test that fails while tasks sleep for ever: they may be what its rows wait for.
  var endlessSleep: MarbleFailure.Problem? {
    let count = timeline.endlessSleepers
    if count == 0 { return nil }
    return problem(
      "\(count == 1 ? "a task sleeps" : "\(count) tasks sleep") for ever: until \(count == 1 ? "it is" : "they are") cancelled",
      .pending)
  }
  /// The first few names, once each: `frame 3, frame 4 and 7 more`.
  private func list(_ names: [String]) -> String {
    let different = names.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    return different.prefix(3).joined(separator: ", ") + (different.count > 3 ? " and \(different.count - 3) more" : "")
  }

  private var waitingEvents: [MarbleFailure.Problem] {
    if generated?.allowsWaiting == true { return [] }
    if !sources.contains(where: { ($0.log?.waiting ?? 0) > 0 }) { return [] }
    let report = MarbleReport(self)
    return sources.compactMap { row in
      guard let log = row.log, !log.allowsLive, log.waiting > 0 else { return nil }
      let (label, waiting) = (report.label(of: row), log.waiting)
      let what = waiting == 1 ? "the end of \(label) waits" : "the last \(waiting) events of \(label) wait"
      let text = "\(what) for demand that never came\n  request more, or call m.allowLive()"
      return .init(place: row.place, text: text, kind: .withoutDemand(label))
    }
  }

  /// Returns the name of an instant in failures: `frame 7`, with the time if the number is large, or only the time if
  /// it is not at a frame.
  func frameName(_ instant: VirtualInstant) -> String { Self.frameName(instant, frame: frameLength) }
  static func frameName(_ instant: VirtualInstant, frame: FrameLength) -> String {
    guard let number = frame.frames(in: instant.nanoseconds) else { return instant.inWords }
    return "frame \(number)" + (number > 1_000 ? " (\(instant.inWords))" : "")
  }
}
